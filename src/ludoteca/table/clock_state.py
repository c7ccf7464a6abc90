"""How the chess clock runs in a game. Compiled: every move charges it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ludoteca.table.clock import Clock


@dataclass(slots=True)
class ClockState:
    """The time left in one game at `since_ms`; from there the time of seat `running` runs."""

    clock: Clock
    left_ms: list[int]
    running: int = -1
    turn: int = -1
    since_ms: int = 0

    def advance(self, seat: int, turn: int, now_ms: int, earned: bool = True, arrived_ms: int | None = None) -> None:
        """Charge the seat that was to move, and start the clock of `seat` in `turn` at `now_ms`.

        A move is charged until it arrived, however long it then waited to be handled.
        """
        if self.clock.per == "none":
            return
        if self.running >= 0:
            charged_until = now_ms if arrived_ms is None else min(arrived_ms, now_ms)
            self.left_ms[self.running] -= max(0, charged_until - self.since_ms)
            if turn != self.turn and self.clock.per == "game" and earned:
                self.left_ms[self.running] = max(0, self.left_ms[self.running]) + 1000 * self.clock.increment_s
        if turn != self.turn and self.clock.per == "turn" and seat >= 0:
            self.left_ms[seat] = 1000 * self.clock.seconds
        self.running, self.turn, self.since_ms = seat, turn, now_ms

    def add_pause(self, ms: int) -> None:
        """Give back time in which nobody could move."""
        self.since_ms += ms

    def lost_ms(self, spans: Iterable[tuple[int, int]], restored_until_ms: int) -> int:
        """Return how much of these spans, which may overlap, fell into this turn and was not given back before."""
        reached, lost = max(self.since_ms, restored_until_ms), 0
        for begun, until in sorted(spans):
            lost += max(0, until - max(begun, reached))
            reached = max(reached, until)
        return lost

    def deadline_ms(self) -> int | None:
        """Return when the seat to move runs out of time; its flag falls `GRACE_MS` later."""
        return self.since_ms + self.left_ms[self.running] if self.running >= 0 else None

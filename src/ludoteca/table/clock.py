"""The chess clock: how much time players have, and how it runs. Bots and the fallback need none."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

import msgspec

from ludoteca.core.translations import Refusal, quote

DAY_S = 24 * 3600
BOUNDS: dict[str, tuple[int, int]] = {"none": (0, 0), "turn": (10, 14 * DAY_S), "game": (30, 14 * DAY_S)}
"""The least and most seconds for a turn, or for one player's whole game."""
MAX_INCREMENT_S = 3600
GRACE_MS = 250
"""The flag falls this long after the deadline, so that a move on its way can still arrive."""


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Seconds per turn, or per game with an increment after each turn; and what happens when they run out."""

    per: Literal["none", "turn", "game"] = "none"
    seconds: int = 0
    increment_s: int = 0
    on_timeout: Literal["fallback", "loss"] = "fallback"

    def check(self) -> Refusal | None:
        """Return what is out of bounds."""
        low, high = BOUNDS[self.per]
        if not low <= self.seconds <= high:
            return Refusal("option_int", {"field": "seconds", "low": low, "high": high, "value": quote(self.seconds)})
        high = MAX_INCREMENT_S if self.per == "game" else 0
        if not 0 <= self.increment_s <= high:
            bounds = {"low": 0, "high": high, "value": quote(self.increment_s)}
            return Refusal("option_int", {"field": "increment_s", **bounds})
        return None


NO_CLOCK = Clock()


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

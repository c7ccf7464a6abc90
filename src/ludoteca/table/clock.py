"""Clocks: how much time players have, and how it runs. Bots and the fallback need none."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

import msgspec

from ludoteca.core.translations import Refusal, quote

DAY_S = 24 * 3600
BOUNDS: dict[str, tuple[int, int]] = {"none": (0, 0), "turn": (10, 14 * DAY_S), "game": (30, 14 * DAY_S)}
"""Seconds that a turn, or one player's whole game, may be given."""
MAX_INCREMENT_S = 3600
GRACE_MS = 250
"""A flag falls only this long after the deadline, so that a move under way at that moment can arrive."""


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Seconds per turn, or per game and a little more after each turn; and what happens when they are over."""

    per: Literal["none", "turn", "game"] = "none"
    seconds: int = 0
    increment_s: int = 0
    on_timeout: Literal["fallback", "loss"] = "fallback"

    def wrong(self) -> Refusal | None:
        low, high = BOUNDS[self.per]
        if not low <= self.seconds <= high:
            return Refusal("option_int", {"field": "seconds", "low": low, "high": high, "value": quote(self.seconds)})
        most = MAX_INCREMENT_S if self.per == "game" else 0
        if not 0 <= self.increment_s <= most:
            bounds = {"low": 0, "high": most, "value": quote(self.increment_s)}
            return Refusal("option_int", {"field": "increment_s", **bounds})
        return None


NO_CLOCK = Clock()


@dataclass(slots=True)
class ClockState:
    """The time that is left in one game, as of `since_ms`; from then on that of `running` goes on."""

    clock: Clock
    left_ms: list[int]
    running: int = -1
    turn: int = -1
    since_ms: int = 0

    def go_on(self, seat: int, turn: int, now_ms: int, earned: bool = True, arrived_ms: int | None = None) -> None:
        """The game has come to `seat` and `turn`: whoever was to move is charged, whoever is now begins at `now_ms`.

        A move is charged until it arrived, however long it then waited for its turn.
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

    def stand_still(self, ms: int) -> None:
        """So long nobody could move: it does not count."""
        self.since_ms += ms

    def lost_ms(self, spans: Iterable[tuple[int, int]], made_up_ms: int) -> int:
        """How much of these spans, which may overlap, fell into the running turn and was not made up before."""
        reached, lost = max(self.since_ms, made_up_ms), 0
        for begun, until in sorted(spans):
            lost += max(0, until - max(begun, reached))
            reached = max(reached, until)
        return lost

    def deadline_ms(self) -> int | None:
        """When the time of whoever is to move is over; the flag falls `GRACE_MS` later."""
        return self.since_ms + self.left_ms[self.running] if self.running >= 0 else None

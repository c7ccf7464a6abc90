"""The chess clock: how much time players have. Bots and the fallback need none."""

from __future__ import annotations

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

"""When to stop: a test, and an interval, that stay right however often one looks at them.

Every deal is a fair bet against the claim "A's mean is at most m", so that if the claim is true the capital is a
martingale, and reaches 1 / ERROR with probability ERROR at most, at whatever moment one stops (Ville's inequality).
Nothing is assumed but outcomes from 0 to 1, so that draws, and legs of a deal that hang together, do no harm.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

ERROR: Final = 0.025
"""On either side, together 5 %."""
STAKES: Final = (0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 0.95)
"""Parts of the capital that are bet each time; small ones find small differences. Their mean is a martingale too."""
HALVINGS: Final = 30


class Bets:
    """The capital of one who bets that the mean is more than `claim`."""

    def __init__(self, claim: float) -> None:
        self._claim = claim
        self._capitals = [1.0] * len(STAKES)
        self.won = False
        """The claim is refuted, for good."""

    def add(self, outcome: float) -> None:
        if self.won:
            return
        gain = outcome / self._claim - 1
        self._capitals = [capital * (1 + stake * gain) for capital, stake in zip(self._capitals, STAKES, strict=True)]
        self.won = sum(self._capitals) / len(STAKES) >= 1 / ERROR


class SequentialTest:
    """Whether A's mean is surely above or surely below a share, as far as is known."""

    def __init__(self, share: float) -> None:
        self.share = share
        self._above, self._below = Bets(share), Bets(1 - share)

    def add(self, outcome: float) -> None:
        if self.verdict is None:
            self._above.add(outcome)
            self._below.add(1 - outcome)

    @property
    def verdict(self) -> str | None:
        return "above" if self._above.won else "below" if self._below.won else None


def confidence_bounds(outcomes: Sequence[float]) -> tuple[float, float]:
    """All means that are not refuted: they hold the true one, all along, in 95 % of the contests."""
    low = _highest_refuted(outcomes)
    high = 1 - _highest_refuted([1 - outcome for outcome in outcomes])
    return low, high


def _highest_refuted(outcomes: Sequence[float]) -> float:
    def refuted(claim: float) -> bool:
        bets = Bets(claim)
        for outcome in outcomes:
            bets.add(outcome)
        return bets.won

    return _edge(refuted)


def _edge(holds: Callable[[float], bool]) -> float:
    """Where, between 0 and 1, something that holds below stops to hold."""
    low, high = 0.0, 1.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low

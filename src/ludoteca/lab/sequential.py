"""A sequential test, and a confidence interval, that stay valid however often you look at them.

Each deal is a fair bet against the hypothesis "A's mean is at most m". If the hypothesis is true, the capital is a
martingale, and reaches 1 / ERROR with probability at most ERROR, whenever you stop (Ville's inequality). The only
assumption is that outcomes lie between 0 and 1, so draws and correlated games of a deal do no harm.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

ERROR: Final = 0.025
"""On each side; 5 % together."""
STAKES: Final = (0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 0.95)
"""Parts of the capital to bet; small ones find small differences. The mean of the capitals is a martingale too."""
BISECTIONS: Final = 30


class Martingale:
    """The capital of a gambler who bets that the mean is more than `hypothesis`."""

    def __init__(self, hypothesis: float) -> None:
        self._hypothesis = hypothesis
        self._capitals = [1.0] * len(STAKES)
        self.rejected = False
        """The hypothesis is rejected, for good."""

    def add(self, outcome: float) -> None:
        if self.rejected:
            return
        gain = outcome / self._hypothesis - 1
        self._capitals = [capital * (1 + stake * gain) for capital, stake in zip(self._capitals, STAKES, strict=True)]
        self.rejected = sum(self._capitals) / len(STAKES) >= 1 / ERROR


class SequentialTest:
    """Tests whether A's mean is above or below a share."""

    def __init__(self, share: float) -> None:
        self.share = share
        self._above, self._below = Martingale(share), Martingale(1 - share)

    def add(self, outcome: float) -> None:
        if self.verdict is None:
            self._above.add(outcome)
            self._below.add(1 - outcome)

    @property
    def verdict(self) -> str | None:
        return "above" if self._above.rejected else "below" if self._below.rejected else None


def confidence_bounds(outcomes: Sequence[float]) -> tuple[float, float]:
    """Return the interval of means that are not rejected; it holds the true mean at all times in 95 % of contests."""
    low = _highest_rejected(outcomes)
    high = 1 - _highest_rejected([1 - outcome for outcome in outcomes])
    return low, high


def _highest_rejected(outcomes: Sequence[float]) -> float:
    def is_rejected(hypothesis: float) -> bool:
        martingale = Martingale(hypothesis)
        for outcome in outcomes:
            martingale.add(outcome)
        return martingale.rejected

    return _bisect(is_rejected)


def _bisect(holds: Callable[[float], bool]) -> float:
    """Return the point between 0 and 1 from which on a predicate no longer holds."""
    low, high = 0.0, 1.0
    for _ in range(BISECTIONS):
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low

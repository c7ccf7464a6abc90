"""Statistics of the deals between two bots: shares with a confidence interval, Elo differences, time per turn."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final

from ludoteca.lab.pairings import DealResult, Measure, ThinkingTime, total_time
from ludoteca.lab.sequential import confidence_bounds

Z: Final = 1.959964
"""Standard errors on each side of a 95 % interval."""
ELO_SCALE: Final = 400 / math.log(10)
"""Rating points per natural unit of log odds."""


@dataclass(frozen=True)
class MatchStatistics:
    """The statistics of A against B, over whole deals."""

    games: int
    share: float
    """A's share of the games or of the matches, depending on the measure."""
    low: float
    high: float
    share_of_games: float
    effective_games: float
    """The number of independent games that would give the share the same precision."""
    margin: float
    """A's mean lead in points."""
    elo: float
    elo_low: float
    elo_high: float
    a: ThinkingTime
    b: ThinkingTime


def compute_statistics(deals: Sequence[DealResult], measure: Measure, stopped_early: bool = False) -> MatchStatistics:
    """Compute the statistics of one or more deals; with `stopped_early`, the wider interval that allows for it."""
    outcomes = [deal.outcome(measure) for deal in deals]
    share, games = fmean(outcomes), effective_games(outcomes)
    low, high = confidence_bounds(outcomes) if stopped_early else wilson(share, games)
    seats = len(deals[0].results)
    even = 1 / seats if measure == "games" else 0.5
    return MatchStatistics(
        games=seats * len(deals),
        share=share,
        low=low,
        high=high,
        share_of_games=fmean(deal.share for deal in deals),
        effective_games=games,
        margin=fmean(deal.margin for deal in deals),
        elo=elo_difference(share, even),
        elo_low=elo_difference(low, even),
        elo_high=elo_difference(high, even),
        a=total_time([deal.a for deal in deals]),
        b=total_time([deal.b for deal in deals]),
    )


def effective_games(outcomes: Sequence[float]) -> float:
    """Return the number of independent games whose mean would have the same variance.

    A deal counts for at least one game, since no outcome from 0 to 1 varies more than winning or losing all of it. A
    deviation of a half is added, so that a few equal deals do not look like certainty.
    """
    count, mean = len(outcomes), fmean(outcomes)
    variance = (sum((outcome - mean) ** 2 for outcome in outcomes) + 0.25) / count
    return max(count, mean * (1 - mean) * count / variance)


def wilson(share: float, games: float) -> tuple[float, float]:
    """Return Wilson's 95 % interval, which stays within 0 and 1 and has a width even at 0 % and 100 %."""
    shrink = 1 + Z * Z / games
    centre = (share + Z * Z / (2 * games)) / shrink
    half = Z / shrink * math.sqrt(share * (1 - share) / games + (Z / (2 * games)) ** 2)
    return (0.0 if share == 0 else centre - half), (1.0 if share == 1 else centre + half)


def elo_difference(share: float, even: float = 0.5) -> float:
    """Return the rating difference that gives this share; `even` is the share between equals."""
    if share <= 0 or share >= 1:
        return -math.inf if share <= 0 else math.inf
    return ELO_SCALE * (math.log(share / (1 - share)) - math.log(even / (1 - even)))

"""What the deals between two bots say: shares with intervals, Elo differences, time a turn."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final

from ludoteca.lab.pairings import Deal, Measure, ThinkingTime, together
from ludoteca.lab.sequential import confidence_bounds

Z: Final = 1.959964
"""How many standard errors a 95 % interval reaches to either side."""
ELO: Final = 400 / math.log(10)
"""Points of rating for a natural unit of log odds."""


@dataclass(frozen=True)
class Figures:
    """A against B, over whole deals."""

    games: int
    share: float
    """By the measure asked for: of the games, or of the matches."""
    low: float
    high: float
    share_of_games: float
    weight: float
    """As many independent games as would tell the share that surely."""
    margin: float
    """By how many points A is ahead, on the mean of the games."""
    elo: float
    elo_low: float
    elo_high: float
    a: ThinkingTime
    b: ThinkingTime


def figures(deals: Sequence[Deal], measure: Measure, stopped_early: bool = False) -> Figures:
    """All that is known after one deal or more. One who may stop early gets the wider interval that allows it."""
    outcomes = [deal.outcome(measure) for deal in deals]
    share, weight = fmean(outcomes), effective_games(outcomes)
    low, high = confidence_bounds(outcomes) if stopped_early else wilson(share, weight)
    seats = len(deals[0].results)
    even = 1 / seats if measure == "games" else 0.5
    return Figures(
        games=seats * len(deals),
        share=share,
        low=low,
        high=high,
        share_of_games=fmean(deal.share for deal in deals),
        weight=weight,
        margin=fmean(deal.margin for deal in deals),
        elo=elo_difference(share, even),
        elo_low=elo_difference(low, even),
        elo_high=elo_difference(high, even),
        a=together([deal.a for deal in deals]),
        b=together([deal.b for deal in deals]),
    )


def effective_games(outcomes: Sequence[float]) -> float:
    """How many independent games the deals are worth: their mean varies as that of so many would.

    A deal is worth one game at least, since no outcome from 0 to 1 varies more than winning or losing all of it. A
    deviation of a half is added, so that a few deals that happen to be equal do not pass for certainty.
    """
    count, mean = len(outcomes), fmean(outcomes)
    variance = (sum((outcome - mean) ** 2 for outcome in outcomes) + 0.25) / count
    return max(count, mean * (1 - mean) * count / variance)


def wilson(share: float, games: float) -> tuple[float, float]:
    """Wilson's 95 % interval: it stays within 0 and 1, and is no point where everything was won or lost."""
    shrink = 1 + Z * Z / games
    centre = (share + Z * Z / (2 * games)) / shrink
    half = Z / shrink * math.sqrt(share * (1 - share) / games + (Z / (2 * games)) ** 2)
    return (0.0 if share == 0 else centre - half), (1.0 if share == 1 else centre + half)


def elo_difference(share: float, even: float = 0.5) -> float:
    """The difference in rating that leads to a share; `even` is the share between equals."""
    if share <= 0 or share >= 1:
        return -math.inf if share <= 0 else math.inf
    return ELO * (math.log(share / (1 - share)) - math.log(even / (1 - even)))

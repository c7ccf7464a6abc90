"""Ratings from a table of results: the model of Bradley and Terry on the scale of Elo, with chance at 500.

A share of s against an opponent means ratings 400 * log10(s / (1 - s)) apart; the fit is the most likely one for all
results together. To keep it finite where one side won everything, every pair counts half a draw more than was played.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ludoteca.lab.statistics import ELO, Z

ANCHOR: Final = 500.0
HALF_A_DRAW: Final = 0.5
ROUNDS: Final = 200
LONGEST_STEP: Final = 2.0
CLOSE: Final = 1e-10

Matrix = list[list[float]]


@dataclass(frozen=True)
class Result:
    """What one player got from another in so many independent games."""

    a: str
    b: str
    share: float
    games: float


@dataclass(frozen=True)
class Rating:
    player: str
    rating: float
    error: float
    """Its standard error, as the distance from the anchor; 0 for the anchor itself."""

    @property
    def low(self) -> float:
        return self.rating - Z * self.error

    @property
    def high(self) -> float:
        return self.rating + Z * self.error


def fit(players: Sequence[str], results: Sequence[Result], anchor: str) -> list[Rating]:
    """The ratings, in the order of the players; every player must be linked to the anchor by results."""
    free = [player for player in players if player != anchor]
    index = {player: number for number, player in enumerate(free)}
    strengths = [0.0] * len(free)
    for _ in range(ROUNDS):
        slope, curve = _slopes(index, strengths, results)
        step = [sum(entry * part for entry, part in zip(row, slope, strict=True)) for row in inverse(curve)]
        longest = max((abs(part) for part in step), default=0.0)
        brake = min(1.0, LONGEST_STEP / longest) if longest else 1.0
        strengths = [strength + brake * part for strength, part in zip(strengths, step, strict=True)]
        if longest < CLOSE:
            break
    errors = [math.sqrt(row[number]) for number, row in enumerate(inverse(_slopes(index, strengths, results)[1]))]
    found = {player: Rating(player, ANCHOR + ELO * strengths[at], ELO * errors[at]) for player, at in index.items()}
    return [found.get(player, Rating(player, ANCHOR, 0.0)) for player in players]


def _slopes(index: dict[str, int], strengths: list[float], results: Sequence[Result]) -> tuple[list[float], Matrix]:
    """The first derivatives of the log likelihood, and the second ones with their sign turned."""
    slope = [0.0] * len(strengths)
    curve = [[0.0] * len(strengths) for _ in strengths]
    for result in results:
        sides = [(index[player], sign) for player, sign in ((result.a, 1), (result.b, -1)) if player in index]
        chance = 1 / (1 + math.exp(-sum(sign * strengths[at] for at, sign in sides)))
        games = result.games + HALF_A_DRAW
        got = result.games * result.share + HALF_A_DRAW / 2
        for at, sign in sides:
            slope[at] += sign * (got - games * chance)
            for other, its_sign in sides:
                curve[at][other] += sign * its_sign * games * chance * (1 - chance)
    return slope, curve


def inverse(matrix: Matrix) -> Matrix:
    """By elimination, the largest pivot first; ValueError where there is none."""
    size = len(matrix)
    rows = [[*row, *(float(at == number) for at in range(size))] for number, row in enumerate(matrix)]
    for at in range(size):
        best = max((abs(rows[number][at]), number) for number in range(at, size))[1]
        if abs(rows[best][at]) < 1e-12:
            raise ValueError("some player is not linked to the anchor by any result")
        rows[at], rows[best] = rows[best], rows[at]
        rows[at] = [entry / rows[at][at] for entry in rows[at]]
        for number in range(size):
            if number != at:
                factor = rows[number][at]
                rows[number] = [entry - factor * pivot for entry, pivot in zip(rows[number], rows[at], strict=True)]
    return [row[size:] for row in rows]

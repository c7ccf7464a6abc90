"""Elo ratings from a table of results: the Bradley-Terry model, with the random player at an Elo rating of 500.

A share of s against an opponent means ratings 400 * log10(s / (1 - s)) apart; the fit maximizes the likelihood of all
results. Half a drawn game is added to every pair, which keeps ratings finite where one side won everything.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ludoteca.lab.statistics import ELO_SCALE, Z

ANCHOR: Final = 500.0
PRIOR_GAMES: Final = 0.5
MAX_ITERATIONS: Final = 200
MAX_STEP: Final = 2.0
TOLERANCE: Final = 1e-10

Matrix = list[list[float]]


@dataclass(frozen=True)
class PairResult:
    """The share of A against B in a number of independent games."""

    a: str
    b: str
    share: float
    games: float


@dataclass(frozen=True)
class Rating:
    player: str
    rating: float
    error: float
    """The standard error of the distance from the anchor; 0 for the anchor itself."""

    @property
    def low(self) -> float:
        return self.rating - Z * self.error

    @property
    def high(self) -> float:
        return self.rating + Z * self.error


def fit(players: Sequence[str], results: Sequence[PairResult], anchor: str) -> list[Rating]:
    """Return the ratings in the order of the players; results must link every player to the anchor."""
    free = [player for player in players if player != anchor]
    index = {player: number for number, player in enumerate(free)}
    strengths = [0.0] * len(free)
    for _ in range(MAX_ITERATIONS):
        gradient, information = _derivatives(index, strengths, results)
        step = [sum(entry * part for entry, part in zip(row, gradient, strict=True)) for row in inverse(information)]
        longest = max((abs(part) for part in step), default=0.0)
        damping = min(1.0, MAX_STEP / longest) if longest else 1.0
        strengths = [strength + damping * part for strength, part in zip(strengths, step, strict=True)]
        if longest < TOLERANCE:
            break
    errors = [math.sqrt(row[number]) for number, row in enumerate(inverse(_derivatives(index, strengths, results)[1]))]
    found = {
        player: Rating(player, ANCHOR + ELO_SCALE * strengths[at], ELO_SCALE * errors[at])
        for player, at in index.items()
    }
    return [found.get(player, Rating(player, ANCHOR, 0.0)) for player in players]


def _derivatives(
    index: dict[str, int], strengths: list[float], results: Sequence[PairResult]
) -> tuple[list[float], Matrix]:
    """Return the gradient of the log likelihood and its negative Hessian."""
    gradient = [0.0] * len(strengths)
    information = [[0.0] * len(strengths) for _ in strengths]
    for result in results:
        sides = [(index[player], sign) for player, sign in ((result.a, 1), (result.b, -1)) if player in index]
        chance = 1 / (1 + math.exp(-sum(sign * strengths[at] for at, sign in sides)))
        games = result.games + PRIOR_GAMES
        got = result.games * result.share + PRIOR_GAMES / 2
        for at, sign in sides:
            gradient[at] += sign * (got - games * chance)
            for other, its_sign in sides:
                information[at][other] += sign * its_sign * games * chance * (1 - chance)
    return gradient, information


def inverse(matrix: Matrix) -> Matrix:
    """Invert a matrix by elimination with pivoting; raises ValueError if it is singular."""
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

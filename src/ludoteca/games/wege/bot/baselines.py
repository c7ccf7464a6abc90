"""A reference opponent for Wege that looks one move ahead; the first two levels share its evaluation."""

from collections.abc import Callable
from typing import Any, Final

from ludoteca.core.game import Bot
from ludoteca.core.generator import Random
from ludoteca.core.ints import Numbers
from ludoteca.games.wege.rules import Wege

MAX_GAPS: Final = 20
"""Groups with more free cells around them are ignored; each cell fewer doubles a group's weight."""


def greedy(state: Wege, random: Random, simulations: int = 0) -> int:
    """Return the move with the largest provisional lead; ties are broken by ponds or islands nearly closed."""
    return best_move(state, random, state.moves(), lead_and_prospects)


def best_move(state: Wege, random: Random, moves: Numbers, evaluate: Callable[[Wege, int], Any]) -> int:
    """Return the move whose resulting state is best for the mover, a random one of equals."""
    best: list[int] = []
    best_value = None
    for move in moves:
        after = state.copy()
        after.play(move)
        value = evaluate(after, state.mover)
        if best_value is None or value > best_value:
            best, best_value = [], value
        if value == best_value:
            best.append(move)
    return random.choice(best)


def lead(state: Wege, seat: int) -> int:
    """Return the seat's provisional lead in points."""
    scores = state.scores()
    return scores[seat] - scores[1 - seat]


def lead_and_prospects(state: Wege, seat: int) -> tuple[int, int]:
    """Return the seat's provisional lead in points, and its lead in ponds or islands still to be closed."""
    score = state.score()
    prospects = [0, 0]
    for point, group in enumerate(score.groups):
        if point == group and score.borders[group] == 0 and score.gaps[group] <= MAX_GAPS:
            owner = (state.park.colours[point] + state.terrain) % 2
            prospects[1 - owner] += 2 ** (MAX_GAPS - score.gaps[group])
    return score.total(seat) - score.total(1 - seat), prospects[seat] - prospects[1 - seat]


BASELINES: Final = (
    Bot(
        level=0,
        name="greedy",
        about="Takes the best provisional score after each move, and closes ponds or islands.",
        choose=greedy,
    ),
)

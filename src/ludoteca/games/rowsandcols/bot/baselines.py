"""Reference opponents for RowsAndCols: they look at one turn only."""

from typing import Final

from ludoteca.core.game import Bot
from ludoteca.core.generator import Random
from ludoteca.games.rowsandcols.bot.evaluation import evaluate, turn_candidates
from ludoteca.games.rowsandcols.bot.turns import next_move, turn_start
from ludoteca.games.rowsandcols.rules import RowsAndCols


def greedy(state: RowsAndCols, random: Random, simulations: int = 0) -> int:
    """Make the turn that earns most; among equals one with the fewest bricks."""
    candidates = turn_candidates(state, turn_start(state))
    if not candidates:
        return state.random_move(random)
    values = [(candidate.points, -len(candidate.moves)) for candidate in candidates]
    best = [candidate for candidate, value in zip(candidates, values, strict=True) if value == max(values)]
    return random.choice(sorted({next_move(state, candidate.moves) for candidate in best}))


def wary(state: RowsAndCols, random: Random, simulations: int = 0) -> int:
    """Make the turn with the best static evaluation."""
    start = turn_start(state)
    candidates = turn_candidates(state, start)
    evaluate(start, candidates)
    if not candidates:
        return state.random_move(random)
    return next_move(state, max(candidates, key=lambda candidate: candidate.value).moves)


BASELINES: Final = (
    Bot(level=0, name="greedy", about="Makes the turn that earns most, with the fewest bricks.", choose=greedy),
    Bot(level=0, name="wary", about="Weighs points against what a turn gives away and keeps.", choose=wary),
)

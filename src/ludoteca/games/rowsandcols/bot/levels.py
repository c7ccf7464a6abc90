"""The five levels of RowsAndCols, and the fallback for an absent player."""

from collections.abc import Callable
from typing import Final

from ludoteca.core.game import Bot
from ludoteca.core.generator import Random
from ludoteca.core.ints import Numbers
from ludoteca.games.rowsandcols.bot.evaluation import turn_candidates
from ludoteca.games.rowsandcols.bot.search import rank, search
from ludoteca.games.rowsandcols.bot.turns import next_move, turn_start
from ludoteca.games.rowsandcols.moves import END
from ludoteca.games.rowsandcols.rules import RowsAndCols

Choose = Callable[[RowsAndCols, Random, int], int]


def fallback(state: RowsAndCols, random: Random) -> int:
    """Move for an absent player: lay one brick that fits and end the turn; else swap or pass."""
    return END if state.placed else state.random_move(random)


def sampling(turns: float, brick_bonus: int) -> Choose:
    """Sample a few turns and make the one with the most points, counting `brick_bonus` for each brick.

    With 2.3 turns it samples three turns in 30 % of the cases, otherwise two.
    """

    def choose(state: RowsAndCols, random: Random, simulations: int = 0) -> int:
        candidates = turn_candidates(state, turn_start(state))
        if not candidates:
            return state.random_move(random)
        random.shuffle(candidates)
        whole = int(turns)
        sample = candidates[: whole + int(random.below(100) < int(100 * (turns - whole)))]
        best = max(sample, key=lambda candidate: candidate.points + brick_bonus * len(candidate.moves))
        return next_move(state, best.moves)

    return choose


def searching(width: int, turns_ahead: int) -> Choose:
    """Play out the best `width` turns, each with some more turns."""

    def choose(state: RowsAndCols, random: Random, simulations: int) -> int:
        return search(state, random, simulations, width, turns_ahead)

    return choose


def ranking(width: int, turns_ahead: int) -> Callable[[RowsAndCols, Random, int], Numbers]:
    """Return the ranking of such a bot."""

    def rank_moves(state: RowsAndCols, random: Random, simulations: int) -> Numbers:
        return rank(state, random, simulations, width, turns_ahead)

    return rank_moves


BOTS: Final = (
    Bot(
        level=1,
        name="beginner",
        about="Looks at two turns, and prefers those with few bricks.",
        choose=sampling(turns=1.95, brick_bonus=-3),
        rating=685,
    ),
    Bot(
        level=2,
        name="easy",
        about="Looks at five turns, and prefers those with few bricks.",
        choose=sampling(turns=5.35, brick_bonus=-3),
        rating=1062,
    ),
    Bot(
        level=3,
        name="fair",
        about="Looks at six turns, and prefers those with many bricks.",
        choose=sampling(turns=6.13, brick_bonus=3),
        rating=1436,
    ),
    Bot(
        level=4,
        name="strong",
        about="Plays out its four best turns against one imagined hand.",
        choose=searching(width=4, turns_ahead=4),
        simulations=4,
        rating=1786,
    ),
    Bot(
        level=5,
        name="master",
        about="Plays out its best turns against many imagined hands; solves the end game.",
        choose=searching(width=12, turns_ahead=3),
        rank=ranking(width=12, turns_ahead=3),
        simulations=1200,
        rating=2105,
    ),
)

"""Players of RowsAndCols: the five levels, sparring partners, and the fallback for an empty chair."""

from collections.abc import Callable
from typing import Final

from ludoteca.core.game import Bot
from ludoteca.core.generator import Random
from ludoteca.games.rowsandcols.bot.evaluation import all_plans, judge
from ludoteca.games.rowsandcols.bot.search import think
from ludoteca.games.rowsandcols.bot.turns import at_the_start, next_move
from ludoteca.games.rowsandcols.moves import END
from ludoteca.games.rowsandcols.rules import RowsAndCols

Choose = Callable[[RowsAndCols, Random, int], int]


def fallback(state: RowsAndCols, random: Random) -> int:
    """For a player who is away: one brick that fits, then the end of the turn; swaps or passes when none does."""
    return END if state.placed else state.random_move(random)


def greedy(state: RowsAndCols, random: Random, simulations: int = 0) -> int:
    """The whole turn that earns most, and of those one with the fewest bricks."""
    plans = all_plans(state, at_the_start(state))
    if not plans:
        return state.random_move(random)
    best = max((plan.points, -len(plan.moves)) for plan in plans)
    moves = {next_move(state, plan.moves) for plan in plans if (plan.points, -len(plan.moves)) == best}
    return random.choice(sorted(moves))


def wary(state: RowsAndCols, random: Random, simulations: int = 0) -> int:
    """The turn that earns most, less what it may give away, and more for a set that it keeps."""
    start = at_the_start(state)
    plans = all_plans(state, start)
    judge(start, plans)
    if not plans:
        return state.random_move(random)
    return next_move(state, max(plans, key=lambda plan: plan.worth).moves)


def glance(turns: float, liking: int) -> Choose:
    """Looks at so many of its turns, by chance, and takes the one that pleases: points, and its liking to lay a brick.

    With 2.3 turns it looks at three in three of ten cases, else at two.
    """

    def choose(state: RowsAndCols, random: Random, simulations: int = 0) -> int:
        plans = all_plans(state, at_the_start(state))
        if not plans:
            return state.random_move(random)
        random.shuffle(plans)
        whole = int(turns)
        seen = plans[: whole + int(random.below(100) < int(100 * (turns - whole)))]
        return next_move(state, max(seen, key=lambda plan: plan.points + liking * len(plan.moves)).moves)

    return choose


def thinker(width: int, ahead: int) -> Choose:
    """Plays its most promising turns out, with some turns after each."""

    def choose(state: RowsAndCols, random: Random, simulations: int) -> int:
        return think(state, random, simulations, width, ahead)

    return choose


BOTS: Final = (
    Bot(
        level=1,
        name="beginner",
        about="Looks at two turns, and parts with few bricks.",
        choose=glance(turns=1.95, liking=-3),
        rating=685,
    ),
    Bot(
        level=2,
        name="easy",
        about="Looks at five turns, and parts with few bricks.",
        choose=glance(turns=5.35, liking=-3),
        rating=1062,
    ),
    Bot(
        level=3,
        name="fair",
        about="Looks at six turns, and likes those with many bricks.",
        choose=glance(turns=6.13, liking=3),
        rating=1436,
    ),
    Bot(
        level=4,
        name="strong",
        about="Plays its four best turns out against one imagined hand.",
        choose=thinker(width=4, ahead=4),
        simulations=4,
        rating=1786,
    ),
    Bot(
        level=5,
        name="master",
        about="Plays its best turns out against many imagined hands; works the end game out.",
        choose=thinker(width=12, ahead=3),
        simulations=1200,
        rating=2105,
    ),
)

BASELINES: Final = (
    Bot(level=0, name="greedy", about="The turn that earns most points, with the fewest bricks.", choose=greedy),
    Bot(
        level=0,
        name="wary",
        about="The turn that earns most, less what it may give away, and more for a set that it keeps.",
        choose=wary,
    ),
)

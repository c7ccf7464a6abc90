"""Players of RowsAndCols: the five levels, sparring partners, and the fallback for an empty chair."""

from collections.abc import Callable
from typing import Final

from ludoteca.core.game import Bot
from ludoteca.core.generator import Random
from ludoteca.games.rowsandcols.board import CELLS
from ludoteca.games.rowsandcols.judge import Plan, all_plans, judge
from ludoteca.games.rowsandcols.moves import END
from ludoteca.games.rowsandcols.rules import RowsAndCols
from ludoteca.games.rowsandcols.thinking import think
from ludoteca.games.rowsandcols.turns import at_the_start, next_move

Choose = Callable[[RowsAndCols, Random, int], int]


def fallback(state: RowsAndCols, random: Random) -> int:
    """For a player who is away: one brick that fits, then the end of the turn; swaps or passes when none does."""
    return END if state.placed else state.sample(random)


def greedy(state: RowsAndCols, random: Random, simulations: int = 0) -> int:
    """The whole turn that earns most, and of those one with the fewest bricks."""
    return _best(state, all_plans(state, at_the_start(state)), random)


def wary(state: RowsAndCols, random: Random, simulations: int = 0) -> int:
    """The turn that earns most, less what it may give away, and more for a set that it keeps."""
    start = at_the_start(state)
    plans = all_plans(state, start)
    judge(start, plans)
    if not plans:
        return state.sample(random)
    return next_move(state, max(plans, key=lambda plan: plan.worth).moves)


def _best(state: RowsAndCols, plans: list[Plan], random: Random) -> int:
    """The next move of the plan that earns most, and of those of one with the fewest bricks."""
    if not plans:
        return state.sample(random)
    best = max((plan.points, -len(plan.moves)) for plan in plans)
    moves = {next_move(state, plan.moves) for plan in plans if (plan.points, -len(plan.moves)) == best}
    return random.choice(sorted(moves))


def glance(bricks: int, most: int, turns: float) -> Choose:
    """Thinks of some bricks of its hand, of turns that lay few of them, and of so many of those: the best of them.

    With 2.3 turns it thinks of three in three of ten cases, else of two.
    """

    def choose(state: RowsAndCols, random: Random, simulations: int = 0) -> int:
        plans = [plan for plan in all_plans(state, at_the_start(state)) if len(plan.moves) <= most]
        laid = [state.board.brick(cell) for cell in state.placed]
        hand = list(state.hands[state.mover])
        random.shuffle(hand)
        thought_of = max(bricks - len(laid), 0)
        seen = [plan for plan in plans if _needs_only(plan, laid + hand[:thought_of])]
        while plans and not seen:
            thought_of += 1
            seen = [plan for plan in plans if _needs_only(plan, laid + hand[:thought_of])]
        random.shuffle(seen)
        whole = int(turns)
        count = whole + int(random.below(100) < int(100 * (turns - whole)))
        return _best(state, seen[:count], random)

    return choose


def _needs_only(plan: Plan, held: list[int]) -> bool:
    """It can be laid with these bricks."""
    needed = [move // CELLS for move in plan.moves]
    return all(needed.count(brick) <= held.count(brick) for brick in needed)


def thinker(width: int, ahead: int) -> Choose:
    """Plays its most promising turns out, with some turns after each."""

    def choose(state: RowsAndCols, random: Random, simulations: int) -> int:
        return think(state, random, simulations, width, ahead)

    return choose


ALL: Final = 10**9

BOTS: Final = (
    Bot(
        level=1,
        name="beginner",
        about="Takes up one brick and lays it on the better of two cells.",
        choose=glance(bricks=1, most=1, turns=2.15),
        rating=673,
    ),
    Bot(
        level=2,
        name="easy",
        about="Takes up one brick and lays it on the best of four or five cells.",
        choose=glance(bricks=1, most=1, turns=4.3),
        rating=1129,
    ),
    Bot(
        level=3,
        name="fair",
        about="Thinks of two of its bricks and of thirteen ways to lay them.",
        choose=glance(bricks=2, most=2, turns=13),
        rating=1556,
    ),
    Bot(
        level=4,
        name="strong",
        about="Thinks of five of its bricks and takes the turn that earns most with them.",
        choose=glance(bricks=5, most=5, turns=ALL),
        rating=1983,
    ),
    Bot(
        level=5,
        name="master",
        about="Plays its best turns out against many imagined hands; works the end game out.",
        choose=thinker(width=12, ahead=3),
        simulations=1200,
        rating=2268,
    ),
)

SPARRING: Final = (
    Bot(level=0, name="greedy", about="The turn that earns most points, with the fewest bricks.", choose=greedy),
    Bot(
        level=0,
        name="wary",
        about="The turn that earns most, less what it may give away, and more for a set that it keeps.",
        choose=wary,
    ),
)

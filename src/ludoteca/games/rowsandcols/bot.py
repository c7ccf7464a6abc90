"""Players of RowsAndCols: two first levels, and the fallback for an empty chair."""

from typing import Final

from ludoteca.core.game import Bot
from ludoteca.core.generator import Random
from ludoteca.games.rowsandcols.moves import END
from ludoteca.games.rowsandcols.rules import LAST_BRICK_BONUS, RowsAndCols


def fallback(state: RowsAndCols, random: Random) -> int:
    """For a player who is away: one brick that fits, then the end of the turn; swaps or passes when none does."""
    return END if state.placed else state.sample(random)


def random_player(state: RowsAndCols, random: Random, simulations: int = 0) -> int:
    """Any brick where it fits, or the end of the turn; swaps only when nothing fits."""
    return state.sample(random)


def greedy(state: RowsAndCols, random: Random, simulations: int = 0) -> int:
    """The whole turn that earns most, and of those one with the fewest bricks."""
    search = TurnSearch(state)
    return random.choice(search.moves) if search.moves else state.sample(random)


class TurnSearch:
    """All ways to go on with the turn; `moves` are those that begin a best one."""

    def __init__(self, state: RowsAndCols) -> None:
        self.moves: list[int] = []
        self.best = (-1, 0)
        """Points, and the bricks to be laid for them, counted down."""
        self._seen: set[frozenset[int]] = set()
        if state.placed:
            self._note(END, _points(state), 0)
        for move in state.placements():
            self._follow(state, frozenset(), move, move)

    def _follow(self, state: RowsAndCols, laid: frozenset[int], first: int, move: int) -> None:
        laid |= {move}
        if laid in self._seen:  # the same bricks in another order
            return
        self._seen.add(laid)
        after = state.copy()
        after.play(move)
        self._note(first, _points(after), len(laid))
        for following in after.placements():
            self._follow(after, laid, first, following)

    def _note(self, first: int, points: int, bricks: int) -> None:
        value = (points, -bricks)
        if value > self.best:
            self.moves, self.best = [], value
        if value == self.best and first not in self.moves:
            self.moves.append(first)


def _points(state: RowsAndCols) -> int:
    """What the turn brings if it ends now."""
    out = not state.bag and not state.hands[state.mover]
    return state.earned() + (LAST_BRICK_BONUS if out else 0)


BOTS: Final = (
    Bot(
        level=1,
        name="random",
        about="Any brick where it fits; swaps only when nothing does.",
        choose=random_player,
    ),
    Bot(
        level=2,
        name="greedy",
        about="The turn that earns most points, with the fewest bricks.",
        choose=greedy,
    ),
)

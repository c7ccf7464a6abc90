"""The state of a game: the methods that a game's rules implement."""

from __future__ import annotations

from typing import Final, Self, TypeVar

from mypy_extensions import mypyc_attr

from ludoteca.core.generator import Random
from ludoteca.core.ints import Numbers, i64
from ludoteca.core.translations import Refusal

NOBODY: Final = -1
"""The seat to move once the game is over."""


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class State:
    """A state is mutable, flat and small; it is copied, never undone.

    A move is one int. Chance comes from the state's own generator.
    """

    def copy(self) -> Self:
        """Return an equal state that shares nothing mutable with this one; the generator is copied too."""
        raise NotImplementedError

    def seat(self) -> i64:
        """Return the seat to move, or NOBODY once the game is over."""
        raise NotImplementedError

    def turn(self) -> int:
        """Return the number of turns so far. A turn can have several moves."""
        raise NotImplementedError

    def reveal_count(self) -> int:
        """Return how often something hidden was revealed: draws, refills and reshuffles, not pieces a player lays."""
        return 0

    def moves(self) -> Numbers:
        """Return all legal moves, ascending and without duplicates; none once the game is over."""
        raise NotImplementedError

    def why_not(self, move: i64) -> Refusal | None:
        """Return None if the move is legal, else the reason. Takes any int, is cheap and changes nothing."""
        raise NotImplementedError

    def play(self, move: i64) -> None:
        """Make a legal move. An illegal one has undefined results: ask `why_not` first."""
        raise NotImplementedError

    def random_move(self, random: Random) -> i64:
        """Return a random legal move. A game with very many moves can override this to avoid listing them."""
        return random.choice(self.moves())

    def scores(self) -> list[int]:
        """Return the score of each seat, now; more is better."""
        raise NotImplementedError

    def result(self) -> list[float]:
        """Return the result of each seat once the game is over: 1 for a win, 0 for a loss, shares of 1 for a tie."""
        raise NotImplementedError

    def determinize(self, seat: i64, random: Random) -> None:
        """Replace all that `seat` cannot see with a random guess, and use `random` for all chance to come.

        Blind by construction: the outcome depends only on what the seat sees and on `random`. Collect the hidden
        pieces, sort them, then deal. A game without hidden information and chance has nothing to do.
        """


S = TypeVar("S", bound=State)


def determinize(state: S, seat: i64, random: Random) -> S:
    """Return a determinized copy of a state. Bots get this instead of the true state."""
    determinized = state.copy()
    determinized.determinize(seat, random)
    return determinized

"""A state of a game: the half of the contract that rules fulfil."""

from __future__ import annotations

from typing import Final, Self, TypeVar

from mypy_extensions import mypyc_attr

from ludoteca.core.generator import Random
from ludoteca.core.ints import Numbers, i64
from ludoteca.core.translations import Refusal

NOBODY: Final = -1
"""The seat to move when a game is over."""


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """Mutable, flat and small; copied, never undone. A move is one int, chance comes from the state's own generator."""

    def copy(self) -> Self:
        """An equal state that shares nothing changeable with this one, the generator included."""
        raise NotImplementedError

    def seat(self) -> i64:
        """Who moves; NOBODY when the game is over."""
        raise NotImplementedError

    def turn(self) -> int:
        """Rises once per turn, which may be several moves."""
        raise NotImplementedError

    def reveal_count(self) -> int:
        """Rises with each draw, refill or reshuffle; not when a player lays down his own."""
        return 0

    def moves(self) -> Numbers:
        """Every legal move, ascending, no duplicates; empty when the game is over."""
        raise NotImplementedError

    def why_not(self, move: i64) -> Refusal | None:
        """None for a legal move, of any int whatever; cheap, without enumerating. Changes nothing."""
        raise NotImplementedError

    def play(self, move: i64) -> None:
        """Make a legal move. What an illegal one does is not defined: ask `why_not` first."""
        raise NotImplementedError

    def random_move(self, random: Random) -> i64:
        """Any legal move, by chance. A game with very many moves can draw one without listing them."""
        return random.choice(self.moves())

    def scores(self) -> list[int]:
        """Per seat, more is better; also while the game runs."""
        raise NotImplementedError

    def result(self) -> list[float]:
        """Per seat, once the game is over: 1 win, 0 loss, shares of 1 when tied."""
        raise NotImplementedError

    def determinize(self, seat: i64, random: Random) -> None:
        """Deal anew all that `seat` cannot see, and take `random` for all chance to come.

        Blind by construction: depends only on what the seat sees and on `random`. Collect the hidden pieces, sort
        them, then deal. A game without secrets and chance has nothing to do.
        """


S = TypeVar("S", bound=State)


def determinize(state: S, seat: i64, random: Random) -> S:
    """The state as it might be for all that the seat sees: what players of the house get instead of the truth."""
    determinized = state.copy()
    determinized.determinize(seat, random)
    return determinized

"""The end game of two players, worked out to its last brick.

Once the bag is empty nothing is hidden from two players: what one does not hold the other does. Then the best turn can
be found for certain, by alpha-beta over whole turns. The search counts positions and gives up beyond a limit.
"""

from __future__ import annotations

from typing import Final

from ludoteca.core.ints import Ints, i64, vec
from ludoteca.games.rowsandcols.moves import PASS
from ludoteca.games.rowsandcols.rules import LAST_BRICK_BONUS, RowsAndCols
from ludoteca.games.rowsandcols.turns import Turns, make

MOST: Final = 10_000
"""No margin is so large."""
PRIME: Final = 2**31 - 1

EXACT: Final = 0
AT_LEAST: Final = 1
AT_MOST: Final = 2


class Ending:
    """What is left to win from a position: the points of the mover less those of the other, both playing their best."""

    def __init__(self, limit: i64) -> None:
        self.limit = limit
        self.positions: i64 = 0
        self.best = vec[i64]()
        """The moves of the best turn of the position asked for, not in laying order."""
        self._known: dict[tuple[int, int], tuple[int, int]] = {}
        """By what was laid by whom and the passes: a margin, and whether it is exact or a bound."""

    def solved(self) -> bool:
        return self.positions <= self.limit

    def solve(self, state: RowsAndCols, allowed: list[Ints]) -> i64:
        """The margin from here by one of these turns, if the limit suffices; `best` is one that leads to it."""
        alpha: i64 = -MOST
        for turn in allowed:
            margin = self._after(state, turn, 0, alpha, MOST)
            if not self.solved():
                break
            if margin > alpha:
                alpha = margin
                self.best = turn
        return alpha

    def _after(self, state: RowsAndCols, turn: Ints, laid: i64, alpha: i64, beta: i64) -> i64:
        """The margin for the mover if he makes this turn."""
        later = state.copy()
        seat = later.mover
        make(later, turn)
        for move in turn:
            laid ^= _mixed(move * 2 + seat)
        gained = later.points[seat] - state.points[seat]
        if later.somebody_is_out() or later.all_passed():
            return gained
        return gained - self._margin(later, laid, gained - beta, gained - alpha)

    def _margin(self, state: RowsAndCols, laid: i64, alpha: i64, beta: i64) -> i64:
        self.positions += 1
        if not self.solved():
            return 0
        key = (laid, state.passes * 2 + state.mover)
        known = self._known.get(key)
        if known is not None:
            value: i64 = known[0]
            bound: i64 = known[1]
            if bound == EXACT or (bound == AT_LEAST and value >= beta) or (bound == AT_MOST and value <= alpha):
                return value
        turns = Turns(state.board, state.hands[state.mover], True, LAST_BRICK_BONUS)
        best: i64 = -MOST
        if not turns.points:
            best = self._after(state, vec[i64]([PASS]), laid, alpha, beta)
        lowest = alpha
        for _tried in range(len(turns.points)):
            which = _pick(turns.points)
            turn = turns.turn(which)
            turns.points[which] = -1
            margin = self._after(state, turn, laid, lowest, beta)
            if margin > best:
                best = margin
            if margin > lowest:
                lowest = margin
            if lowest >= beta or not self.solved():
                break
        if self.solved():
            self._known[key] = (best, AT_MOST if best <= alpha else AT_LEAST if best >= beta else EXACT)
        return best


def _pick(points: Ints) -> i64:
    """Which of them is the highest."""
    best: i64 = 0
    for which in range(len(points)):
        if points[which] > points[best]:
            best = which
    return best


def _mixed(number: i64) -> i64:
    """The number scattered over 62 bits, so that sets of numbers can be told apart by the XOR of their members."""
    one = number
    other = number + PRIME // 3
    for _again in range(3):
        one = (one * one + other) % PRIME
        other = (other * other + one + 1) % PRIME
    return one * (PRIME + 1) + other

"""What a whole turn is worth beyond its points: what it leaves to the others, and what stays in the hand."""

from __future__ import annotations

from typing import Final

from ludoteca.core.ints import Ints, append, filled, i64, remove, vec
from ludoteca.games.rowsandcols.board import BIT, CELLS, COPIES, DOWN, EMPTY, KINDS, PLACES, RIGHT, Board
from ludoteca.games.rowsandcols.bot.turns import NO_WAY, Turns, next_move, out_points
from ludoteca.games.rowsandcols.moves import swap_move
from ludoteca.games.rowsandcols.rules import FULL_ROW, RowsAndCols

RISK: Final = 12.0
"""The points of a row of six, lost if another player completes it."""
SET_WANTED: Final = 4
"""From so many bricks that could lie in one row a hand does not get better."""


class Plan:
    """A whole turn that may be made: its bricks, or a swap; and how it was judged."""

    def __init__(self, moves: Ints, points: i64) -> None:
        self.moves = moves
        """Not in laying order; without the end."""
        self.points = points
        self.worth = 0.0
        """As it looks at once."""
        self.total = 0.0
        """The margins of all simulations that began with it."""
        self.simulations: i64 = 0

    def mean(self) -> float:
        return self.total / float(self.simulations)


def all_plans(state: RowsAndCols, start: RowsAndCols) -> list[Plan]:
    """Every turn that the mover can lay from its start on; those that the running one can become."""
    turns = Turns(start.board, True)
    turns.find(start.hands[start.mover], out_points(start))
    found: list[Plan] = []
    for which in range(len(turns.points)):
        turn = turns.turn(which)
        if not state.placed or next_move(state, turn) != NO_WAY:
            found.append(Plan(turn, turns.points[which]))
    return found


def swap_plans(state: RowsAndCols) -> list[Plan]:
    """Swaps that keep bricks which could lie in one row, the most first; of a hand without such all are given back."""
    hand = state.hands[state.mover]
    most = state.most_swapped()
    found: list[Plan] = []
    for line in range(2 * 6):
        given = vec[i64]()
        last: i64 = EMPTY
        for kind in hand:
            if kind == last or not _in_line(kind, line):
                given = append(given, kind)
            last = kind
        if given and len(given) <= min(most, len(hand) - 2):
            found.append(Plan(vec[i64]([swap_move(given)]), 0))
    found.sort(key=_by_move)
    if not found and most > 0:
        found.append(Plan(vec[i64]([swap_move(hand[:most])]), 0))
    return found


def _by_move(plan: Plan) -> i64:
    """Swaps of fewer bricks are lower numbers."""
    return plan.moves[0]


def _in_line(kind: i64, line: i64) -> bool:
    """The first six lines are the colours, the others the shapes."""
    return kind // 6 == line or kind % 6 == line - 6


def judge(start: RowsAndCols, plans: list[Plan]) -> None:
    """Points, less those of a row of six as likely as another can complete one, and up to 3 for a set that is kept."""
    unseen = unseen_by_mover(start)
    held = _held_by_others(start)
    for plan in plans:
        board = start.board.copy()
        left = start.hands[start.mover][:]
        for move in plan.moves:
            board.lay(move // CELLS, move % CELLS)
            left = remove(left, move // CELLS)
        plan.worth = float(plan.points) - RISK * chance_to_hold(completing(board), unseen, held)
        if start.bag:
            plan.worth += float(max(min(largest_set(left), SET_WANTED), 1) - 1)


def completing(board: Board) -> i64:
    """The set of kinds that complete a row of six somewhere."""
    kinds: i64 = 0
    for cell in board.edge:
        if board.length(cell, RIGHT) == FULL_ROW or board.length(cell, DOWN) == FULL_ROW:
            kinds |= board.fit(cell)
    return kinds


def chance_to_hold(kinds: i64, unseen: Ints, held: i64) -> float:
    """How likely one of the kinds is among so many bricks, drawn from those unseen."""
    wanted: i64 = 0
    rest: i64 = 0
    for kind in range(KINDS):
        if kinds & BIT[kind]:
            wanted += unseen[kind]
        else:
            rest += unseen[kind]
    none = 1.0
    for drawn in range(held):
        if rest <= drawn:
            return 1.0 if wanted > 0 else 0.0
        none *= float(rest - drawn) / float(rest + wanted - drawn)
    return 1.0 - none


def largest_set(hand: Ints) -> i64:
    """The most bricks of a hand that could lie in one row."""
    most: i64 = 0
    for line in range(2 * 6):
        size: i64 = 0
        last: i64 = EMPTY
        for kind in hand:
            if kind != last and _in_line(kind, line):
                size += 1
            last = kind
        most = max(most, size)
    return most


def unseen_by_mover(state: RowsAndCols) -> Ints:
    """How many of each kind the mover does not see."""
    counts = filled(KINDS, COPIES)
    for index in range(PLACES):
        if state.board.bricks[index] != EMPTY:
            counts[state.board.bricks[index]] -= 1
    for brick in state.hands[state.mover]:
        counts[brick] -= 1
    return counts


def _held_by_others(state: RowsAndCols) -> i64:
    held: i64 = 0
    for seat in range(state.players()):
        if seat != state.mover:
            held += len(state.hands[seat])
    return held

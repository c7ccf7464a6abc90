"""Evaluation of whole turns: their points, what they leave to the opponents, and what stays in the hand."""

from __future__ import annotations

from typing import Final

from ludoteca.core.ints import Ints, append, filled, i64, remove, vec
from ludoteca.games.rowsandcols.board import BIT, CELLS, COPIES, DOWN, EMPTY, KINDS, RIGHT, SLOTS, Board
from ludoteca.games.rowsandcols.bot.turns import NO_MOVE, TurnGenerator, going_out_bonus, next_move
from ludoteca.games.rowsandcols.moves import swap_move
from ludoteca.games.rowsandcols.rules import FULL_ROW, RowsAndCols

FULL_ROW_RISK: Final = 12.0
"""The points of a full row, lost if an opponent completes it."""
USEFUL_SET: Final = 4
"""More bricks than this that could share a row do not improve a hand."""


class Candidate:
    """A whole turn under consideration, bricks or a swap, and its evaluation."""

    def __init__(self, moves: Ints, points: i64) -> None:
        self.moves = moves
        """Not in playing order, and without END."""
        self.points = points
        self.value = 0.0
        """The static evaluation."""


def turn_candidates(state: RowsAndCols, start: RowsAndCols) -> list[Candidate]:
    """Return every turn from the start of the turn that the bricks already laid can still become."""
    turns = TurnGenerator(start.board, True)
    turns.generate(start.hands[start.mover], going_out_bonus(start))
    found: list[Candidate] = []
    for index in range(len(turns.points)):
        turn = turns.turn(index)
        if not state.placed or next_move(state, turn) != NO_MOVE:
            found.append(Candidate(turn, turns.points[index]))
    return found


def swap_candidates(state: RowsAndCols) -> list[Candidate]:
    """Return swaps that keep bricks which could share a row, fewest swapped first; else one of the whole hand."""
    hand = state.hands[state.mover]
    most = state.max_swap()
    found: list[Candidate] = []
    for line in range(2 * 6):
        given = vec[i64]()
        last: i64 = EMPTY
        for kind in hand:
            if kind == last or not _shares_line(kind, line):
                given = append(given, kind)
            last = kind
        if given and len(given) <= min(most, len(hand) - 2):
            found.append(Candidate(vec[i64]([swap_move(given)]), 0))
    found.sort(key=_by_move)
    if not found and most > 0:
        found.append(Candidate(vec[i64]([swap_move(hand[:most])]), 0))
    return found


def _by_move(candidate: Candidate) -> i64:
    """Sort by move: swaps of fewer bricks are lower numbers."""
    return candidate.moves[0]


def _shares_line(kind: i64, line: i64) -> bool:
    """Return whether a kind has this colour (lines 0 to 5) or shape (6 to 11)."""
    return kind // 6 == line or kind % 6 == line - 6


def evaluate(start: RowsAndCols, candidates: list[Candidate]) -> None:
    """Set each candidate's value: points, minus the risk of giving a full row away, plus up to 3 for a set kept."""
    unseen = unseen_by_mover(start)
    held = _held_by_others(start)
    for candidate in candidates:
        board = start.board.copy()
        left = start.hands[start.mover][:]
        for move in candidate.moves:
            board.lay(move // CELLS, move % CELLS)
            left = remove(left, move // CELLS)
        risk = FULL_ROW_RISK * probability_held(completing_kinds(board), unseen, held)
        candidate.value = float(candidate.points) - risk
        if start.bag:
            candidate.value += float(max(min(largest_set(left), USEFUL_SET), 1) - 1)


def completing_kinds(board: Board) -> i64:
    """Return the set of kinds that complete a full row somewhere."""
    kinds: i64 = 0
    for cell in board.frontier:
        if board.length(cell, RIGHT) == FULL_ROW or board.length(cell, DOWN) == FULL_ROW:
            kinds |= board.fit(cell)
    return kinds


def probability_held(kinds: i64, unseen: Ints, hand_size: i64) -> float:
    """Return the probability that a hand of this size, drawn from the unseen bricks, holds one of the kinds."""
    wanted: i64 = 0
    rest: i64 = 0
    for kind in range(KINDS):
        if kinds & BIT[kind]:
            wanted += unseen[kind]
        else:
            rest += unseen[kind]
    none = 1.0
    for drawn in range(hand_size):
        if rest <= drawn:
            return 1.0 if wanted > 0 else 0.0
        none *= float(rest - drawn) / float(rest + wanted - drawn)
    return 1.0 - none


def largest_set(hand: Ints) -> i64:
    """Return the most bricks of a hand that could share a row."""
    most: i64 = 0
    for line in range(2 * 6):
        size: i64 = 0
        last: i64 = EMPTY
        for kind in hand:
            if kind != last and _shares_line(kind, line):
                size += 1
            last = kind
        most = max(most, size)
    return most


def unseen_by_mover(state: RowsAndCols) -> Ints:
    """Return how many of each kind the mover does not see."""
    counts = filled(KINDS, COPIES)
    for index in range(SLOTS):
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

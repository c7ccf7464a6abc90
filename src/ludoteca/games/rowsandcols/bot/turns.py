"""Whole turns: generate every set of bricks that can be laid in one turn, with its points.

A turn is generated from the lowest of its cells that touches an old brick: it first grows downwards, into cells that
touch nothing, then upwards past the bricks that lie there. So each set of bricks is generated once, and none is laid.
"""

from __future__ import annotations

from typing import Final

from ludoteca.core.ints import Ints, append, filled, i64, insert, vec
from ludoteca.games.rowsandcols.board import (
    ALL_KINDS,
    BIT,
    CELLS,
    COMPATIBLE,
    DOWN,
    EMPTY,
    KINDS,
    RIGHT,
    SLOTS,
    Board,
    empty_board,
    in_bounds,
)
from ludoteca.games.rowsandcols.moves import END, HAND_SIZE
from ludoteca.games.rowsandcols.rules import FULL_ROW, LAST_BRICK_BONUS, RowsAndCols, row_points

NO_MOVE: Final = -1
"""Stands for a move where a turn cannot be completed."""
INITIAL_CAPACITY: Final = 64
"""In turns."""


class TurnGenerator:
    """Generates the turns of a hand on a board; keeps all of them, or only the best."""

    def __init__(self, board: Board, keep_all: bool) -> None:
        self.points = vec[i64]()
        """Per turn kept, its points."""
        self.starts = vec[i64]([0])
        """Per turn kept, where it starts in `moves`; the last entry is the end."""
        self.moves = vec[i64]()
        self.best = vec[i64]()
        """The moves of the best turn, not in playing order."""
        self.best_points: i64 = -1
        self._best_value: i64 = 0
        self._board = board
        self._keep_all = keep_all
        self._bonus: i64 = 0
        self._size: i64 = 0
        self._kinds = vec[i64]()
        self._held: i64 = 0
        """The set of kinds in the hand."""
        self._remaining = filled(KINDS, 0)
        self._laid = filled(HAND_SIZE, 0)
        """The first `_count` entries are the moves of the current turn."""
        self._count: i64 = 0
        self._lowest: i64 = 0
        """The cell that turns are generated from."""
        self._step: i64 = RIGHT
        self._below: i64 = 0
        """The number of free cells below it that touch nothing."""
        self._above: i64 = 0
        """The number of free cells above it within reach; the lists below describe each."""
        self._cells = filled(HAND_SIZE, 0)
        self._across_fits = filled(HAND_SIZE, 0)
        """The kinds that fit the row across."""
        self._across_lengths = filled(HAND_SIZE, 0)
        """The length that the row across would have."""
        self._run_kinds = filled(HAND_SIZE, 0)
        """The run of old bricks behind the cell: its kinds, its length, and the kinds compatible with it."""
        self._run_lengths = filled(HAND_SIZE, 0)
        self._run_fits = filled(HAND_SIZE, 0)

    def generate(self, hand: Ints, bonus: i64) -> None:
        """Generate all turns of this hand; `bonus` is what laying all of it earns on top."""
        self.points = vec[i64](capacity=INITIAL_CAPACITY)
        self.starts = append(vec[i64](capacity=INITIAL_CAPACITY), 0)
        self.moves = vec[i64](capacity=INITIAL_CAPACITY * 2)
        self.best = vec[i64]()
        self.best_points = -1
        self._best_value = 0
        self._bonus = bonus
        self._size = len(hand)
        self._kinds = vec[i64]()
        self._held = 0
        for brick in hand:
            if self._remaining[brick] == 0:
                self._kinds = append(self._kinds, brick)
                self._held |= BIT[brick]
            self._remaining[brick] += 1
        board = self._board
        for cell in board.frontier:
            if board.fit(cell) & self._held:
                self._generate_from(cell)
        for kind in self._kinds:
            self._remaining[kind] = 0

    def _generate_from(self, cell: i64) -> None:
        """Generate all turns whose lowest cell that touches a brick is this one."""
        board = self._board
        fits = board.fit(cell)
        rows = board.length(cell, RIGHT)
        columns = board.length(cell, DOWN)
        self._lowest = cell
        self._count = 1
        for kind in self._kinds:
            if fits & BIT[kind]:
                self._laid[0] = kind * CELLS + cell
                self._record(rows, row_points(columns))
        if self._size == 1:
            return
        self._generate_along(cell, RIGHT, fits, rows, columns)
        self._generate_along(cell, DOWN, fits, columns, rows)

    def _generate_along(self, cell: i64, step: i64, fits: i64, length: i64, across: i64) -> None:
        """Generate those of several bricks in this direction."""
        if length >= FULL_ROW:
            return
        fits_row = self._board.fit_with_run(cell, step) & self._board.fit_with_run(cell, -step)
        if not self._has_partner(fits, fits_row):
            return
        self._step = step
        self._scan(cell, step, FULL_ROW - length)
        if self._below == 0 and self._above == 0:
            return
        for kind in self._kinds:
            if fits & BIT[kind]:
                self._remaining[kind] -= 1
                self._laid[0] = kind * CELLS + cell
                last = kind if across == 1 and not self._keep_all else -1
                self._extend(fits_row & COMPATIBLE[kind], length, row_points(across), 0, 0, length > 1, last)
                self._remaining[kind] += 1

    def _has_partner(self, fits: i64, fits_row: i64) -> bool:
        """Return whether one of the kinds that fit can share the row with another kind in the hand."""
        return any(fits & BIT[kind] and fits_row & COMPATIBLE[kind] & self._held for kind in self._kinds)

    def _scan(self, cell: i64, step: i64, room: i64) -> None:
        """Look at the cells below and above a cell, as far as a row of six can reach."""
        board = self._board
        most = min(room, self._size - 1)
        below: i64 = 0
        one = cell - step
        while below < most and not board.touches(one) and in_bounds(one):
            below += 1
            one -= step
        self._below = below
        above: i64 = 0
        one = board.next_free(cell, step)
        while above < most and room > 0 and in_bounds(one):
            self._cells[above] = one
            if board.touches(one):
                fits = board.fit_in_row(one, RIGHT + DOWN - step)
                if fits == 0:
                    break
                self._across_fits[above] = fits
                self._across_lengths[above] = board.length(one, RIGHT + DOWN - step)
            else:
                self._across_fits[above] = ALL_KINDS
                self._across_lengths[above] = 1
            run = board.run(one, step)
            run_length = run >> KINDS
            self._run_kinds[above] = run & ALL_KINDS
            self._run_lengths[above] = run_length
            self._run_fits[above] = board.fit_with_run(one, step)
            one += (1 + run_length) * step
            room -= 1 + run_length
            if room < 0:
                break
            above += 1
        self._above = above

    def _extend(self, fits_row: i64, length: i64, across: i64, below: i64, above: i64, old: bool, last: i64) -> None:
        """Record the turn if its row holds an old brick, then extend it by one more brick.

        `fits_row` are the kinds compatible with the row so far, `across` the points of the rows across it. If only the
        best turn is kept, cells without a row across get their bricks in ascending order, since all orders earn the
        same; `last` is the previous one.
        """
        if old and self._count > 1:
            self._record(length, across)
        if length >= FULL_ROW or self._count == self._size:
            return
        if above == 0 and below < self._below:
            cell = self._lowest - self._step * (below + 1)
            for kind in self._kinds:
                if fits_row & BIT[kind] and self._remaining[kind] > 0 and kind > last:
                    self._lay(kind, cell)
                    below_last = last if self._keep_all else kind
                    self._extend(fits_row & COMPATIBLE[kind], length + 1, across, below + 1, 0, old, below_last)
                    self._take_back(kind)
        if above < self._above:
            run_length = self._run_lengths[above]
            if length + 1 + run_length > FULL_ROW:
                return
            cell = self._cells[above]
            fits = fits_row & self._across_fits[above] & self._run_fits[above]
            run = self._run_kinds[above]
            across_length = self._across_lengths[above]
            alone = across_length == 1 and run_length == 0 and not self._keep_all
            for kind in self._kinds:
                if fits & BIT[kind] and self._remaining[kind] > 0 and (kind > last or not alone):
                    rest = fits_row & COMPATIBLE[kind]
                    if rest & run == run:
                        self._lay(kind, cell)
                        self._extend(
                            rest & self._run_fits[above],
                            length + 1 + run_length,
                            across + row_points(across_length),
                            below,
                            above + 1,
                            old or run_length > 0,
                            kind if alone else last,
                        )
                        self._take_back(kind)

    def _lay(self, kind: i64, cell: i64) -> None:
        self._remaining[kind] -= 1
        self._laid[self._count] = kind * CELLS + cell
        self._count += 1

    def _take_back(self, kind: i64) -> None:
        self._remaining[kind] += 1
        self._count -= 1

    def _record(self, length: i64, across: i64) -> None:
        points = row_points(length) + across
        if self._count == self._size:
            points += self._bonus
        if self._keep_all:
            self.points = append(self.points, points)
            for index in range(self._count):
                self.moves = append(self.moves, self._laid[index])
            self.starts = append(self.starts, len(self.moves))
            return
        # Among equals, the turn with fewer bricks.
        value = points * HAND_SIZE - self._count
        if value > self._best_value:
            self._best_value = value
            self.best_points = points
            self.best = self._laid[: self._count]

    def turn(self, index: i64) -> Ints:
        """Return the moves of a turn that was kept, not in playing order."""
        return self.moves[self.starts[index] : self.starts[index + 1]]


def going_out_bonus(state: RowsAndCols) -> i64:
    """Return what the mover earns on top for laying the whole hand."""
    return 0 if state.bag else LAST_BRICK_BONUS


def turn_start(state: RowsAndCols) -> RowsAndCols:
    """Return the state at the start of the current turn, with its bricks back in the hand."""
    before = state.copy()
    if not state.placed:
        return before
    board = empty_board()
    hand = state.hands[state.mover][:]
    for index in range(SLOTS):
        brick = state.board.bricks[index]
        if brick != EMPTY:
            if state.board.cells[index] in state.placed:
                hand = insert(hand, brick)
            else:
                board.lay(brick, state.board.cells[index])
    before.board = board
    before.hands[state.mover] = hand
    before.placed = vec[i64]()
    return before


def next_move(state: RowsAndCols, turn: Ints) -> i64:
    """Return the lowest move from which the turn can be completed; END when it is, NO_MOVE if it cannot be."""
    if turn[0] >= END:
        return turn[0]
    if not all(state.board.brick(cell) * CELLS + cell in turn for cell in state.placed):
        return NO_MOVE
    if len(state.placed) == len(turn):
        return END
    cells = state.next_cells() if state.placed else state.board.frontier
    best: i64 = NO_MOVE
    for move in turn:
        if (best == NO_MOVE or move < best) and move % CELLS in cells:
            after = state.copy()
            after.play(move)
            if next_move(after, turn) != NO_MOVE:
                best = move
    return best


def play_turn(state: RowsAndCols, turn: Ints) -> None:
    """Play a whole turn, its moves given in any order."""
    for move in turn:
        state.play(move)
    if turn[0] < END:
        state.play(END)

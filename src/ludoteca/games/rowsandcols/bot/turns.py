"""Whole turns: every set of bricks that can be laid at once, and what it earns.

A turn is found from the lowest of its cells that touches an old brick: first it grows downwards, into cells that touch
nothing, then upwards along whatever lies there. So each set of bricks is found once, without laying any.
"""

from __future__ import annotations

from typing import Final

from ludoteca.core.ints import Ints, append, filled, i64, insert, vec
from ludoteca.games.rowsandcols.board import (
    ALL_KINDS,
    BESIDE,
    BIT,
    CELLS,
    DOWN,
    EMPTY,
    KINDS,
    PLACES,
    RIGHT,
    Board,
    bare,
    within_reach,
)
from ludoteca.games.rowsandcols.moves import END, HAND
from ludoteca.games.rowsandcols.rules import FULL_ROW, LAST_BRICK_BONUS, RowsAndCols, worth

NO_WAY: Final = -1
"""Instead of a move where a turn cannot go on so."""
USUAL: Final = 64
"""Room is made for so many turns at once."""


class Turns:
    """The turns of a hand on a board. `every` keeps all of them; without it the best alone is kept."""

    def __init__(self, board: Board, every: bool) -> None:
        """With none yet, which `find` finds, again and again as the board changes."""
        self.points = vec[i64]()
        """Per turn kept, what it earns."""
        self.begins = vec[i64]([0])
        """Per turn kept, where its moves begin among all moves; and where they end at last."""
        self.moves = vec[i64]()
        self.best = vec[i64]()
        """The moves of the best turn, not in laying order."""
        self.best_points: i64 = -1
        self._best_value: i64 = 0
        self._board = board
        self._every = every
        self._out: i64 = 0
        self._size: i64 = 0
        self._kinds = vec[i64]()
        self._held: i64 = 0
        """The set of kinds in the hand."""
        self._left = filled(KINDS, 0)
        self._laid = filled(HAND, 0)
        """The moves of the turn being looked at, as many as `_count`."""
        self._count: i64 = 0
        self._lowest: i64 = 0
        """The cell that the turn is found from."""
        self._step: i64 = RIGHT
        self._below: i64 = 0
        """How many free cells that touch nothing lie below it."""
        self._above: i64 = 0
        """How many free cells above it can be reached; for each what follows."""
        self._cells = filled(HAND, 0)
        self._suits = filled(HAND, 0)
        """The kinds that suit the row across."""
        self._across = filled(HAND, 0)
        """How long the row across would be."""
        self._behind = filled(HAND, 0)
        """The set of old bricks that the cell joins to the row, their number, and the kinds that suit them."""
        self._joined = filled(HAND, 0)
        self._suits_behind = filled(HAND, 0)

    def find(self, hand: Ints, out: i64) -> None:
        """All turns of this hand; `out` are points for laying the whole of it."""
        self.points = vec[i64](capacity=USUAL)
        self.begins = append(vec[i64](capacity=USUAL), 0)
        self.moves = vec[i64](capacity=USUAL * 2)
        self.best = vec[i64]()
        self.best_points = -1
        self._best_value = 0
        self._out = out
        self._size = len(hand)
        self._kinds = vec[i64]()
        self._held = 0
        for brick in hand:
            if self._left[brick] == 0:
                self._kinds = append(self._kinds, brick)
                self._held |= BIT[brick]
            self._left[brick] += 1
        board = self._board
        for cell in board.edge:
            if board.fit(cell) & self._held:
                self._from(cell)
        for kind in self._kinds:
            self._left[kind] = 0

    def _from(self, cell: i64) -> None:
        """All turns of which this cell is the lowest that touches a brick."""
        board = self._board
        fits = board.fit(cell)
        rows = board.length(cell, RIGHT)
        columns = board.length(cell, DOWN)
        self._lowest = cell
        self._count = 1
        for kind in self._kinds:
            if fits & BIT[kind]:
                self._laid[0] = kind * CELLS + cell
                self._note(rows, worth(columns))
        if self._size == 1:
            return
        self._along(cell, RIGHT, fits, rows, columns)
        self._along(cell, DOWN, fits, columns, rows)

    def _along(self, cell: i64, step: i64, fits: i64, length: i64, across: i64) -> None:
        """Those of several bricks that lie this way."""
        if length >= FULL_ROW:
            return
        suits = self._board.suits(cell, step) & self._board.suits(cell, -step)
        if not self._go_together(fits, suits):
            return
        self._step = step
        self._look(cell, step, FULL_ROW - length)
        if self._below == 0 and self._above == 0:
            return
        for kind in self._kinds:
            if fits & BIT[kind]:
                self._left[kind] -= 1
                self._laid[0] = kind * CELLS + cell
                last = kind if across == 1 and not self._every else -1
                self._grow(suits & BESIDE[kind], length, worth(across), 0, 0, length > 1, last)
                self._left[kind] += 1

    def _go_together(self, fits: i64, suits: i64) -> bool:
        """One of the kinds that fit has another to go with it in the row."""
        return any(fits & BIT[kind] and suits & BESIDE[kind] & self._held for kind in self._kinds)

    def _look(self, cell: i64, step: i64, room: i64) -> None:
        """Learn what lies below and above a cell, as far as a row of six can lead."""
        board = self._board
        most = min(room, self._size - 1)
        below: i64 = 0
        one = cell - step
        while below < most and not board.touches(one) and within_reach(one):
            below += 1
            one -= step
        self._below = below
        above: i64 = 0
        one = board.end(cell, step)
        while above < most and room > 0 and within_reach(one):
            self._cells[above] = one
            if board.touches(one):
                fits = board.fit_in_row(one, RIGHT + DOWN - step)
                if fits == 0:
                    break
                self._suits[above] = fits
                self._across[above] = board.length(one, RIGHT + DOWN - step)
            else:
                self._suits[above] = ALL_KINDS
                self._across[above] = 1
            behind = board.run(one, step)
            joined = behind >> KINDS
            self._behind[above] = behind & ALL_KINDS
            self._joined[above] = joined
            self._suits_behind[above] = board.suits(one, step)
            one += (1 + joined) * step
            room -= 1 + joined
            if room < 0:
                break
            above += 1
        self._above = above

    def _grow(self, suits: i64, length: i64, across: i64, below: i64, above: i64, old: bool, last: i64) -> None:
        """Note the turn if its row holds an old brick, and lay one more.

        `suits` are the kinds for the row so far, `across` is what the rows across it are worth. Where only the best
        turn is wanted, bricks lie in ascending order on cells without a row across, since all orders earn the same:
        `last` is the one before.
        """
        if old and self._count > 1:
            self._note(length, across)
        if length >= FULL_ROW or self._count == self._size:
            return
        if above == 0 and below < self._below:
            cell = self._lowest - self._step * (below + 1)
            for kind in self._kinds:
                if suits & BIT[kind] and self._left[kind] > 0 and kind > last:
                    self._lay(kind, cell)
                    below_last = last if self._every else kind
                    self._grow(suits & BESIDE[kind], length + 1, across, below + 1, 0, old, below_last)
                    self._take(kind)
        if above < self._above:
            joined = self._joined[above]
            if length + 1 + joined > FULL_ROW:
                return
            cell = self._cells[above]
            fits = suits & self._suits[above] & self._suits_behind[above]
            behind = self._behind[above]
            wide = self._across[above]
            lone = wide == 1 and joined == 0 and not self._every
            for kind in self._kinds:
                if fits & BIT[kind] and self._left[kind] > 0 and (kind > last or not lone):
                    rest = suits & BESIDE[kind]
                    if rest & behind == behind:
                        self._lay(kind, cell)
                        self._grow(
                            rest & self._suits_behind[above],
                            length + 1 + joined,
                            across + worth(wide),
                            below,
                            above + 1,
                            old or joined > 0,
                            kind if lone else last,
                        )
                        self._take(kind)

    def _lay(self, kind: i64, cell: i64) -> None:
        self._left[kind] -= 1
        self._laid[self._count] = kind * CELLS + cell
        self._count += 1

    def _take(self, kind: i64) -> None:
        self._left[kind] += 1
        self._count -= 1

    def _note(self, length: i64, across: i64) -> None:
        points = worth(length) + across
        if self._count == self._size:
            points += self._out
        if self._every:
            self.points = append(self.points, points)
            for index in range(self._count):
                self.moves = append(self.moves, self._laid[index])
            self.begins = append(self.begins, len(self.moves))
            return
        # Of equal turns the one with fewer bricks.
        value = points * HAND - self._count
        if value > self._best_value:
            self._best_value = value
            self.best_points = points
            self.best = self._laid[: self._count]

    def turn(self, which: i64) -> Ints:
        """The moves of one of the turns kept, not in laying order."""
        return self.moves[self.begins[which] : self.begins[which + 1]]


def out_points(state: RowsAndCols) -> i64:
    """What the mover gets more for laying his whole hand."""
    return 0 if state.bag else LAST_BRICK_BONUS


def at_the_start(state: RowsAndCols) -> RowsAndCols:
    """The state before the running turn: what was laid is back in the hand."""
    before = state.copy()
    if not state.placed:
        return before
    board = bare()
    hand = state.hands[state.mover][:]
    for index in range(PLACES):
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
    """The lowest move to go on with so that the whole turn comes to lie: END at last, NO_WAY where it cannot be."""
    if turn[0] >= END:
        return turn[0]
    if not all(state.board.brick(cell) * CELLS + cell in turn for cell in state.placed):
        return NO_WAY
    if len(state.placed) == len(turn):
        return END
    cells = state.next_cells() if state.placed else state.board.edge
    best: i64 = NO_WAY
    for move in turn:
        if (best == NO_WAY or move < best) and move % CELLS in cells:
            after = state.copy()
            after.play(move)
            if next_move(after, turn) != NO_WAY:
                best = move
    return best


def make(state: RowsAndCols, turn: Ints) -> None:
    """Make a whole turn; the bricks may be given in any order."""
    for move in turn:
        state.play(move)
    if turn[0] < END:
        state.play(END)

"""A board for looking ahead: bricks are laid and taken back, and every free cell knows the rows beside it.

It tells positions apart by what matters to the bricks that are left: the free cells where one of them fits, and the
kinds in the rows beside these. Whatever else was laid is forgotten, so that many ways lead to one position.
"""

from __future__ import annotations

from typing import Final

from ludoteca.core.generator import Random
from ludoteca.core.ints import Ints, append, filled, i64, vec
from ludoteca.games.rowsandcols.board import (
    ALL_KINDS,
    BESIDE,
    BIT,
    CELLS,
    COUNT,
    DOWN,
    EMPTY,
    KINDS,
    PLACES,
    RIGHT,
    STRIDE,
    Board,
    within_reach,
)
from ludoteca.games.rowsandcols.rules import worth

LEFT: Final = -RIGHT
UP: Final = -DOWN
SIDES: Final = 4 * CELLS
"""What a free cell knows is kept per side and cell: of the side above first, then left, right and below."""
KEY: Final = 2**62 - 1
"""The bits of a position's key."""


def zobrist_keys(count: i64, below: i64, seed: str) -> Ints:
    """So many numbers below a power of two up to 2**60, as if drawn by chance."""
    random = Random(seed)
    numbers = filled(count, 0)
    for index in range(count):
        numbers[index] = (random.below(2**30) * 2**30 + random.below(2**30)) % below
    return numbers


ZOBRIST_KINDS: Final = zobrist_keys(KINDS, 2**27, "kinds")
ZOBRIST_COLUMNS: Final = zobrist_keys(4 * STRIDE, 2**30, "columns")
ZOBRIST_ROWS: Final = zobrist_keys(4 * STRIDE, 2**30, "rows")


def _side(step: i64) -> i64:
    """Where the table keeps what lies this way."""
    if step == RIGHT:
        return 2 * CELLS
    if step == LEFT:
        return CELLS
    if step == DOWN:
        return 3 * CELLS
    return 0


def _sign_of_side(cell: i64, side: i64) -> i64:
    way = side // CELLS * STRIDE
    return ZOBRIST_COLUMNS[way + cell % STRIDE] ^ ZOBRIST_ROWS[way + cell // STRIDE]


class SearchBoard(Board):
    """Only free cells may be asked about. `edge` are those on which a brick may fit, in any order."""

    def __init__(self, board: Board) -> None:
        super().__init__()
        self.bricks = filled(CELLS, EMPTY)
        self.fits = filled(CELLS, 0)
        self._runs = filled(SIDES, 0)
        """Per side and cell, the row that lies there, as `run` tells it; its sign; and the kinds that suit it."""
        self._signs = filled(SIDES, 0)
        self._suits = filled(SIDES, ALL_KINDS)
        self._beside = filled(CELLS, 0)
        """Per cell, how many bricks lie in its rows."""
        self._cell_signs = filled(CELLS, 0)
        """Per cell, the sum over its sides: the sign of the row there times a number of that side of that cell."""
        for index in range(PLACES):
            if board.bricks[index] != EMPTY:
                self.lay(board.bricks[index], board.cells[index])
        self.edge = board.edge[:]

    # What a board tells

    def brick(self, cell: i64) -> i64:
        return self.bricks[cell]

    def touches(self, cell: i64) -> bool:
        return self._beside[cell] > 0 or self.bricks[cell] != EMPTY

    def fit(self, cell: i64) -> i64:
        return self.fits[cell]

    def run(self, cell: i64, step: i64) -> i64:
        return self._runs[_side(step) + cell]

    def suits(self, cell: i64, step: i64) -> i64:
        return self._suits[_side(step) + cell]

    def end(self, cell: i64, step: i64) -> i64:
        return cell + step * (1 + (self._runs[_side(step) + cell] >> KINDS))

    def length(self, cell: i64, step: i64) -> i64:
        return 1 + ((self._runs[_side(step) + cell] + self._runs[_side(-step) + cell]) >> KINDS)

    def fit_in_row(self, cell: i64, step: i64) -> i64:
        one = _side(step) + cell
        other = _side(-step) + cell
        suits = self._suits[one]
        bricks = self._runs[other] & ALL_KINDS
        if bricks & suits != bricks:
            return 0
        return suits & self._suits[other]

    def points(self, cell: i64) -> i64:
        """What a single brick earns here."""
        return worth(self.length(cell, RIGHT)) + worth(self.length(cell, DOWN))

    def most_points(self, kind: i64) -> i64:
        """What the best cell for a single brick earns, and the cell: points * CELLS + cell; 0 if it fits nowhere."""
        best: i64 = 0
        for cell in self.edge:
            if self.fits[cell] & BIT[kind]:
                best = max(best, self.points(cell) * CELLS + cell)
        return best

    # Laying and taking back

    def lay(self, brick: i64, cell: i64) -> None:
        """Put a brick on a free cell. Cells that touch a brick for the first time come to the edge."""
        self.bricks[cell] = brick
        self.fits[cell] = 0
        self._lay_in_row(brick, cell, LEFT, RIGHT)
        self._lay_in_row(brick, cell, UP, DOWN)

    def _lay_in_row(self, brick: i64, cell: i64, back: i64, on: i64) -> None:
        behind = _side(back) + cell
        ahead = _side(on) + cell
        bricks = (self._runs[behind] | self._runs[ahead] | BIT[brick]) & ALL_KINDS
        run = bricks + self.length(cell, on) * COUNT
        sign = self._signs[behind] + self._signs[ahead] + ZOBRIST_KINDS[brick]
        suits = self.fit_in_row(cell, on)
        if suits & BIT[brick]:
            suits &= BESIDE[brick]
        else:
            suits = 0
        first = self.end(cell, back)
        last = self.end(cell, on)
        if not self.touches(first):
            self.edge = append(self.edge, first)
        if not self.touches(last):
            self.edge = append(self.edge, last)
        self._tell(first, _side(on), run, sign, suits)
        self._tell(last, _side(back), run, sign, suits)

    def take(self, cell: i64) -> None:
        """Take the brick back that was laid last. The cell still knows what lay beside it; the edge stays."""
        self.bricks[cell] = EMPTY
        self._take_from_row(cell, LEFT, RIGHT)
        self._take_from_row(cell, UP, DOWN)
        self._refit(cell)

    def _take_from_row(self, cell: i64, back: i64, on: i64) -> None:
        behind = _side(back) + cell
        ahead = _side(on) + cell
        first = self.end(cell, back)
        last = self.end(cell, on)
        self._tell(first, _side(on), self._runs[behind], self._signs[behind], self._suits[behind])
        self._tell(last, _side(back), self._runs[ahead], self._signs[ahead], self._suits[ahead])

    def _tell(self, cell: i64, side: i64, run: i64, sign: i64, suits: i64) -> None:
        """Let a free cell know what lies on one side of it."""
        self._cell_signs[cell] += (sign - self._signs[side + cell]) * _sign_of_side(cell, side)
        self._beside[cell] += (run >> KINDS) - (self._runs[side + cell] >> KINDS)
        self._runs[side + cell] = run
        self._signs[side + cell] = sign
        self._suits[side + cell] = suits
        self._refit(cell)

    def _refit(self, cell: i64) -> None:
        fits: i64 = 0
        if self._beside[cell] > 0 and within_reach(cell):
            fits = self.fit_in_row(cell, RIGHT) & self.fit_in_row(cell, DOWN)
        self.fits[cell] = fits

    def narrow(self, kinds: i64) -> i64:
        """Leave only those cells on the edge where one of the kinds fits, and give the key of what is left."""
        key: i64 = 0
        edge = vec[i64](capacity=len(self.edge))
        for cell in self.edge:
            if self.fits[cell] & kinds:
                edge = append(edge, cell)
                key = (key + self._cell_signs[cell]) & KEY
        self.edge = edge
        return key

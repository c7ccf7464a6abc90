"""The board without an edge: which brick lies where, and which kinds fit on each free cell beside a brick.

A brick is a kind, colour * 6 + shape. A cell is one number; the cell below it is STRIDE more. Cells are kept in a table
of fixed size, found by their place in it, so that asking and laying take as long on a full board as on an empty one.
"""

from __future__ import annotations

from typing import Final

from ludoteca.core.ints import Ints, append, filled, i64, insert, remove, vec

COLOURS: Final = "brgycp"
SHAPES: Final = "csrfut"
KINDS: Final = 6 * 6
COPIES: Final = 3
BRICKS: Final = KINDS * COPIES
EMPTY: Final = -1

REACH: Final = 108
"""Coordinates go from -REACH to REACH, further than all bricks in one row could lead."""
STRIDE: Final = 256
CELLS: Final = STRIDE * STRIDE
ORIGIN: Final = STRIDE // 2 * (STRIDE + 1)
RIGHT: Final = 1
DOWN: Final = STRIDE
WAYS: Final = vec[i64]([-DOWN, -RIGHT, RIGHT, DOWN])

PLACES: Final = 1024
"""Of the table of cells. All bricks and all cells beside them are 540 at most."""
NOWHERE: Final = -1
"""The cell of a place that has none."""

# From a table, as all sets here: the compiler gets `1 << n` wrong for n from 31.
BIT: Final = vec[i64]([2**kind for kind in range(KINDS)])
ALL_KINDS: Final = 2**KINDS - 1
COUNT: Final = 2**KINDS
"""What lies beside a free cell is one number: the set of the bricks there, and COUNT for each of them."""
BRICK_NAMES: Final = [colour + shape for colour in COLOURS for shape in SHAPES]


def alike(one: i64, other: i64) -> bool:
    """Two bricks may lie in one row: they share colour or shape, but not both."""
    return one != other and (one // 6 == other // 6 or one % 6 == other % 6)


def _beside(kind: i64) -> i64:
    beside: i64 = 0
    for other in range(KINDS):
        if alike(kind, other):
            beside |= BIT[other]
    return beside


BESIDE: Final = vec[i64]([_beside(kind) for kind in range(KINDS)])
"""Per kind, the set of kinds that may lie in one row with it.

Bricks of which each two may are always of one colour with different shapes, or of one shape with different colours.
"""


def cell_at(x: i64, y: i64) -> i64:
    return ORIGIN + y * STRIDE + x


def column_of(cell: i64) -> i64:
    return cell % STRIDE - STRIDE // 2


def row_of(cell: i64) -> i64:
    return cell // STRIDE - STRIDE // 2


def cell_name(cell: i64) -> str:
    return f"{column_of(cell)},{row_of(cell)}"


def within_reach(cell: i64) -> bool:
    return -REACH <= column_of(cell) <= REACH and -REACH <= row_of(cell) <= REACH


class Board:
    """Bricks on cells. A row goes RIGHT or DOWN; bricks are only ever added."""

    def __init__(self) -> None:
        """Without its table, which `bare` and `copy` bring."""
        self.cells = vec[i64]()
        """Per place of the table, the brick's or free cell that has it."""
        self.bricks = vec[i64]()
        self.fits = vec[i64]()
        """Per place, the set of kinds that fit on its cell, which is free and touches a brick."""
        self.edge = vec[i64]()
        """The cells on which some kind fits, ascending."""

    def copy(self) -> Board:
        other = Board()
        other.cells = self.cells[:]
        other.bricks = self.bricks[:]
        other.fits = self.fits[:]
        other.edge = self.edge[:]
        return other

    def place(self, cell: i64) -> i64:
        """Where the table has this cell, or would have it."""
        # By column and row modulo 32, so that on most boards no two cells want the same place.
        place: i64 = (cell & 31) | ((cell >> 3) & 992)
        cells = self.cells
        while cells[place] != cell and cells[place] != NOWHERE:
            place = (place + 1) & 1023
        return place

    def brick(self, cell: i64) -> i64:
        return self.bricks[self.place(cell)]

    def touches(self, cell: i64) -> bool:
        """The cell holds a brick, or lies beside one."""
        return self.cells[self.place(cell)] == cell

    def fit(self, cell: i64) -> i64:
        """The set of kinds that may be laid on this cell."""
        return self.fits[self.place(cell)]

    def lay(self, brick: i64, cell: i64) -> None:
        """Put a brick on a free cell. What fits changes only at the four ends of its row and column."""
        place = self.place(cell)
        self.cells[place] = cell
        self.bricks[place] = brick
        if self.fits[place]:
            self.fits[place] = 0
            self.edge = remove(self.edge, cell)
        for way in WAYS:
            self._refit(self.end(cell, way))

    def end(self, cell: i64, step: i64) -> i64:
        """The first free cell from here."""
        cell += step
        while self.bricks[self.place(cell)] != EMPTY:
            cell += step
        return cell

    def length(self, cell: i64, step: i64) -> i64:
        """How long the row through this cell is; a free cell is counted as if it were laid."""
        return (self.end(cell, step) - self.end(cell, -step)) // step - 1

    def run(self, cell: i64, step: i64) -> i64:
        """The bricks from here to the next free cell: their set, and COUNT for each."""
        bricks: i64 = 0
        count: i64 = 0
        cell += step
        brick = self.bricks[self.place(cell)]
        while brick != EMPTY:
            bricks |= BIT[brick]
            count += 1
            cell += step
            brick = self.bricks[self.place(cell)]
        return bricks + count * COUNT

    def suits(self, cell: i64, step: i64) -> i64:
        """The kinds that can lie in one row with all of these bricks; none if these do not go together."""
        return self._narrowed(ALL_KINDS, cell, step)

    def fit_in_row(self, cell: i64, step: i64) -> i64:
        """The set of kinds that make a row of what lies on both sides of a free cell."""
        return self._narrowed(self._narrowed(ALL_KINDS, cell, step), cell, -step)

    def _narrowed(self, fits: i64, cell: i64, step: i64) -> i64:
        """Those of the kinds that can lie in one row with all bricks from here on; none if these do not go together."""
        cell += step
        brick = self.bricks[self.place(cell)]
        while brick != EMPTY:
            if fits & BIT[brick] == 0:
                return 0
            fits &= BESIDE[brick]
            cell += step
            brick = self.bricks[self.place(cell)]
        return fits

    def _refit(self, cell: i64) -> None:
        place = self.place(cell)
        was = self.fits[place]
        fits: i64 = 0
        if within_reach(cell):
            fits = self.fit_in_row(cell, RIGHT) & self.fit_in_row(cell, DOWN)
        # A brick more never makes more fit, so a cell that has left the edge stays away.
        if was and not fits:
            self.edge = remove(self.edge, cell)
        elif fits and self.cells[place] == NOWHERE:
            self.edge = insert(self.edge, cell)
        self.cells[place] = cell
        self.fits[place] = fits

    def laid(self) -> Ints:
        """The cells that hold bricks, ascending: row by row from the top."""
        found = vec[i64]()
        for place in range(PLACES):
            if self.bricks[place] != EMPTY:
                found = insert(found, self.cells[place])
        return found

    def row(self, cell: i64, step: i64) -> Ints:
        """The cells of the row through this cell, itself included."""
        cells = vec[i64]()
        last = self.end(cell, step)
        one = self.end(cell, -step) + step
        while one != last:
            cells = append(cells, one)
            one += step
        return cells


def bare() -> Board:
    """A board without bricks."""
    board = Board()
    board.cells = filled(PLACES, NOWHERE)
    board.bricks = filled(PLACES, EMPTY)
    board.fits = filled(PLACES, 0)
    return board

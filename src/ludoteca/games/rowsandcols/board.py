"""The unbounded board: which brick lies where, and which kinds fit on each free cell next to a brick.

A brick is a kind, colour * 6 + shape. A cell is one number; the cell below it is STRIDE more. Cells are kept in a hash
table of fixed size, so that lookups and placements cost the same on a full board as on an empty one.
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

MAX_COORDINATE: Final = 108
"""Coordinates go from -MAX_COORDINATE to MAX_COORDINATE: all bricks in one row do not reach further."""
STRIDE: Final = 256
CELLS: Final = STRIDE * STRIDE
ORIGIN: Final = STRIDE // 2 * (STRIDE + 1)
RIGHT: Final = 1
DOWN: Final = STRIDE
DIRECTIONS: Final = vec[i64]([-DOWN, -RIGHT, RIGHT, DOWN])

SLOTS: Final = 1024
"""Size of the hash table. All bricks and the cells next to them are at most 540."""
NO_CELL: Final = -1
"""The cell of an unused slot."""

# A table, because the compiler gets `1 << n` wrong for n from 31.
BIT: Final = vec[i64]([2**kind for kind in range(KINDS)])
ALL_KINDS: Final = 2**KINDS - 1
RUN_BRICK: Final = 2**KINDS
"""A run of bricks is one number: the set of their kinds, plus RUN_BRICK for each brick."""
BRICK_NAMES: Final = [colour + shape for colour in COLOURS for shape in SHAPES]


def compatible(one: i64, other: i64) -> bool:
    """Return whether two bricks may lie in one row: they share colour or shape, but not both."""
    return one != other and (one // 6 == other // 6 or one % 6 == other % 6)


def _compatible_kinds(kind: i64) -> i64:
    """Return the set of kinds that may lie in one row with this kind."""
    kinds: i64 = 0
    for other in range(KINDS):
        if compatible(kind, other):
            kinds |= BIT[other]
    return kinds


COMPATIBLE: Final = vec[i64]([_compatible_kinds(kind) for kind in range(KINDS)])
"""Per kind, the set of kinds that may lie in one row with it.

Pairwise compatible bricks are always of one colour with different shapes, or of one shape with different colours.
"""


def cell_at(x: i64, y: i64) -> i64:
    return ORIGIN + y * STRIDE + x


def column_of(cell: i64) -> i64:
    return cell % STRIDE - STRIDE // 2


def row_of(cell: i64) -> i64:
    return cell // STRIDE - STRIDE // 2


def cell_name(cell: i64) -> str:
    return f"{column_of(cell)},{row_of(cell)}"


def in_bounds(cell: i64) -> bool:
    return -MAX_COORDINATE <= column_of(cell) <= MAX_COORDINATE and -MAX_COORDINATE <= row_of(cell) <= MAX_COORDINATE


class Board:
    """Bricks on cells. A row goes RIGHT or DOWN; bricks are only ever added."""

    def __init__(self) -> None:
        """Leave the hash table to `empty_board` and `copy`."""
        self.cells = vec[i64]()
        """Per slot, its cell: one with a brick, or a free one next to a brick."""
        self.bricks = vec[i64]()
        self.fits = vec[i64]()
        """Per slot, the set of kinds that fit on its cell."""
        self.frontier = vec[i64]()
        """The free cells on which some kind fits, ascending."""

    def copy(self) -> Board:
        other = Board()
        other.cells = self.cells[:]
        other.bricks = self.bricks[:]
        other.fits = self.fits[:]
        other.frontier = self.frontier[:]
        return other

    def slot(self, cell: i64) -> i64:
        """Return the slot of a cell, or the one it would get."""
        # Column and row modulo 32, so that on most boards no two cells collide.
        slot: i64 = (cell & 31) | ((cell >> 3) & 992)
        cells = self.cells
        while cells[slot] != cell and cells[slot] != NO_CELL:
            slot = (slot + 1) & 1023
        return slot

    def brick(self, cell: i64) -> i64:
        return self.bricks[self.slot(cell)]

    def touches(self, cell: i64) -> bool:
        """Return whether the cell holds a brick or lies next to one."""
        return self.cells[self.slot(cell)] == cell

    def fit(self, cell: i64) -> i64:
        """Return the set of kinds that fit on this cell."""
        return self.fits[self.slot(cell)]

    def lay(self, brick: i64, cell: i64) -> None:
        """Put a brick on a free cell. Only the four ends of its row and column change what fits."""
        slot = self.slot(cell)
        self.cells[slot] = cell
        self.bricks[slot] = brick
        if self.fits[slot]:
            self.fits[slot] = 0
            self.frontier = remove(self.frontier, cell)
        for direction in DIRECTIONS:
            self._refit(self.next_free(cell, direction))

    def next_free(self, cell: i64, step: i64) -> i64:
        """Return the first free cell from here in one direction."""
        cell += step
        while self.bricks[self.slot(cell)] != EMPTY:
            cell += step
        return cell

    def length(self, cell: i64, step: i64) -> i64:
        """Return the length of the row through this cell; a free cell counts as if it held a brick."""
        return (self.next_free(cell, step) - self.next_free(cell, -step)) // step - 1

    def run(self, cell: i64, step: i64) -> i64:
        """Return the run of bricks from here to the next free cell: the set of kinds, plus RUN_BRICK for each."""
        bricks: i64 = 0
        count: i64 = 0
        cell += step
        brick = self.bricks[self.slot(cell)]
        while brick != EMPTY:
            bricks |= BIT[brick]
            count += 1
            cell += step
            brick = self.bricks[self.slot(cell)]
        return bricks + count * RUN_BRICK

    def fit_with_run(self, cell: i64, step: i64) -> i64:
        """Return the kinds compatible with the whole run in this direction; none if the run is no valid row."""
        return self._compatible_with_run(ALL_KINDS, cell, step)

    def fit_in_row(self, cell: i64, step: i64) -> i64:
        """Return the kinds that make a valid row with the runs on both sides of a free cell."""
        return self._compatible_with_run(self._compatible_with_run(ALL_KINDS, cell, step), cell, -step)

    def _compatible_with_run(self, fits: i64, cell: i64, step: i64) -> i64:
        """Return those of the kinds that are compatible with the whole run; none if the run is no valid row."""
        cell += step
        brick = self.bricks[self.slot(cell)]
        while brick != EMPTY:
            if fits & BIT[brick] == 0:
                return 0
            fits &= COMPATIBLE[brick]
            cell += step
            brick = self.bricks[self.slot(cell)]
        return fits

    def _refit(self, cell: i64) -> None:
        slot = self.slot(cell)
        was = self.fits[slot]
        fits: i64 = 0
        if in_bounds(cell):
            fits = self.fit_in_row(cell, RIGHT) & self.fit_in_row(cell, DOWN)
        # Another brick never makes more kinds fit, so a cell that has left the frontier stays away.
        if was and not fits:
            self.frontier = remove(self.frontier, cell)
        elif fits and self.cells[slot] == NO_CELL:
            self.frontier = insert(self.frontier, cell)
        self.cells[slot] = cell
        self.fits[slot] = fits

    def occupied(self) -> Ints:
        """Return the cells that hold bricks, ascending: row by row from the top."""
        found = vec[i64]()
        for slot in range(SLOTS):
            if self.bricks[slot] != EMPTY:
                found = insert(found, self.cells[slot])
        return found

    def row(self, cell: i64, step: i64) -> Ints:
        """Return the cells of the row through this cell, including itself."""
        cells = vec[i64]()
        last = self.next_free(cell, step)
        one = self.next_free(cell, -step) + step
        while one != last:
            cells = append(cells, one)
            one += step
        return cells


def empty_board() -> Board:
    """Return a board without bricks."""
    board = Board()
    board.cells = filled(SLOTS, NO_CELL)
    board.bricks = filled(SLOTS, EMPTY)
    board.fits = filled(SLOTS, 0)
    return board

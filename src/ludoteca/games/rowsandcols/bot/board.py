"""The board for search: bricks can be taken back, and every free cell stores the runs of bricks beside it.

A position's key depends only on what matters to the bricks that are left: the free cells where one of them fits, and
the kinds in the runs beside these. So many lines of play transpose into one position.
"""

from __future__ import annotations

from typing import Final

from ludoteca.core.ints import append, filled, i64, vec
from ludoteca.games.rowsandcols.board import (
    ALL_KINDS,
    BIT,
    CELLS,
    COMPATIBLE,
    DOWN,
    EMPTY,
    KINDS,
    RIGHT,
    RUN_BRICK,
    SLOTS,
    STRIDE,
    Board,
    in_bounds,
)
from ludoteca.games.rowsandcols.rules import row_points
from ludoteca.search.zobrist import KEY_MASK, zobrist_keys

LEFT: Final = -RIGHT
UP: Final = -DOWN
SIDE_CELLS: Final = 4 * CELLS
"""Runs are stored per side and cell: first those above, then left, right and below."""
ZOBRIST_KINDS: Final = zobrist_keys(KINDS, 2**27, "kinds")
ZOBRIST_COLUMNS: Final = zobrist_keys(4 * STRIDE, 2**30, "columns")
ZOBRIST_ROWS: Final = zobrist_keys(4 * STRIDE, 2**30, "rows")


def _side(step: i64) -> i64:
    """Return the offset of a direction in arrays that are stored per side and cell."""
    if step == RIGHT:
        return 2 * CELLS
    if step == LEFT:
        return CELLS
    if step == DOWN:
        return 3 * CELLS
    return 0


def _side_key(cell: i64, side: i64) -> i64:
    """Return the Zobrist key of one side of a cell."""
    offset = side // CELLS * STRIDE
    return ZOBRIST_COLUMNS[offset + cell % STRIDE] ^ ZOBRIST_ROWS[offset + cell // STRIDE]


class SearchBoard(Board):
    """A board on which bricks are laid and taken back.

    Queries are for free cells only. `frontier` holds, in any order, those on which a brick may fit.
    """

    def __init__(self, board: Board) -> None:
        super().__init__()
        self.bricks = filled(CELLS, EMPTY)
        self.fits = filled(CELLS, 0)
        self._runs = filled(SIDE_CELLS, 0)
        """Per side and cell, the run of bricks there; below, its key and the kinds compatible with it."""
        self._run_keys = filled(SIDE_CELLS, 0)
        self._run_fits = filled(SIDE_CELLS, ALL_KINDS)
        self._adjacent_bricks = filled(CELLS, 0)
        """Per cell, the number of bricks in its four runs."""
        self._cell_keys = filled(CELLS, 0)
        """Per cell, the sum over its sides of the run's key times the side's Zobrist key."""
        for index in range(SLOTS):
            if board.bricks[index] != EMPTY:
                self.lay(board.bricks[index], board.cells[index])
        self.frontier = board.frontier[:]

    # Queries

    def brick(self, cell: i64) -> i64:
        return self.bricks[cell]

    def touches(self, cell: i64) -> bool:
        return self._adjacent_bricks[cell] > 0 or self.bricks[cell] != EMPTY

    def fit(self, cell: i64) -> i64:
        return self.fits[cell]

    def run(self, cell: i64, step: i64) -> i64:
        return self._runs[_side(step) + cell]

    def fit_with_run(self, cell: i64, step: i64) -> i64:
        return self._run_fits[_side(step) + cell]

    def next_free(self, cell: i64, step: i64) -> i64:
        return cell + step * (1 + (self._runs[_side(step) + cell] >> KINDS))

    def length(self, cell: i64, step: i64) -> i64:
        return 1 + ((self._runs[_side(step) + cell] + self._runs[_side(-step) + cell]) >> KINDS)

    def fit_in_row(self, cell: i64, step: i64) -> i64:
        one = _side(step) + cell
        other = _side(-step) + cell
        fits = self._run_fits[one]
        bricks = self._runs[other] & ALL_KINDS
        if bricks & fits != bricks:
            return 0
        return fits & self._run_fits[other]

    def points(self, cell: i64) -> i64:
        """Return what a single brick earns on this cell."""
        return row_points(self.length(cell, RIGHT)) + row_points(self.length(cell, DOWN))

    def best_placement(self, kind: i64) -> i64:
        """Return the best placement of a single brick as points * CELLS + cell, or 0 if it fits nowhere."""
        best: i64 = 0
        for cell in self.frontier:
            if self.fits[cell] & BIT[kind]:
                best = max(best, self.points(cell) * CELLS + cell)
        return best

    # Laying and taking back

    def lay(self, brick: i64, cell: i64) -> None:
        """Put a brick on a free cell. Cells that touch a brick for the first time join the frontier."""
        self.bricks[cell] = brick
        self.fits[cell] = 0
        self._lay_in_row(brick, cell, LEFT, RIGHT)
        self._lay_in_row(brick, cell, UP, DOWN)

    def _lay_in_row(self, brick: i64, cell: i64, back: i64, on: i64) -> None:
        behind = _side(back) + cell
        ahead = _side(on) + cell
        bricks = (self._runs[behind] | self._runs[ahead] | BIT[brick]) & ALL_KINDS
        run = bricks + self.length(cell, on) * RUN_BRICK
        key = self._run_keys[behind] + self._run_keys[ahead] + ZOBRIST_KINDS[brick]
        fits = self.fit_in_row(cell, on)
        if fits & BIT[brick]:
            fits &= COMPATIBLE[brick]
        else:
            fits = 0
        first = self.next_free(cell, back)
        last = self.next_free(cell, on)
        if not self.touches(first):
            self.frontier = append(self.frontier, first)
        if not self.touches(last):
            self.frontier = append(self.frontier, last)
        self._set_run(first, _side(on), run, key, fits)
        self._set_run(last, _side(back), run, key, fits)

    def remove(self, cell: i64) -> None:
        """Take back the brick laid last. The frontier stays as it is."""
        self.bricks[cell] = EMPTY
        self._remove_from_row(cell, LEFT, RIGHT)
        self._remove_from_row(cell, UP, DOWN)
        self._refit(cell)

    def _remove_from_row(self, cell: i64, back: i64, on: i64) -> None:
        behind = _side(back) + cell
        ahead = _side(on) + cell
        first = self.next_free(cell, back)
        last = self.next_free(cell, on)
        self._set_run(first, _side(on), self._runs[behind], self._run_keys[behind], self._run_fits[behind])
        self._set_run(last, _side(back), self._runs[ahead], self._run_keys[ahead], self._run_fits[ahead])

    def _set_run(self, cell: i64, side: i64, run: i64, key: i64, fits: i64) -> None:
        """Store the run on one side of a free cell."""
        self._cell_keys[cell] += (key - self._run_keys[side + cell]) * _side_key(cell, side)
        self._adjacent_bricks[cell] += (run >> KINDS) - (self._runs[side + cell] >> KINDS)
        self._runs[side + cell] = run
        self._run_keys[side + cell] = key
        self._run_fits[side + cell] = fits
        self._refit(cell)

    def _refit(self, cell: i64) -> None:
        fits: i64 = 0
        if self._adjacent_bricks[cell] > 0 and in_bounds(cell):
            fits = self.fit_in_row(cell, RIGHT) & self.fit_in_row(cell, DOWN)
        self.fits[cell] = fits

    def narrow_frontier(self, kinds: i64) -> i64:
        """Keep only the frontier cells where one of the kinds fits, and return the key of the position."""
        key: i64 = 0
        frontier = vec[i64](capacity=len(self.frontier))
        for cell in self.frontier:
            if self.fits[cell] & kinds:
                frontier = append(frontier, cell)
                key = (key + self._cell_keys[cell]) & KEY_MASK
        self.frontier = frontier
        return key

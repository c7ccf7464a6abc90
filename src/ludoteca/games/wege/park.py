"""The park: cells, the grid points between them, and which of those lie on its sides.

Cells and points are numbered row by row. Point (row, column) is the top left corner of the cell of that number, so a
park of 6 x 6 cells has 7 x 7 points. Cells and points are coloured like a chess board.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from ludoteca.core.ints import Ints, append, i64, vec
from ludoteca.core.squares import square_name

OUTSIDE: Final = -1
SIDES: Final = 4
"""Above, right, below, left: of a cell as of the park."""
SIDE_BIT: Final = vec[i64]([1, 2, 4, 8])
CORNER_BIT: Final = vec[i64]([16, 32, 64, 128])
"""A point in a corner of the park counts for either of its two sides, so it has a bit of its own."""


class Park:
    """The shape of a park, shared by all its states."""

    def __init__(self, rows: i64, cols: i64) -> None:
        self.rows = rows
        self.cols = cols
        self.cells = rows * cols
        self.points = (rows + 1) * (cols + 1)
        self.names = [square_name(cell, cols) for cell in range(self.cells)]
        self.beside = _beside(rows, cols)
        """Per cell and side, at SIDES * cell + side, the neighbour, or OUTSIDE."""
        self.corners = _corners(rows, cols)
        """Per cell and corner, at SIDES * cell + corner, the point."""
        self.cell_colours = vec[i64]([(cell // cols + cell % cols) % 2 for cell in range(self.cells)])
        wide = cols + 1
        self.colours = vec[i64]([(point // wide + point % wide) % 2 for point in range(self.points)])
        """Of the points. Corner k of a cell has the colour of the cell if k is even."""
        self.borders = _borders(rows, cols)
        """Per point, the sides and corners of the park where it lies, as bits; 0 within."""


def _beside(rows: i64, cols: i64) -> Ints:
    beside = vec[i64]()
    for cell in range(rows * cols):
        row = cell // cols
        column = cell % cols
        beside = append(beside, cell - cols if row > 0 else OUTSIDE)
        beside = append(beside, cell + 1 if column < cols - 1 else OUTSIDE)
        beside = append(beside, cell + cols if row < rows - 1 else OUTSIDE)
        beside = append(beside, cell - 1 if column > 0 else OUTSIDE)
    return beside


def _corners(rows: i64, cols: i64) -> Ints:
    corners = vec[i64]()
    wide = cols + 1
    for cell in range(rows * cols):
        first = cell // cols * wide + cell % cols
        corners = append(corners, first)
        corners = append(corners, first + 1)
        corners = append(corners, first + wide + 1)
        corners = append(corners, first + wide)
    return corners


def _borders(rows: i64, cols: i64) -> Ints:
    borders = vec[i64]()
    wide = cols + 1
    for point in range((rows + 1) * wide):
        row = point // wide
        column = point % wide
        if row in (0, rows) and column in (0, cols):
            corner = (0 if column == 0 else 1) if row == 0 else (3 if column == 0 else 2)
            borders = append(borders, CORNER_BIT[corner])
        elif row in (0, rows):
            borders = append(borders, SIDE_BIT[0 if row == 0 else 2])
        elif column in (0, cols):
            borders = append(borders, SIDE_BIT[3 if column == 0 else 1])
        else:
            borders = append(borders, 0)
    return borders


@cache
def park_of(rows: int, cols: int) -> Park:
    return Park(rows, cols)

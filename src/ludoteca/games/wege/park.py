"""The park: cells, the grid points at their corners, and the sides of the park.

Cells and points are numbered row by row. Point (row, column) is the top left corner of cell (row, column), so a park of
6 x 6 cells has 7 x 7 points. Cells and points are coloured like a chess board.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from ludoteca.core.ints import Ints, append, i64, vec
from ludoteca.core.squares import square_name

OUTSIDE: Final = -1
SIDES: Final = 4
"""Top, right, bottom, left: of a cell and of the park."""
SIDE_BIT: Final = vec[i64]([1, 2, 4, 8])
CORNER_BIT: Final = vec[i64]([16, 32, 64, 128])
"""A point in a corner of the park counts for one of its two sides, so corners have bits of their own."""


class Park:
    """The geometry of a park, shared by all states of its size."""

    def __init__(self, rows: i64, cols: i64) -> None:
        self.rows = rows
        self.cols = cols
        self.cells = rows * cols
        self.points = (rows + 1) * (cols + 1)
        self.names = [square_name(cell, cols) for cell in range(self.cells)]
        self.neighbours = _neighbours(rows, cols)
        """Per cell and side, at SIDES * cell + side: the neighbouring cell, or OUTSIDE."""
        self.corners = _corners(rows, cols)
        """Per cell and corner, at SIDES * cell + corner: the point."""
        self.cell_colours = vec[i64]([(cell // cols + cell % cols) % 2 for cell in range(self.cells)])
        width = cols + 1
        self.colours = vec[i64]([(point // width + point % width) % 2 for point in range(self.points)])
        """Colours of the points. Corner k of a cell has the colour of the cell if k is even."""
        self.borders = _borders(rows, cols)
        """Per point, the sides and corners of the park that it lies on, as bits; 0 for inner points."""


def _neighbours(rows: i64, cols: i64) -> Ints:
    neighbours = vec[i64]()
    for cell in range(rows * cols):
        row = cell // cols
        column = cell % cols
        neighbours = append(neighbours, cell - cols if row > 0 else OUTSIDE)
        neighbours = append(neighbours, cell + 1 if column < cols - 1 else OUTSIDE)
        neighbours = append(neighbours, cell + cols if row < rows - 1 else OUTSIDE)
        neighbours = append(neighbours, cell - 1 if column > 0 else OUTSIDE)
    return neighbours


def _corners(rows: i64, cols: i64) -> Ints:
    corners = vec[i64]()
    width = cols + 1
    for cell in range(rows * cols):
        first = cell // cols * width + cell % cols
        corners = append(corners, first)
        corners = append(corners, first + 1)
        corners = append(corners, first + width + 1)
        corners = append(corners, first + width)
    return corners


def _borders(rows: i64, cols: i64) -> Ints:
    borders = vec[i64]()
    width = cols + 1
    for point in range((rows + 1) * width):
        row = point // width
        column = point % width
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
def get_park(rows: int, cols: int) -> Park:
    return Park(rows, cols)

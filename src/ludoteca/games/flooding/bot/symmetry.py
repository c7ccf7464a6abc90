"""The symmetries of the island, and the window of fields that a table covers."""

from functools import cache
from typing import Final

WINDOW_SIZE: Final = 17
LARGER_WINDOWS: Final = {6: 20, 7: 19}
"""Fields in a window, not counting those that are dry on arrival; on these sizes a larger window saves a day."""
NEVER: Final = 255
"""Stands for "days left" where the table knows no trap."""
SYMMETRIES: Final = range(8)
"""The symmetries of a square: bit 0 mirrors the rows, bit 1 the columns, bit 2 swaps rows and columns."""


def window_size(size: int) -> int:
    """Return how many fields a window has on an island of this size."""
    return LARGER_WINDOWS.get(size, WINDOW_SIZE)


def transform(field: int, size: int, symmetry: int) -> int:
    """Return the field that a symmetry maps this field to."""
    row, column = divmod(field, size)
    row = size - 1 - row if symmetry & 1 else row
    column = size - 1 - column if symmetry & 2 else column
    return column * size + row if symmetry & 4 else row * size + column


@cache
def canonical_fields(size: int) -> list[int]:
    """Return one field of each class of equivalent fields, ascending: an eighth of the island."""
    half = (size + 1) // 2
    return [row * size + column for row in range(half) for column in range(row, half)]


@cache
def canonical(field: int, size: int) -> tuple[int, int]:
    """Return the index of the equivalent field in `canonical_fields`, and the symmetry that maps to it."""
    indices = {representative: index for index, representative in enumerate(canonical_fields(size))}
    return next(
        (indices[to], symmetry) for symmetry in SYMMETRIES if (to := transform(field, size, symmetry)) in indices
    )


@cache
def dry_on_arrival(field: int, size: int) -> tuple[int, ...]:
    """Return the field and its orthogonal neighbours: all dry when the journeyman has just arrived."""
    return tuple(other for other in range(size * size) if _squared_distance(field, other, size) <= 1)


@cache
def window(field: int, size: int, count: int) -> tuple[int, ...]:
    """Return the `count` nearest fields that may be flooded on arrival, in the order in which a table encodes them."""
    index, symmetry = canonical(field, size)
    representative = canonical_fields(size)[index]
    if representative != field:
        inverse = {transform(other, size, symmetry): other for other in range(size * size)}
        return tuple(inverse[other] for other in window(representative, size, count))
    others = [other for other in range(size * size) if other not in dry_on_arrival(field, size)]
    return tuple(sorted(sorted(others, key=lambda other: (_squared_distance(field, other, size), other))[:count]))


def _squared_distance(field: int, other: int, size: int) -> int:
    rows = field // size - other // size
    columns = field % size - other % size
    return rows * rows + columns * columns

"""The symmetries of the island, and the window of fields that a table covers."""

from functools import cache
from typing import Final

SIGHT: Final = 17
KEEN: Final = {6: 20, 7: 19}
"""Fields in a window, beyond the journeyman's own and the four beside it; more on some sizes, which saves a day."""
NEVER: Final = 255
"""So many days: the journeyman is not to be trapped, as far as is seen."""
TURNS: Final = range(8)
"""Ways to lay the island on itself: bit 0 mirrors rows, bit 1 columns, bit 2 swaps rows and columns."""


def sight_on(size: int) -> int:
    return KEEN.get(size, SIGHT)


def turned(field: int, size: int, turn: int) -> int:
    """Where a field comes to lie."""
    row, column = divmod(field, size)
    row = size - 1 - row if turn & 1 else row
    column = size - 1 - column if turn & 2 else column
    return column * size + row if turn & 4 else row * size + column


@cache
def kinds(size: int) -> list[int]:
    """One field for all that lie alike: an eighth of the island, ascending."""
    half = (size + 1) // 2
    return [row * size + column for row in range(half) for column in range(row, half)]


@cache
def kind_of(field: int, size: int) -> tuple[int, int]:
    """The field's kind, as a place in `kinds`, and the turn that brings it there."""
    places = {kind: index for index, kind in enumerate(kinds(size))}
    return next((places[to], turn) for turn in TURNS if (to := turned(field, size, turn)) in places)


@cache
def close(field: int, size: int) -> tuple[int, ...]:
    """The field and those beside it: all dry when the journeyman has just come there."""
    return tuple(other for other in range(size * size) if _apart(field, other, size) <= 1)


@cache
def seen(field: int, size: int, sight: int) -> tuple[int, ...]:
    """The nearest fields beyond the close ones, in the order in which a table of the field's kind counts them."""
    index, turn = kind_of(field, size)
    kind = kinds(size)[index]
    if kind != field:
        back = {turned(other, size, turn): other for other in range(size * size)}
        return tuple(back[other] for other in seen(kind, size, sight))
    others = [other for other in range(size * size) if other not in close(field, size)]
    return tuple(sorted(sorted(others, key=lambda other: (_apart(field, other, size), other))[:sight]))


def _apart(field: int, other: int, size: int) -> int:
    """The square of the distance."""
    rows = field // size - other // size
    columns = field % size - other % size
    return rows * rows + columns * columns

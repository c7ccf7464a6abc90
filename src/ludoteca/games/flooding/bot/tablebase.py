"""The tablebase: the most days the journeyman has left, for every field and every way to flood the fields around it.

`tools/flooding_tables.py` computes the tables with `solver.py` and writes one file per size to `tables/`. A table only
covers a window around the field and takes the rest as dry, so the weather never needs more days than it says.
"""

from __future__ import annotations

import zlib
from functools import cache
from importlib.resources import files
from typing import Final

from ludoteca.core.ints import Ints, append, filled, i64, vec
from ludoteca.games.flooding.bot.symmetry import NEVER, canonical, canonical_fields, window, window_size
from ludoteca.games.flooding.rules import Flooding, Island, flood_move, island

SIZES: Final = range(3, 11)
"""Sizes that have tables."""
DAYS_WEIGHT: Final = 4096
"""A night's value is the most days it leaves times this, plus the sum over all walks, which is always less."""


class Tablebase:
    """The tables for islands of one size."""

    def __init__(self, land: Island, tables: list[bytes], window_fields: int) -> None:
        """Take one table per canonical field, in the order of `canonical_fields`."""
        self.island = land
        fields = range(land.fields)
        self.tables = [tables[canonical(field, land.size)[0]] for field in fields]
        self.windows = vec[Ints]([vec[i64](list(window(field, land.size, window_fields))) for field in fields])
        self.weights = vec[Ints]([bit_weights(self.windows[field], land.fields) for field in fields])
        """Per field, what each flooded field adds to the index in its table."""

    def index_of(self, flooded: Ints, field: i64) -> i64:
        """Return the index of these floods in the field's table."""
        index: i64 = 0
        for other in self.windows[field]:
            index += index + flooded[other]
        return index

    def days_left(self, flooded: Ints, field: i64) -> i64:
        """Return the days left when the journeyman has just arrived on the field."""
        return self.tables[field][self.index_of(flooded, field)]

    def days_left_by_day(self, state: Flooding) -> i64:
        """Return the days left when the journeyman is to move."""
        most: i64 = 0
        for field in self.island.neighbours[state.journeyman]:
            if not state.flooded[field]:
                most = max(most, min(self.days_left(state.flooded, field) + 1, NEVER))
        return most

    def days_left_by_night(self, state: Flooding) -> i64:
        """Return the days left when the weather is to move."""
        best = NightMoves(self, state).best(1)
        return best[0][0] // DAYS_WEIGHT if best else 0


class NightMoves:
    """The nights worth considering in a position, valued by the days they leave."""

    def __init__(self, tablebase: Tablebase, state: Flooding) -> None:
        self.tablebase = tablebase
        self.walks = vec[i64]([to for to in tablebase.island.neighbours[state.journeyman] if not state.flooded[to]])
        """Fields the journeyman can walk to if nothing more is flooded."""
        self.indices = vec[i64]([tablebase.index_of(state.flooded, to) for to in self.walks])
        """Per walk, the index in its table."""
        near = filled(tablebase.island.fields, 0)
        for to in self.walks:
            near[to] = 1
            for other in tablebase.windows[to]:
                near[other] = 1
        self.fields = vec[i64]()
        """Dry fields that change the value of some walk, ascending."""
        for field in range(tablebase.island.fields):
            if near[field] and not state.flooded[field]:
                self.fields = append(self.fields, field)

    def evaluate(self, first: i64, second: i64) -> i64:
        """Return the value of flooding these two fields, or one if they are equal; lower is better for the weather."""
        most: i64 = 0
        total: i64 = 0
        for walk in range(len(self.walks)):
            to = self.walks[walk]
            if to == first or to == second:  # noqa: SIM109 - compiled, a tuple costs more
                continue
            weight = self.tablebase.weights[to]
            index = self.indices[walk] + weight[first]
            if second != first:
                index += weight[second]
            days: i64 = self.tablebase.tables[to][index]
            days = min(days + 1, NEVER)
            total += days
            most = max(most, days)
        return most * DAYS_WEIGHT + total

    def best(self, count: i64) -> list[tuple[i64, i64]]:
        """Return the `count` best nights for the weather, best first, as pairs of value and move."""
        found: list[tuple[i64, i64]] = []
        for one in range(len(self.fields)):
            first = self.fields[one]
            for other in range(one if len(self.fields) == 1 else one + 1, len(self.fields)):
                second = self.fields[other]
                value = self.evaluate(first, second)
                if len(found) < count or value < found[-1][0]:
                    index = len(found)
                    while index > 0 and value < found[index - 1][0]:
                        index -= 1
                    found.insert(index, (value, night_move(first, second)))
                    if len(found) > count:
                        found.pop()
        return found


def night_move(first: i64, second: i64) -> i64:
    """Return the move that floods both fields, or one if they are equal."""
    return flood_move(vec[i64]([first]) if first == second else vec[i64]([first, second]))


def bit_weights(window_fields: Ints, fields: i64) -> Ints:
    """Return each field's weight in a table index, which reads the window as binary digits, the highest first."""
    weights = filled(fields, 0)
    weight: i64 = 1
    for index in range(len(window_fields)):
        weights[window_fields[len(window_fields) - 1 - index]] = weight
        weight += weight
    return weights


@cache
def tablebase(size: int) -> Tablebase:
    """Return the tablebase of a size; islands larger than any table use the tables of the largest.

    A field then gets the table of the field that lies as far from the coast, as far as the smaller island reaches. The
    result is a heuristic, no longer a bound.
    """
    table_size = min(size, SIZES[-1])
    tables = read_tables(table_size)
    innermost = (table_size - 1) // 2
    indices = {field: index for index, field in enumerate(canonical_fields(table_size))}
    similar = [
        min(field // size, innermost) * table_size + min(field % size, innermost) for field in canonical_fields(size)
    ]
    return Tablebase(island(size), [tables[indices[field]] for field in similar], window_size(table_size))


def read_tables(size: int) -> list[bytes]:
    """Read the table of each canonical field, as `tools/flooding_tables.py` wrote them."""
    data = zlib.decompress(files(__package__).joinpath("tables", file_name(size)).read_bytes())
    tables = []
    start = 0
    for field in canonical_fields(size):
        end = start + 2 ** len(window(field, size, window_size(size)))
        tables.append(data[start:end])
        start = end
    return tables


def file_name(size: int) -> str:
    return f"{size}.bin"

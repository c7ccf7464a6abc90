"""The tablebase: the most days the journeyman has left, for every field and every way to flood the fields around it.

`tools/flooding_tables.py` computes the tables with `solver.py` and writes one file per size to `tables/`. A table only
covers the nearest fields and takes the rest as dry, so the weather never needs more days than it says.
"""

from __future__ import annotations

import zlib
from functools import cache
from importlib.resources import files
from typing import Final

from ludoteca.core.ints import Ints, append, filled, i64, vec
from ludoteca.games.flooding.bot.symmetry import NEVER, kind_of, kinds, seen, sight_on
from ludoteca.games.flooding.rules import Flooding, Island, flood_move, island

SIZES: Final = range(3, 11)
"""Sizes that there are tables for."""
WORST: Final = 4096
"""A night is judged by the most days that it leaves, then by the sum over all walks, which is always less than this."""


class Tablebase:
    """The tables for islands of one size."""

    def __init__(self, land: Island, tables: list[bytes], sight: int) -> None:
        """A table for each kind of field, in the order of `kinds`."""
        self.island = land
        fields = range(land.fields)
        self.tables = [tables[kind_of(field, land.size)[0]] for field in fields]
        self.seen = vec[Ints]([vec[i64](list(seen(field, land.size, sight))) for field in fields])
        self.weights = vec[Ints]([weights(self.seen[field], land.fields) for field in fields])
        """By how much each flooded field raises the place in the table of another."""

    def index_of(self, flooded: Ints, field: i64) -> i64:
        """Where the table of the field tells of these floods."""
        index: i64 = 0
        for other in self.seen[field]:
            index += index + flooded[other]
        return index

    def left(self, flooded: Ints, field: i64) -> i64:
        """The days left when he has just come to the field."""
        return self.tables[field][self.index_of(flooded, field)]

    def by_day(self, state: Flooding) -> i64:
        """The days left when the journeyman is to move."""
        most: i64 = 0
        for field in self.island.around[state.journeyman]:
            if not state.flooded[field]:
                most = max(most, min(self.left(state.flooded, field) + 1, NEVER))
        return most

    def by_night(self, state: Flooding) -> i64:
        """The days left when the weather is to move."""
        best = Nights(self, state).best(1)
        return best[0][0] // WORST if best else 0


class Nights:
    """The nights that may matter in a position, and the days that each leaves."""

    def __init__(self, tablebase: Tablebase, state: Flooding) -> None:
        self.tablebase = tablebase
        self.walks = vec[i64]([to for to in tablebase.island.around[state.journeyman] if not state.flooded[to]])
        """Where he may go if nothing is flooded."""
        self.places = vec[i64]([tablebase.index_of(state.flooded, to) for to in self.walks])
        near = filled(tablebase.island.fields, 0)
        for to in self.walks:
            near[to] = 1
            for other in tablebase.seen[to]:
                near[other] = 1
        self.fields = vec[i64]()
        """What may be worth flooding, ascending."""
        for field in range(tablebase.island.fields):
            if near[field] and not state.flooded[field]:
                self.fields = append(self.fields, field)

    def judge(self, first: i64, second: i64) -> i64:
        """The most days that remain if these two are flooded, or only one where they are the same; then their sum."""
        worst: i64 = 0
        total: i64 = 0
        for walk in range(len(self.walks)):
            to = self.walks[walk]
            if to == first or to == second:  # noqa: SIM109 - compiled, a tuple costs more
                continue
            weight = self.tablebase.weights[to]
            index = self.places[walk] + weight[first]
            if second != first:
                index += weight[second]
            days: i64 = self.tablebase.tables[to][index]
            days = min(days + 1, NEVER)
            total += days
            worst = max(worst, days)
        return worst * WORST + total

    def best(self, count: i64) -> list[tuple[i64, i64]]:
        """The best nights for the weather, best first: how each is judged, and the move."""
        found: list[tuple[i64, i64]] = []
        for one in range(len(self.fields)):
            first = self.fields[one]
            for other in range(one if len(self.fields) == 1 else one + 1, len(self.fields)):
                second = self.fields[other]
                judged = self.judge(first, second)
                if len(found) < count or judged < found[-1][0]:
                    index = len(found)
                    while index > 0 and judged < found[index - 1][0]:
                        index -= 1
                    found.insert(index, (judged, night_of(first, second)))
                    if len(found) > count:
                        found.pop()
        return found


def night_of(first: i64, second: i64) -> i64:
    """The move that floods both, or one where they are the same."""
    return flood_move(vec[i64]([first]) if first == second else vec[i64]([first, second]))


def weights(counted: Ints, fields: i64) -> Ints:
    """The weight of each field of an island in a number that these fields make, the first weighing most."""
    weight = filled(fields, 0)
    each: i64 = 1
    for index in range(len(counted)):
        weight[counted[len(counted) - 1 - index]] = each
        each += each
    return weight


@cache
def tablebase(size: int) -> Tablebase:
    """The tablebase of a size; a larger island than any table was made for borrows from the largest.

    What lies alike is judged alike there, as far in from the coast as the borrowed island reaches. That is no promise
    any more, but good advice.
    """
    known = min(size, SIZES[-1])
    tables = read_tables(known)
    inmost = (known - 1) // 2
    places = {kind: index for index, kind in enumerate(kinds(known))}
    alike = [min(kind // size, inmost) * known + min(kind % size, inmost) for kind in kinds(size)]
    return Tablebase(island(size), [tables[places[kind]] for kind in alike], sight_on(known))


def read_tables(size: int) -> list[bytes]:
    """A table for each kind of field, as `tools/flooding_tables.py` wrote them."""
    whole = zlib.decompress(files(__package__).joinpath("tables", file_name(size)).read_bytes())
    tables = []
    start = 0
    for kind in kinds(size):
        end = start + 2 ** len(seen(kind, size, sight_on(size)))
        tables.append(whole[start:end])
        start = end
    return tables


def file_name(size: int) -> str:
    return f"{size}.bin"

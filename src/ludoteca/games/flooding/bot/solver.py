"""Compute the tables by retrograde analysis: backwards from every trap. Needs numpy, from the extra `lab`.

A canonical field's table holds, for every way to flood the fields of its window, the days the journeyman has left when
he has just arrived there. Fields outside the window count as dry. Since floods never help him, the weather needs no
more days than the table says; where the window is the whole island, the table is exact.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from ludoteca.games.flooding.bot.symmetry import NEVER, canonical, canonical_fields, dry_on_arrival, window
from ludoteca.games.flooding.rules import neighbours

Days = NDArray[np.uint8]


class Solver:
    """The tables of all canonical fields; each `sweep` makes them right for one more day."""

    def __init__(self, size: int, window_fields: int) -> None:
        self.size = size
        self.window_fields = window_fields
        self.canonical_fields = canonical_fields(size)
        self.tables: list[Days] = [
            np.full(2 ** len(self.window(field)), NEVER, np.uint8) for field in self.canonical_fields
        ]
        self.changed = set(range(len(self.canonical_fields)))
        """The tables that the last sweep changed."""

    def solve(self) -> list[Days]:
        """Return the tables, in the order of `canonical_fields`."""
        while self.changed:
            self.sweep()
        return self.tables

    def sweep(self) -> None:
        """Recompute every table that depends on one changed by the last sweep."""
        before = self.tables
        self.tables = [
            self._night(field) if self._neighbour_tables(field) & self.changed else table
            for field, table in zip(self.canonical_fields, before, strict=True)
        ]
        pairs = enumerate(zip(before, self.tables, strict=True))
        self.changed = {index for index, (old, new) in pairs if not np.array_equal(old, new)}

    def _neighbour_tables(self, field: int) -> set[int]:
        return {canonical(to, self.size)[0] for to in neighbours(field, self.size, False)}

    def window(self, field: int) -> tuple[int, ...]:
        return window(field, self.size, self.window_fields)

    def _night(self, field: int) -> Days:
        """Return the days left if the weather floods the best two fields, in the window or dry on arrival."""
        dry = dry_on_arrival(field, self.size)
        walks: dict[tuple[int, tuple[int, ...]], Days] = {}
        days = _flood_one(self._day(field, (), walks))
        for flooded in dry:
            np.minimum(days, self._day(field, (flooded,), walks), out=days)
        days = _flood_one(days)
        for pair in combinations(dry, 2):
            np.minimum(days, self._day(field, pair, walks), out=days)
        return days

    def _day(self, field: int, flooded: tuple[int, ...], walks: dict[tuple[int, tuple[int, ...]], Days]) -> Days:
        """Return the days left by his best walk; `flooded` are fields that were dry on arrival."""
        most = np.zeros(2 ** len(self.window(field)), np.uint8)
        for to in neighbours(field, self.size, False):
            if to not in flooded:
                relevant = tuple(other for other in flooded if other in self.window(to))
                if (to, relevant) not in walks:
                    walks[to, relevant] = self._walk(field, to, relevant)
                np.maximum(most, walks[to, relevant], out=most)
        return most

    def _walk(self, field: int, to: int, flooded: tuple[int, ...]) -> Days:
        """Return the days left by walking to a field, per state of the window; 0 where that field is flooded."""
        here, there = self.window(field), self.window(to)
        table = self.tables[canonical(to, self.size)[0]].reshape((2,) * len(there))
        part = table[tuple(1 if other in flooded else slice(None) if other in here else 0 for other in there)]
        kept = [other for other in there if other in here]
        part = part.transpose([kept.index(other) for other in here if other in kept])
        part = part[tuple(slice(None) if other in kept else None for other in here)]
        days = np.minimum(np.broadcast_to(part, (2,) * len(here)), NEVER - 1) + np.uint8(1)
        if to in here:
            days[(slice(None),) * here.index(to) + (1,)] = 0
        return np.ascontiguousarray(days).reshape(-1)


def _flood_one(days: Days) -> Days:
    """Return the fewest days if one more field of the window may be flooded."""
    fewest = days.copy()
    fields = days.size.bit_length() - 1
    for index in range(fields):
        by_field = (2**index, 2, -1)
        dry = fewest.reshape(by_field)[:, 0]
        np.minimum(dry, days.reshape(by_field)[:, 1], out=dry)
    return fewest

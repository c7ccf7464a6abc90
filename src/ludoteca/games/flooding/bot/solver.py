"""How long the weather needs at most, worked backwards from every trap. Needs numpy, of the extra `lab`.

A table of a kind of field holds, for every way in which the fields seen from there can be flooded, the days that
the journeyman has left when he has just come there. What he does not see counts as dry. Since floods never help him,
the weather needs no more days than the table says; where he sees the whole island the table is exact.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from ludoteca.games.flooding.bot.symmetry import NEVER, close, kind_of, kinds, seen
from ludoteca.games.flooding.rules import neighbours

Days = NDArray[np.uint8]


class Solver:
    """The tables of all kinds of fields; `sweep` makes them right for one day more."""

    def __init__(self, size: int, sight: int) -> None:
        self.size = size
        self.sight = sight
        self.kinds = kinds(size)
        self.tables: list[Days] = [np.full(2 ** len(self.seen(kind)), NEVER, np.uint8) for kind in self.kinds]
        self.changed = set(range(len(self.kinds)))
        """Which tables the last sweep changed."""

    def solve(self) -> list[Days]:
        while self.changed:
            self.sweep()
        return self.tables

    def sweep(self) -> None:
        """Every table anew from those of the fields around, where one of them has changed."""
        before = self.tables
        self.tables = [
            self._night(kind) if self._around(kind) & self.changed else table
            for kind, table in zip(self.kinds, before, strict=True)
        ]
        pairs = enumerate(zip(before, self.tables, strict=True))
        self.changed = {index for index, (old, new) in pairs if not np.array_equal(old, new)}

    def _around(self, field: int) -> set[int]:
        return {kind_of(to, self.size)[0] for to in neighbours(field, self.size, False)}

    def seen(self, field: int) -> tuple[int, ...]:
        return seen(field, self.size, self.sight)

    def _night(self, field: int) -> Days:
        """The days left if the weather floods the two fields that leave fewest, each close to him or further off."""
        beside = close(field, self.size)
        walks: dict[tuple[int, tuple[int, ...]], Days] = {}
        days = _flood_one(self._day(field, (), walks))
        for flooded in beside:
            np.minimum(days, self._day(field, (flooded,), walks), out=days)
        days = _flood_one(days)
        for pair in combinations(beside, 2):
            np.minimum(days, self._day(field, pair, walks), out=days)
        return days

    def _day(self, field: int, flooded: tuple[int, ...], walks: dict[tuple[int, tuple[int, ...]], Days]) -> Days:
        """The days left if he takes his best walk; `flooded` are those close to him that are."""
        most = np.zeros(2 ** len(self.seen(field)), np.uint8)
        for to in neighbours(field, self.size, False):
            if to not in flooded:
                known = tuple(other for other in flooded if other in self.seen(to))
                if (to, known) not in walks:
                    walks[to, known] = self._walk(field, to, known)
                np.maximum(most, walks[to, known], out=most)
        return most

    def _walk(self, field: int, to: int, flooded: tuple[int, ...]) -> Days:
        """The days left by walking to a field, for all that is seen before; none where that field is flooded."""
        here, there = self.seen(field), self.seen(to)
        table = self.tables[kind_of(to, self.size)[0]].reshape((2,) * len(there))
        part = table[tuple(1 if other in flooded else slice(None) if other in here else 0 for other in there)]
        kept = [other for other in there if other in here]
        part = part.transpose([kept.index(other) for other in here if other in kept])
        part = part[tuple(slice(None) if other in kept else None for other in here)]
        days = np.minimum(np.broadcast_to(part, (2,) * len(here)), NEVER - 1) + np.uint8(1)
        if to in here:
            days[(slice(None),) * here.index(to) + (1,)] = 0
        return np.ascontiguousarray(days).reshape(-1)


def _flood_one(days: Days) -> Days:
    """The fewest days when one more field may be flooded."""
    fewest = days.copy()
    fields = days.size.bit_length() - 1
    for index in range(fields):
        dry_or_not = (2**index, 2, -1)
        dry = fewest.reshape(dry_or_not)[:, 0]
        np.minimum(dry, days.reshape(dry_or_not)[:, 1], out=dry)
    return fewest

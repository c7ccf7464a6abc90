"""A transposition table: values of positions by their Zobrist keys, stored without an object per entry."""

from __future__ import annotations

from typing import Final

from ludoteca.core.ints import filled, i64

NOTHING: Final = -1
"""An empty slot, and the value of a key that is not in the table."""
INITIAL_SLOTS: Final = 256
"""Few, because many searches visit less than a hundred positions."""


class TranspositionTable:
    """A hash table with open addressing that grows as needed. Keys and values start at 0; keys must be well mixed."""

    def __init__(self) -> None:
        self._keys = filled(INITIAL_SLOTS, NOTHING)
        self._values = filled(INITIAL_SLOTS, NOTHING)
        self._count: i64 = 0

    def get(self, key: i64) -> i64:
        """Return the value of a key, or NOTHING."""
        return self._values[self._slot(key)]

    def put(self, key: i64, value: i64) -> None:
        slot = self._slot(key)
        if self._keys[slot] == NOTHING:
            self._keys[slot] = key
            self._count += 1
        self._values[slot] = value
        if self._count * 2 > len(self._keys):
            self._grow()

    def _slot(self, key: i64) -> i64:
        """Return the slot of a key, or the empty one where it would go."""
        keys = self._keys
        last: i64 = len(keys) - 1
        slot = (key ^ (key >> 31)) & last
        while keys[slot] != key and keys[slot] != NOTHING:
            slot = (slot + 1) & last
        return slot

    def _grow(self) -> None:
        keys = self._keys
        values = self._values
        self._keys = filled(2 * len(keys), NOTHING)
        self._values = filled(2 * len(keys), NOTHING)
        for old in range(len(keys)):
            if keys[old] != NOTHING:
                slot = self._slot(keys[old])
                self._keys[slot] = keys[old]
                self._values[slot] = values[old]

"""A table of what is known of positions: numbers under keys, without an object for each."""

from __future__ import annotations

from typing import Final

from ludoteca.core.ints import filled, i64

NOTHING: Final = -1
"""No key, and what is known under a key that was never used."""
INITIAL_SLOTS: Final = 4096


class TranspositionTable:
    """Keys from 0, scattered by whoever makes them; values from 0. It grows as needed."""

    def __init__(self) -> None:
        self._keys = filled(INITIAL_SLOTS, NOTHING)
        self._values = filled(INITIAL_SLOTS, NOTHING)
        self._count: i64 = 0

    def get(self, key: i64) -> i64:
        return self._values[self._place(key)]

    def put(self, key: i64, value: i64) -> None:
        index = self._place(key)
        if self._keys[index] == NOTHING:
            self._keys[index] = key
            self._count += 1
        self._values[index] = value
        if self._count * 2 > len(self._keys):
            self._grow()

    def _place(self, key: i64) -> i64:
        """Where the key is, or would be."""
        keys = self._keys
        last: i64 = len(keys) - 1
        index = (key ^ (key >> 31)) & last
        while keys[index] != key and keys[index] != NOTHING:
            index = (index + 1) & last
        return index

    def _grow(self) -> None:
        keys = self._keys
        values = self._values
        self._keys = filled(2 * len(keys), NOTHING)
        self._values = filled(2 * len(keys), NOTHING)
        for old in range(len(keys)):
            if keys[old] != NOTHING:
                index = self._place(keys[old])
                self._keys[index] = keys[old]
                self._values[index] = values[old]

"""Integers and lists of integers for rules and search.

In compiled modules `i64` is a 64-bit int and `Ints` a packed vector of them; in plain Python they are `int` and
`list`. Make a list with `vec[i64](...)`, spelled out. `append`, `extend`, `remove` and `insert` return the list:
rebind the name and keep no second reference.
"""

from __future__ import annotations

from ludoteca.core.vecs import Ints, Numbers, append, extend, i64, remove, vec

__all__ = ["Ints", "Numbers", "append", "extend", "filled", "i64", "in_order", "insert", "packed", "remove", "vec"]


def filled(count: i64, value: i64) -> Ints:
    """Return a list of `count` equal numbers."""
    return vec[i64]([value] * count)


def packed(numbers: Numbers) -> Ints:
    """Return the same numbers as Ints."""
    return vec[i64](numbers) if isinstance(numbers, list) else numbers


def insert(ints: Ints, value: i64) -> Ints:
    """Insert `value` into an ascending list and return the list."""
    ints = append(ints, value)
    index = len(ints) - 1
    while index > 0 and ints[index - 1] > value:
        ints[index] = ints[index - 1]
        index -= 1
    ints[index] = value
    return ints


def in_order(ints: Ints, below: i64) -> Ints:
    """Return the numbers in ascending order; all must be 0..below-1. A counting sort, faster than comparing."""
    counts = filled(below, 0)
    for value in ints:
        counts[value] += 1
    ordered = vec[i64](capacity=len(ints))
    for value in range(below):
        ordered = extend(ordered, vec[i64]([value] * counts[value]))
    return ordered

"""Whole numbers and lists of them: what rules are made of.

`i64` is an int of 64 bits and `Ints` a packed vector of them where the rules are compiled; uncompiled they are `int`
and `list`. A list is made by `vec[i64](...)`, spelled out. `append`, `extend`, `remove` and `insert` give the list
back: the caller rebinds the name and keeps no second one.
"""

from __future__ import annotations

from ludoteca.core.vecs import Ints, Numbers, append, extend, i64, remove, vec

__all__ = ["Ints", "Numbers", "append", "extend", "filled", "i64", "in_order", "insert", "packed", "remove", "vec"]


def filled(count: i64, value: i64) -> Ints:
    """A list of `count` equal numbers."""
    return vec[i64]([value] * count)


def packed(numbers: Numbers) -> Ints:
    """The same numbers as Ints."""
    return vec[i64](numbers) if isinstance(numbers, list) else numbers


def insert(ints: Ints, value: i64) -> Ints:
    """The ascending list with `value` put in its place."""
    ints = append(ints, value)
    index = len(ints) - 1
    while index > 0 and ints[index - 1] > value:
        ints[index] = ints[index - 1]
        index -= 1
    ints[index] = value
    return ints


def in_order(ints: Ints, below: i64) -> Ints:
    """The numbers, all of them 0..below-1, in ascending order: counted, which is quicker than comparing."""
    counts = filled(below, 0)
    for value in ints:
        counts[value] += 1
    ordered = vec[i64](capacity=len(ints))
    for value in range(below):
        ordered = extend(ordered, vec[i64]([value] * counts[value]))
    return ordered

"""Packed vectors where the rules are compiled, lists where they are not: the one place that decides.

The compiler and the type checker always see `librt.vecs`. Uncompiled, the same source runs on lists, and librt need
not be installed. What both can do is what rules may use: index, slice, `len`, `in`, iteration, and these functions,
which give the vector back; the caller rebinds the name and keeps no second one.
"""

from typing import TYPE_CHECKING, TypeAlias

from mypy_extensions import i64

from ludoteca.core.native import COMPILED

if TYPE_CHECKING or COMPILED:
    from librt.vecs import append, extend, remove, vec
else:

    class vec:  # noqa: N801 - it stands in for one of that name
        """`vec[i64](items)` is a list."""

        def __class_getitem__(cls, kind):
            return _new

    def _new(items=(), /, *, capacity=0):
        return list(items)

    def append(ints, value):
        ints.append(value)
        return ints

    def extend(ints, values):
        ints.extend(values)
        return ints

    def remove(ints, value):
        ints.remove(value)
        return ints


Ints = vec[i64]
"""A list of whole numbers."""
Numbers: TypeAlias = "Ints | list[int]"
"""The same, or the plain list that somebody else's rules may hold instead."""

__all__ = ["Ints", "Numbers", "append", "extend", "i64", "remove", "vec"]

"""Packed vectors in compiled modules, lists in plain Python; only this module makes the choice.

The compiler and the type checker always see `librt.vecs`. In plain Python the same source runs on lists, and librt
need not be installed. Rules may use what both support: indexing, slices, `len`, `in`, iteration, and these functions,
which return the vector; rebind the name and keep no second reference.
"""

from typing import TYPE_CHECKING, TypeAlias

from mypy_extensions import i64

from ludoteca.core.native import COMPILED

if TYPE_CHECKING or COMPILED:
    from librt.vecs import append, extend, remove, vec
else:

    class vec:  # noqa: N801 - the name of what it replaces
        """Make `vec[i64](items)` a list."""

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
"""A list of integers."""
Numbers: TypeAlias = "Ints | list[int]"
"""Ints, or the plain list that uncompiled rules use."""

__all__ = ["Ints", "Numbers", "append", "extend", "i64", "remove", "vec"]

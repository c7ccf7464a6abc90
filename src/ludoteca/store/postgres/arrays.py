"""Columns of rows, for unnest. Those of events are in PostgreSQL's binary form. Compiled: every move is in them.

psycopg turns a list into an array value by value in Python, which took a third of a node's time for an append.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any, Final

from ludoteca.store.write import EventRows

# PostgreSQL's numbers of the types.
_BIGINT: Final = 20
_BYTEA: Final = 17
_TEXT: Final = 25
_NULL: Final = b"\xff\xff\xff\xff"
"""Stands where a value has its length."""
_LENGTHS: Final = [length.to_bytes(4, "big") for length in range(4096)]
_BIGINT_BYTES: Final = 8


class Array:
    """An encoded array."""

    def __init__(self, data: bytes) -> None:
        self.data = data


class BigintArray(Array):
    """An array of numbers."""


class ByteaArray(Array):
    """An array of bytes."""


class TextArray(Array):
    """An array of texts."""


def columns(rows: Sequence[Sequence[Any]], count: int) -> list[list[Any]]:
    """Turn rows into columns, for unnest."""
    return [list(column) for column in zip(*rows, strict=True)] if rows else [[] for _ in range(count)]


def event_arrays(rows: EventRows) -> list[Array]:
    """Return the columns of rows of events."""
    codes, seqs, times, kinds, bodies, ids, hashes = zip(*rows, strict=True) if rows else ((),) * 7
    return [
        *(text_array(codes), bigint_array(seqs), bigint_array(times)),
        *(text_array(kinds), text_array(bodies), text_array(ids), bytea_array(hashes)),
    ]


def bigint_array(values: Sequence[int]) -> BigintArray:
    """Encode numbers; OverflowError if one has more than 64 bits."""
    count = len(values)
    fields = [_BIGINT_BYTES] * (2 * count)
    fields[1::2] = values
    try:
        return BigintArray(_head(_BIGINT, count) + struct.pack(">" + count * "iq", *fields))
    except struct.error:
        raise OverflowError("a number is too large for PostgreSQL") from None


def bytea_array(values: Sequence[bytes | bytearray]) -> ByteaArray:
    """Encode bytes."""
    parts: list[bytes | bytearray] = [_head(_BYTEA, len(values))]
    for value in values:
        parts.append(_length(len(value)))
        parts.append(value)
    return ByteaArray(b"".join(parts))


def text_array(values: Sequence[str | None]) -> TextArray:
    """Encode texts."""
    parts = [_head(_TEXT, len(values))]
    for value in values:
        if value is None:
            parts.append(_NULL)
        else:
            data = value.encode()
            parts.append(_length(len(data)))
            parts.append(data)
    return TextArray(b"".join(parts))


def _head(kind: int, count: int) -> bytes:
    """Return what stands before the values: dimensions, a flag for nulls, the type, then length and first index."""
    return struct.pack(">iiiii", 1, 1, kind, count, 1) if count else struct.pack(">iii", 0, 0, kind)


def _length(count: int) -> bytes:
    return _LENGTHS[count] if count < len(_LENGTHS) else count.to_bytes(4, "big")

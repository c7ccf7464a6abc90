"""The ids of commands, and the keys of all commands in a log: a command that comes a second time must change nothing.

Only a room that has read the whole log can append to it, so no index in the store has to find them.
"""

from __future__ import annotations

import secrets
import struct
from collections.abc import Iterable
from hashlib import blake2b
from itertools import count

MAX_ID_LENGTH = 40
SIZE = 8
"""Bytes per key. Nobody can find a key that hashes to that of somebody else's command, and their own do no harm."""

_process = secrets.token_hex(6)
_numbers = count()


def is_valid_id(command_id: str) -> bool:
    """Return whether a command's id is short and printable, so that a reply may repeat it."""
    return len(command_id) <= MAX_ID_LENGTH and command_id.isprintable()


def command_key(device: str, command_id: str) -> str:
    """Return the key of a command, unique per sender. A command without an id gets one that no other has."""
    return f"{device[:16]}.{command_id}" if command_id else f"{device[:16]}..{_process}{next(_numbers):x}"


class CommandKeys:
    """A set of command keys, as hashes."""

    def __init__(self, hashes: Iterable[int] = ()) -> None:
        self._hashes = set(hashes)
        self._looked_up, self._hash = "", _hash("")
        """The key that was looked up last, which is often added next."""

    @classmethod
    def from_bytes(cls, data: bytes) -> CommandKeys:
        """Read what `to_bytes` wrote; ValueError if it cannot be that."""
        if len(data) % SIZE:
            raise ValueError("not a whole number of hashes")
        return cls(struct.unpack(f"<{len(data) // SIZE}Q", data))

    def to_bytes(self) -> bytes:
        """Return all of them for a snapshot."""
        return struct.pack(f"<{len(self._hashes)}Q", *self._hashes)

    def add(self, key: str) -> None:
        self._hashes.add(self._hash if key == self._looked_up else _hash(key))

    def __contains__(self, key: str) -> bool:
        self._looked_up, self._hash = key, _hash(key)
        return self._hash in self._hashes

    def __len__(self) -> int:
        return len(self._hashes)


_new_hash = blake2b(digest_size=SIZE).copy
_read_hash = struct.Struct("<Q").unpack


def _hash(key: str) -> int:
    hashed = _new_hash()
    hashed.update(key.encode("utf-8", "surrogatepass"))
    number: int
    (number,) = _read_hash(hashed.digest())
    return number

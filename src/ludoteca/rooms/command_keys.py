"""The keys of all commands in a room's log: a command that comes a second time must change nothing.

Only a room that has read the whole log can append to it, so no index in the store has to find them.
"""

from __future__ import annotations

import secrets
import struct
from collections.abc import Iterable
from hashlib import blake2b
from itertools import count

SIZE = 8
"""Bytes per key. Nobody can find a key that hashes to that of somebody else's command, and their own do no harm."""

_process = secrets.token_hex(6)
_numbers = count()


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


def _hash(key: str) -> int:
    return int.from_bytes(blake2b(key.encode("utf-8", "surrogatepass"), digest_size=SIZE).digest(), "little")

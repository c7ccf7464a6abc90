"""The hash chain of a room's log, which shows whether an event was changed, removed, inserted or cut off.

h(0) is 32 zero bytes, h(n) = SHA-256(h(n-1) + room + seq + at_ms + command id + body). Before each field
stands its length in bytes, as four bytes. Texts are UTF-8, numbers are eight bytes and signed; all numbers are
big-endian. A missing command id has the length 0xFFFFFFFF and no bytes.

The chain finds accidents. Anybody who can write the database can also compute hashes. They never leave the server.
"""

from __future__ import annotations

from hashlib import sha256
from typing import NamedTuple

from ludoteca.core.errors import LudotecaError
from ludoteca.core.translations import Refusal

START = bytes(32)
_ABSENT = b"\xff\xff\xff\xff"
_EIGHT = b"\0\0\0\x08"


class Damaged(LudotecaError):
    """A room's log is not as it was written."""


class Head(NamedTuple):
    """The end of a log: its last seq and hash."""

    seq: int
    hash: bytes


BEGINNING = Head(0, START)

Position = tuple[int, bytes]
"""A head as a plain tuple, which is quicker to make: every event makes one."""


def link(previous: bytes, room: str, seq: int, at_ms: int, command_id: str | None, body: str) -> bytes:
    """Return the hash of an event that follows `previous`."""
    id_bytes = _ABSENT if command_id is None else _text(command_id)
    return sha256(b"".join((previous, _text(room), _number(seq), _number(at_ms), id_bytes, _text(body)))).digest()


def _text(text: str) -> bytes:
    data = text.encode()
    return len(data).to_bytes(4, "big") + data


def _number(number: int) -> bytes:
    return _EIGHT + number.to_bytes(8, "big", signed=True)


class Flaw(NamedTuple):
    """A defect in one event of a room."""

    room: str
    seq: int
    what: str

    @property
    def sentence(self) -> str:
        return f"Room {self.room}, event {self.seq}: {self.what}."

    @property
    def error(self) -> Damaged:
        return Damaged(Refusal("room_damaged", {"code": self.room, "seq": self.seq}))


class Chain:
    """Checks the events of a log one by one, from its start or from a known head."""

    def __init__(self, room: str, begin: Head = BEGINNING) -> None:
        self.room = room
        self.seq, self.hash = begin

    def follow(self, seq: int, at_ms: int, command_id: str | None, body: str, digest: bytes) -> Flaw | None:
        """Check the next event. The chain continues from it even if it is wrong, so each flaw is reported once."""
        missing = self.seq + 1
        follows = seq == missing and _linked(self.hash, self.room, seq, at_ms, command_id, body) == digest
        self.seq, self.hash = seq, digest
        if follows:
            return None
        if seq == missing:
            return Flaw(self.room, seq, "it was changed")
        if seq > missing:
            return Flaw(
                self.room, missing, "it is missing" if seq == missing + 1 else f"all up to {seq - 1} are missing"
            )
        return Flaw(self.room, seq, "it is out of order")

    def end(self, row: Head) -> Flaw | None:
        """Check that the room's row agrees that this was the last event."""
        if row.seq > self.seq:
            return Flaw(self.room, self.seq + 1, f"the log is cut off; it had {row.seq} events")
        if row.seq < self.seq:
            return Flaw(self.room, row.seq + 1, f"the room's row ends before it, at {row.seq}")
        return None if row.hash == self.hash else Flaw(self.room, self.seq, "the room's row has another hash")


def _linked(previous: bytes, room: str, seq: int, at_ms: int, command_id: str | None, body: str) -> bytes | None:
    """Return the same as `link`, or None if a damaged file holds other types."""
    try:
        return link(previous, room, seq, at_ms, command_id, body)
    except (AttributeError, TypeError, UnicodeError, OverflowError):
        return None

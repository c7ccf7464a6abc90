"""The chain of hashes through a room's log, by which a changed, missing, inserted or cut-off event is found.

h(0) is 32 zero bytes, h(n) = SHA-256(h(n-1) + room + seq + at_ms + command id + body). Every field is preceded by its
length in bytes, four of them, most significant first: texts are UTF-8 as stored, numbers are eight bytes, signed, most
significant first. A command id that is not there has the length 0xFFFFFFFF and no bytes.

It finds accidents, not somebody who may write the database: he can reckon as well. The hashes never leave the server.
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
    """A room's log is not what was written."""


class Head(NamedTuple):
    """The end of a log: its last seq and hash."""

    seq: int
    h: bytes


BEGINNING = Head(0, START)


def link(previous: bytes, room: str, seq: int, at_ms: int, cmd: str | None, body: str) -> bytes:
    """The hash of an event that follows `previous`."""
    name = _ABSENT if cmd is None else _text(cmd)
    return sha256(b"".join((previous, _text(room), _number(seq), _number(at_ms), name, _text(body)))).digest()


def _text(text: str) -> bytes:
    data = text.encode()
    return len(data).to_bytes(4, "big") + data


def _number(number: int) -> bytes:
    return _EIGHT + number.to_bytes(8, "big", signed=True)


class Flaw(NamedTuple):
    """Something wrong with one event of a room."""

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
    """Follows the events of a log, in order, from its beginning or from a known place; each step says what is wrong."""

    def __init__(self, room: str, begin: Head = BEGINNING) -> None:
        self.room = room
        self.seq, self.h = begin

    def follow(self, seq: int, at_ms: int, cmd: str | None, body: str, h: bytes) -> Flaw | None:
        """One event more. Afterwards the chain stands there as the event says, so that each flaw is told once."""
        missing = self.seq + 1
        follows = seq == missing and _linked(self.h, self.room, seq, at_ms, cmd, body) == h
        self.seq, self.h = seq, h
        if follows:
            return None
        if seq == missing:
            return Flaw(self.room, seq, "it is not as it was written")
        if seq > missing:
            return Flaw(
                self.room, missing, "it is missing" if seq == missing + 1 else f"all up to {seq - 1} are missing"
            )
        return Flaw(self.room, seq, "it is out of place")

    def end(self, row: Head) -> Flaw | None:
        """Whether the room's row agrees that this was the last event."""
        if row.seq > self.seq:
            return Flaw(self.room, self.seq + 1, f"the log is cut off, it had {row.seq} events")
        if row.seq < self.seq:
            return Flaw(self.room, row.seq + 1, f"the room's row ends before it, at {row.seq}")
        return None if row.h == self.h else Flaw(self.room, self.seq, "the room's row does not fit it")


def _linked(previous: bytes, room: str, seq: int, at_ms: int, cmd: str | None, body: str) -> bytes | None:
    """As `link`, of what a damaged file may hold instead of numbers and texts."""
    try:
        return link(previous, room, seq, at_ms, cmd, body)
    except (AttributeError, TypeError, UnicodeError, OverflowError):
        return None

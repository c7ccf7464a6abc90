"""Reading a room's log piece by piece, from its beginning or from a snapshot; and writing snapshots."""

from __future__ import annotations

import sqlite3
from typing import NamedTuple

from ludoteca.store.chain import BEGINNING, Head


class EventRow(NamedTuple):
    """An event as stored, as the chain follows it."""

    seq: int
    at_ms: int
    cmd: str | None
    body: str
    h: bytes


class SnapshotRow(NamedTuple):
    """A snapshot to be written: the table after event `seq`, as this release with these rules encodes it."""

    room: str
    seq: int
    release: str
    rules_version: int
    body: bytes


class StoredLog(NamedTuple):
    """Where a room's log can be taken up, and the first events after that."""

    game: str
    rules_version: int
    end: Head
    """By the room's row."""
    begin: Head
    snapshot: bytes | None
    """The table at `begin`; None: that is the beginning of the log."""
    events: list[EventRow]


_ROOM = "SELECT game, rules_version, seq, h FROM room WHERE code = ?"
_SNAPSHOT = """SELECT snapshot.seq, snapshot.h, snapshot.body FROM snapshot
JOIN room ON room.code = snapshot.room AND room.rules_version = snapshot.rules_version AND room.seq >= snapshot.seq
JOIN event ON event.room = snapshot.room AND event.seq = snapshot.seq AND event.h = snapshot.h
WHERE snapshot.room = ? AND snapshot.release = ?
"""
_TAIL = "SELECT seq, at_ms, cmd, body, h FROM event WHERE room = ? AND seq > ? ORDER BY seq LIMIT ?"
_KEEP = """INSERT OR REPLACE INTO snapshot (room, seq, h, release, rules_version, body)
SELECT room, seq, h, ?, ?, ? FROM event WHERE room = ? AND seq = ?
"""


def find(connection: sqlite3.Connection, code: str, release: str | None, limit: int) -> StoredLog | None:
    """A room as of one moment; without a release from the beginning of its log."""
    room = connection.execute(_ROOM, (code,)).fetchone()
    if room is None:
        return None
    game, rules_version, seq, h = room
    kept = connection.execute(_SNAPSHOT, (code, release)).fetchone()
    begin = BEGINNING if kept is None else Head(*kept[:2])
    body = None if kept is None else kept[2]
    return StoredLog(game, rules_version, Head(seq, h), begin, body, tail(connection, code, begin.seq, limit))


def tail(connection: sqlite3.Connection, code: str, after: int, limit: int) -> list[EventRow]:
    """The events after a number, so many at most."""
    return [EventRow(*row) for row in connection.execute(_TAIL, (code, after, limit))]


def keep(connection: sqlite3.Connection, kept: SnapshotRow) -> None:
    connection.execute(_KEEP, (kept.release, kept.rules_version, kept.body, kept.room, kept.seq))

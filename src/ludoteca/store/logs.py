"""Read a room's log in pieces, from its start or from a snapshot; write snapshots."""

from __future__ import annotations

import sqlite3
from typing import NamedTuple

from ludoteca.store.chain import BEGINNING, Head
from ludoteca.store.recent_events import head_of


class EventRow(NamedTuple):
    """An event with its hash, in the order in which the chain takes them."""

    seq: int
    at_ms: int
    command_id: str | None
    body: str
    hash: bytes


class SnapshotRow(NamedTuple):
    """A snapshot to write: the table after event `seq`, as this release with these rules encodes it."""

    room: str
    seq: int
    release: str
    rules_version: int
    body: bytes


class StoredLog(NamedTuple):
    """Where reading a room's log can start, and the first events after that."""

    game: str
    rules_version: int
    end: Head
    """The last event, by the room's head."""
    begin: Head
    snapshot: bytes | None
    """The table at `begin`; None at the start of the log."""
    events: list[EventRow]


_ROOM = "SELECT game, rules_version FROM room WHERE code = ?"
_SNAPSHOT = """SELECT snapshot.seq, snapshot.hash, snapshot.body FROM snapshot
JOIN room ON room.code = snapshot.room AND room.rules_version = snapshot.rules_version
WHERE snapshot.room = ?1 AND snapshot.release = ?2
AND snapshot.hash = (SELECT hash FROM log WHERE log.room = ?1 AND log.seq = snapshot.seq)
"""
_TAIL = "SELECT seq, at_ms, command_id, body, hash FROM log WHERE room = ? AND seq > ? ORDER BY seq LIMIT ?"
_SAVE_SNAPSHOT = """INSERT OR REPLACE INTO snapshot (room, seq, hash, release, rules_version, body)
SELECT room, seq, hash, ?, ?, ? FROM log WHERE room = ? AND seq = ?
"""


def find(connection: sqlite3.Connection, code: str, release: str | None, limit: int) -> StoredLog | None:
    """Find a room's log; without a release, read it from its start."""
    room, head = connection.execute(_ROOM, (code,)).fetchone(), head_of(connection, code)
    if room is None or head is None:
        return None
    game, rules_version = room
    snapshot = connection.execute(_SNAPSHOT, (code, release)).fetchone()
    begin = BEGINNING if snapshot is None else Head(*snapshot[:2])
    body = None if snapshot is None else snapshot[2]
    return StoredLog(game, rules_version, head, begin, body, tail(connection, code, begin.seq, limit))


def tail(connection: sqlite3.Connection, code: str, after: int, limit: int) -> list[EventRow]:
    """Return the events after `after`, at most `limit`."""
    return [EventRow(*row) for row in connection.execute(_TAIL, (code, after, limit))]


def save_snapshot(connection: sqlite3.Connection, row: SnapshotRow) -> None:
    connection.execute(_SAVE_SNAPSHOT, (row.release, row.rules_version, row.body, row.room, row.seq))

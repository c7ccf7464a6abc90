"""Recent events: appended in the order of their commits, and moved to where each room has its own, many at a time.

The head of a room, its last seq and hash, is that of its last recent event or, if it has none, the one in its row.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from ludoteca.store.chain import Head, Position

_MAX_KNOWN = 50_000
"""Rooms whose heads are remembered; with more, all are forgotten and read again."""
_MAX_CODES = 512
"""In one statement, which has a power of two of them: the rest are empty."""
_HEAD = """SELECT seq, hash FROM room WHERE code = ?1
UNION ALL SELECT seq, hash FROM recent_event WHERE room = ?1
ORDER BY seq DESC LIMIT 1"""
_HEADS = """SELECT code, seq, hash FROM room WHERE code IN ({marks})
UNION ALL SELECT room, max(seq), hash FROM recent_event WHERE room IN ({marks}) GROUP BY room
ORDER BY seq"""
_MOVE = (
    """INSERT INTO event
    SELECT room, seq, at_ms, kind, body, command_id, hash FROM recent_event ORDER BY room, seq""",
    """UPDATE room SET seq = last.seq, hash = last.hash
    FROM (SELECT room, max(seq) AS seq, hash FROM recent_event GROUP BY room) AS last WHERE room.code = last.room""",
    "DELETE FROM recent_event",
    "UPDATE sqlite_sequence SET seq = 0 WHERE name = 'recent_event'",
)
# SQLite keeps the highest number that was ever given.
_MISSING = """SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'recent_event'), 0)
- coalesce((SELECT max(number) FROM recent_event), 0)"""


class Heads:
    """The heads of rooms that were written lately. They hold while nobody else writes to the file."""

    def __init__(self) -> None:
        self.known: dict[str, Position] = {}
        self.version = -1
        """The `data_version` for which they hold: SQLite changes it when another connection has written."""

    def forget(self) -> None:
        """Read them again when they are needed."""
        self.known.clear()

    def check(self, connection: sqlite3.Connection) -> None:
        """Forget them if somebody else has written to the file."""
        (version,) = connection.execute("PRAGMA data_version").fetchone()
        if version != self.version:
            self.version = version
            self.forget()

    def find(self, connection: sqlite3.Connection, codes: Iterable[str]) -> dict[str, Position]:
        """Return the heads of those of these rooms that exist; read the unknown ones."""
        known = self.known
        found = {code: known[code] for code in codes if code in known}
        unknown = [code for code in codes if code not in found]
        for start in range(0, len(unknown), _MAX_CODES):
            chunk = unknown[start : start + _MAX_CODES]
            size = 1 << (len(chunk) - 1).bit_length()
            chunk += [""] * (size - len(chunk))
            rows = connection.execute(_HEADS.format(marks=", ".join("?" * size)), chunk + chunk)
            found.update((code, (seq, digest)) for code, seq, digest in rows)
        return found

    def add(self, heads: dict[str, Position]) -> None:
        """Remember the heads of rooms that were written."""
        if len(self.known) > _MAX_KNOWN:
            self.forget()
        self.known.update(heads)


def head_of(connection: sqlite3.Connection, code: str) -> Head | None:
    """Return the head of a room; None if there is no such room."""
    row = connection.execute(_HEAD, (code,)).fetchone()
    return None if row is None else Head(*row)


def move(connection: sqlite3.Connection) -> None:
    """Move all of them, within a transaction."""
    for statement in _MOVE:
        connection.execute(statement)


def count_missing(connection: sqlite3.Connection) -> int:
    """Count the events that were cut off at the end."""
    missing: int
    (missing,) = connection.execute(_MISSING).fetchone()
    return missing

"""Check and back up the database from outside the server."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from ludoteca.core.translations import Refusal
from ludoteca.store.chain import Chain
from ludoteca.store.database import connect, refuse_other, scripts, version_of
from ludoteca.store.private import make_private
from ludoteca.store.recent_events import count_missing, head_of
from ludoteca.store.rows import StoreError

_CODES = "SELECT code FROM room UNION SELECT DISTINCT room FROM log ORDER BY 1"
_ROOM = "SELECT 1 FROM room WHERE code = ?"
_LOG = "SELECT seq, at_ms, command_id, body, hash FROM log WHERE room = ? ORDER BY seq"


@dataclass
class CheckSummary:
    """How much was checked so far, and how many flaws were found."""

    rooms: int = 0
    events: int = 0
    flaws: int = 0


def check_all(path: Path, summary: CheckSummary) -> Iterator[str]:
    """Yield a sentence per flaw, room by room; each room is read in one transaction."""
    try:
        with closing(open_read_only(path)) as connection:
            for (code,) in connection.execute(_CODES).fetchall():
                summary.rooms += 1
                for flaw in _check(connection, code, summary):
                    summary.flaws += 1
                    yield flaw
            if missing := count_missing(connection):
                summary.flaws += 1
                yield f"{path}: the last {missing} events that were written are missing."
    except sqlite3.OperationalError as error:
        raise unreadable(path, error) from None
    except sqlite3.DatabaseError as error:
        summary.flaws += 1
        yield f"{path} cannot be read to the end: {error}."


def _check(connection: sqlite3.Connection, code: str, summary: CheckSummary) -> Iterator[str]:
    connection.execute("BEGIN")
    try:
        head = head_of(connection, code)
        if connection.execute(_ROOM, (code,)).fetchone() is None:
            yield f"Room {code}: it has events but is not in the room index."
        chain = Chain(code)
        for event in connection.execute(_LOG, (code,)):
            summary.events += 1
            flaw = chain.follow(*event)
            if flaw is not None:
                yield flaw.sentence
        ending = None if head is None else chain.end(head)
        if ending is not None:
            yield ending.sentence
    finally:
        connection.execute("COMMIT")


def back_up(path: Path, target: Path) -> None:
    """Copy the database, as of one moment, to a new private file."""
    try:
        connection = open_read_only(path)
    except sqlite3.Error as error:
        raise unreadable(path, error) from None
    with closing(connection):
        try:
            os.close(make_private(target))
            with closing(sqlite3.connect(target)) as copy:
                connection.backup(copy)
        except FileExistsError:
            raise StoreError(Refusal("backup_there", {"path": str(target)})) from None
        except (OSError, sqlite3.Error) as error:
            raise StoreError.unwritable(target, error) from None


def open_read_only(path: Path) -> sqlite3.Connection:
    """Open a read-only connection; refuse a missing file or another schema."""
    if not path.exists():
        raise StoreError(Refusal("store_missing", {"path": str(path.parent)}))
    connection = connect(path, "rw")
    try:
        connection.execute("PRAGMA query_only = ON")
        version, ours = version_of(connection), scripts()[-1][0]
        refuse_other(version, path)
        if version < ours:
            raise StoreError(Refusal("store_older", {"path": str(path), "version": version, "ours": ours}))
    except BaseException:
        connection.close()
        raise
    return connection


def unreadable(path: Path, error: Exception) -> StoreError:
    """Return the error for a database that cannot be read."""
    return StoreError(Refusal("store_unreadable", {"path": str(path), "reason": str(error)}))

"""Copy all rooms and high scores from one store into another, empty one. Snapshots are not copied: they are a cache."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from ludoteca.core.translations import Refusal
from ludoteca.store.check import open_read_only, unreadable
from ludoteca.store.database import create
from ludoteca.store.lock import Lock
from ludoteca.store.opening import is_url, require_postgres
from ludoteca.store.rows import StoreError

COLUMNS = {
    "room": "code, game, rules_version, created, updated, due_at, ended, public, seq, hash, creator, creator_site,"
    " started, visited",
    "event": "room, seq, at_ms, kind, body, command_id, hash",
    "high_score": "source, game, list, seat, rank, value, name, players, at_ms, against",
    "outage": "begun_ms, until_ms",
    "chat_message": "room, slot, number, at_ms, device, address, name, seat, text, command",
    "chat_rules": "room, body",
    "address_key": "id, value",
}
"""The tables that are copied, with the columns that both kinds of store have."""
ORDER = {"room": "code", "event": "room, seq"}
VIEWS = {"room": "current_room", "event": "log"}
"""In SQLite these include what recent events have changed."""
CHUNK = 1000

Row = Sequence[Any]


class Source(Protocol):
    """A store that is read, as of one moment."""

    def rows(self, table: str) -> Iterator[Row]:
        """Yield the rows of a table, in the order of `COLUMNS`."""

    def last_beat(self) -> int | None:
        """Return when a server last said that it runs."""


class Target(Protocol):
    """A store that is written, all or nothing."""

    def is_empty(self) -> bool:
        """Return whether it has no rooms and no high scores."""

    def write(self, table: str, rows: Iterable[Row]) -> int:
        """Write the rows of a table, and return how many."""

    def set_beat(self, at_ms: int) -> None:
        """Note when a server last ran, so that clocks do not count the time since then."""


@dataclass(frozen=True)
class CopySummary:
    """How much was copied."""

    rooms: int
    events: int
    high_scores: int


def copy_store(source: str | Path, target: str | Path) -> CopySummary:
    """Copy a store into another, which must be empty. No server may use either."""
    with _open_source(source) as reading, _open_target(target) as writing:
        if not writing.is_empty():
            raise StoreError(Refusal("copy_not_empty", {"path": str(target) if not is_url(target) else "the target"}))
        counts = {table: writing.write(table, reading.rows(table)) for table in COLUMNS}
        beat = reading.last_beat()
        if beat is not None:
            writing.set_beat(beat)
    return CopySummary(counts["room"], counts["event"], counts["high_score"])


def _open_source(address: str | Path) -> AbstractContextManager[Source]:
    if not is_url(address):
        return _sqlite_source(Path(address))
    require_postgres()
    from ludoteca.store.postgres.copying import postgres_source

    return postgres_source(str(address))


def _open_target(address: str | Path) -> AbstractContextManager[Target]:
    if not is_url(address):
        return _sqlite_target(Path(address))
    require_postgres()
    from ludoteca.store.postgres.copying import postgres_target

    return postgres_target(str(address))


class SqliteSource:
    """A file that is read within one transaction."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def rows(self, table: str) -> Iterator[Row]:
        order = f" ORDER BY {ORDER[table]}" if table in ORDER else ""
        source = VIEWS.get(table, table)
        yield from self._connection.execute(f"SELECT {COLUMNS[table]} FROM {source}{order}")  # noqa: S608 - ours

    def last_beat(self) -> int | None:
        found: int | None = self._connection.execute("SELECT max(at_ms) FROM heartbeat").fetchone()[0]
        return found


class SqliteTarget:
    """A file that is written within one transaction."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def is_empty(self) -> bool:
        tables = ("room", "high_score")
        return not any(self._connection.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone() for table in tables)  # noqa: S608

    def write(self, table: str, rows: Iterable[Row]) -> int:
        marks = ", ".join("?" * len(COLUMNS[table].split(", ")))
        sql = f"INSERT OR REPLACE INTO {table} ({COLUMNS[table]}) VALUES ({marks})"  # noqa: S608 - ours
        count = 0
        for row in rows:
            self._connection.execute(sql, row)
            count += 1
        return count

    def set_beat(self, at_ms: int) -> None:
        self._connection.execute("INSERT OR REPLACE INTO heartbeat VALUES (1, ?)", (at_ms,))


@contextmanager
def _sqlite_source(path: Path) -> Iterator[SqliteSource]:
    with closing(open_read_only(path)) as connection, Lock(path.parent):
        try:
            connection.execute("BEGIN")
            yield SqliteSource(connection)
        except sqlite3.Error as error:
            raise unreadable(path, error) from None


@contextmanager
def _sqlite_target(path: Path) -> Iterator[SqliteTarget]:
    with Lock(path.parent), closing(create(path)) as connection:
        try:
            connection.execute("BEGIN IMMEDIATE")
            yield SqliteTarget(connection)
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            raise StoreError.unwritable(path, error) from None
        finally:
            if connection.in_transaction:
                connection.execute("ROLLBACK")

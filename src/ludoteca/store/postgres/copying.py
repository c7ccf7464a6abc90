"""A PostgreSQL database as the source or the target of a copy."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import psycopg

from ludoteca.core.translations import Refusal
from ludoteca.store.copying import CHUNK, COLUMNS, ORDER, Row
from ludoteca.store.postgres.connections import Connection, connect, public_name, with_defaults
from ludoteca.store.postgres.nodes import STOPPED, living
from ludoteca.store.postgres.schema import check_version, migrate
from ludoteca.store.rows import StoreError

COPIED = "copied"
"""The name of a node that stands for the server of the source."""


class PostgresSource:
    """A database that is read within one transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def rows(self, table: str) -> Iterator[Row]:
        order = f" ORDER BY {ORDER[table]}" if table in ORDER else ""
        with self._connection.cursor(f"copy_{table}") as cursor:  # a name makes the server keep the rows
            cursor.itersize = CHUNK
            cursor.execute(f"SELECT {COLUMNS[table]} FROM {table}{order}")  # noqa: S608 - ours
            yield from cursor

    def last_beat(self) -> int | None:
        row = self._connection.execute("SELECT max(beat_ms) FROM node").fetchone()
        return None if row is None else row[0]


class PostgresTarget:
    """A database that is written within one transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def is_empty(self) -> bool:
        sql = "SELECT EXISTS (SELECT 1 FROM room) OR EXISTS (SELECT 1 FROM high_score)"
        row = self._connection.execute(sql).fetchone()
        return row is not None and not row[0]

    def write(self, table: str, rows: Iterable[Row]) -> int:
        count = 0
        if table == "address_key":
            self._connection.execute("DELETE FROM address_key")
        with self._connection.cursor() as cursor, cursor.copy(f"COPY {table} ({COLUMNS[table]}) FROM STDIN") as copy:
            for row in rows:
                copy.write_row(row)
                count += 1
        return count

    def set_beat(self, at_ms: int) -> None:
        self._connection.execute(
            "INSERT INTO node (name, beat_ms, ahead_ms, release, draining) VALUES (%s, %s, 0, '', %s)",
            (COPIED, at_ms, STOPPED),
        )


@contextmanager
def postgres_source(url: str) -> Iterator[PostgresSource]:
    """Open a database to read from; refuse one that servers use."""
    name = public_name(url)
    try:
        with connect(with_defaults(url), statement_ms=0) as connection:
            check_version(connection, name)
            _refuse_running(connection, name)
            with connection.transaction():
                connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
                yield PostgresSource(connection)
    except psycopg.Error as error:
        raise StoreError(Refusal("store_unreadable", {"path": name, "reason": str(error).strip()})) from None


@contextmanager
def postgres_target(url: str) -> Iterator[PostgresTarget]:
    """Open a database to write to, all or nothing; refuse one that servers use."""
    name = public_name(url)
    try:
        with connect(with_defaults(url), statement_ms=0) as connection:
            migrate(connection, name)
            _refuse_running(connection, name)
            with connection.transaction():
                yield PostgresTarget(connection)
    except psycopg.Error as error:
        raise StoreError.unwritable(name, error) from None


def _refuse_running(connection: Connection, name: str) -> None:
    if living(connection, round(1000 * time.time())):
        raise StoreError(Refusal("copy_running", {"path": name}))

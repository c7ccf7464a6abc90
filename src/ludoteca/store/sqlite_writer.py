"""Commits batches to the SQLite file. Nothing of a batch that fails is written."""

from __future__ import annotations

import logging
import sqlite3
from contextlib import suppress
from pathlib import Path

from ludoteca.store import recent_events
from ludoteca.store.batch import append_events, write_batch
from ludoteca.store.database import connect, create
from ludoteca.store.failures import failure, primary
from ludoteca.store.recent_events import Heads
from ludoteca.store.rows import Outcome
from ludoteca.store.write import Write

RECENT_EVENTS = 8192
"""So many events are moved together."""

_log = logging.getLogger(__name__)


class SqliteCommitter:
    """Commits batches on its own connection, which it replaces when it is broken."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.connection: sqlite3.Connection | None = create(path)
        self._heads = Heads()
        self._recent_events = 0
        """How many there may be."""
        if missing := recent_events.count_missing(self.connection):
            _log.error("%s: the last %d events that were written are missing", path, missing)
        self._move_recent_events()

    def commit(self, batch: list[Write]) -> list[Outcome]:
        """Commit the writes of a batch as if one by one; return their outcomes."""
        outcomes: list[Outcome] = []
        try:
            connection = self.connection = self.connection or self._connect()
            if append_events(connection, batch, self._heads):
                self._recent_events += sum([len(write.events) for write in batch])
                return [None] * len(batch)
            connection.execute("BEGIN IMMEDIATE")
        except Exception as error:
            # Replace a connection that cannot even begin, unless another one would have the same trouble.
            if primary(error) not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_READONLY):
                self._disconnect()
            return [failure(error, self._path) for _ in batch]
        try:
            write_batch(connection, batch, outcomes, self._path, self._heads)
            connection.execute("COMMIT")
        except Exception as error:
            self._heads.forget()
            try:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
            except Exception:
                self._disconnect()
            return [failure(error, self._path) for _ in batch]
        self._recent_events += sum([len(write.events) for write in batch])
        return outcomes

    def tidy(self) -> None:
        """Move the recent events when there are many."""
        if self._recent_events >= RECENT_EVENTS:
            self._move_recent_events()

    def close(self) -> None:
        """Leave the file tidy, and close the connection."""
        if self._recent_events:
            self._move_recent_events()
        self._disconnect()

    def _move_recent_events(self) -> None:
        """Move them; if that fails they stay where they are, until there are as many more."""
        self._recent_events = 0
        connection = self.connection
        if connection is None:
            return
        try:
            connection.execute("BEGIN IMMEDIATE")
            try:
                recent_events.move(connection)
                connection.execute("COMMIT")
            finally:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
        except Exception:  # whatever it is, the thread must go on
            _log.exception("The recent events could not be moved")

    def _connect(self) -> sqlite3.Connection:
        """Open another connection; what the last one knew of the rooms is not taken over."""
        self._heads = Heads()
        return connect(self._path, "rw")

    def _disconnect(self) -> None:
        """Close the connection; the next commit opens another."""
        connection, self.connection = self.connection, None
        if connection is not None:
            with suppress(sqlite3.Error):
                connection.close()

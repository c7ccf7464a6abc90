"""Commits batches to the SQLite file. Nothing of a batch that fails is written."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path

from ludoteca.store.batch import Heads, Write, write_batch
from ludoteca.store.database import connect, create
from ludoteca.store.failures import failure, primary
from ludoteca.store.rows import Outcome


class SqliteCommitter:
    """Commits batches on its own connection, which it replaces when it is broken."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.connection: sqlite3.Connection | None = create(path)
        self._heads: Heads = {}

    def commit(self, batch: list[Write]) -> list[Outcome]:
        """Commit the writes of a batch as if one by one; return their outcomes."""
        outcomes: list[Outcome] = []
        try:
            connection = self.connection = self.connection or connect(self._path, "rw")
            connection.execute("BEGIN IMMEDIATE")
        except Exception as error:
            # Replace a connection that cannot even begin, unless another one would have the same trouble.
            if primary(error) not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_READONLY):
                self.close()
            return [failure(error, self._path) for _ in batch]
        try:
            write_batch(connection, batch, outcomes, self._path, self._heads)
            connection.execute("COMMIT")
        except Exception as error:
            self._heads.clear()
            try:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
            except Exception:
                self.close()
            return [failure(error, self._path) for _ in batch]
        return outcomes

    def close(self) -> None:
        """Close the connection; the next commit opens another."""
        connection, self.connection = self.connection, None
        if connection is not None:
            with suppress(sqlite3.Error):
                connection.close()

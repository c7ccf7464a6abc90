"""The one thread that writes, by group commit: it commits everything queued together, and reports each outcome."""

from __future__ import annotations

import logging
import sqlite3
import threading
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue

from ludoteca.core.translations import Refusal
from ludoteca.store.batch import Write, write_batch
from ludoteca.store.database import connect, create
from ludoteca.store.failures import failure, primary
from ludoteca.store.rows import Deliver, Done, Outcome, StoreError

BATCH = 512

_log = logging.getLogger(__name__)


class Writer:
    """Takes writes from any thread; delivers their outcomes from its own."""

    def __init__(self, path: Path, deliver: Deliver | None) -> None:
        self._path = path
        self._deliver = deliver or _call_each
        self._queue: SimpleQueue[Write | None] = SimpleQueue()
        self._gate = threading.Lock()
        self._closed = False
        self._connection: sqlite3.Connection | None = create(path)
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)
        self._thread.start()

    @property
    def closed(self) -> bool:
        return self._closed

    def put(self, write: Write) -> None:
        with self._gate:
            if not self._closed:
                self._queue.put(write)
                return
        self._deliver([(write.done, closed_error())])

    def close(self) -> None:
        """Write everything that is queued, then stop; later writes get a StoreError."""
        with self._gate:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        if threading.current_thread() is not self._thread:
            self._thread.join()

    def _run(self) -> None:
        more = True
        while more:
            batch, more = self._take()
            if not batch:
                continue
            outcomes = self._commit(batch)
            try:
                self._deliver([(write.done, outcome) for write, outcome in zip(batch, outcomes, strict=True)])
            except BaseException:
                _log.exception("The outcomes of %d writes could not be delivered", len(batch))
        self._drop()

    def _take(self) -> tuple[list[Write], bool]:
        """Wait for a write; return all that are queued, up to a batch, and whether there can be more."""
        batch: list[Write] = []
        write = self._queue.get()
        with suppress(Empty):
            while write is not None:
                batch.append(write)
                if len(batch) == BATCH:
                    break
                write = self._queue.get_nowait()
        return batch, write is not None

    def _commit(self, batch: list[Write]) -> list[Outcome]:
        outcomes: list[Outcome] = []
        try:
            connection = self._connection = self._connection or connect(self._path, "rw")
            connection.execute("BEGIN IMMEDIATE")
        except Exception as error:
            # Replace a connection that cannot even begin, unless another one would have the same trouble.
            if primary(error) not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_READONLY):
                self._drop()
            return [failure(error, self._path) for _ in batch]
        try:
            write_batch(connection, batch, outcomes, self._path)
            connection.execute("COMMIT")
        except Exception as error:
            try:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
            except Exception:
                self._drop()
            return [failure(error, self._path) for _ in batch]
        return outcomes

    def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(sqlite3.Error):
                connection.close()


def closed_error() -> StoreError:
    return StoreError(Refusal("store_closed"))


def _call_each(outcomes: list[tuple[Done, Outcome]]) -> None:
    for done, outcome in outcomes:
        try:
            done(outcome)
        except BaseException:
            _log.exception("An outcome could not be delivered")

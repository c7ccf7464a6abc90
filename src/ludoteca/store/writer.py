"""The one thread that writes, by group commit: it commits everything queued together, and reports each outcome."""

from __future__ import annotations

import logging
import threading
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Protocol

from ludoteca.core.translations import Refusal
from ludoteca.store.batch import Write
from ludoteca.store.rows import Deliver, Done, Outcome, StoreError

BATCH = 512

_log = logging.getLogger(__name__)


class Committer(Protocol):
    """Commits a batch of writes to a database."""

    def commit(self, batch: list[Write]) -> list[Outcome]:
        """Commit the writes of a batch as if one by one; return their outcomes."""

    def close(self) -> None:
        """Close the connection."""


class Writer:
    """Takes writes from any thread; delivers their outcomes from its own."""

    def __init__(self, committer: Committer, deliver: Deliver | None) -> None:
        self._committer = committer
        self._deliver = deliver or _call_each
        self._queue: SimpleQueue[Write | None] = SimpleQueue()
        self._gate = threading.Lock()
        self._closed = False
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
            outcomes = self._committer.commit(batch)
            try:
                self._deliver([(write.done, outcome) for write, outcome in zip(batch, outcomes, strict=True)])
            except BaseException:
                _log.exception("The outcomes of %d writes could not be delivered", len(batch))
        self._committer.close()

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


def closed_error() -> StoreError:
    return StoreError(Refusal("store_closed"))


def _call_each(outcomes: list[tuple[Done, Outcome]]) -> None:
    for done, outcome in outcomes:
        try:
            done(outcome)
        except BaseException:
            _log.exception("An outcome could not be delivered")

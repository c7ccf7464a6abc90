"""The one thread that writes, by group commit: it commits everything queued together, and reports each outcome."""

from __future__ import annotations

import logging
import threading
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Protocol

from ludoteca.core.translations import Refusal
from ludoteca.store.rows import Deliver, Done, Outcome, StoreError
from ludoteca.store.write import Write

BATCH = 512
"""With so many writes a batch waits for no more."""

_log = logging.getLogger(__name__)


class Committer(Protocol):
    """Commits a batch of writes to a database."""

    def commit(self, batch: list[Write]) -> list[Outcome]:
        """Commit the writes of a batch as if one by one; return their outcomes."""

    def tidy(self) -> None:
        """Do what nobody waits for; called when the outcomes of a batch have been delivered."""

    def close(self) -> None:
        """Close the connection."""


class Writer:
    """Takes writes from any thread; delivers their outcomes from its own."""

    def __init__(self, committer: Committer, deliver: Deliver | None) -> None:
        self._committer = committer
        self._deliver = deliver or _call_each
        self._queue: SimpleQueue[list[Write] | None] = SimpleQueue()
        self._gate = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)
        self._thread.start()

    @property
    def closed(self) -> bool:
        return self._closed

    def put(self, writes: list[Write]) -> None:
        """Queue writes that shall share a commit."""
        with self._gate:
            if not self._closed:
                self._queue.put(writes)
                return
        self._deliver([(write.done, closed_error()) for write in writes])

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
            self._committer.tidy()
        self._committer.close()

    def _take(self) -> tuple[list[Write], bool]:
        """Wait for writes; return all that are queued, until they are a batch, and whether there can be more."""
        batch: list[Write] = []
        writes = self._queue.get()
        with suppress(Empty):
            while writes is not None:
                batch += writes
                if len(batch) >= BATCH:
                    break
                writes = self._queue.get_nowait()
        return batch, writes is not None


def closed_error() -> StoreError:
    return StoreError(Refusal("store_closed"))


def _call_each(outcomes: list[tuple[Done, Outcome]]) -> None:
    for done, outcome in outcomes:
        try:
            done(outcome)
        except BaseException:
            _log.exception("An outcome could not be delivered")

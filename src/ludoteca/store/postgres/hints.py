"""Hints by LISTEN and NOTIFY, sent after the commit and on a connection of their own: no write waits for them."""

from __future__ import annotations

import logging
import os
import threading
import time
from contextlib import suppress
from hashlib import sha256
from queue import Empty, SimpleQueue

import psycopg
from psycopg import sql

from ludoteca.store.hints import Hint, HintFaults, OnHints, read_payload, write_payloads
from ludoteca.store.postgres.connections import Connection, connect
from ludoteca.store.postgres.nodes import lock_name
from ludoteca.store.rows import StoreError

MAX_QUEUED = 10_000
"""Hints that wait to be sent; more are dropped, and the others' polls find what they were about."""
LOOK_S = 0.5
"""How often the threads look whether they shall stop."""
RECONNECT_S = 0.5
FAULTS_VARIABLE = "LUDOTECA_HINT_FAULTS"

_log = logging.getLogger(__name__)


def channel(connection: Connection) -> str:
    """Return the channel of the nodes. Its name is secret: any role may listen to a channel that it knows, and lie."""
    row = connection.execute("SELECT value FROM address_key").fetchone()
    return f"ludoteca_{sha256(b'hints' + bytes(row[0] if row else b'')).hexdigest()[:32]}"


class PostgresHints:
    """Sends the hints of this node and receives those of others, in two threads."""

    def __init__(self, conninfo: str, name: str, node: str) -> None:
        self._conninfo = conninfo
        self._name = name
        self._node = node
        self._faults = HintFaults.read(os.environ.get(FAULTS_VARIABLE, ""))
        self._queue: SimpleQueue[list[Hint] | None] = SimpleQueue()
        self._closed = threading.Event()
        self._threads: list[threading.Thread] = []
        self.is_connected = False
        """Whether hints of others are received at present."""
        self._listener: Connection | None = self._connect()

    def _connect(self) -> Connection:
        """Return a connection that listens and holds the lock of this node's name."""
        connection = connect(self._conninfo)
        try:
            lock_name(connection, self._node, self._name)
            self._channel = channel(connection)
            connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(self._channel)))
        except BaseException:
            connection.close()
            raise
        return connection

    def start(self, on_hints: OnHints) -> None:
        """Begin to send and to receive."""
        for name, run in (("hints out", self._send), ("hints in", lambda: self._receive(on_hints))):
            thread = threading.Thread(target=run, name=name, daemon=True)
            thread.start()
            self._threads.append(thread)

    def send(self, hints: list[Hint]) -> None:
        """Queue hints. Any thread may call this."""
        if self._threads and self._queue.qsize() < MAX_QUEUED:
            self._queue.put(hints)

    def close(self) -> None:
        """Send what is queued, and stop."""
        self._closed.set()
        self._queue.put(None)
        for thread in self._threads:
            thread.join()
        if self._listener is not None:
            self._listener.close()

    def _send(self) -> None:
        connection: Connection | None = None
        while (hints := self._take()) is not None:
            now = time.time()
            stamped = [Hint(*_parts(hint), sent_s=now) for hint in hints]
            payloads = list(write_payloads(self._node, stamped))
            try:
                connection = connection or connect(self._conninfo)
                connection.execute(
                    "SELECT pg_notify(%s, payload) FROM unnest(%b::text[]) AS payload", (self._channel, payloads)
                )
            except psycopg.Error as error:
                _log.warning("%s: hints could not be sent: %s", self._name, str(error).strip())
                if connection is not None:
                    connection.close()
                connection = None
                self._closed.wait(RECONNECT_S)
        if connection is not None:
            connection.close()

    def _take(self) -> list[Hint] | None:
        """Wait for hints; return all that are queued, or None when it is time to stop."""
        hints = self._queue.get()
        with suppress(Empty):
            while hints is not None and (more := self._queue.get_nowait()) is not None:
                hints = [*hints, *more]
            if hints is not None:
                self._queue.put(None)  # the None that was just taken
        return hints

    def _receive(self, on_hints: OnHints) -> None:
        held: list[Hint] = []
        while not self._closed.is_set():
            try:
                if self._listener is None:
                    self._listener = self._connect()
                self.is_connected = True
                on_hints(None)  # some may have been lost before
                while not self._closed.is_set():
                    for notice in self._listener.notifies(timeout=LOOK_S, stop_after=1):
                        hints = self._faults.apply(read_payload(notice.payload, self._node), held)
                        if hints:
                            on_hints(hints)
                    if held:
                        on_hints(held[:])
                        held.clear()
            except (psycopg.Error, StoreError) as error:
                self.is_connected = False
                if not self._closed.is_set():
                    _log.warning("%s: hints cannot be received: %s", self._name, str(error).strip())
                with suppress(psycopg.Error):
                    if self._listener is not None:
                        self._listener.close()
                self._listener = None
                self._closed.wait(RECONNECT_S)


def _parts(hint: Hint) -> tuple[str, int, int, str | None, str | None, bytes]:
    return hint.room, hint.seq, hint.at_ms, hint.command_id, hint.body, hint.hash

"""Waits for notifications on a connection of its own, in a thread."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from contextlib import suppress

import psycopg
from psycopg import sql

from ludoteca.store.postgres.connections import Connection, connect

LOOK_S = 0.5
"""How often the thread looks whether it shall stop."""
RECONNECT_S = 0.5

_log = logging.getLogger(__name__)


class Listener:
    """Calls a function for every notification, and whenever some may have been lost."""

    def __init__(self, conninfo: str, name: str, channel: str, on_notice: Callable[[str | None], None]) -> None:
        """Start. `on_notice` gets the payload, or None after it has connected (again)."""
        self._conninfo = conninfo
        self._name = name
        self._channel = channel
        self._on_notice = on_notice
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"listen {channel}", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._closed.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._closed.is_set():
            connection: Connection | None = None
            try:
                connection = connect(self._conninfo)
                connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(self._channel)))
                self._on_notice(None)
                while not self._closed.is_set():
                    for notice in connection.notifies(timeout=LOOK_S, stop_after=1):
                        self._on_notice(notice.payload)
            except psycopg.Error as error:
                if not self._closed.is_set():
                    _log.warning("%s: notifications cannot be received: %s", self._name, str(error).strip())
                self._closed.wait(RECONNECT_S)
            finally:
                if connection is not None:
                    with suppress(psycopg.Error):
                        connection.close()

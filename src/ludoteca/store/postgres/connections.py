"""Connections to PostgreSQL: how they are made, kept for reading, and how their errors are reported."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import Any, TypeVar

import psycopg
from psycopg import errors
from psycopg.adapt import Dumper
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.pq import Format

from ludoteca.core.translations import Refusal
from ludoteca.store.postgres.arrays import Array, BigintArray, ByteaArray, TextArray
from ludoteca.store.rows import StoreError
from ludoteca.store.writer import closed_error

RESTART_S = 5.0
"""How long to wait for a database that restarts."""
PAUSE_S = 0.1
STATEMENT_MS = 5000
IDLE_READERS = 4
DEFAULTS: dict[str, Any] = {
    "connect_timeout": 3,
    "application_name": "ludoteca",
    # A network that swallows packets must not hold a node for minutes.
    "tcp_user_timeout": 5000,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 2,
}

Connection = psycopg.Connection[tuple[Any, ...]]
T = TypeVar("T")

_log = logging.getLogger(__name__)


class _ArrayDumper(Dumper):
    """Passes on what is encoded already."""

    format = Format.BINARY

    def dump(self, obj: Array) -> bytes:
        return obj.data


class _BigintArrayDumper(_ArrayDumper):
    oid = psycopg.adapters.types["int8"].array_oid


class _ByteaArrayDumper(_ArrayDumper):
    oid = psycopg.adapters.types["bytea"].array_oid


class _TextArrayDumper(_ArrayDumper):
    oid = psycopg.adapters.types["text"].array_oid


psycopg.adapters.register_dumper(BigintArray, _BigintArrayDumper)
psycopg.adapters.register_dumper(ByteaArray, _ByteaArrayDumper)
psycopg.adapters.register_dumper(TextArray, _TextArrayDumper)


def with_defaults(url: str) -> str:
    """Return the connection string with our defaults for what it does not say; StoreError if it cannot be read."""
    try:
        given = conninfo_to_dict(url)
    except psycopg.Error:
        raise StoreError(Refusal("store_url", {})) from None
    return make_conninfo(**{**DEFAULTS, **given})


def public_name(url: str) -> str:
    """Return where the database is, without a password."""
    given = conninfo_to_dict(url)
    host, port = given.get("host") or "localhost", given.get("port")
    return f"postgresql://{host}{f':{port}' if port else ''}/{given.get('dbname') or ''}"


def connect(conninfo: str, statement_ms: int = STATEMENT_MS) -> Connection:
    """Open a connection that commits every statement by itself."""
    connection = psycopg.connect(conninfo, autocommit=True)
    try:
        connection.execute(f"SET statement_timeout = {statement_ms}")
        connection.execute("SET synchronous_commit = on")
        connection.execute("SET default_transaction_isolation = 'read committed'")
    except BaseException:
        connection.close()
        raise
    return connection


def is_lost(connection: Connection) -> bool:
    """Return whether a connection has to be replaced."""
    return connection.closed or connection.pgconn.status != psycopg.pq.ConnStatus.OK


def failure(error: Exception, name: str) -> StoreError:
    """Turn PostgreSQL's error into a store error. Players see it, so that the details go only to the log."""
    _log.error("%s: %s", name, str(error).strip())
    match error:
        case errors.DiskFull() | errors.OutOfMemory():
            code = "store_full"
        case errors.ReadOnlySqlTransaction():
            code = "store_readonly"
        case _:
            code = "store_failed"
    return StoreError(Refusal(code))


class Reconnecting:
    """Connects again and again for a while after a connection was lost; then only once each time."""

    def __init__(self, conninfo: str) -> None:
        self._conninfo = conninfo
        self._lost_at: float | None = None

    def connect(self) -> Connection:
        """Return a new connection; the last error if there is none in time."""
        now = time.monotonic()
        self._lost_at = now if self._lost_at is None else self._lost_at
        until = self._lost_at + RESTART_S
        while True:
            try:
                connection = connect(self._conninfo)
            except psycopg.OperationalError:
                if time.monotonic() >= until:
                    raise
                time.sleep(PAUSE_S)
            else:
                self._lost_at = None
                return connection


class Readers:
    """Connections for reading, and for short statements that need not wait for the writer. Any thread may use them."""

    def __init__(self, conninfo: str, name: str) -> None:
        self._conninfo = conninfo
        self._name = name
        self._gate = threading.Lock()
        self._idle: list[Connection] = []
        self._closed = False

    def run(self, read: Callable[[Connection], T], wait_s: float = RESTART_S) -> T:
        """Call `read` with a connection, again with another one if the first is lost. It must not mind to run twice."""
        until = time.monotonic() + wait_s
        while True:
            connection: Connection | None = None
            try:
                connection = self._take() or connect(self._conninfo)
                found = read(connection)
                self._give(connection)
                return found
            except psycopg.Error as error:
                lost = connection is None or is_lost(connection)
                if connection is not None:
                    connection.close()
                again = isinstance(error, errors.DeadlockDetected | errors.SerializationFailure)
                if not (lost or again) or time.monotonic() >= until:
                    raise failure(error, self._name) from error
                if connection is None:
                    time.sleep(PAUSE_S)
            except BaseException:
                if connection is not None:
                    connection.close()
                raise

    def _take(self) -> Connection | None:
        with self._gate:
            if self._closed:
                raise closed_error()
            return self._idle.pop() if self._idle else None

    def _give(self, connection: Connection) -> None:
        with self._gate:
            if not self._closed and len(self._idle) < IDLE_READERS:
                self._idle.append(connection)
                return
        connection.close()

    def close(self) -> None:
        with self._gate:
            self._closed = True
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

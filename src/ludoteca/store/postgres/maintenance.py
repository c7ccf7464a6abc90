"""Check, list and prune a PostgreSQL database from outside the servers, which may be running."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg

from ludoteca.core.translations import Refusal
from ludoteca.store.chain import Chain, Head
from ludoteca.store.check import CheckSummary
from ludoteca.store.expiry import ExpiryCutoffs
from ludoteca.store.maintenance import RoomSummary
from ludoteca.store.postgres import rooms as postgres_rooms
from ludoteca.store.postgres.connections import Connection, connect, public_name, with_defaults
from ludoteca.store.postgres.schema import check_version
from ludoteca.store.rows import StoreError

_CODES = "SELECT code FROM room UNION SELECT room FROM event ORDER BY 1"
_LOG = "SELECT seq, at_ms, command_id, body, hash FROM event WHERE room = %s ORDER BY seq"
_LIST = """SELECT code, game,
CASE WHEN ended IS NOT NULL THEN 'finished' WHEN started = 1 THEN 'running' ELSE 'waiting' END,
created, updated, seq FROM room ORDER BY updated DESC, code"""


@contextmanager
def _reading(url: str) -> Iterator[Connection]:
    name = public_name(url)
    try:
        with connect(with_defaults(url), statement_ms=0) as connection:
            check_version(connection, name)
            yield connection
    except psycopg.Error as error:
        raise StoreError(Refusal("store_unreadable", {"path": name, "reason": str(error).strip()})) from None


def check_all(url: str, summary: CheckSummary) -> Iterator[str]:
    """Yield a sentence per flaw, room by room; each room is read as of one moment."""
    with _reading(url) as connection:
        for (code,) in connection.execute(_CODES).fetchall():
            with connection.transaction():
                connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
                row = connection.execute("SELECT seq, hash FROM room WHERE code = %s", (code,)).fetchone()
                events = connection.execute(_LOG, (code,)).fetchall()
            if row is None and not events:
                continue  # deleted meanwhile
            summary.rooms += 1
            for flaw in _flaws(code, None if row is None else Head(*row), events, summary):
                summary.flaws += 1
                yield flaw


def _flaws(code: str, row: Head | None, events: list[tuple[object, ...]], summary: CheckSummary) -> Iterator[str]:
    if row is None:
        yield f"Room {code}: it has events but is not in the room index."
    chain = Chain(code)
    for event in events:
        summary.events += 1
        flaw = chain.follow(*event)  # type: ignore[arg-type]
        if flaw is not None:
            yield flaw.sentence
    ending = None if row is None else chain.end(row)
    if ending is not None:
        yield ending.sentence


def list_rooms(url: str) -> Iterator[RoomSummary]:
    """Yield all rooms, those that changed last first."""
    with _reading(url) as connection:
        for row in connection.execute(_LIST):
            yield RoomSummary(*row)


def prune(url: str, cutoffs: ExpiryCutoffs, dry_run: bool) -> int:
    """Delete rooms that have expired and to which nobody is connected; return how many."""
    now_ms = round(1000 * time.time())
    with _reading(url) as connection:
        row = connection.execute("SELECT count(*) FROM room").fetchone()
        found = postgres_rooms.expirable(connection, cutoffs, max(1, 0 if row is None else row[0]), now_ms)
        codes = list(dict.fromkeys([*found.never_started, *found.finished]))
        if dry_run:
            return len(codes)
        return sum(postgres_rooms.remove(connection, code, cutoffs, now_ms) for code in codes)

"""The store: the event log and the room index, in SQLite. The one writer never waits for readers."""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Self

from ludoteca.store import chat, expiry, logs
from ludoteca.store.batch import ADD_OUTAGE, ROOM_COLUMNS, SET_HEARTBEAT
from ludoteca.store.chain import Chain, Flaw
from ludoteca.store.chat import ChatMessage, ChatRules
from ludoteca.store.database import connect
from ludoteca.store.expiry import Creator, Expirable, ExpiryCutoffs
from ludoteca.store.failures import OWN_FAULTS, failure
from ludoteca.store.logs import EventRow, StoredLog
from ludoteca.store.recent_events import head_of
from ludoteca.store.rows import Deliver, HighScoreRow, Opponent, RoomRow, StoredEvent
from ludoteca.store.sqlite_writer import SqliteCommitter
from ludoteca.store.writer import Writer, closed_error
from ludoteca.store.writes import Writes

MAX_LISTS = 200
"""High-score lists per game; every choice of options has its own list, so there can be many."""

_LOG = "SELECT seq, at_ms, kind, body, command_id, hash FROM log WHERE room = ? ORDER BY seq"
# Goes from list to list by the index; DISTINCT would read every score.
_LISTS = """WITH RECURSIVE found(list) AS (
    SELECT min(list) FROM high_score WHERE game = ?1
    UNION ALL
    SELECT (SELECT min(list) FROM high_score WHERE game = ?1 AND list > found.list) FROM found
    WHERE found.list IS NOT NULL
) SELECT list FROM found WHERE list IS NOT NULL LIMIT ?2
"""

_log = logging.getLogger(__name__)


class SqliteStore(Writes):
    """Rooms and their events in one file. Writes are queued and report to `done`; reads return at once."""

    def __init__(self, path: Path, deliver: Deliver | None = None) -> None:
        self.path = path
        self.name = str(path)
        self._committer = SqliteCommitter(path)
        self._writer = Writer(self._committer, deliver)
        self._gate = threading.Lock()
        self._idle: list[sqlite3.Connection] = []

    @property
    def shared(self) -> None:
        """None: one process at a time uses the file."""
        return None

    def expirable(self, cutoffs: ExpiryCutoffs, limit: int) -> Expirable:
        """Return rooms that can be deleted or closed, at most `limit` of each kind, the longest unvisited first."""
        with self._reading() as connection:
            return expiry.find(connection, cutoffs, limit)

    def unfinished(self, creator: Creator, limit: int) -> tuple[int, int]:
        """Count the unfinished rooms of an address and of its site, up to a limit."""
        with self._reading() as connection:
            return expiry.unfinished(connection, creator, limit)

    def load_chat(self, code: str) -> tuple[ChatRules, list[ChatMessage]]:
        with self._reading() as connection:
            return chat.load(connection, code)

    def address_key(self) -> bytes:
        """Return the key of the hashes that stand for network addresses."""
        with self._reading() as connection:
            value: bytes
            (value,) = connection.execute("SELECT value FROM address_key").fetchone()
            return value

    def start_up(self, wall_ms: int) -> int:
        """Record the first heartbeat, and an outage since the last one; return the server's time.

        That is the wall clock's time, unless the clock was set back since the last heartbeat.
        """
        try:
            with closing(connect(self.path, "rw")) as connection:
                connection.execute("BEGIN IMMEDIATE")
                (heartbeat_ms,) = connection.execute("SELECT max(at_ms) FROM heartbeat").fetchone()
                now_ms = wall_ms if heartbeat_ms is None else max(wall_ms, int(heartbeat_ms))
                if heartbeat_ms is not None and heartbeat_ms < now_ms:
                    connection.execute(ADD_OUTAGE, (heartbeat_ms, now_ms))
                connection.execute(SET_HEARTBEAT, (now_ms,))
                connection.execute("COMMIT")
                return now_ms
        except sqlite3.Error as error:
            raise failure(error, self.path) from error

    def outages(self, since_ms: int) -> list[tuple[int, int]]:
        """Return the start and end of every outage that ended after `since_ms`."""
        with self._reading() as connection:
            rows = connection.execute("SELECT * FROM outage WHERE until_ms > ? ORDER BY begun_ms", (since_ms,))
            return [(begun, until) for begun, until in rows]

    def high_scores(self, game: str, limit: int, against: Opponent = "anybody") -> list[HighScoreRow]:
        """Return the best entries of every list of a game, list by list, against the given opponents."""
        filtered = "" if against == "anybody" else " AND against IS ?"
        wanted = () if against == "anybody" else (None if against == "people" else against,)
        with self._reading() as connection:
            lists = connection.execute(_LISTS, (game, MAX_LISTS))
            return [
                HighScoreRow(*row)
                for (name,) in lists.fetchall()
                for row in connection.execute(
                    f"SELECT * FROM high_score WHERE game = ? AND list = ?{filtered}"  # noqa: S608 - one of two texts
                    " ORDER BY rank DESC, at_ms, source, seat LIMIT ?",
                    (game, name, *wanted, limit),
                )
            ]

    def load(self, code: str) -> tuple[RoomRow, list[StoredEvent]] | None:
        """Return a room and its events, as of one moment; raise Damaged if their hash chain is broken."""
        with self._reading() as connection:
            row = connection.execute(f"SELECT {ROOM_COLUMNS} FROM room WHERE code = ?", (code,)).fetchone()  # noqa: S608
            head = head_of(connection, code)
            if row is None or head is None:
                return None
            chain, events = Chain(code), []
            for *event, h_event in connection.execute(_LOG, (code,)):
                events.append(StoredEvent(*event))
                _check_chain(chain.follow(event[0], event[1], event[4], event[3], h_event))
            _check_chain(chain.end(head))
            return _room(row), events

    def find_log(self, code: str, release: str | None, limit: int) -> StoredLog | None:
        """Find where to start reading a room's log: at its snapshot, if this release wrote it, or at the start."""
        with self._reading() as connection:
            return logs.find(connection, code, release, limit)

    def tail(self, code: str, after: int, limit: int) -> list[EventRow]:
        """Return the events of a room after `after`, at most `limit`; the caller checks the chain."""
        with self._reading() as connection:
            return logs.tail(connection, code, after, limit)

    def due(self, before_ms: int, limit: int) -> list[str]:
        """Return the codes of rooms with a deadline by then, earliest first."""
        with self._reading() as connection:
            rows = connection.execute(
                "SELECT code FROM room WHERE due_at <= ? ORDER BY due_at LIMIT ?", (before_ms, limit)
            )
            return [code for (code,) in rows]

    def next_due(self) -> int | None:
        with self._reading() as connection:
            due_at: int | None
            (due_at,) = connection.execute("SELECT min(due_at) FROM room WHERE due_at IS NOT NULL").fetchone()
            return due_at

    def count(self) -> int:
        """Return the number of rooms."""
        with self._reading() as connection:
            number: int
            (number,) = connection.execute("SELECT count(*) FROM room").fetchone()
            return number

    def rooms(self, limit: int) -> list[RoomRow]:
        """Return the rooms that changed last, newest first."""
        with self._reading() as connection:
            rows = connection.execute(
                f"SELECT {ROOM_COLUMNS} FROM room ORDER BY updated DESC, code LIMIT ?",  # noqa: S608
                (limit,),
            )
            return [_room(row) for row in rows]

    def close(self) -> None:
        """Write everything that is queued, then stop; later writes get a StoreError."""
        self._writer.close()
        with self._gate:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """Yield a read-only connection within one transaction."""
        with self._gate:
            if self._writer.closed:
                raise closed_error()
            connection = self._idle.pop() if self._idle else None
        try:
            if connection is None:
                connection = connect(self.path, "rw")
                connection.execute("PRAGMA query_only = ON")
            connection.execute("BEGIN")
            yield connection
            connection.execute("COMMIT")
            with self._gate:
                if not self._writer.closed:
                    self._idle.append(connection)
                    connection = None
        except (sqlite3.Error, *OWN_FAULTS) as error:
            raise failure(error, self.path) from error
        finally:
            if connection is not None:
                connection.close()


def _room(row: Sequence[Any]) -> RoomRow:
    return RoomRow(*(*row[:-1], bool(row[-1])))


def _check_chain(flaw: Flaw | None) -> None:
    if flaw is not None:
        _log.error("%s", flaw.sentence)
        raise flaw.error

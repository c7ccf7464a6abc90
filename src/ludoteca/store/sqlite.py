"""The store: what is asked of it. Readers are beside the one writer, and it never waits for them."""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Self

from ludoteca.store import chat, expiry, logs
from ludoteca.store.batch import ADD_OUTAGE, ROOM_COLUMNS, SET_HEARTBEAT, Write
from ludoteca.store.chain import Chain, Flaw, Head
from ludoteca.store.chat import ChatChange, ChatMessage, ChatRules
from ludoteca.store.database import connect
from ludoteca.store.expiry import Creator, Expirable, ExpiryCutoffs
from ludoteca.store.failures import OWN_FAULTS, failure
from ludoteca.store.logs import EventRow, SnapshotRow, StoredLog
from ludoteca.store.rows import Deliver, Done, HighScoreRow, Opponent, Outcome, RoomRow, StoredEvent
from ludoteca.store.writer import Writer, closed_error

MAX_LISTS = 200
"""Lists of high scores of one game; options make lists, so that there can be many."""

_LOG = "SELECT seq, at_ms, kind, body, cmd, h FROM event WHERE room = ? ORDER BY seq"
# From each list to the next by the index; DISTINCT would look at every score.
_LISTS = """WITH RECURSIVE found(list) AS (
    SELECT min(list) FROM high_score WHERE game = ?1
    UNION ALL
    SELECT (SELECT min(list) FROM high_score WHERE game = ?1 AND list > found.list) FROM found
    WHERE found.list IS NOT NULL
) SELECT list FROM found WHERE list IS NOT NULL LIMIT ?2
"""

_log = logging.getLogger(__name__)


class Store:
    """Rooms and their events in one file. Writes are queued and answered through `done`; reads answer at once."""

    def __init__(self, path: Path, deliver: Deliver | None = None) -> None:
        self.path = path
        self._writer = Writer(path, deliver)
        self._gate = threading.Lock()
        self._idle: list[sqlite3.Connection] = []

    def create(
        self, room: RoomRow, events: Sequence[StoredEvent], done: Done, creator: Creator = expiry.NOBODY
    ) -> None:
        """A new room with its first events; Conflict when its code is taken."""
        self._writer.put(Write(room.code, done, tuple(events), room, creator=creator))

    def append(
        self,
        code: str,
        events: Sequence[StoredEvent],
        updated: int | None,
        due_at: int | None,
        ended: int | None,
        done: Done,
        scores: Sequence[HighScoreRow] = (),
    ) -> None:
        """Events, scores and the room's new row, all or none; Conflict when a seq or cmd is taken or no room is there.

        Without `updated` the row changes only in its last seq and hash.
        """
        self._writer.put(Write(code, done, tuple(events), None, updated, due_at, ended, tuple(scores)))

    def set_due(self, code: str, due_at: int | None, done: Done | None = None) -> None:
        """When the room wants to be woken, if at all; Conflict when there is no such room."""
        self._writer.put(Write(code, done or _ignore, due_at=due_at))

    def visit(self, code: str, at_ms: int) -> None:
        """Somebody was in the room."""
        self._writer.put(Write(code, _ignore, visited=at_ms))

    def remove(self, code: str, cutoffs: ExpiryCutoffs, done: Done) -> None:
        """Forget a room; Conflict when it is no longer to be forgotten."""
        self._writer.put(Write(code, done, expired=cutoffs))

    def expirable(self, cutoffs: ExpiryCutoffs, limit: int) -> Expirable:
        """Rooms that may be forgotten or closed, so many of each kind at most, the longest unvisited first."""
        with self._reading() as connection:
            return expiry.find(connection, cutoffs, limit)

    def unfinished(self, creator: Creator, limit: int) -> tuple[int, int]:
        """How many rooms of an address, and of its site, are not over; counted up to a limit."""
        with self._reading() as connection:
            return expiry.unfinished(connection, creator, limit)

    def add_high_scores(self, scores: Sequence[HighScoreRow], done: Done) -> None:
        """Scores of a game that has no room; Conflict when they are there already."""
        self._writer.put(Write("", done, scores=tuple(scores)))

    def save_chat(self, changes: Sequence[ChatChange], done: Done) -> None:
        """What is new in the chats of rooms."""
        self._writer.put(Write("", done, chat=tuple(changes)))

    def load_chat(self, code: str) -> tuple[ChatRules, list[ChatMessage]]:
        with self._reading() as connection:
            return chat.load(connection, code)

    def address_key(self) -> bytes:
        """The key with which network addresses are hashed before anything keeps them."""
        with self._reading() as connection:
            value: bytes
            (value,) = connection.execute("SELECT value FROM address_key").fetchone()
            return value

    def start_up(self, wall_ms: int) -> int:
        """The server runs from now on; since it last said so it was down. Written when this returns.

        Gives what the time is for it: that of the wall clock, unless it was set back since.
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

    def heartbeat(self, now_ms: int) -> None:
        """The server runs still."""
        self._writer.put(Write("", _ignore, heartbeat=now_ms))

    def add_outage(self, begun_ms: int, until_ms: int) -> None:
        """The server runs, but could not serve between these times."""
        self._writer.put(Write("", _ignore, heartbeat=until_ms, outage=(begun_ms, until_ms)))

    def outages(self, since_ms: int) -> list[tuple[int, int]]:
        """Begin and end of the times after `since_ms` in which the server could not serve."""
        with self._reading() as connection:
            rows = connection.execute("SELECT * FROM outage WHERE until_ms > ? ORDER BY begun_ms", (since_ms,))
            return [(begun, until) for begun, until in rows]

    def high_scores(self, game: str, limit: int, against: Opponent = "anybody") -> list[HighScoreRow]:
        """The best of every list of a game, list by list; of games against people, or bots of one level, if wanted."""
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
        """A room and its events in order, as of one moment; Damaged when the chain through them is broken."""
        with self._reading() as connection:
            row = connection.execute(f"SELECT {ROOM_COLUMNS}, seq, h FROM room WHERE code = ?", (code,)).fetchone()  # noqa: S608
            if row is None:
                return None
            *room, seq, h = row
            chain, events = Chain(code), []
            for *event, h_event in connection.execute(_LOG, (code,)):
                events.append(StoredEvent(*event))
                _sound(chain.follow(event[0], event[1], event[4], event[3], h_event))
            _sound(chain.end(Head(seq, h)))
            return _room(room), events

    def find_log(self, code: str, release: str | None, limit: int) -> StoredLog | None:
        """Where a room's log is to be taken up: at its snapshot, if this release wrote it, or at its beginning."""
        with self._reading() as connection:
            return logs.find(connection, code, release, limit)

    def tail(self, code: str, after: int, limit: int) -> list[EventRow]:
        """The events of a room after a number, so many at most; the caller follows the chain."""
        with self._reading() as connection:
            return logs.tail(connection, code, after, limit)

    def has_command(self, code: str, name: str) -> bool:
        """Whether a command of this id is in the room's log."""
        with self._reading() as connection:
            found = connection.execute("SELECT 1 FROM event WHERE room = ? AND cmd = ?", (code, name)).fetchone()
            return found is not None

    def save_snapshot(self, kept: SnapshotRow) -> None:
        """Instead of the one before; if it is lost, nothing is."""
        self._writer.put(Write(kept.room, _ignore, kept=kept))

    def due(self, before_ms: int, limit: int) -> list[str]:
        """The codes of rooms due by then, earliest first."""
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
        """How many rooms there are."""
        with self._reading() as connection:
            number: int
            (number,) = connection.execute("SELECT count(*) FROM room").fetchone()
            return number

    def rooms(self, limit: int) -> list[RoomRow]:
        """The rooms that changed last, newest first."""
        with self._reading() as connection:
            rows = connection.execute(
                f"SELECT {ROOM_COLUMNS} FROM room ORDER BY updated DESC, code LIMIT ?",  # noqa: S608
                (limit,),
            )
            return [_room(row) for row in rows]

    def close(self) -> None:
        """Commit and answer all that is queued, then end; later writes are answered with a StoreError."""
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
        """A connection of one's own for a moment, and in it the database as of one moment."""
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


def _sound(flaw: Flaw | None) -> None:
    if flaw is not None:
        _log.error("%s", flaw.sentence)
        raise flaw.error


def _ignore(outcome: Outcome) -> None:
    pass

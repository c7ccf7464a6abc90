"""The store: one writer thread with group commit, and readers beside it that it never waits for.

Python's sqlite3 gives up the interpreter lock at every step, and beside a busy thread it may wait a while to get it
back. So a batch is written in a few statements of many rows: little is gained when idle, but a busy server's batches
take a steadier time.
"""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Self

from ludoteca.core.words import Refusal
from ludoteca.store import chat, expiry, logs
from ludoteca.store.chain import START, Chain, Flaw, Head, link
from ludoteca.store.chat import ChatChange, ChatMessage, ChatRules
from ludoteca.store.database import connect, create
from ludoteca.store.events import Conflict, Deliver, Done, Event, Opponent, Outcome, Room, Score, StoreError
from ludoteca.store.expiry import Expirable, Opener, Times
from ludoteca.store.logs import Found, Kept, Row

BATCH = 512
STARTED = "started"
"""The kind of the event with which a game begins."""
MOST_LISTS = 200
"""Lists of high scores of one game; options make lists, so that there can be many."""

_CHUNKS = (128, 64, 32, 16, 8, 4, 2, 1)
_MOST_PARAMETERS = 999  # that older SQLite allows in one statement
_ROOM = "code, game, rules_version, created, updated, due_at, ended, public"
_ADD_ROOMS = f"INSERT INTO room ({_ROOM}, seq, h, opener, opener_site, visited) VALUES {{rows}}"  # noqa: S608 - names of columns
_ADD_EVENTS = "INSERT INTO event (room, seq, at_ms, kind, body, cmd, h) VALUES {rows}"
_HEADS = "SELECT code, seq, h FROM room WHERE code IN (VALUES {rows})"
_LOG = "SELECT seq, at_ms, kind, body, cmd, h FROM event WHERE room = ? ORDER BY seq"
_SET_STARTED = "UPDATE room SET started = 1 WHERE code = ? AND started = 0"
_SET_VISITED = "UPDATE room SET visited = max(visited, ?) WHERE code = ?"
_SET_ALIVE = "INSERT OR REPLACE INTO alive VALUES (1, ?)"
_ADD_OUTAGE = "INSERT OR REPLACE INTO outage VALUES (?, ?)"
_ADD_SCORES = "INSERT INTO score VALUES {rows}"
# From each list to the next by the index; DISTINCT would look at every score.
_LISTS = """WITH RECURSIVE found(list) AS (
    SELECT min(list) FROM score WHERE game = ?1
    UNION ALL
    SELECT (SELECT min(list) FROM score WHERE game = ?1 AND list > found.list) FROM found WHERE found.list IS NOT NULL
) SELECT list FROM found WHERE list IS NOT NULL LIMIT ?2
"""
# The columns are code, updated, due_at, ended; a row without `updated` only moves the due time. No WITH to name them:
# sqlite3 counts changed rows only of a statement that begins with its verb.
_SET_ROOMS = """UPDATE room SET
    updated = coalesce(new.column2, room.updated),
    due_at = new.column3,
    ended = iif(new.column2 IS NULL, room.ended, new.column4)
FROM (VALUES {rows}) AS new WHERE room.code = new.column1
"""

# Apart from the others: it is written with every event, and none of its columns has an index.
_SET_HEADS = """UPDATE room SET seq = new.column2, h = new.column3
FROM (VALUES {rows}) AS new WHERE room.code = new.column1
"""

# What one write can bring upon itself; all else is the database's trouble and fails the whole batch.
_OWN_FAULTS = (sqlite3.DataError, sqlite3.InterfaceError, sqlite3.ProgrammingError, OverflowError, UnicodeError)

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Write:
    """A new room when `room` is there, else a change of one; without `updated`, of its due time only."""

    code: str
    done: Done
    events: tuple[Event, ...] = ()
    room: Room | None = None
    updated: int | None = None
    due_at: int | None = None
    ended: int | None = None
    scores: tuple[Score, ...] = ()
    alive: int | None = None
    """When the server said that it runs."""
    outage: tuple[int, int] | None = None
    chat: tuple[ChatChange, ...] = ()
    kept: Kept | None = None
    opener: Opener = expiry.NOBODY
    visited: int | None = None
    expired: Times | None = None
    """The room is to be forgotten, if it has been as it is for so long."""


class Store:
    """Rooms and their events in one file. Writes are queued and answered through `done`; reads answer at once."""

    def __init__(self, path: Path, deliver: Deliver | None = None) -> None:
        self.path = path
        self._deliver = deliver or _call_each
        self._queue: SimpleQueue[_Write | None] = SimpleQueue()
        self._gate = threading.Lock()
        self._closed = False
        self._idle: list[sqlite3.Connection] = []
        self._connection: sqlite3.Connection | None = create(path)
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)
        self._thread.start()

    def create(self, room: Room, events: Sequence[Event], done: Done, opener: Opener = expiry.NOBODY) -> None:
        """A new room with its first events; Conflict when its code is taken."""
        self._put(_Write(room.code, done, tuple(events), room, opener=opener))

    def append(
        self,
        code: str,
        events: Sequence[Event],
        updated: int | None,
        due_at: int | None,
        ended: int | None,
        done: Done,
        scores: Sequence[Score] = (),
    ) -> None:
        """Events, scores and the room's new row, all or none; Conflict when a seq or cmd is taken or no room is there.

        Without `updated` the row changes only in its last seq and hash.
        """
        self._put(_Write(code, done, tuple(events), None, updated, due_at, ended, tuple(scores)))

    def set_due(self, code: str, due_at: int | None, done: Done | None = None) -> None:
        """When the room wants to be woken, if at all; Conflict when there is no such room."""
        self._put(_Write(code, done or _ignore, due_at=due_at))

    def visit(self, code: str, at_ms: int) -> None:
        """Somebody was in the room."""
        self._put(_Write(code, _ignore, visited=at_ms))

    def remove(self, code: str, times: Times, done: Done) -> None:
        """Forget a room; Conflict when it is no longer to be forgotten."""
        self._put(_Write(code, done, expired=times))

    def expirable(self, times: Times, limit: int) -> Expirable:
        """Rooms that may be forgotten or closed, so many of each kind at most, the longest unvisited first."""
        with self._reading() as connection:
            return expiry.find(connection, times, limit)

    def unfinished(self, opener: Opener, limit: int) -> tuple[int, int]:
        """How many rooms of an address, and of its site, are not over; counted up to a limit."""
        with self._reading() as connection:
            return expiry.unfinished(connection, opener, limit)

    def add_scores(self, scores: Sequence[Score], done: Done) -> None:
        """Scores of a game that has no room; Conflict when they are there already."""
        self._put(_Write("", done, scores=tuple(scores)))

    def save_chat(self, changes: Sequence[ChatChange], done: Done) -> None:
        """What is new in the chats of rooms."""
        self._put(_Write("", done, chat=tuple(changes)))

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
                (alive_ms,) = connection.execute("SELECT max(at_ms) FROM alive").fetchone()
                now_ms = wall_ms if alive_ms is None else max(wall_ms, int(alive_ms))
                if alive_ms is not None and alive_ms < now_ms:
                    connection.execute(_ADD_OUTAGE, (alive_ms, now_ms))
                connection.execute(_SET_ALIVE, (now_ms,))
                connection.execute("COMMIT")
                return now_ms
        except sqlite3.Error as error:
            raise _failure(error, self.path) from error

    def alive(self, now_ms: int) -> None:
        """The server runs still."""
        self._put(_Write("", _ignore, alive=now_ms))

    def add_outage(self, begun_ms: int, until_ms: int) -> None:
        """The server runs, but could not serve between these times."""
        self._put(_Write("", _ignore, alive=until_ms, outage=(begun_ms, until_ms)))

    def outages(self, since_ms: int) -> list[tuple[int, int]]:
        """Begin and end of the times after `since_ms` in which the server could not serve."""
        with self._reading() as connection:
            rows = connection.execute("SELECT * FROM outage WHERE until_ms > ? ORDER BY begun_ms", (since_ms,))
            return [(begun, until) for begun, until in rows]

    def best(self, game: str, limit: int, against: Opponent = "anybody") -> list[Score]:
        """The best of every list of a game, list by list; of games against people, or bots of one level, if wanted."""
        filtered = "" if against == "anybody" else " AND against IS ?"
        wanted = () if against == "anybody" else (None if against == "people" else against,)
        with self._reading() as connection:
            lists = connection.execute(_LISTS, (game, MOST_LISTS))
            return [
                Score(*row)
                for (name,) in lists.fetchall()
                for row in connection.execute(
                    f"SELECT * FROM score WHERE game = ? AND list = ?{filtered}"  # noqa: S608 - one of two texts
                    " ORDER BY rank DESC, at_ms, source, seat LIMIT ?",
                    (game, name, *wanted, limit),
                )
            ]

    def load(self, code: str) -> tuple[Room, list[Event]] | None:
        """A room and its events in order, as of one moment; Damaged when the chain through them is broken."""
        with self._reading() as connection:
            row = connection.execute(f"SELECT {_ROOM}, seq, h FROM room WHERE code = ?", (code,)).fetchone()  # noqa: S608
            if row is None:
                return None
            *room, seq, h = row
            chain, events = Chain(code), []
            for *event, h_event in connection.execute(_LOG, (code,)):
                events.append(Event(*event))
                _sound(chain.follow(event[0], event[1], event[4], event[3], h_event))
            _sound(chain.end(Head(seq, h)))
            return _room(room), events

    def find(self, code: str, release: str | None, limit: int) -> Found | None:
        """Where a room's log is to be taken up: at its snapshot, if this release wrote it, or at its beginning."""
        with self._reading() as connection:
            return logs.find(connection, code, release, limit)

    def tail(self, code: str, after: int, limit: int) -> list[Row]:
        """The events of a room after a number, so many at most; the caller follows the chain."""
        with self._reading() as connection:
            return logs.tail(connection, code, after, limit)

    def has_command(self, code: str, name: str) -> bool:
        """Whether a command of this id is in the room's log."""
        with self._reading() as connection:
            found = connection.execute("SELECT 1 FROM event WHERE room = ? AND cmd = ?", (code, name)).fetchone()
            return found is not None

    def keep_snapshot(self, kept: Kept) -> None:
        """Instead of the one before; if it is lost, nothing is."""
        self._put(_Write(kept.room, _ignore, kept=kept))

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

    def rooms(self, limit: int) -> list[Room]:
        """The rooms that changed last, newest first."""
        with self._reading() as connection:
            rows = connection.execute(
                f"SELECT {_ROOM} FROM room ORDER BY updated DESC, code LIMIT ?",  # noqa: S608
                (limit,),
            )
            return [_room(row) for row in rows]

    def close(self) -> None:
        """Commit and answer all that is queued, then end; later writes are answered with a StoreError."""
        with self._gate:
            idle, self._idle = self._idle, []
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        for connection in idle:
            connection.close()
        if threading.current_thread() is not self._thread:
            self._thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _put(self, write: _Write) -> None:
        with self._gate:
            if not self._closed:
                self._queue.put(write)
                return
        self._deliver([(write.done, self._closed_error())])

    def _closed_error(self) -> StoreError:
        return StoreError(Refusal("store_closed"))

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """A connection of one's own for a moment, and in it the database as of one moment."""
        with self._gate:
            if self._closed:
                raise self._closed_error()
            connection = self._idle.pop() if self._idle else None
        try:
            if connection is None:
                connection = connect(self.path, "rw")
                connection.execute("PRAGMA query_only = ON")
            connection.execute("BEGIN")
            yield connection
            connection.execute("COMMIT")
            with self._gate:
                if not self._closed:
                    self._idle.append(connection)
                    connection = None
        except (sqlite3.Error, *_OWN_FAULTS) as error:
            raise _failure(error, self.path) from error
        finally:
            if connection is not None:
                connection.close()

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

    def _take(self) -> tuple[list[_Write], bool]:
        """All that is queued, up to a batch, waiting for the first; and whether there can be more."""
        batch: list[_Write] = []
        write = self._queue.get()
        with suppress(Empty):
            while write is not None:
                batch.append(write)
                if len(batch) == BATCH:
                    break
                write = self._queue.get_nowait()
        return batch, write is not None

    def _commit(self, batch: list[_Write]) -> list[Outcome]:
        outcomes: list[Outcome] = []
        try:
            connection = self._connection = self._connection or connect(self.path, "rw")
            connection.execute("BEGIN IMMEDIATE")
        except Exception as error:
            # A connection that cannot even begin is worth replacing, but not for what it shares with any other.
            if _primary(error) not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_READONLY):
                self._drop()
            return [_failure(error, self.path) for _ in batch]
        try:
            _settle(connection, batch, outcomes, self.path)
            connection.execute("COMMIT")
        except Exception as error:
            try:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
            except Exception:
                self._drop()
            return [_failure(error, self.path) for _ in batch]
        return outcomes

    def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(sqlite3.Error):
                connection.close()


def _settle(connection: sqlite3.Connection, writes: list[_Write], outcomes: list[Outcome], path: Path) -> None:
    """Write all of them together; when one is at fault, halve until it stands alone."""
    connection.execute("SAVEPOINT writes")
    fault = _fault(connection, writes, path)
    if fault is not None:
        connection.execute("ROLLBACK TO writes")
    connection.execute("RELEASE writes")
    if fault is None:
        outcomes.extend([None] * len(writes))
    elif len(writes) == 1:
        outcomes.append(fault)
    else:
        half = len(writes) // 2
        _settle(connection, writes[:half], outcomes, path)
        _settle(connection, writes[half:], outcomes, path)


def _fault(connection: sqlite3.Connection, writes: list[_Write], path: Path) -> StoreError | None:
    try:
        fits = _write(connection, writes)
    except sqlite3.IntegrityError:
        fits = False
    except _OWN_FAULTS as error:
        return _failure(error, path)
    return None if fits else Conflict(Refusal("store_conflict", {"code": writes[0].code}))


def _write(connection: sqlite3.Connection, writes: list[_Write]) -> bool:
    """All new rooms, then all changes of rooms, then all events; False when that is not the same as one by one."""
    rooms: dict[str, Room] = {}
    changes: dict[str, tuple[Any, ...]] = {}
    events: list[tuple[Any, ...]] = []
    scores: list[tuple[Any, ...]] = []
    openers: dict[str, Opener] = {}
    started: set[str] = set()
    heads = _heads(connection, [write.code for write in writes if write.events and write.room is None])
    begun = dict(heads)
    for write in writes:
        code = write.code
        if write.room is not None:
            if code in changes or code in rooms or code in begun:
                return False
            rooms[code] = write.room
            openers[code] = write.opener
            heads[code] = Head(0, START)
        elif write.alive is not None:
            connection.execute(_SET_ALIVE, (write.alive,))
            if write.outage is not None:
                connection.execute(_ADD_OUTAGE, write.outage)
        elif write.kept is not None:
            logs.keep(connection, write.kept)
        elif write.visited is not None:
            connection.execute(_SET_VISITED, (write.visited, code))
        elif write.expired is not None:
            if not expiry.remove(connection, code, write.expired):
                return False
        elif write.chat:
            chat.save(connection, write.chat)
        elif write.updated is not None:
            changes[code] = (code, write.updated, write.due_at, write.ended)
        elif not write.events and not write.scores:
            _, updated, _, ended = changes.get(code, (code, None, None, None))
            changes[code] = (code, updated, write.due_at, ended)
        if write.events:
            head = heads.get(code)
            for event in write.events:
                if head is None or event.seq != head.seq + 1:
                    return False
                head = Head(event.seq, link(head.h, code, event.seq, event.at_ms, event.cmd, event.body))
                events.append((code, *event, head.h))
                if event.kind == STARTED:
                    started.add(code)
                heads[code] = head
        scores.extend(write.scores)
    new = [(*_columns(room), *heads[code], *openers[code], room.created) for code, room in rooms.items()]
    _execute(connection, _ADD_ROOMS, new)
    if _execute(connection, _SET_ROOMS, list(changes.values())) != len(changes):
        return False
    _execute(connection, _SET_HEADS, [(code, *heads[code]) for code in begun])
    _execute(connection, _ADD_EVENTS, events)
    connection.executemany(_SET_STARTED, [(code,) for code in started])
    _execute(connection, _ADD_SCORES, scores)
    return True


def _heads(connection: sqlite3.Connection, codes: list[str]) -> dict[str, Head]:
    """The last seq and hash of each of these rooms."""
    return {
        code: Head(seq, h)
        for sql, values in _statements(_HEADS, [(code,) for code in set(codes)])
        for code, seq, h in connection.execute(sql, values)
    }


def _execute(connection: sqlite3.Connection, sql: str, rows: list[tuple[Any, ...]]) -> int:
    """The statement for all rows, many at a time; how many rows it changed."""
    return sum(connection.execute(statement, values).rowcount for statement, values in _statements(sql, rows))


def _statements(sql: str, rows: list[tuple[Any, ...]]) -> Iterator[tuple[str, list[Any]]]:
    """The statement in few pieces, of as many rows each as SQLite takes, and the values of each."""
    start = 0
    for size in _CHUNKS:
        while len(rows) - start >= size and size * len(rows[0]) <= _MOST_PARAMETERS:
            chunk = rows[start : start + size]
            yield _statement(sql, size, len(chunk[0])), [value for row in chunk for value in row]
            start += size


@cache
def _statement(sql: str, rows: int, columns: int) -> str:
    row = f"({', '.join('?' * columns)})"
    return sql.format(rows=", ".join([row] * rows))


def _room(row: Sequence[Any]) -> Room:
    return Room(*(*row[:-1], bool(row[-1])))


def _columns(room: Room) -> tuple[Any, ...]:
    return (
        *(room.code, room.game, room.rules_version, room.created, room.updated),
        *(room.due_at, room.ended, int(room.public)),
    )


def _sound(flaw: Flaw | None) -> None:
    if flaw is not None:
        _log.error("%s", flaw.sentence)
        raise flaw.error


def _primary(error: Exception) -> int:
    """SQLite's result code without its finer distinctions; 0 when the error is not SQLite's."""
    code: int = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF


def _failure(error: Exception, path: Path) -> StoreError:
    match _primary(error):
        case sqlite3.SQLITE_FULL:
            code = "store_full"
        case sqlite3.SQLITE_READONLY:
            code = "store_readonly"
        case _:
            code = "store_failed"
    # Players are told this, so where the file lies goes into the log only.
    _log.error("%s: %s", path, error)
    return StoreError(Refusal(code))


def _call_each(outcomes: list[tuple[Done, Outcome]]) -> None:
    for done, outcome in outcomes:
        try:
            done(outcome)
        except BaseException:
            _log.exception("An outcome could not be delivered")


def _ignore(outcome: Outcome) -> None:
    pass

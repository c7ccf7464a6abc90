"""A batch of writes in one transaction, and what became of each.

Python's sqlite3 gives up the interpreter lock at every step, and beside a busy thread it may wait a while to get it
back. So a batch is written in a few statements of many rows: little is gained when idle, but a busy server's batches
take a steadier time.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ludoteca.core.translations import Refusal
from ludoteca.store import chat, expiry, logs
from ludoteca.store.chain import START, Head, link
from ludoteca.store.chat import ChatChange
from ludoteca.store.expiry import Creator, ExpiryCutoffs
from ludoteca.store.failures import OWN_FAULTS, failure
from ludoteca.store.logs import SnapshotRow
from ludoteca.store.rows import Conflict, Done, HighScoreRow, Outcome, RoomRow, StoredEvent, StoreError

STARTED = "started"
"""The kind of the event with which a game begins."""
ROOM_COLUMNS = "code, game, rules_version, created, updated, due_at, ended, public"
SET_HEARTBEAT = "INSERT OR REPLACE INTO heartbeat VALUES (1, ?)"
ADD_OUTAGE = "INSERT OR REPLACE INTO outage VALUES (?, ?)"

_CHUNKS = (128, 64, 32, 16, 8, 4, 2, 1)
_MOST_PARAMETERS = 999  # that older SQLite allows in one statement
_ADD_ROOMS = f"INSERT INTO room ({ROOM_COLUMNS}, seq, h, creator, creator_site, visited) VALUES {{rows}}"  # noqa: S608 - names of columns
_ADD_EVENTS = "INSERT INTO event (room, seq, at_ms, kind, body, cmd, h) VALUES {rows}"
_HEADS = "SELECT code, seq, h FROM room WHERE code IN (VALUES {rows})"
_SET_STARTED = "UPDATE room SET started = 1 WHERE code = ? AND started = 0"
_SET_VISITED = "UPDATE room SET visited = max(visited, ?) WHERE code = ?"
_ADD_SCORES = "INSERT INTO high_score VALUES {rows}"
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


@dataclass(slots=True)
class Write:
    """A new room when `room` is there, else a change of one; without `updated`, of its due time only."""

    code: str
    done: Done
    events: tuple[StoredEvent, ...] = ()
    room: RoomRow | None = None
    updated: int | None = None
    due_at: int | None = None
    ended: int | None = None
    scores: tuple[HighScoreRow, ...] = ()
    heartbeat: int | None = None
    """When the server said that it runs."""
    outage: tuple[int, int] | None = None
    chat: tuple[ChatChange, ...] = ()
    kept: SnapshotRow | None = None
    creator: Creator = expiry.NOBODY
    visited: int | None = None
    expired: ExpiryCutoffs | None = None
    """The room is to be forgotten, if it has been as it is for so long."""


def settle(connection: sqlite3.Connection, writes: list[Write], outcomes: list[Outcome], path: Path) -> None:
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
        settle(connection, writes[:half], outcomes, path)
        settle(connection, writes[half:], outcomes, path)


def _fault(connection: sqlite3.Connection, writes: list[Write], path: Path) -> StoreError | None:
    try:
        fits = _write(connection, writes)
    except sqlite3.IntegrityError:
        fits = False
    except OWN_FAULTS as error:
        return failure(error, path)
    return None if fits else Conflict(Refusal("store_conflict", {"code": writes[0].code}))


def _write(connection: sqlite3.Connection, writes: list[Write]) -> bool:
    """All new rooms, then all changes of rooms, then all events; False when that is not the same as one by one."""
    rooms: dict[str, RoomRow] = {}
    changes: dict[str, tuple[Any, ...]] = {}
    events: list[tuple[Any, ...]] = []
    scores: list[tuple[Any, ...]] = []
    creators: dict[str, Creator] = {}
    started: set[str] = set()
    heads = _heads(connection, [write.code for write in writes if write.events and write.room is None])
    begun = dict(heads)
    for write in writes:
        code = write.code
        if write.room is not None:
            if code in changes or code in rooms or code in begun:
                return False
            rooms[code] = write.room
            creators[code] = write.creator
            heads[code] = Head(0, START)
        elif write.heartbeat is not None:
            connection.execute(SET_HEARTBEAT, (write.heartbeat,))
            if write.outage is not None:
                connection.execute(ADD_OUTAGE, write.outage)
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
    new = [(*_columns(room), *heads[code], *creators[code], room.created) for code, room in rooms.items()]
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


def _columns(room: RoomRow) -> tuple[Any, ...]:
    return (
        *(room.code, room.game, room.rules_version, room.created, room.updated),
        *(room.due_at, room.ended, int(room.public)),
    )

"""Group commit: write a batch of changes in one transaction, and report the outcome of each.

Python's sqlite3 releases the interpreter lock at every step, and on a busy server another thread takes it at once: each
time both threads wait for each other, which costs more than the step. So a batch is few statements with many rows, and
none reads what the batch before has written.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

from ludoteca.core.translations import Refusal
from ludoteca.store import chat, expiry, logs
from ludoteca.store.chain import START, Position
from ludoteca.store.expiry import Creator
from ludoteca.store.failures import OWN_FAULTS, failure
from ludoteca.store.recent_events import Heads
from ludoteca.store.rows import Conflict, Outcome, RoomRow, StoreError
from ludoteca.store.write import EventRows, Write, chain_events

ROOM_COLUMNS = "code, game, rules_version, created, updated, due_at, ended, public"
SET_HEARTBEAT = "INSERT OR REPLACE INTO heartbeat VALUES (1, ?)"
ADD_OUTAGE = "INSERT OR REPLACE INTO outage VALUES (?, ?)"

_MAX_ROWS = 512
"""In one statement; SQLite takes 32,766 values."""
_ADD_ROOMS = f"INSERT INTO room ({ROOM_COLUMNS}, creator, creator_site, visited) {{rows}}"
_ADD_EVENTS = "INSERT INTO recent_event (room, seq, at_ms, kind, body, command_id, hash) {rows}"
# The statement is a transaction of its own: it adds nothing if somebody else has written to the file.
_ADD_EVENTS_ALONE = _ADD_EVENTS + " AND (SELECT data_version FROM pragma_data_version) = ?"  # noqa: S608
_SET_STARTED = "UPDATE room SET started = 1 WHERE started = 0 AND code IN ({rows})"
_SET_VISITED = "UPDATE room SET visited = max(visited, ?) WHERE code = ?"
_ADD_HIGH_SCORES = "INSERT INTO high_score {rows}"
# The columns are code, updated, due_at, ended; a row without `updated` only changes `due_at`. WITH could name the
# columns, but sqlite3 counts changed rows only if the statement begins with UPDATE.
_SET_ROOMS = """UPDATE room SET
    updated = coalesce(new.column2, room.updated),
    due_at = new.column3,
    ended = iif(new.column2 IS NULL, room.ended, new.column4)
FROM ({rows}) AS new WHERE room.code = new.column1
"""

# Empty rows fill a statement up, so that there are few different ones. All rows begin with a text.
_ROWS = "SELECT * FROM (VALUES {rows}) WHERE column1 <> ''"


def append_events(connection: sqlite3.Connection, writes: list[Write], heads: Heads) -> bool:
    """Write a batch of nothing but events in one statement; False if it is no such batch, and nothing was written."""
    known = heads.known
    begun: dict[str, Position] = {}
    rows: EventRows = []
    for write in writes:
        if not write.is_only_events:
            return False
        code = write.code
        head = begun.get(code) or known.get(code)
        if head is None:
            return False
        follows = chain_events(write, head, rows)
        if follows is None:
            return False
        begun[code] = follows
    if len(rows) > _MAX_ROWS:
        return False
    ((statement, values),) = _statements(_ADD_EVENTS_ALONE, rows)
    values.append(heads.version)
    try:
        if connection.execute(statement, values).rowcount != len(rows):
            return False
    except (sqlite3.Error, *OWN_FAULTS):  # whatever it is, writing one by one finds out
        return False
    known.update(begun)
    return True


def write_batch(
    connection: sqlite3.Connection, writes: list[Write], outcomes: list[Outcome], path: Path, heads: Heads
) -> None:
    """Write all of them together, in the transaction that has begun; if that fails, try with less and less of them."""
    heads.check(connection)
    error = _try_write(connection, writes, path, heads)
    if error is None:
        outcomes.extend([None] * len(writes))
        return
    connection.execute("ROLLBACK")
    connection.execute("BEGIN IMMEDIATE")
    _write_halves(connection, writes, outcomes, path, heads, error)


def _write_halves(
    connection: sqlite3.Connection,
    writes: list[Write],
    outcomes: list[Outcome],
    path: Path,
    heads: Heads,
    error: StoreError,
) -> None:
    """Halve a batch that could not be written until the bad write is alone."""
    if len(writes) == 1:
        outcomes.append(error)
        return
    middle = len(writes) // 2
    for half in (writes[:middle], writes[middle:]):
        connection.execute("SAVEPOINT half")
        failed = _try_write(connection, half, path, heads)
        if failed is not None:
            connection.execute("ROLLBACK TO half")
        connection.execute("RELEASE half")
        if failed is None:
            outcomes.extend([None] * len(half))
        else:
            _write_halves(connection, half, outcomes, path, heads, failed)


def _try_write(connection: sqlite3.Connection, writes: list[Write], path: Path, heads: Heads) -> StoreError | None:
    """Write; if that fails, what has been written must be rolled back, and no head counts as known."""
    error: StoreError = Conflict(Refusal("store_conflict", {"code": writes[0].code}))
    try:
        if _write(connection, writes, heads):
            return None
    except sqlite3.IntegrityError:
        pass
    except OWN_FAULTS as fault:
        error = failure(fault, path)
    heads.forget()
    return error


def _write(connection: sqlite3.Connection, writes: list[Write], heads: Heads) -> bool:
    """Write new rooms, then changes of rooms, then events; False if that differs from writing them one by one."""
    rooms: dict[str, RoomRow] = {}
    changes: dict[str, tuple[Any, ...]] = {}
    events: EventRows = []
    high_scores: list[tuple[Any, ...]] = []
    creators: dict[str, Creator] = {}
    started: set[str] = set()
    begun = heads.find(connection, {write.code for write in writes if write.events and write.room is None})
    ends = dict(begun)
    for write in writes:
        code = write.code
        if write.room is not None:
            if code in changes or code in rooms or code in begun:
                return False
            rooms[code] = write.room
            creators[code] = write.creator
            ends[code] = (0, START)
        elif write.heartbeat is not None:
            connection.execute(SET_HEARTBEAT, (write.heartbeat,))
            if write.outage is not None:
                connection.execute(ADD_OUTAGE, write.outage)
        elif write.snapshot is not None:
            logs.save_snapshot(connection, write.snapshot)
        elif write.visited is not None:
            connection.execute(_SET_VISITED, (write.visited, code))
        elif write.expired is not None:
            if not expiry.remove(connection, code, write.expired):
                return False
            heads.known.pop(code, None)
        elif write.chat:
            chat.save(connection, write.chat)
        elif write.updated is not None:
            changes[code] = (code, write.updated, write.due_at, write.ended)
        elif not write.events and not write.high_scores:
            _, updated, _, ended = changes.get(code, (code, None, None, None))
            changes[code] = (code, updated, write.due_at, ended)
        if write.keeps:
            started.add(code)
        if write.events:
            end = ends.get(code)
            follows = None if end is None else chain_events(write, end, events)
            if follows is None:
                return False
            ends[code] = follows
        high_scores.extend(write.high_scores)
    _execute(connection, _ADD_ROOMS, [(*_columns(room), *creators[code], room.created) for code, room in rooms.items()])
    if _execute(connection, _SET_ROOMS, list(changes.values())) != len(changes):
        return False
    _execute(connection, _ADD_EVENTS, events)
    _execute(connection, _SET_STARTED, [(code,) for code in started])
    _execute(connection, _ADD_HIGH_SCORES, high_scores)
    heads.add(ends)
    return True


def _execute(connection: sqlite3.Connection, sql: str, rows: list[tuple[Any, ...]]) -> int:
    """Execute the statement for all rows, many at a time; return how many rows it changed."""
    return sum(connection.execute(statement, values).rowcount for statement, values in _statements(sql, rows))


def _statements(sql: str, rows: list[tuple[Any, ...]]) -> Iterator[tuple[str, list[Any]]]:
    """Yield the statement with many rows and their values, until all rows are used."""
    for start in range(0, len(rows), _MAX_ROWS):
        chunk = rows[start : start + _MAX_ROWS]
        size, columns = _size(len(chunk)), len(chunk[0])
        values = list(chain.from_iterable(chunk))
        values += [""] * (size * columns - len(values))
        yield _statement(sql, size, columns), values


def _size(rows: int) -> int:
    """Return how many rows a statement has for so many: few different numbers, and at most an eighth more."""
    step = max(1, 1 << (rows - 1).bit_length() >> 4)
    return -(-rows // step) * step


@cache
def _statement(sql: str, rows: int, columns: int) -> str:
    row = f"({', '.join('?' * columns)})"
    return sql.format(rows=_ROWS.format(rows=", ".join([row] * rows)))


def _columns(room: RoomRow) -> tuple[Any, ...]:
    return (
        *(room.code, room.game, room.rules_version, room.created, room.updated),
        *(room.due_at, room.ended, int(room.public)),
    )

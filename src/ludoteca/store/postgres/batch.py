"""Group commit in PostgreSQL: one statement for all appends of a batch, each of them all or none.

Rows of rooms are locked in the order of their codes, so that nodes never wait for each other in a circle. An append
that does not follow the last event of its room finds no row to lock, and is a conflict.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from ludoteca.core.translations import Refusal
from ludoteca.store.chain import START, Position
from ludoteca.store.hints import Hint
from ludoteca.store.postgres.arrays import columns, event_arrays
from ludoteca.store.postgres.connections import Connection
from ludoteca.store.postgres.nodes import Heartbeat
from ludoteca.store.rows import Conflict, HighScoreRow, Outcome
from ludoteca.store.write import EventRows, Write, chain_events

MAX_HEADS = 50_000
"""Rooms whose last hash is kept, so that most appends need not ask for it; with more, all are asked for again."""

# Arrays are sent in binary form (%b). In text form psycopg escapes quotes, and events are full of them: that took as
# long as all the rest of a move.
EVENT_ARRAYS = "%b::text[], %b::bigint[], %b::bigint[], %b::text[], %b::text[], %b::text[], %b::bytea[]"
EVENT_COLUMNS = "room, seq, at_ms, kind, body, command_id, hash"
SCORE_ARRAYS = (
    "%b::text[], %b::text[], %b::text[], %b::bigint[], %b::bigint[], %b::bigint[], %b::text[], %b::bigint[],"
    " %b::bigint[], %b::bigint[]"
)
SCORE_COLUMNS = "source, game, list, seat, rank, value, name, players, at_ms, against"

# Locks the rooms that these events follow, and inserts the events; `won` has the rooms of those that are new.
_LOCK_AND_INSERT = f"""locked AS MATERIALIZED (
    SELECT code FROM room JOIN new ON code = new.room AND room.seq = new.seq - 1 ORDER BY code FOR NO KEY UPDATE OF room
), won AS (
    INSERT INTO event ({EVENT_COLUMNS}) SELECT {EVENT_COLUMNS} FROM new JOIN locked ON code = new.room
    ON CONFLICT DO NOTHING RETURNING room
)"""  # noqa: S608 - names of columns

_APPEND_ONE_EACH = f"""
WITH new AS MATERIALIZED (SELECT * FROM unnest({EVENT_ARRAYS}) AS new({EVENT_COLUMNS})), {_LOCK_AND_INSERT}, headed AS (
    UPDATE room SET seq = new.seq, hash = new.hash
    FROM new JOIN won ON won.room = new.room WHERE room.code = new.room
)
SELECT room FROM won
"""  # noqa: S608 - names of columns

_APPEND = f"""
WITH new AS MATERIALIZED (
    SELECT * FROM unnest({EVENT_ARRAYS},
        %b::bigint[], %b::bytea[], %b::bigint[], %b::bigint[], %b::bigint[], %b::bigint[])
    AS new({EVENT_COLUMNS}, end_seq, end_hash, updated, due_at, ended, started)
), {_LOCK_AND_INSERT}, rest AS (
    INSERT INTO event ({EVENT_COLUMNS})
    SELECT more.* FROM unnest({EVENT_ARRAYS}) AS more({EVENT_COLUMNS}) JOIN won ON won.room = more.room
), scored AS (
    INSERT INTO high_score ({SCORE_COLUMNS})
    SELECT {", ".join(f"best.{name}" for name in SCORE_COLUMNS.split(", "))}
    FROM unnest(%b::text[], {SCORE_ARRAYS}) AS best(room, {SCORE_COLUMNS}) JOIN won ON won.room = best.room
    ON CONFLICT DO NOTHING
), headed AS (
    UPDATE room SET
        seq = new.end_seq,
        hash = new.end_hash,
        updated = coalesce(new.updated, room.updated),
        due_at = CASE WHEN new.updated IS NULL THEN room.due_at ELSE new.due_at END,
        ended = CASE WHEN new.updated IS NULL THEN room.ended ELSE new.ended END,
        started = greatest(room.started, new.started)
    FROM new JOIN won ON won.room = new.room WHERE room.code = new.room
)
SELECT room FROM won
"""  # noqa: S608 - names of columns

_CREATE = f"""
WITH made AS (
    INSERT INTO room (code, game, rules_version, created, updated, due_at, ended, public, seq, hash,
        creator, creator_site, visited, started)
    SELECT * FROM unnest(%b::text[], %b::text[], %b::bigint[], %b::bigint[], %b::bigint[], %b::bigint[], %b::bigint[],
        %b::bigint[], %b::bigint[], %b::bytea[], %b::text[], %b::text[], %b::bigint[], %b::bigint[])
    ON CONFLICT DO NOTHING RETURNING code
), logged AS (
    INSERT INTO event ({EVENT_COLUMNS})
    SELECT first.* FROM unnest({EVENT_ARRAYS}) AS first({EVENT_COLUMNS}) JOIN made ON code = first.room
)
SELECT code FROM made
"""  # noqa: S608 - names of columns

_HEADS = "SELECT code, seq, hash FROM room WHERE code = ANY(%s)"


class Numbered(NamedTuple):
    """A write, and its number in the batch."""

    number: int
    write: Write


Append = tuple[Numbered, EventRows, Position]
"""A write with the rows of its events, and the head of the room after them."""
Statement = tuple[str, list[Any]]


class Batches:
    """Writes batches. It keeps the last hash of rooms that it has written to."""

    def __init__(self, heartbeat: Heartbeat) -> None:
        self._heartbeat = heartbeat
        self._heads: dict[str, Position] = {}

    def forget(self) -> None:
        """Forget all hashes: another database may answer from now on, with a shorter log."""
        self._heads.clear()

    def append(self, connection: Connection, writes: list[Numbered], outcomes: list[Outcome]) -> list[Hint]:
        """Append events to rooms, at most one append per room; return the hints for other nodes."""
        writes = sorted(writes, key=lambda one: one.write.code)
        heads = self._heads
        self._find_heads(connection, writes)
        appends: list[Append] = []
        for one in writes:
            head = heads.get(one.write.code)
            rows: EventRows = []
            end = None if head is None else chain_events(one.write, head, rows)
            if end is None:
                outcomes[one.number] = conflict(one.write)
            else:
                appends.append((one, rows, end))
        if not appends:
            return []
        sql, values = _append_one_each(appends) or _append_any(appends)
        won = {code for (code,) in connection.execute(sql, values, prepare=True).fetchall()}
        hints: list[Hint] = []
        for one, rows, end in appends:
            write = one.write
            if write.code not in won:
                heads.pop(write.code, None)
                outcomes[one.number] = conflict(write)
                continue
            heads[write.code] = end
            if not self._heartbeat.is_alone:
                hints += _hints(rows, write.public)
        return hints

    def create(self, connection: Connection, writes: list[Numbered], outcomes: list[Outcome]) -> list[Hint]:
        """Create rooms with their first events."""
        rooms: list[tuple[Any, ...]] = []
        events: EventRows = []
        for number, write in writes:
            room = write.room
            assert room is not None  # noqa: S101 - that is what makes it a creation
            logged: EventRows = []
            end = chain_events(write, (0, START), logged)
            if end is None:
                outcomes[number] = conflict(write)
                continue
            row = (room.code, room.game, room.rules_version, room.created, room.updated, room.due_at, room.ended)
            rooms.append((*row, int(room.public), *end, *write.creator, room.created, int(write.keeps)))
            events += logged
        if rooms:
            rooms.sort()
            values = [*columns(rooms, 14), *event_arrays(events)]
            made = {code for (code,) in connection.execute(_CREATE, values).fetchall()}
            for number, write in writes:
                if write.code not in made and outcomes[number] is None:
                    outcomes[number] = conflict(write)
        return []

    def _find_heads(self, connection: Connection, writes: Iterable[Numbered]) -> None:
        """Ask for the heads that are not known, or not those that these writes follow."""
        heads = self._heads
        if len(heads) > MAX_HEADS:
            heads.clear()
        missing = []
        for _, write in writes:
            head = heads.get(write.code)
            if head is None or head[0] + 1 != write.events[0].seq:
                missing.append(write.code)
        if missing:
            for code in missing:
                heads.pop(code, None)
            heads.update((code, (seq, digest)) for code, seq, digest in connection.execute(_HEADS, (missing,)))


def _append_one_each(appends: list[Append]) -> Statement | None:
    """Return a statement for appends of one event that change nothing else, as most moves are; None for others."""
    first: EventRows = []
    for (_, write), rows, _ in appends:
        if len(rows) != 1 or not write.is_only_events:
            return None
        first += rows
    return _APPEND_ONE_EACH, list(event_arrays(first))


def _append_any(appends: list[Append]) -> Statement:
    """Return a statement for appends that may have several events, change the rows of rooms and bring high scores."""
    changes: list[tuple[Any, ...]] = []
    rest: EventRows = []
    scores: list[tuple[Any, ...]] = []
    for (_, write), rows, end in appends:
        changes.append((*end, write.updated, write.due_at, write.ended, int(write.keeps)))
        rest += rows[1:]
        scores += [(write.code, *score) for score in write.high_scores]
    first = [rows[0] for _, rows, _ in appends]
    return _APPEND, [*event_arrays(first), *columns(changes, 6), *event_arrays(rest), *columns(scores, 11)]


def _hints(rows: EventRows, public: bool) -> list[Hint]:
    return [
        Hint(code, seq, at_ms, command_id, body if public else None, bytes(digest))
        for code, seq, at_ms, _, body, command_id, digest in rows
    ]


def add_high_scores(connection: Connection, write: Write) -> Outcome:
    """Add high scores of a game without a room, all or none."""
    rows: list[HighScoreRow] = list(write.high_scores)
    with connection.transaction():
        found = connection.execute(
            f"INSERT INTO high_score ({SCORE_COLUMNS}) SELECT * FROM unnest({SCORE_ARRAYS})"  # noqa: S608
            " ON CONFLICT DO NOTHING",
            columns(rows, 10),
        )
        if found.rowcount != len(rows):
            raise conflict(write)
    return None


def conflict(write: Write) -> Conflict:
    return Conflict(Refusal("store_conflict", {"code": write.code}))

"""Group commit in PostgreSQL: one statement for all appends of a batch, each of them all or none.

Rows of rooms are locked in the order of their codes, so that nodes never wait for each other in a circle. An append
that does not follow the last event of its room finds no row to lock, and is a conflict.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from ludoteca.core.translations import Refusal
from ludoteca.store.chain import START, Head, link
from ludoteca.store.hints import Hint
from ludoteca.store.postgres.connections import Connection
from ludoteca.store.rows import Conflict, HighScoreRow, Outcome
from ludoteca.store.write import Write

MAX_HEADS = 50_000
"""Rooms whose last hash is kept, so that most appends need not ask for it."""

# Arrays are sent in binary form (%b). In text form psycopg escapes quotes, and events are full of them: that took as
# long as all the rest of a move.
EVENT_ARRAYS = "%b::text[], %b::bigint[], %b::bigint[], %b::text[], %b::text[], %b::text[], %b::bytea[]"
EVENT_COLUMNS = "room, seq, at_ms, kind, body, command_id, hash"
SCORE_ARRAYS = (
    "%b::text[], %b::text[], %b::text[], %b::bigint[], %b::bigint[], %b::bigint[], %b::text[], %b::bigint[],"
    " %b::bigint[], %b::bigint[]"
)
SCORE_COLUMNS = "source, game, list, seat, rank, value, name, players, at_ms, against"

_APPEND = f"""
WITH new AS MATERIALIZED (
    SELECT * FROM unnest({EVENT_ARRAYS},
        %b::bigint[], %b::bytea[], %b::bigint[], %b::bigint[], %b::bigint[], %b::bigint[])
    AS new({EVENT_COLUMNS}, end_seq, end_hash, updated, due_at, ended, started)
), locked AS MATERIALIZED (
    SELECT code FROM room JOIN new ON code = new.room AND room.seq = new.seq - 1 ORDER BY code FOR NO KEY UPDATE OF room
), won AS (
    INSERT INTO event ({EVENT_COLUMNS}) SELECT {EVENT_COLUMNS} FROM new JOIN locked ON code = new.room
    ON CONFLICT DO NOTHING RETURNING room
), rest AS (
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


def columns(rows: Sequence[Sequence[Any]], count: int) -> list[list[Any]]:
    """Turn rows into columns, for unnest."""
    return [list(column) for column in zip(*rows, strict=True)] if rows else [[] for _ in range(count)]


class Batches:
    """Writes batches. It keeps the last hash of rooms that it has written to."""

    def __init__(self) -> None:
        self._heads: OrderedDict[str, Head] = OrderedDict()

    def forget(self) -> None:
        """Forget all hashes: another database may answer from now on, with a shorter log."""
        self._heads.clear()

    def append(self, connection: Connection, writes: list[Numbered], outcomes: list[Outcome]) -> list[Hint]:
        """Append events to rooms, at most one append per room; return the hints for other nodes."""
        writes = sorted(writes, key=lambda one: one.write.code)
        self._find_heads(connection, writes)
        first: list[tuple[Any, ...]] = []
        rest: list[tuple[Any, ...]] = []
        scores: list[tuple[Any, ...]] = []
        chains: dict[str, list[tuple[Any, ...]]] = {}
        for number, write in writes:
            events = chained(write, self._heads.get(write.code))
            if not events:
                outcomes[number] = conflict(write)
                continue
            seq, digest = events[-1][1], events[-1][-1]
            chains[write.code] = events
            row = (seq, digest, write.updated, write.due_at, write.ended, int(write.keeps))
            first.append((*events[0], *row))
            rest += events[1:]
            scores += [(write.code, *score) for score in write.high_scores]
        if not first:
            return []
        values = [*columns(first, 13), *columns(rest, 7), *columns(scores, 11)]
        won = {code for (code,) in connection.execute(_APPEND, values, prepare=True).fetchall()}
        hints: list[Hint] = []
        for number, write in writes:
            if write.code in won:
                events = chains[write.code]
                self._keep(write.code, Head(events[-1][1], events[-1][-1]))
                hints += [
                    Hint(code, seq, at_ms, command_id, body if write.public else None, digest)
                    for code, seq, at_ms, _, body, command_id, digest in events
                ]
            elif outcomes[number] is None:
                self._heads.pop(write.code, None)
                outcomes[number] = conflict(write)
        return hints

    def create(self, connection: Connection, writes: list[Numbered], outcomes: list[Outcome]) -> list[Hint]:
        """Create rooms with their first events."""
        rooms: list[tuple[Any, ...]] = []
        events: list[tuple[Any, ...]] = []
        for number, write in writes:
            room = write.room
            assert room is not None  # noqa: S101 - that is what makes it a creation
            logged = chained(write, Head(0, START)) if write.events else []
            if logged is None:
                outcomes[number] = conflict(write)
                continue
            end = (logged[-1][1], logged[-1][-1]) if logged else (0, START)
            row = (room.code, room.game, room.rules_version, room.created, room.updated, room.due_at, room.ended)
            rooms.append((*row, int(room.public), *end, *write.creator, room.created, int(write.keeps)))
            events += logged
        if rooms:
            rooms.sort()
            values = [*columns(rooms, 14), *columns(events, 7)]
            made = {code for (code,) in connection.execute(_CREATE, values).fetchall()}
            for number, write in writes:
                if write.code not in made and outcomes[number] is None:
                    outcomes[number] = conflict(write)
        return []

    def _find_heads(self, connection: Connection, writes: Iterable[Numbered]) -> None:
        """Ask for the heads that are not known, or not those that these writes follow."""
        missing = []
        for _, write in writes:
            head = self._heads.get(write.code)
            if head is None or head.seq + 1 != write.events[0].seq:
                missing.append(write.code)
        if missing:
            for code in missing:
                self._heads.pop(code, None)
            for code, seq, digest in connection.execute(_HEADS, (missing,)):
                self._keep(code, Head(seq, digest))

    def _keep(self, code: str, head: Head) -> None:
        self._heads[code] = head
        self._heads.move_to_end(code)
        if len(self._heads) > MAX_HEADS:
            self._heads.popitem(last=False)


def chained(write: Write, head: Head | None) -> list[tuple[Any, ...]] | None:
    """Return the rows of a write's events with their hashes; None if they do not follow this head."""
    rows: list[tuple[Any, ...]] = []
    for event in write.events:
        if head is None or event.seq != head.seq + 1:
            return None
        head = Head(event.seq, link(head.hash, write.code, event.seq, event.at_ms, event.command_id, event.body))
        rows.append((write.code, *event, head.hash))
    return rows


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

"""Writes to PostgreSQL that are not events: rows of rooms, chats, snapshots, heartbeats, expiry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from ludoteca.store.chat import KEPT, ChatChange
from ludoteca.store.expiry import TABLES, Expirable, ExpiryCutoffs
from ludoteca.store.logs import SnapshotRow
from ludoteca.store.postgres.arrays import columns
from ludoteca.store.postgres.batch import Numbered, conflict
from ludoteca.store.postgres.connections import Connection
from ludoteca.store.postgres.nodes import NODE_DEAD_MS
from ludoteca.store.postgres.rules import HAS_RULES
from ludoteca.store.rows import Outcome
from ludoteca.store.write import Write

# A change without `updated` is of the deadline alone.
_CHANGE = """
WITH new AS MATERIALIZED (
    SELECT * FROM unnest(%s::text[], %s::bigint[], %s::bigint[], %s::bigint[]) AS new(room, updated, due_at, ended)
), locked AS MATERIALIZED (
    SELECT code FROM room JOIN new ON code = new.room ORDER BY code FOR NO KEY UPDATE OF room
)
UPDATE room SET
    updated = coalesce(new.updated, room.updated),
    due_at = new.due_at,
    ended = CASE WHEN new.updated IS NULL THEN room.ended ELSE new.ended END
FROM new JOIN locked ON locked.code = new.room WHERE room.code = new.room RETURNING room.code
"""
_VISIT = """
WITH new AS MATERIALIZED (SELECT * FROM unnest(%s::text[], %s::bigint[]) AS new(room, visited)),
locked AS MATERIALIZED (SELECT code FROM room JOIN new ON code = new.room ORDER BY code FOR NO KEY UPDATE OF room)
UPDATE room SET visited = greatest(room.visited, new.visited)
FROM new JOIN locked ON locked.code = new.room WHERE room.code = new.room
"""
_SNAPSHOT = """
INSERT INTO snapshot (room, seq, hash, release, rules_version, body)
SELECT room, seq, hash, %s, %s, %s FROM event WHERE room = %s AND seq = %s
ON CONFLICT (room) DO UPDATE SET seq = excluded.seq, hash = excluded.hash, release = excluded.release,
    rules_version = excluded.rules_version, body = excluded.body
"""
# Another node that saved a message under the same number at the same time has won.
_CHAT = """
INSERT INTO chat_message AS old (room, slot, number, at_ms, device, address, name, seat, text, command)
SELECT * FROM unnest(%s::text[], %s::bigint[], %s::bigint[], %s::bigint[], %s::text[], %s::text[], %s::text[],
    %s::bigint[], %s::text[], %s::text[])
ON CONFLICT (room, slot) DO UPDATE SET number = excluded.number, at_ms = excluded.at_ms, device = excluded.device,
    address = excluded.address, name = excluded.name, seat = excluded.seat, text = excluded.text,
    command = excluded.command
WHERE old.number < excluded.number
"""
_LIVING = "SELECT 1 FROM present JOIN node ON node.name = present.node WHERE present.room = room.code AND beat_ms > %s"
_NEVER_STARTED = f"started = 0 AND visited <= %s AND updated <= %s AND NOT EXISTS ({_LIVING})"
_UNVISITED = (
    f"started = 1 AND ended IS NULL AND visited <= %s AND updated <= %s AND NOT EXISTS ({_LIVING}) AND {HAS_RULES}"
)


def change(connection: Connection, writes: list[Numbered], outcomes: list[Outcome]) -> None:
    """Change rows of rooms; Conflict where there is no such room."""
    rows = sorted((write.code, write.updated, write.due_at, write.ended) for _, write in writes)
    found = {code for (code,) in connection.execute(_CHANGE, columns(rows, 4)).fetchall()}
    for number, write in writes:
        if write.code not in found:
            outcomes[number] = conflict(write)


def visit(connection: Connection, writes: list[Numbered]) -> None:
    """Record visits to rooms."""
    connection.execute(_VISIT, columns(sorted((write.code, write.visited) for _, write in writes), 2))


def save_snapshot(connection: Connection, row: SnapshotRow) -> None:
    connection.execute(_SNAPSHOT, (row.release, row.rules_version, row.body, row.room, row.seq))


def save_chat(connection: Connection, write: Write) -> Outcome:
    """Save what is new in chats, all or none; Conflict if another node has used a number."""
    rows: list[tuple[Any, ...]] = []
    rules: list[tuple[str, str]] = []
    changes: tuple[ChatChange, ...] = write.chat
    for room, messages, changed in changes:
        rows += [(room, message.number % KEPT, *message) for message in messages]
        if changed is not None:
            rules.append((room, msgspec.json.encode(changed).decode()))
    with connection.transaction():
        codes = sorted({change.room for change in changes})
        connection.execute(
            "UPDATE room SET chat = chat + 1 WHERE code IN"
            " (SELECT code FROM room WHERE code = ANY(%s) ORDER BY code FOR NO KEY UPDATE)",
            (codes,),
        )
        if rows and connection.execute(_CHAT, columns(sorted(rows), 10)).rowcount != len(rows):
            raise conflict(write)
        for room, body in rules:
            connection.execute(
                "INSERT INTO chat_rules VALUES (%s, %s) ON CONFLICT (room) DO UPDATE SET body = excluded.body",
                (room, body),
            )
    return None


def expirable(
    connection: Connection, cutoffs: ExpiryCutoffs, limit: int, now_ms: int, rules: Sequence[str] = ()
) -> Expirable:
    """Find rooms to which nobody is connected, whichever the node: to delete or, if of these rules, to close."""
    living = now_ms - NODE_DEAD_MS

    def codes(condition: str, order: str, values: tuple[Any, ...]) -> list[str]:
        found = connection.execute(
            f"SELECT code FROM room WHERE {condition} ORDER BY {order} LIMIT %s",  # noqa: S608
            (*values, limit),
        )
        return [code for (code,) in found.fetchall()]

    start, unvisited, finished = cutoffs
    return Expirable(
        codes(_NEVER_STARTED, "visited", (start, start, living)),
        codes(_UNVISITED, "visited", (unvisited, unvisited, living, list(rules))),
        [] if finished is None else codes("ended <= %s", "ended", (finished,)),
    )


def remove(connection: Connection, code: str, cutoffs: ExpiryCutoffs, now_ms: int) -> bool:
    """Delete a room and everything that belongs to it; False if it has not expired."""
    start = cutoffs.never_started
    with connection.transaction():
        gone = connection.execute(
            f"DELETE FROM room WHERE code = %s AND (({_NEVER_STARTED}) OR ended <= %s)",  # noqa: S608
            (code, start, start, now_ms - NODE_DEAD_MS, cutoffs.finished),
        )
        if gone.rowcount != 1:
            return False
        for table in (*TABLES, "present", "listing"):
            connection.execute(f"DELETE FROM {table} WHERE room = %s", (code,))  # noqa: S608
    return True


def unfinished(connection: Connection, address: str | None, site: str | None, limit: int) -> tuple[int, int]:
    """Count the unfinished rooms of an address and of its site, up to a limit."""
    counts = []
    for column, value in (("creator", address), ("creator_site", site)):
        row = connection.execute(
            f"SELECT count(*) FROM (SELECT 1 FROM room WHERE {column} = %s AND ended IS NULL LIMIT %s) AS found",  # noqa: S608
            (value, limit),
        ).fetchone()
        counts.append(0 if row is None or value is None else int(row[0]))
    return counts[0], counts[1]

"""What nodes know of each other, in PostgreSQL: heartbeats and the common time, presence, leases and the lobby."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from importlib.metadata import version

from ludoteca.core.translations import Refusal
from ludoteca.store.postgres.arrays import columns
from ludoteca.store.postgres.connections import Connection
from ludoteca.store.postgres.rules import HAS_RULES
from ludoteca.store.postgres.schema import LOCK
from ludoteca.store.rows import Listing, Presence, StoreError

NODE_DEAD_MS = 15_000
"""A node without a heartbeat for this long is dead: its connections and listings no longer count."""
SAMPLE_S = 30.0
"""A slow answer is used for the clock only if there was no quicker one for this long."""
QUICK_S = 0.1
DRAINS, STOPPED = 1, 2
"""States of a node that stops soon, and of one that has stopped."""
FORGET_MS = 24 * 60 * 60 * 1000
STAMP = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
_LIVES = f"beat_ms > %s AND draining < {STOPPED}"
_BEAT = f"""
INSERT INTO node AS old (name, beat_ms, ahead_ms, release, rules) VALUES (%s, %s, %s - {STAMP}, %s, %s)
ON CONFLICT (name) DO UPDATE SET beat_ms = greatest(old.beat_ms, excluded.beat_ms), ahead_ms = excluded.ahead_ms,
    release = excluded.release, rules = excluded.rules
RETURNING {STAMP}, (SELECT count(*) FROM node WHERE name <> %s AND {_LIVES})
"""  # noqa: S608 - a constant
# If this node has the rules, its release does not know an event of the log; another may.
_ELSEWHERE = f"""
SELECT EXISTS (
    SELECT 1 FROM room JOIN node ON game || '=' || rules_version = ANY(string_to_array(rules, ' '))
    WHERE code = %s AND name <> %s AND {_LIVES} AND (release <> %s OR NOT {HAS_RULES})
)
"""  # noqa: S608 - a constant
_OUTAGE = "INSERT INTO outage VALUES (%s, %s) ON CONFLICT (begun_ms) DO UPDATE SET until_ms = excluded.until_ms"
_PRESENT = """
SELECT room, device FROM present JOIN node ON node.name = present.node
WHERE room = ANY(%s) AND present.node <> %s AND beat_ms > %s
"""
# Not those that somebody else has locked: they are being kept or written to just now.
_KEEP = """
WITH locked AS MATERIALIZED (
    SELECT code FROM room WHERE code = ANY(%s) AND (keeper = %s OR keeper IS NULL OR keep_until < %s)
    ORDER BY code FOR NO KEY UPDATE
)
UPDATE room SET keeper = %s, keep_until = %s, due_at = coalesce(due_at, %s)
FROM locked WHERE room.code = locked.code RETURNING room.code
"""
_DUE = f"""
WITH locked AS MATERIALIZED (
    SELECT code FROM room WHERE due_at <= %s AND (keeper IS NULL OR keeper = %s OR keep_until < %s) AND {HAS_RULES}
    ORDER BY due_at LIMIT %s FOR NO KEY UPDATE SKIP LOCKED
)
UPDATE room SET keeper = %s, keep_until = %s FROM locked WHERE room.code = locked.code
RETURNING room.code, room.due_at
"""  # noqa: S608 - a constant
LEASE_MS = 15_000
"""How long a node keeps a room without renewing that: it alone runs its bots and clocks."""
_LIST = """
INSERT INTO listing (room, node, address, opened_ms, entry)
SELECT * FROM unnest(%s::text[], %s::text[], %s::text[], %s::bigint[], %s::bytea[])
ON CONFLICT (room) DO UPDATE SET node = excluded.node, address = excluded.address, entry = excluded.entry
"""
_LISTINGS = """
SELECT room, address, opened_ms, entry FROM listing JOIN node ON node.name = listing.node
WHERE listing.node <> %s AND beat_ms > %s ORDER BY opened_ms DESC LIMIT %s
"""


class Heartbeat:
    """This node's heartbeats, and the database's clock as they find it."""

    def __init__(self, node: str, rules: Sequence[str]) -> None:
        self.node = node
        self.rules = list(rules)
        self.now_ms = 0
        """The time of the last heartbeat."""
        self.living = 1
        """How many nodes were alive then, this one included."""
        self.is_alone = False
        """Whether no other node was alive then, so that nobody needs hints."""
        self._gate = threading.Lock()
        self._offset_s: float | None = None
        self._sampled = 0.0

    def beat(self, connection: Connection, now_ms: int, outage: tuple[int, int] | None = None) -> None:
        """Record a heartbeat, and an outage that ends with it."""
        self.now_ms = max(self.now_ms, now_ms)
        begun = time.monotonic()
        about = (self.node, now_ms, now_ms, version("ludoteca"), " ".join(self.rules))
        row = connection.execute(_BEAT, (*about, self.node, now_ms - NODE_DEAD_MS)).fetchone()
        assert row is not None  # noqa: S101 - it returns a row
        self._sample(begun, row[0])
        self.living = 1 + row[1]
        self.is_alone = row[1] == 0
        if outage is not None:
            connection.execute(_OUTAGE, outage)

    def sample(self, connection: Connection) -> int:
        """Ask the database for the time, in milliseconds."""
        begun = time.monotonic()
        row = connection.execute(f"SELECT {STAMP}").fetchone()
        assert row is not None  # noqa: S101 - it returns a row
        self._sample(begun, row[0])
        return int(row[0])

    def _sample(self, begun: float, database_ms: int) -> None:
        """Take the database's clock as of the middle of the question and its answer."""
        ended = time.monotonic()
        with self._gate:
            if self._offset_s is None or ended - begun < QUICK_S or ended - self._sampled > SAMPLE_S:
                self._offset_s = database_ms / 1000 - (begun + ended) / 2
                self._sampled = ended

    def wall_s(self) -> float:
        """Return the database's time in seconds, from the last sample."""
        with self._gate:
            return time.monotonic() + (self._offset_s or 0.0)

    def start_up(self, connection: Connection) -> int:
        """Record the first heartbeat, and an outage if no other node is alive; return the common time."""
        with connection.transaction():
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK,))
            database_ms = self.sample(connection)
            found = connection.execute("SELECT name, beat_ms, ahead_ms, draining FROM node").fetchall()
            last_ms = max((beat for _, beat, _, _ in found), default=None)
            now_ms = database_ms
            living = [
                (beat, ahead)
                for name, beat, ahead, draining in found
                if name != self.node and draining < STOPPED and beat + NODE_DEAD_MS > database_ms + max(ahead, 0)
            ]
            for beat, ahead in living:
                now_ms = max(now_ms, database_ms + ahead, beat)
            if last_ms is not None and not living:
                now_ms = max(now_ms, last_ms)
                if last_ms < now_ms:
                    connection.execute(_OUTAGE, (last_ms, now_ms))
            self.beat(connection, now_ms)
            connection.execute("UPDATE node SET draining = 0 WHERE name = %s", (self.node,))
            connection.execute("DELETE FROM node WHERE beat_ms < %s", (now_ms - FORGET_MS,))
            clear_present(connection, self.node)
            return now_ms


def lock_name(connection: Connection, node: str, name: str) -> None:
    """Refuse a node whose name is in use. The lock lasts as long as the connection."""
    row = connection.execute("SELECT pg_try_advisory_lock(%s, hashtext(%s))", (LOCK, node)).fetchone()
    if row is None or not row[0]:
        raise StoreError(Refusal("node_taken", {"node": node, "path": name}))


def living(connection: Connection, now_ms: int) -> int:
    """Count the living nodes."""
    row = connection.execute(f"SELECT count(*) FROM node WHERE {_LIVES}", (now_ms - NODE_DEAD_MS,)).fetchone()  # noqa: S608
    return 0 if row is None else int(row[0])


def is_served_elsewhere(connection: Connection, node: str, rules: Sequence[str], code: str, now_ms: int) -> bool:
    """Return whether another living node may serve a room that this one cannot read."""
    values = (code, node, now_ms - NODE_DEAD_MS, version("ludoteca"), list(rules))
    row = connection.execute(_ELSEWHERE, values).fetchone()
    return row is not None and bool(row[0])


def leave(connection: Connection, node: str, state: int) -> None:
    """Say that this node stops soon, or has stopped."""
    connection.execute("UPDATE node SET draining = %s WHERE name = %s", (state, node))


def present(connection: Connection, node: str, codes: Sequence[str], now_ms: int) -> dict[str, list[str]]:
    """Return the devices that are connected to other living nodes, once per node, by room."""
    found: dict[str, list[str]] = {}
    for room, device in connection.execute(_PRESENT, (list(codes), node, now_ms - NODE_DEAD_MS)):
        found.setdefault(room, []).append(device)
    return found


def set_present(
    connection: Connection, node: str, arrived: Sequence[Presence], left: Sequence[Presence], now_ms: int
) -> None:
    """Record which devices have come to this node, and which have left it."""
    if left:
        connection.execute(
            "DELETE FROM present USING unnest(%s::text[], %s::text[]) AS gone(room, device)"
            " WHERE present.room = gone.room AND present.device = gone.device AND present.node = %s",
            (*columns(left, 2), node),
        )
    if arrived:
        connection.execute(
            "INSERT INTO present SELECT room, device, %s, %s FROM unnest(%s::text[], %s::text[]) AS new(room, device)"
            " ON CONFLICT DO NOTHING",
            (node, now_ms, *columns(arrived, 2)),
        )


def clear_present(connection: Connection, node: str) -> None:
    """Record that nobody is connected to this node, and that it lists no room."""
    connection.execute("DELETE FROM present WHERE node = %s", (node,))
    connection.execute("DELETE FROM listing WHERE node = %s", (node,))


def keep(connection: Connection, node: str, codes: Sequence[str], now_ms: int, until_ms: int) -> set[str]:
    """Take or renew the leases of these rooms, which are loaded here; return those that this node holds now."""
    rows = connection.execute(_KEEP, (list(codes), node, now_ms, node, until_ms, now_ms))
    return {code for (code,) in rows.fetchall()}


def due(connection: Connection, node: str, rules: Sequence[str], before_ms: int, limit: int) -> list[str]:
    """Take the leases of rooms of these rules with a deadline by then that no other node keeps; earliest first."""
    values = (before_ms, node, before_ms, list(rules), limit, node, before_ms + LEASE_MS)
    rows = connection.execute(_DUE, values).fetchall()
    return [code for code, _ in sorted(rows, key=lambda row: (row[1], row[0]))]


def release(connection: Connection, node: str, codes: Sequence[str] | None) -> None:
    """Give up leases: those of these rooms, or all of this node."""
    sql = "UPDATE room SET keeper = NULL, keep_until = 0 WHERE code IN (SELECT code FROM room WHERE keeper = %s"
    if codes is None:
        connection.execute(sql + " ORDER BY code FOR NO KEY UPDATE)", (node,))
    else:
        connection.execute(sql + " AND code = ANY(%s) ORDER BY code FOR NO KEY UPDATE)", (node, list(codes)))


def list_rooms(connection: Connection, node: str, listed: Sequence[Listing], removed: Sequence[str]) -> None:
    """Publish rooms in the lobby of all nodes, or remove them."""
    if removed:
        connection.execute("DELETE FROM listing WHERE node = %s AND room = ANY(%s)", (node, list(removed)))
    if listed:
        rows = sorted((one.room, node, one.address, one.opened_ms, one.entry) for one in listed)
        connection.execute(_LIST, columns(rows, 5))


def listings(connection: Connection, node: str, now_ms: int, limit: int) -> list[Listing]:
    """Return what other living nodes list in the lobby, newest first."""
    return [Listing(*row) for row in connection.execute(_LISTINGS, (node, now_ms - NODE_DEAD_MS, limit))]

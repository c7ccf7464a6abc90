"""The store in PostgreSQL, for several nodes at once. Its writer commits a batch in one statement."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from typing import Any, Self

import psycopg

from ludoteca.core.registry import installed_rules
from ludoteca.store.chain import BEGINNING, Chain, Flaw, Head
from ludoteca.store.chat import ChatMessage, ChatRules, read_rules
from ludoteca.store.expiry import Creator, Expirable, ExpiryCutoffs
from ludoteca.store.hints import Hint, OnHints
from ludoteca.store.logs import EventRow, StoredLog
from ludoteca.store.postgres import nodes as postgres_nodes
from ludoteca.store.postgres import rooms as postgres_rooms
from ludoteca.store.postgres.connections import Connection, Readers, connect, public_name, with_defaults
from ludoteca.store.postgres.hints import PostgresHints
from ludoteca.store.postgres.jobs import PostgresNodeJobs
from ludoteca.store.postgres.nodes import Heartbeat
from ludoteca.store.postgres.rules import rule_texts
from ludoteca.store.postgres.schema import migrate
from ludoteca.store.postgres.writer import PostgresCommitter
from ludoteca.store.rows import (
    Deliver,
    HighScoreRow,
    Listing,
    Opponent,
    Presence,
    RoomHead,
    RoomRow,
    StoredEvent,
    StoreError,
)
from ludoteca.store.sqlite import MAX_LISTS
from ludoteca.store.writer import Writer
from ludoteca.store.writes import Writes

ROOM_COLUMNS = "code, game, rules_version, created, updated, due_at, ended, public"
_LISTS = """WITH RECURSIVE found(list) AS (
    SELECT min(list) FROM high_score WHERE game = %s
    UNION ALL
    SELECT (SELECT min(list) FROM high_score WHERE game = %s AND list > found.list) FROM found
    WHERE found.list IS NOT NULL
) SELECT list FROM found WHERE list IS NOT NULL LIMIT %s
"""
_LOG = "SELECT seq, at_ms, kind, body, command_id, hash FROM event WHERE room = %s ORDER BY seq"
_SNAPSHOT = """SELECT snapshot.seq, snapshot.hash, snapshot.body FROM snapshot
JOIN room ON room.code = snapshot.room AND room.rules_version = snapshot.rules_version AND room.seq >= snapshot.seq
JOIN event ON event.room = snapshot.room AND event.seq = snapshot.seq AND event.hash = snapshot.hash
WHERE snapshot.room = %s AND snapshot.release = %s
"""
_TAIL = "SELECT seq, at_ms, command_id, body, hash FROM event WHERE room = %s AND seq > %s ORDER BY seq LIMIT %s"
_SCORES = "SELECT source, game, list, seat, rank, value, name, players, at_ms, against FROM high_score"
CHUNK = 2000
"""Rooms to ask about in one query."""

_log = logging.getLogger(__name__)


class PostgresStore(Writes):
    """Rooms and their events in a PostgreSQL database. Without the name of a node it sends and receives no hints."""

    def __init__(self, url: str, deliver: Deliver | None = None, node: str = "") -> None:
        self._url = url
        conninfo = with_defaults(url)
        self.name = public_name(url)
        self.node = node
        try:
            with connect(conninfo, statement_ms=0) as connection:
                migrate(connection, self.name)
            self._hints = PostgresHints(conninfo, self.name, node) if node else None
        except psycopg.Error as error:
            raise StoreError.unwritable(self.name, error) from None
        self._rules = rule_texts(installed_rules())
        self._heartbeat = Heartbeat(node, self._rules)
        self._readers = Readers(conninfo, self.name)
        self._committer = PostgresCommitter(conninfo, self.name, self._heartbeat, self._send)
        self._writer = Writer(self._committer, deliver)

    def _send(self, hints: list[Hint]) -> None:
        if self._hints is not None and not self._heartbeat.is_alone:
            self._hints.send(hints)

    @property
    def shared(self) -> Self:
        return self

    # Reading

    def expirable(self, cutoffs: ExpiryCutoffs, limit: int) -> Expirable:
        now_ms = self._heartbeat.now_ms
        return self._readers.run(
            lambda connection: postgres_rooms.expirable(connection, cutoffs, limit, now_ms, self._rules)
        )

    def unfinished(self, creator: Creator, limit: int) -> tuple[int, int]:
        return self._readers.run(lambda connection: postgres_rooms.unfinished(connection, *creator, limit))

    def load_chat(self, code: str) -> tuple[ChatRules, list[ChatMessage]]:
        def read(connection: Connection) -> tuple[ChatRules, list[ChatMessage]]:
            found = connection.execute("SELECT body FROM chat_rules WHERE room = %s", (code,)).fetchone()
            rows = connection.execute(
                "SELECT number, at_ms, device, address, name, seat, text, command FROM chat_message"
                " WHERE room = %s ORDER BY number",
                (code,),
            )
            return ChatRules() if found is None else read_rules(found[0]), [ChatMessage(*row) for row in rows]

        return self._readers.run(read)

    def address_key(self) -> bytes:
        return bytes(self._one("SELECT value FROM address_key"))

    def start_up(self, wall_ms: int) -> int:
        """Begin to take part; return the common time, which is the database's unless other nodes are ahead of it."""
        return self._readers.run(self._heartbeat.start_up)

    def outages(self, since_ms: int) -> list[tuple[int, int]]:
        rows = self._all("SELECT begun_ms, until_ms FROM outage WHERE until_ms > %s ORDER BY begun_ms", (since_ms,))
        return [(begun, until) for begun, until in rows]

    def high_scores(self, game: str, limit: int, against: Opponent = "anybody") -> list[HighScoreRow]:
        filtered = "" if against == "anybody" else " AND against IS NOT DISTINCT FROM %s"
        wanted = () if against == "anybody" else (None if against == "people" else against,)
        sql = f"{_SCORES} WHERE game = %s AND list = %s{filtered} ORDER BY rank DESC, at_ms, source, seat LIMIT %s"

        def read(connection: Connection) -> list[HighScoreRow]:
            lists = connection.execute(_LISTS, (game, game, MAX_LISTS)).fetchall()
            return [
                HighScoreRow(*row)
                for (name,) in lists
                for row in connection.execute(sql, (game, name, *wanted, limit)).fetchall()
            ]

        return self._readers.run(read)

    def load(self, code: str) -> tuple[RoomRow, list[StoredEvent]] | None:
        def read(connection: Connection) -> tuple[Any, list[Any]]:
            with connection.transaction():
                connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
                sql = f"SELECT {ROOM_COLUMNS}, seq, hash FROM room WHERE code = %s"  # noqa: S608
                row = connection.execute(sql, (code,)).fetchone()
                return row, [] if row is None else connection.execute(_LOG, (code,)).fetchall()

        row, rows = self._readers.run(read)
        if row is None:
            return None
        chain, events = Chain(code), []
        for *event, digest in rows:
            events.append(StoredEvent(*event))
            _check_chain(chain.follow(event[0], event[1], event[4], event[3], digest))
        _check_chain(chain.end(Head(row[-2], row[-1])))
        return _room(row[:-2]), events

    def find_log(self, code: str, release: str | None, limit: int) -> StoredLog | None:
        def read(connection: Connection) -> StoredLog | None:
            with connection.transaction():
                connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
                sql = "SELECT game, rules_version, seq, hash FROM room WHERE code = %s"
                room = connection.execute(sql, (code,)).fetchone()
                if room is None:
                    return None
                snapshot = connection.execute(_SNAPSHOT, (code, release)).fetchone()
                begin = BEGINNING if snapshot is None else Head(snapshot[0], snapshot[1])
                rows = connection.execute(_TAIL, (code, begin.seq, limit)).fetchall()
                body = None if snapshot is None else snapshot[2]
                game, rules_version, seq, digest = room
                events = [EventRow(*row) for row in rows]
                return StoredLog(game, rules_version, Head(seq, digest), begin, body, events)

        return self._readers.run(read)

    def tail(self, code: str, after: int, limit: int) -> list[EventRow]:
        return [EventRow(*row) for row in self._all(_TAIL, (code, after, limit))]

    def due(self, before_ms: int, limit: int) -> list[str]:
        return self._readers.run(
            lambda connection: postgres_nodes.due(connection, self.node, self._rules, before_ms, limit)
        )

    def next_due(self) -> int | None:
        found: int | None = self._one("SELECT min(due_at) FROM room WHERE due_at IS NOT NULL")
        return found

    def count(self) -> int:
        return int(self._one("SELECT count(*) FROM room"))

    def rooms(self, limit: int) -> list[RoomRow]:
        sql = f"SELECT {ROOM_COLUMNS} FROM room ORDER BY updated DESC, code LIMIT %s"  # noqa: S608
        return [_room(row) for row in self._all(sql, (limit,))]

    # Other nodes

    def wall_s(self) -> float:
        return self._heartbeat.wall_s()

    def last_write_s(self) -> float:
        return time.monotonic() - self._committer.last_write

    def listen(self, on_hints: OnHints) -> None:
        if self._hints is not None:
            self._hints.start(on_hints)

    @property
    def hears(self) -> bool:
        return self._hints is not None and self._hints.is_connected

    @property
    def unknown_count(self) -> int:
        return self._committer.unknown

    def tell(self, codes: Sequence[str]) -> None:
        self._send([Hint(code) for code in codes])

    def heads(self, codes: Sequence[str]) -> dict[str, RoomHead]:
        sql, found = "SELECT code, seq, hash, chat FROM room WHERE code = ANY(%s)", {}
        for start in range(0, len(codes), CHUNK):
            for code, *head in self._all(sql, (list(codes[start : start + CHUNK]),)):
                found[code] = RoomHead(*head)
        return found

    def present(self, codes: Sequence[str], now_ms: int) -> dict[str, list[str]]:
        return self._readers.run(lambda connection: postgres_nodes.present(connection, self.node, codes, now_ms))

    def set_present(self, arrived: Sequence[Presence], left: Sequence[Presence], now_ms: int) -> None:
        self._readers.run(lambda connection: postgres_nodes.set_present(connection, self.node, arrived, left, now_ms))

    def clear_present(self) -> None:
        self._readers.run(lambda connection: postgres_nodes.clear_present(connection, self.node))

    def keep(self, codes: Sequence[str], now_ms: int, until_ms: int) -> set[str]:
        return self._readers.run(lambda connection: postgres_nodes.keep(connection, self.node, codes, now_ms, until_ms))

    def release(self, codes: Sequence[str] | None = None) -> None:
        self._readers.run(lambda connection: postgres_nodes.release(connection, self.node, codes))

    def list_rooms(self, listed: Sequence[Listing], removed: Sequence[str]) -> None:
        self._readers.run(lambda connection: postgres_nodes.list_rooms(connection, self.node, listed, removed))

    def listings(self, now_ms: int, limit: int) -> list[Listing]:
        return self._readers.run(lambda connection: postgres_nodes.listings(connection, self.node, now_ms, limit))

    def nodes(self, now_ms: int) -> int:
        return self._readers.run(lambda connection: postgres_nodes.living(connection, now_ms))

    @property
    def living_nodes(self) -> int:
        return self._heartbeat.living

    def is_served_elsewhere(self, code: str, now_ms: int) -> bool:
        return self._readers.run(
            lambda connection: postgres_nodes.is_served_elsewhere(connection, self.node, self._rules, code, now_ms)
        )

    def jobs(self) -> PostgresNodeJobs:
        return PostgresNodeJobs(self._url, self.node)

    def leave(self, draining: bool) -> None:
        state = postgres_nodes.DRAINS if draining else postgres_nodes.STOPPED
        self._readers.run(lambda connection: postgres_nodes.leave(connection, self.node, state))

    # Ending

    def close(self) -> None:
        self._writer.close()
        if self._hints is not None:
            self._hints.close()
        self._readers.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _all(self, sql: str, values: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        return self._readers.run(lambda connection: connection.execute(sql, values).fetchall())

    def _one(self, sql: str) -> Any:
        rows = self._all(sql, ())
        return rows[0][0]


def _room(row: Sequence[Any]) -> RoomRow:
    return RoomRow(*(*row[:-1], bool(row[-1])))


def _check_chain(flaw: Flaw | None) -> None:
    if flaw is not None:
        _log.error("%s", flaw.sentence)
        raise flaw.error

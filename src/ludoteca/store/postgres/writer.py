"""Commits batches to PostgreSQL. A connection that is lost during a commit leaves the outcome unknown."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial

import psycopg
from psycopg import errors

from ludoteca.core.translations import Refusal
from ludoteca.store.hints import Hint
from ludoteca.store.postgres import rooms as postgres_rooms
from ludoteca.store.postgres.batch import Batches, Numbered, add_high_scores, conflict
from ludoteca.store.postgres.connections import Connection, Reconnecting, failure, is_lost
from ludoteca.store.postgres.nodes import Heartbeat
from ludoteca.store.rows import Conflict, Outcome, Unknown
from ludoteca.store.write import Write

OWN_FAULTS = (psycopg.DataError, psycopg.IntegrityError, psycopg.ProgrammingError, OverflowError, UnicodeError)
"""Errors that one bad write can cause."""
AGAIN = (errors.DeadlockDetected, errors.SerializationFailure)
"""Nothing was written, and the same statement may succeed now."""
TRIES = 3

Work = Callable[[Connection, list[Numbered], list[Outcome]], list[Hint]]

_log = logging.getLogger(__name__)


class PostgresCommitter:
    """Commits batches on its own connection, which it replaces when it is lost."""

    def __init__(self, conninfo: str, name: str, heartbeat: Heartbeat, on_commit: Callable[[list[Hint]], None]) -> None:
        self._name = name
        self._heartbeat = heartbeat
        self._on_commit = on_commit
        self._reconnecting = Reconnecting(conninfo)
        self._batches = Batches(heartbeat)
        self.connection: Connection | None = None
        self.unknown = 0
        """Writes of unknown outcome so far."""
        self.last_write = time.monotonic()

    def commit(self, batch: list[Write]) -> list[Outcome]:
        """Commit the writes of a batch as if one by one; return their outcomes."""
        outcomes: list[Outcome] = [None] * len(batch)
        for writes in _rounds(batch):
            for work, members in self._sort(writes):
                self._run(work, members, outcomes)
        return outcomes

    def tidy(self) -> None:
        """Do nothing: PostgreSQL tidies up by itself."""

    def close(self) -> None:
        connection, self.connection = self.connection, None
        if connection is not None:
            with suppress(psycopg.Error):
                connection.close()

    def _sort(self, writes: list[Numbered]) -> Iterator[tuple[Work, list[Numbered]]]:
        """Yield the writes by what is to be done with them. They are of different rooms, so that the order is free."""
        created = [one for one in writes if one.write.room is not None]
        others = [one for one in writes if one.write.room is None]
        appended = [one for one in others if one.write.events]
        visits = [one for one in others if one.write.visited is not None]
        single = [one for one in others if not one.write.events and _is_single(one.write)]
        taken = {one.number for group in (appended, visits, single) for one in group}
        changed = [one for one in others if one.number not in taken]
        if appended:
            yield self._batches.append, appended
        if created:
            yield self._batches.create, created
        if changed:
            yield _quiet(postgres_rooms.change), changed
        if visits:
            yield _quiet(lambda connection, members, outcomes: postgres_rooms.visit(connection, members)), visits
        for one in single:
            yield partial(self._write_single, one.write), [one]

    def _write_single(
        self, write: Write, connection: Connection, members: list[Numbered], outcomes: list[Outcome]
    ) -> list[Hint]:
        number = members[0].number
        try:
            if write.heartbeat is not None:
                self._heartbeat.beat(connection, write.heartbeat, write.outage)
            elif write.snapshot is not None:
                postgres_rooms.save_snapshot(connection, write.snapshot)
            elif write.expired is not None:
                if not postgres_rooms.remove(connection, write.code, write.expired, self._heartbeat.now_ms):
                    outcomes[number] = conflict(write)
            elif write.chat:
                postgres_rooms.save_chat(connection, write)
                return [Hint(change.room) for change in write.chat]
            else:
                add_high_scores(connection, write)
        except Conflict as error:
            outcomes[number] = error
        return []

    def _run(self, work: Work, members: list[Numbered], outcomes: list[Outcome], tries: int = TRIES) -> None:
        """Do some work; if one of the writes is bad, halve them until it is alone."""
        connection = self.connection
        try:
            if connection is None:
                connection = self.connection = self._reconnecting.connect()
        except psycopg.Error as error:
            _set_all(members, outcomes, failure(error, self._name))
            return
        try:
            hints = work(connection, members, outcomes)
        except (*OWN_FAULTS, psycopg.Error) as error:
            if is_lost(connection):
                _log.warning("%s: the connection was lost during a commit: %s", self._name, str(error).strip())
                self.close()
                self._batches.forget()
                self.unknown += len(members)
                _set_all(members, outcomes, Unknown(Refusal("store_failed")))
            elif isinstance(error, AGAIN) and tries > 1:
                self._run(work, members, outcomes, tries - 1)
            elif isinstance(error, OWN_FAULTS) and len(members) > 1:
                half = len(members) // 2
                self._run(work, members[:half], outcomes)
                self._run(work, members[half:], outcomes)
            else:
                _set_all(members, outcomes, failure(error, self._name))
            return
        self.last_write = time.monotonic()
        if hints:
            self._on_commit(hints)


def _rounds(batch: list[Write]) -> Iterator[list[Numbered]]:
    """Divide a batch so that no room is written twice in one statement."""
    codes: set[str] = set()
    writes: list[Numbered] = []
    for number, write in enumerate(batch):
        touched = {change.room for change in write.chat} or {write.code} - {""}
        if codes & touched:
            yield writes
            codes, writes = set(), []
        codes |= touched
        writes.append(Numbered(number, write))
    if writes:
        yield writes


def _is_single(write: Write) -> bool:
    """Return whether a write needs a statement of its own."""
    rare = write.heartbeat is not None or write.snapshot is not None or write.expired is not None
    return rare or bool(write.chat) or bool(write.high_scores)


def _quiet(work: Callable[[Connection, list[Numbered], list[Outcome]], None]) -> Work:
    """Make work of a function that has nothing to hint."""

    def run(connection: Connection, members: list[Numbered], outcomes: list[Outcome]) -> list[Hint]:
        work(connection, members, outcomes)
        return []

    return run


def _set_all(members: list[Numbered], outcomes: list[Outcome], outcome: Outcome) -> None:
    for number, _ in members:
        outcomes[number] = outcome

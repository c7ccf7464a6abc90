# ruff: noqa: S608 - statements are made of constants
"""The table of thinking jobs in PostgreSQL: what a node does with it, and what a worker may do.

A claim is a short UPDATE that sets the lease of a job and counts the attempt. No lock is held while a worker thinks.
All times are those of the database.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Collection, Sequence
from secrets import token_hex
from typing import Any, LiteralString

import psycopg
from psycopg import errors

from ludoteca.bots.jobs import (
    JOB_OLD_MS,
    LEASE_MS,
    MAX_ATTEMPTS,
    WORKER_DEAD_MS,
    ClaimedJob,
    Games,
    Job,
    JobStatus,
)
from ludoteca.core.translations import Refusal
from ludoteca.store.postgres.connections import Readers, connect, public_name, with_defaults
from ludoteca.store.postgres.listener import Listener
from ludoteca.store.postgres.rules import HAS_RULES, rule_texts
from ludoteca.store.rows import StoreError

JOBS_CHANNEL = "ludoteca_jobs"
ANSWERS_CHANNEL = "ludoteca_answers"
RETRY_S = 0.3
"""Nobody waits for the table of jobs: a node thinks itself, and a worker asks again."""
MAX_NAME = 80
LONGEST_LEASE_MS = 60_000
"""A lease that ends later is from before the clock was set back, and counts for nothing."""

_NOW: LiteralString = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
_TAKEN: LiteralString = f"lease_until BETWEEN {_NOW} AND {_NOW} + {LONGEST_LEASE_MS}"
_ALIVE: LiteralString = f"abs({_NOW} - beat_ms) <= {WORKER_DEAD_MS}"
_JOB: LiteralString = "id, game, rules_version, level, kind, quick, seat, seed, position"

_POST: LiteralString = f"""WITH posted AS (
    INSERT INTO job (node, posted_ms, {_JOB}) VALUES (%s, {_NOW}, %s, %s, %s, %s, %s, %s, %s, %s, %s) RETURNING id
) SELECT pg_notify('{JOBS_CHANNEL}', '') FROM posted"""
_LOOK: LiteralString = f"SELECT id, attempt, {_TAKEN}, coalesce(worker, ''), answer FROM job WHERE id = ANY(%s)"
_REFUSE: LiteralString = f"""WITH offered AS (
    UPDATE job SET answer = NULL, lease_until = 0, refused = worker
    WHERE id = %s AND attempt = %s AND answer IS NOT NULL RETURNING id
) SELECT pg_notify('{JOBS_CHANNEL}', '') FROM offered"""
_TAKE_BACK: LiteralString = f"DELETE FROM job WHERE id = %s AND NOT {_TAKEN} AND answer IS NULL RETURNING id"
_REMOVE_OLD: LiteralString = (
    f"DELETE FROM job WHERE posted_ms NOT BETWEEN {_NOW} - {JOB_OLD_MS} AND {_NOW} + {JOB_OLD_MS}"
)

_CLAIM: LiteralString = f"""UPDATE job SET worker = %s, attempt = attempt + 1, lease_until = {_NOW} + %s
WHERE id IN (
    SELECT id FROM job
    WHERE answer IS NULL AND NOT {_TAKEN} AND attempt < {MAX_ATTEMPTS} AND quick >= %s
    AND refused IS DISTINCT FROM %s AND {HAS_RULES}
    ORDER BY quick DESC, kind DESC, posted_ms LIMIT %s FOR UPDATE SKIP LOCKED
) RETURNING attempt, {_JOB}"""
_HELD: LiteralString = """FROM unnest(%s::text[], %s::bigint[]) AS held(id, attempt)
WHERE job.id = held.id AND job.attempt = held.attempt AND job.worker = %s AND job.answer IS NULL"""
_RENEW: LiteralString = f"UPDATE job SET lease_until = {_NOW} + %s {_HELD} RETURNING job.id"
_GIVE_BACK: LiteralString = f"""WITH offered AS (UPDATE job SET lease_until = 0 {_HELD} RETURNING job.id)
SELECT pg_notify('{JOBS_CHANNEL}', '') FROM offered"""
_ANSWER: LiteralString = f"""WITH answered AS (
    UPDATE job SET answer = %s WHERE id = %s AND attempt = %s AND worker = %s AND answer IS NULL RETURNING node
) SELECT pg_notify('{ANSWERS_CHANNEL}', node) FROM answered"""
_BEAT: LiteralString = f"UPDATE bot_worker SET beat_ms = {_NOW} WHERE slot = %s AND name = %s RETURNING slot"
_TAKE_SLOT: LiteralString = f"""UPDATE bot_worker SET name = %s, games = %s, beat_ms = {_NOW} WHERE slot = (
    SELECT slot FROM bot_worker WHERE NOT {_ALIVE} ORDER BY slot LIMIT 1 FOR UPDATE SKIP LOCKED
) RETURNING slot"""
_LEAVE: LiteralString = "UPDATE bot_worker SET beat_ms = 0 WHERE slot = %s AND name = %s"


class PostgresNodeJobs:
    """The jobs of one node."""

    def __init__(self, url: str, node: str) -> None:
        self._conninfo = with_defaults(url)
        self._name = public_name(url)
        self._node = node
        self._connections = Readers(self._conninfo, self._name)
        self._listener: Listener | None = None

    def post(self, job: Job) -> None:
        about = (job.id, job.game, job.rules_version, job.level, job.kind, int(job.quick), job.seat, job.seed)
        self._all(_POST, (self._node, *about, job.position))

    def look(self, ids: Collection[str]) -> list[JobStatus]:
        return [JobStatus(*row) for row in self._all(_LOOK, (list(ids),))]

    def refuse(self, status: JobStatus) -> None:
        self._all(_REFUSE, (status.id, status.attempt))

    def take_back(self, job_id: str) -> bool:
        return bool(self._all(_TAKE_BACK, (job_id,)))

    def remove(self, ids: Collection[str]) -> None:
        if ids:
            self._all("DELETE FROM job WHERE id = ANY(%s)", (list(ids),))

    def workers(self) -> list[Games]:
        rows = self._all(f"SELECT games FROM bot_worker WHERE {_ALIVE}", ())
        return [_read_games(games) for (games,) in rows]

    def remove_old(self) -> None:
        self._all(_REMOVE_OLD, ())

    def listen(self, on_answer: Callable[[], None]) -> None:
        def on_notice(node: str | None) -> None:
            if node in (None, self._node):
                on_answer()

        self._listener = Listener(self._conninfo, self._name, ANSWERS_CHANNEL, on_notice)

    def close(self) -> None:
        if self._listener is not None:
            self._listener.close()
        self._connections.close()

    def _all(self, statement: LiteralString, values: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        return _execute(self._connections, statement, values)


class PostgresWorkerJobs:
    """The jobs as a worker sees them, under a role that may do no more than this."""

    def __init__(self, url: str, games: Games, name: str = "", lease_ms: int = LEASE_MS) -> None:
        """Take a place among the workers; StoreError says why that is not possible."""
        self._conninfo = with_defaults(url)
        self.database = public_name(url)
        # Unique, so that an answer of a worker that was started again never passes for that of its predecessor.
        self.name = f"{(name or socket.gethostname()).encode('ascii', 'replace').decode()[:MAX_NAME]}-{token_hex(4)}"
        self._games = rule_texts(games)
        self._lease_ms = lease_ms
        self._slot: int | None = None
        self._listener: Listener | None = None
        self._connections = Readers(self._conninfo, self.database)
        self._check()

    def _check(self) -> None:
        """Say in one sentence what is wrong with the database or the rights of the role."""
        try:
            with connect(self._conninfo) as connection:
                connection.execute("SELECT count(*) FROM job WHERE attempt < 0")
                connection.execute("UPDATE bot_worker SET beat_ms = 0 WHERE slot < 0")
        except errors.UndefinedTable:
            raise StoreError(Refusal("worker_no_jobs", {"path": self.database})) from None
        except errors.InsufficientPrivilege:
            raise StoreError(Refusal("worker_no_rights", {"path": self.database})) from None
        except psycopg.Error as error:
            reason = str(error).strip().partition("\n")[0]
            raise StoreError(Refusal("store_unreadable", {"path": self.database, "reason": reason})) from None

    def beat(self) -> None:
        if self._slot is not None and self._all(_BEAT, (self._slot, self.name)):
            return
        rows = self._all(_TAKE_SLOT, (self.name, " ".join(self._games)))
        if not rows:
            raise StoreError(Refusal("workers_full", {"path": self.database}))
        self._slot = int(rows[0][0])

    def claim(self, count: int, quick_only: bool) -> list[ClaimedJob]:
        rows = self._all(_CLAIM, (self.name, self._lease_ms, int(quick_only), self.name, self._games, count))
        return [ClaimedJob(_job(row[1:]), row[0]) for row in rows]

    def renew(self, claimed: Sequence[ClaimedJob]) -> set[str]:
        return {job_id for (job_id,) in self._all(_RENEW, (self._lease_ms, *self._held(claimed)))}

    def answer(self, claimed: ClaimedJob, answer: str) -> None:
        self._all(_ANSWER, (answer, claimed.job.id, claimed.attempt, self.name))

    def give_back(self, claimed: Sequence[ClaimedJob]) -> None:
        self._all(_GIVE_BACK, self._held(claimed))

    def listen(self, on_job: Callable[[], None]) -> None:
        self._listener = Listener(self._conninfo, self.database, JOBS_CHANNEL, lambda payload: on_job())

    def close(self) -> None:
        try:
            slot, self._slot = self._slot, None
            if slot is not None:
                self._all(_LEAVE, (slot, self.name))
        finally:
            if self._listener is not None:
                self._listener.close()
            self._connections.close()

    def _held(self, claimed: Sequence[ClaimedJob]) -> tuple[list[str], list[int], str]:
        return [one.job.id for one in claimed], [one.attempt for one in claimed], self.name

    def _all(self, statement: LiteralString, values: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        return _execute(self._connections, statement, values)


def _execute(connections: Readers, statement: LiteralString, values: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    def run(connection: psycopg.Connection[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
        found = connection.execute(statement, values)
        return found.fetchall() if found.description else []

    return connections.run(run, RETRY_S)


def _job(row: Sequence[Any]) -> Job:
    job_id, game, rules_version, level, kind, quick, seat, seed, position = row
    return Job(job_id, game, rules_version, level, kind, bool(quick), seat, seed, position)


def _read_games(text: str) -> dict[str, int]:
    """Read the games of a worker; what cannot be read counts for nothing."""
    pairs = (part.partition("=") for part in text.split())
    return {name: int(version) for name, _, version in pairs if version.isascii() and version.isdigit()}

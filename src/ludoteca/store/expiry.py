"""Find and delete rooms that have expired. Their high scores stay."""

from __future__ import annotations

import sqlite3
from typing import NamedTuple

from ludoteca.store import recent_events

UNFINISHED = "SELECT count(*) FROM (SELECT 1 FROM room WHERE creator = ? AND ended IS NULL LIMIT ?)"
UNFINISHED_SITE = "SELECT count(*) FROM (SELECT 1 FROM room WHERE creator_site = ? AND ended IS NULL LIMIT ?)"
NEVER_STARTED = """SELECT code FROM room WHERE started = 0 AND visited <= ?1 AND updated <= ?1
ORDER BY visited LIMIT ?2"""
UNVISITED = """SELECT code FROM room WHERE started = 1 AND ended IS NULL AND visited <= ?1 AND updated <= ?1
ORDER BY visited LIMIT ?2"""
FINISHED = "SELECT code FROM room WHERE ended <= ? ORDER BY ended LIMIT ?"
REMOVE = """DELETE FROM room WHERE code = ?1
AND ((started = 0 AND visited <= ?2 AND updated <= ?2) OR ended <= ?3)"""
TABLES = ("event", "snapshot", "chat_message", "chat_rules")
"""The tables that belong to a room, by their column `room`."""


class Creator(NamedTuple):
    """The creator of a room: hashes of the network address and of its IPv6 site, if it has one."""

    address: str | None = None
    site: str | None = None


NOBODY = Creator()


class ExpiryCutoffs(NamedTuple):
    """Rooms expire that have not changed since these times."""

    never_started: int
    unvisited: int
    finished: int | None
    """None: finished games do not expire."""


class Expirable(NamedTuple):
    never_started: list[str]
    unvisited: list[str]
    finished: list[str]


def find(connection: sqlite3.Connection, cutoffs: ExpiryCutoffs, limit: int) -> Expirable:
    def codes(sql: str, before: int | None) -> list[str]:
        return [] if before is None else [code for (code,) in connection.execute(sql, (before, limit))]

    return Expirable(
        codes(NEVER_STARTED, cutoffs.never_started),
        codes(UNVISITED, cutoffs.unvisited),
        codes(FINISHED, cutoffs.finished),
    )


def remove(connection: sqlite3.Connection, code: str, cutoffs: ExpiryCutoffs) -> bool:
    """Delete a room and everything that belongs to it; False if it has not expired."""
    if connection.execute(REMOVE, (code, cutoffs.never_started, cutoffs.finished)).rowcount != 1:
        return False
    if connection.execute("SELECT 1 FROM recent_event WHERE room = ? LIMIT 1", (code,)).fetchone():
        recent_events.move(connection)  # so that none of them is ever missing
    for table in TABLES:
        connection.execute(f"DELETE FROM {table} WHERE room = ?", (code,))  # noqa: S608 - one of ours
    return True


def unfinished(connection: sqlite3.Connection, creator: Creator, limit: int) -> tuple[int, int]:
    """Count the unfinished rooms of this address and of its site, up to a limit."""
    (address,) = connection.execute(UNFINISHED, (creator.address, limit)).fetchone()
    (site,) = connection.execute(UNFINISHED_SITE, (creator.site, limit)).fetchone() if creator.site else (0,)
    return address, site

"""Which rooms may be forgotten, and forgetting them. Scores stay: they name the game, not the room's log."""

from __future__ import annotations

import sqlite3
from typing import NamedTuple

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
"""What belongs to a room, each by its column `room`."""


class Creator(NamedTuple):
    """Who opened a room: hashes of the network address and of its IPv6 site, if it has one."""

    address: str | None = None
    site: str | None = None


NOBODY = Creator()


class ExpiryCutoffs(NamedTuple):
    """Rooms are looked for that have been as they are since before these times."""

    never_started: int
    unvisited: int
    finished: int | None
    """None: finished games are kept for ever."""


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
    """Forget a room with all that belongs to it; False when it is not, or no longer, to be forgotten."""
    if connection.execute(REMOVE, (code, cutoffs.never_started, cutoffs.finished)).rowcount != 1:
        return False
    for table in TABLES:
        connection.execute(f"DELETE FROM {table} WHERE room = ?", (code,))  # noqa: S608 - one of ours
    return True


def unfinished(connection: sqlite3.Connection, creator: Creator, limit: int) -> tuple[int, int]:
    """How many rooms of this address, and of its site, are not over; counted up to a limit."""
    (address,) = connection.execute(UNFINISHED, (creator.address, limit)).fetchone()
    (site,) = connection.execute(UNFINISHED_SITE, (creator.site, limit)).fetchone() if creator.site else (0,)
    return address, site

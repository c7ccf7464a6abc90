"""List and delete stored rooms from outside the server. Only the room index is read, so no secret can be shown."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from ludoteca.store import expiry
from ludoteca.store.check import CheckSummary, check_all, open_read_only, unreadable
from ludoteca.store.database import connect
from ludoteca.store.expiry import ExpiryCutoffs
from ludoteca.store.lock import Lock
from ludoteca.store.opening import is_url
from ludoteca.store.rows import StoreError

_LIST = """SELECT code, game, iif(ended IS NOT NULL, 'finished', iif(started, 'running', 'waiting')),
created, updated, seq FROM current_room ORDER BY updated DESC, code"""


@dataclass(frozen=True)
class RoomSummary:
    """What the room index says about a room. Times are in milliseconds."""

    code: str
    game: str
    state: str
    """`waiting` for a game worth keeping, `running` or `finished`."""
    created: int
    updated: int
    events: int


def list_rooms(path: Path) -> Iterator[RoomSummary]:
    """Yield all rooms, those that changed last first. A server may be running."""
    try:
        with closing(open_read_only(path)) as connection:
            for row in connection.execute(_LIST):
                yield RoomSummary(*row)
    except sqlite3.Error as error:
        raise unreadable(path, error) from None


def prune(path: Path, cutoffs: ExpiryCutoffs, dry_run: bool) -> int:
    """Delete rooms that have expired, and give their space back; return how many. No server may be running."""
    with closing(open_read_only(path)) as reading, Lock(path.parent):
        try:
            codes = _expired(reading, cutoffs)
            if codes and not dry_run:
                _remove(path, codes, cutoffs)
        except sqlite3.Error as error:
            raise StoreError.unwritable(path, error) from None
    return len(codes)


def _remove(path: Path, codes: list[str], cutoffs: ExpiryCutoffs) -> None:
    with closing(connect(path, "rw")) as connection:
        connection.execute("BEGIN IMMEDIATE")
        for code in codes:
            expiry.remove(connection, code, cutoffs)
        connection.execute("COMMIT")
        connection.execute("VACUUM")


def _expired(connection: sqlite3.Connection, cutoffs: ExpiryCutoffs) -> list[str]:
    (total,) = connection.execute("SELECT count(*) FROM room").fetchone()
    found = expiry.find(connection, cutoffs, max(total, 1))
    return list(dict.fromkeys([*found.never_started, *found.finished]))


def check_address(address: str | Path, summary: CheckSummary) -> Iterator[str]:
    """Yield a sentence per flaw of a store, whichever kind it is."""
    if not is_url(address):
        return check_all(Path(address), summary)
    from ludoteca.store.postgres import maintenance

    return maintenance.check_all(str(address), summary)


def list_address(address: str | Path) -> Iterator[RoomSummary]:
    """Yield all rooms of a store, those that changed last first."""
    if not is_url(address):
        return list_rooms(Path(address))
    from ludoteca.store.postgres import maintenance

    return maintenance.list_rooms(str(address))


def prune_address(address: str | Path, cutoffs: ExpiryCutoffs, dry_run: bool) -> int:
    """Delete rooms of a store that have expired; return how many."""
    if not is_url(address):
        return prune(Path(address), cutoffs, dry_run)
    from ludoteca.store.postgres import maintenance

    return maintenance.prune(str(address), cutoffs, dry_run)

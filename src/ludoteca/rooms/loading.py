"""Loads tables: reads the log after the last snapshot in a thread and folds it in short slices on the event loop."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from importlib.metadata import version
from typing import NamedTuple, TypeVar

from ludoteca.core.errors import LudotecaError, UnknownGame
from ludoteca.core.translations import Refusal
from ludoteca.rooms.command_keys import CommandKeys
from ludoteca.rooms.slices import Slices
from ludoteca.store.chain import Chain, Flaw, Head
from ludoteca.store.logs import EventRow, SnapshotRow, StoredLog
from ludoteca.store.protocol import Store
from ludoteca.table import events as e
from ludoteca.table import fold
from ludoteca.table.events import UnknownEvent
from ludoteca.table.rules import find_rules
from ludoteca.table.snapshot import SnapshotError, read_snapshot, write_snapshot
from ludoteca.table.table import Table, TableError

log = logging.getLogger("ludoteca.loading")

BATCH = 256
"""Events read at once; decoding more would hold the GIL too long."""
LONG_LOG = 2000
"""From this many events on, clients get `loading` instead of waiting."""
RELEASE = version("ludoteca")
UNREADABLE = (UnknownGame, TableError, UnknownEvent)
"""Raised for a log that this release cannot fold. Another may have its rules, or know its events."""

T = TypeVar("T")


class RoomLoading(LudotecaError):
    """A room with a long log is still being loaded."""

    def __init__(self, code: str) -> None:
        super().__init__(Refusal("room_loading", {"code": code}))


class RoomElsewhere(LudotecaError):
    """This node cannot read a room, but another one may."""

    def __init__(self, code: str) -> None:
        super().__init__(Refusal("room_elsewhere", {"code": code}))


class Loaded(NamedTuple):
    """A table from the store."""

    table: Table
    command_keys: CommandKeys
    """The keys of all commands in the log."""
    snapshot_seq: int
    """The seq of the snapshot that was used; 0 without one."""
    head: Head
    """The last event that was read."""


class Loader:
    """Reads tables and writes snapshots. Few long logs are read at a time; short logs need not wait for them."""

    def __init__(self, store: Store, max_long_loads: int) -> None:
        self._store = store
        self._long = asyncio.Semaphore(max_long_loads)
        self._writing: dict[str, asyncio.Task[None]] = {}

    async def read(self, code: str, on_long_log: Callable[[], object]) -> Loaded | None:
        """Read a room's table; call `on_long_log` first if that will take a while.

        Raise one of UNREADABLE if this release cannot fold the log.
        """
        slices = Slices()
        found = await slices.in_thread(self._store.find_log, code, RELEASE, BATCH)
        if found is None:
            return None
        find_rules(found.game, found.rules_version)  # before anybody waits
        table, command_keys = await self._read_snapshot(found, slices)
        if table is None and found.snapshot is not None:
            found = await slices.in_thread(self._store.find_log, code, None, BATCH)
            if found is None:
                return None
        snapshot_seq = 0 if table is None else found.begin.seq
        if found.end.seq - snapshot_seq < LONG_LOG:
            return await self._fold(code, found, table or Table(), command_keys, snapshot_seq, slices)
        on_long_log()
        async with self._long:
            slices.begin()
            loaded = await self._fold(code, found, table or Table(), command_keys, snapshot_seq, slices)
        log.info("room %s: %d events in %d slices", code, found.end.seq - snapshot_seq, slices.count)
        return loaded

    async def _read_snapshot(self, found: StoredLog, slices: Slices) -> tuple[Table | None, CommandKeys]:
        """Return the table of the snapshot; None if there is none or it cannot be used."""
        unusable = None, CommandKeys()
        if found.snapshot is None:
            return unusable
        try:
            restored = await _last(read_snapshot(found.snapshot), slices)
            if restored is None or restored[0].seq != found.begin.seq:
                return unusable
            return restored[0], CommandKeys.from_bytes(restored[1])
        except (SnapshotError, ValueError):
            return unusable

    async def _fold(
        self, code: str, found: StoredLog, table: Table, command_keys: CommandKeys, snapshot_seq: int, slices: Slices
    ) -> Loaded:
        chain = Chain(code, found.begin)
        rows: list[EventRow] = found.events
        while rows:
            for row in rows:
                _check_chain(chain.follow(*row))
                fold.step(table, row.seq, row.at_ms, e.read_event(row.body))
                if row.command_id is not None:
                    command_keys.add(row.command_id)
                if slices.step():
                    await slices.rest()
            rows = [] if len(rows) < BATCH else await slices.in_thread(self._store.tail, code, chain.seq, BATCH)
        slices.end()
        _check_chain(chain.end(found.end))
        return Loaded(table, command_keys, snapshot_seq, Head(chain.seq, chain.hash))

    def save_snapshot(self, code: str, table: Table, command_keys: CommandKeys) -> None:
        """Save a snapshot of the table as it is now, unless the last one is still being saved."""
        if code not in self._writing:
            task = self._writing[code] = asyncio.ensure_future(
                self._save_snapshot(code, table, command_keys.to_bytes())
            )
            task.add_done_callback(lambda _: self._writing.pop(code, None))

    async def _save_snapshot(self, code: str, table: Table, command_keys: bytes) -> None:
        seq, rules_version = table.seq, table.game.rules_version
        try:
            body = await _last(write_snapshot(table, command_keys), Slices())
        except SnapshotError:
            log.warning("room %s: its table cannot be written as a snapshot", code)
            return
        if body is not None:
            self._store.save_snapshot(SnapshotRow(code, seq, RELEASE, rules_version, body))

    async def stop(self) -> None:
        """Finish the snapshots that are being saved."""
        await asyncio.gather(*self._writing.values(), return_exceptions=True)


async def _last(steps: Iterable[T | None], slices: Slices) -> T | None:
    """Run small steps in slices and return the last result."""
    last = None
    for result in steps:
        last = result
        if slices.step():
            await slices.rest()
    slices.end()
    return last


def _check_chain(flaw: Flaw | None) -> None:
    if flaw is not None:
        log.error("%s", flaw.sentence)
        raise flaw.error

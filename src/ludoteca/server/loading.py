"""Tables from the store. A log is read in pieces beside the loop and folded in slices on it, after its snapshot."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterable
from importlib.metadata import version
from typing import NamedTuple, TypeVar

from ludoteca.core.errors import LudotecaError
from ludoteca.core.registry import find_game
from ludoteca.core.translations import Refusal
from ludoteca.server.slices import Slices
from ludoteca.store.chain import Chain, Flaw
from ludoteca.store.logs import EventRow, SnapshotRow, StoredLog
from ludoteca.store.sqlite import Store
from ludoteca.table import events as e
from ludoteca.table import fold
from ludoteca.table.snapshot import SnapshotError, read_snapshot, write_snapshot
from ludoteca.table.table import Table

log = logging.getLogger("ludoteca.loading")

PIECE = 256
"""Events that are read at once: decoding more would hold the interpreter too long."""
LONG = 2000
"""Events from which on a visitor is told to wait instead of being kept waiting."""
REMEMBERED_COMMANDS = 512
"""Ids of commands kept in memory and in snapshots; the store's own unique key knows the older ones."""
RELEASE = version("ludoteca")

T = TypeVar("T")


class RoomLoading(LudotecaError):
    """A room with a long log is being taken up; it will be there in a while."""

    def __init__(self, code: str) -> None:
        super().__init__(Refusal("room_loading", {"code": code}))


class Loaded(NamedTuple):
    table: Table
    names: list[str]
    """The ids of the last commands."""
    kept: int
    """The seq of the snapshot it was taken up from; 0 without one."""


class Loader:
    """Reads tables and writes their snapshots. Few long logs are read at a time, short ones need not wait for them."""

    def __init__(self, store: Store, at_once: int) -> None:
        self._store = store
        self._long = asyncio.Semaphore(at_once)
        self._writing: dict[str, asyncio.Task[None]] = {}

    async def read(self, code: str, long: Callable[[], object]) -> Loaded | None:
        """A room's table. `long` is called as soon as it is known that this will take a while."""
        slices = Slices()
        found = await slices.aside(self._store.find_log, code, RELEASE, PIECE)
        if found is None:
            return None
        table, names = await self._take_up(found, slices)
        if table is None and found.snapshot is not None:
            found = await slices.aside(self._store.find_log, code, None, PIECE)
            if found is None:
                return None
        kept = 0 if table is None else found.begin.seq
        if found.end.seq - kept < LONG:
            return await self._fold(code, found, table or Table(), names, kept, slices)
        long()
        async with self._long:
            slices.begin()
            loaded = await self._fold(code, found, table or Table(), names, kept, slices)
        log.info("room %s: %d events in %d slices", code, found.end.seq - kept, slices.count)
        return loaded

    async def _take_up(self, found: StoredLog, slices: Slices) -> tuple[Table | None, deque[str]]:
        """The table of the snapshot; None where there is none that is any good."""
        names: deque[str] = deque(maxlen=REMEMBERED_COMMANDS)
        if found.snapshot is None or find_game(found.game).rules_version != found.rules_version:
            return None, names
        try:
            restored = await _last(read_snapshot(found.snapshot), slices)
        except SnapshotError:
            return None, names
        if restored is None or restored[0].seq != found.begin.seq:
            return None, names
        names.extend(restored[1])
        return restored[0], names

    async def _fold(
        self, code: str, found: StoredLog, table: Table, names: deque[str], kept: int, slices: Slices
    ) -> Loaded:
        chain = Chain(code, found.begin)
        rows: list[EventRow] = found.events
        while rows:
            for row in rows:
                _sound(chain.follow(*row))
                fold.step(table, row.seq, row.at_ms, e.read_event(row.body))
                if row.cmd is not None:
                    names.append(row.cmd)
                if slices.step():
                    await slices.rest()
            rows = [] if len(rows) < PIECE else await slices.aside(self._store.tail, code, chain.seq, PIECE)
        slices.end()
        _sound(chain.end(found.end))
        return Loaded(table, list(names), kept)

    def keep(self, code: str, table: Table, names: Iterable[str]) -> None:
        """Write a snapshot of a table as it is now, unless the last one is still being written."""
        if code not in self._writing:
            task = self._writing[code] = asyncio.ensure_future(self._keep(code, table, list(names)))
            task.add_done_callback(lambda _: self._writing.pop(code, None))

    async def _keep(self, code: str, table: Table, names: list[str]) -> None:
        seq, rules_version = table.seq, table.game.rules_version
        try:
            body = await _last(write_snapshot(table, names), Slices())
        except SnapshotError:
            log.warning("room %s: no snapshot can be made of its table", code)
            return
        if body is not None:
            self._store.save_snapshot(SnapshotRow(code, seq, RELEASE, rules_version, body))

    async def stop(self) -> None:
        """Finish what is being written; it is little."""
        await asyncio.gather(*self._writing.values(), return_exceptions=True)


async def _last(steps: Iterable[T | None], slices: Slices) -> T | None:
    """What the last of many small steps gives."""
    last = None
    for result in steps:
        last = result
        if slices.step():
            await slices.rest()
    slices.end()
    return last


def _sound(flaw: Flaw | None) -> None:
    if flaw is not None:
        log.error("%s", flaw.sentence)
        raise flaw.error

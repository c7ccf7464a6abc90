"""Removes or closes rooms that nobody uses: few at a time, and never a room with somebody in it."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from ludoteca.core.errors import LudotecaError
from ludoteca.store.expiry import ExpiryCutoffs
from ludoteca.store.rows import StoreError
from ludoteca.table import commands as c

if TYPE_CHECKING:
    from ludoteca.server.rooms import Rooms

log = logging.getLogger("ludoteca.expiry")

DAY_MS = 24 * 60 * 60 * 1000


class Expiry:
    """Removes rooms that never started and, on request, finished ones. Closes games that nobody visits."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self.removing: set[str] = set()
        """Rooms that are being removed and must not be loaded."""
        self._next_ms = 0

    async def sweep(self) -> None:
        """Remove and close what has expired, if it is time to look again."""
        now, limits = self._rooms.clock.now_ms(), self._rooms.limits
        if now < self._next_ms:
            return
        self._next_ms = now + int(1000 * limits.expiry_interval_s)
        finished = None if limits.keep_finished_days is None else now - limits.keep_finished_days * DAY_MS
        never_started = now - limits.keep_unstarted_days * DAY_MS
        cutoffs = ExpiryCutoffs(never_started, now - limits.keep_unvisited_days * DAY_MS, finished)
        run = asyncio.get_running_loop().run_in_executor
        found = await run(None, self._rooms.store.expirable, cutoffs, limits.expiry_batch)
        for code in dict.fromkeys([*found.never_started, *found.finished]):
            await self._remove(code, cutoffs)
        for code in found.unvisited:
            await self._close(code)
        if max(map(len, found)) == limits.expiry_batch:
            self._next_ms = 0  # there is more

    async def _remove(self, code: str, cutoffs: ExpiryCutoffs) -> None:
        rooms = self._rooms
        if rooms.is_loaded_or_loading(code):
            rooms.store.visit(code, rooms.clock.now_ms())
            return
        self.removing.add(code)
        done: asyncio.Future[StoreError | None] = asyncio.get_running_loop().create_future()
        try:
            rooms.store.remove(code, cutoffs, done.set_result)
            error = await asyncio.shield(done)
        finally:
            self.removing.discard(code)
        if error is None:
            rooms.stored_count -= 1
            rooms.creator_addresses.pop(code, None)
            rooms.metrics.count("ludoteca_rooms_expired_total")
            log.info("room %s expired", code)

    async def _close(self, code: str) -> None:
        """Close a game that nobody has come back to. It remains as a record; its last event says why."""
        rooms = self._rooms
        # Even if it cannot be closed now, so that other rooms get their turn.
        rooms.store.visit(code, rooms.clock.now_ms())
        if rooms.is_loaded_or_loading(code):
            return
        try:
            room = await rooms.load(code)
        except LudotecaError as error:
            log.error("room %s cannot be closed: %s", code, error.sentence)
            return
        room.automation.submit(c.ExpireRoom(rooms.limits.keep_unvisited_days))

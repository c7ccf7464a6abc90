"""Removes or closes rooms that nobody uses: few at a time, and never a room with somebody in it."""

from __future__ import annotations

import asyncio
import logging

from ludoteca.core.errors import LudotecaError
from ludoteca.rooms.loading import RoomElsewhere
from ludoteca.rooms.rooms import Rooms
from ludoteca.store.expiry import ExpiryCutoffs
from ludoteca.store.rows import StoreError
from ludoteca.table import commands as c

log = logging.getLogger("ludoteca.expiry")

DAY_MS = 24 * 60 * 60 * 1000


class Expiry:
    """Removes rooms without a game worth keeping and, on request, finished ones. Closes games that nobody visits."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._services = rooms.services
        self._next_ms = 0

    async def sweep(self) -> None:
        """Remove and close what has expired, if it is time to look again."""
        now, limits = self._services.clock.now_ms(), self._services.limits
        if now < self._next_ms:
            return
        self._next_ms = now + int(1000 * limits.expiry_interval_s)
        finished = None if limits.keep_finished_days is None else now - limits.keep_finished_days * DAY_MS
        never_started = now - limits.keep_unstarted_days * DAY_MS
        cutoffs = ExpiryCutoffs(never_started, now - limits.keep_unvisited_days * DAY_MS, finished)
        run = asyncio.get_running_loop().run_in_executor
        found = await run(None, self._services.store.expirable, cutoffs, limits.expiry_batch)
        for code in dict.fromkeys([*found.never_started, *found.finished]):
            await self._remove(code, cutoffs)
        for code in found.unvisited:
            await self._close(code)
        if max(map(len, found)) == limits.expiry_batch:
            self._next_ms = 0  # there is more

    async def _remove(self, code: str, cutoffs: ExpiryCutoffs) -> None:
        rooms = self._rooms
        if rooms.is_loaded_or_loading(code):
            self._services.store.visit(code, self._services.clock.now_ms())
            return
        rooms.removing.add(code)
        done: asyncio.Future[StoreError | None] = asyncio.get_running_loop().create_future()
        try:
            self._services.store.remove(code, cutoffs, done.set_result)
            error = await asyncio.shield(done)
        finally:
            rooms.removing.discard(code)
        if error is None:
            rooms.stored_count -= 1
            self._services.creator_addresses.pop(code, None)
            self._services.metrics.count("ludoteca_rooms_expired_total")
            log.info("room %s expired", code)

    async def _close(self, code: str) -> None:
        """Close a game that nobody has come back to. It remains as a record; its last event says why."""
        rooms = self._rooms
        room = None
        try:
            if not rooms.is_loaded_or_loading(code):
                room = await rooms.load(code)
        except RoomElsewhere:
            return  # a node that can read it closes it
        except LudotecaError as error:
            log.error("room %s cannot be closed: %s", code, error.sentence)
        # Even if it cannot be closed now, so that other rooms get their turn.
        self._services.store.visit(code, self._services.clock.now_ms())
        if room is not None:
            room.automation.submit(c.ExpireRoom(self._services.limits.keep_unvisited_days))

"""Finds rooms for strangers: by the code as people type it, within the limits of their address."""

from __future__ import annotations

import asyncio

from ludoteca.core.errors import LudotecaError
from ludoteca.core.translations import Refusal, quote
from ludoteca.rooms.codes import read_code
from ludoteca.rooms.loading import UNREADABLE, RoomLoading
from ludoteca.rooms.room import Room
from ludoteca.rooms.rooms import RoomNotFound, Rooms
from ludoteca.server.request_limits import RequestLimits
from ludoteca.server.responses import RequestRefused
from ludoteca.table import events as e
from ludoteca.table import fold
from ludoteca.table.table import Table

PEEKED_EVENTS = 64
"""As many events of a room that is not in memory are read for a preview."""


class RoomFinder:
    """Looks up rooms. Nobody can guess codes: those that no room has are rate limited."""

    def __init__(self, rooms: Rooms, limits: RequestLimits) -> None:
        self._rooms = rooms
        self._services = rooms.services
        self._limits = limits

    async def find_by_code(self, typed: str, address: str) -> Room:
        """Find the room of a code as people type it, and load it if necessary.

        Raise RoomLoading if that takes a while. Codes that no room has are rate limited, so that nobody can guess them.
        """
        code = read_code(typed)
        if code is None:
            raise RoomNotFound(quote(typed))
        if self._limits.seats.held_in(address, code):
            return await self._rooms.try_load(code)
        # Over the limit refuse existing codes too; otherwise the answer would tell them apart.
        if not self._limits.unknown_codes.take(address):
            self._services.metrics.count("ludoteca_rate_limited_total")
            raise RequestRefused(Refusal("too_many_codes"))
        try:
            room = await self._rooms.try_load(code)
        except RoomNotFound:
            raise
        except BaseException:
            self._limits.unknown_codes.give_back(address)
            raise
        self._limits.unknown_codes.give_back(address)
        return room

    async def check_code(self, typed: str, address: str) -> str:
        """Return the code of an existing room, even if it is still being loaded."""
        try:
            return (await self.find_by_code(typed, address)).code
        except RoomLoading as loading:
            return str(loading.params["code"])

    async def peek(self, typed: str, address: str) -> Table | None:
        """Return a room's table for a preview, without loading, waking or visiting the room; None if there is none.

        For a room that is not in memory, the first events are enough to know who plays; its game is not replayed.
        """
        code = read_code(typed)
        is_player = code is not None and self._limits.seats.held_in(address, code)
        # As in `find_by_code`: over the limit, existing codes are not told apart from others.
        if code is None or not (is_player or self._limits.unknown_codes.take(address)):
            return None
        room = self._rooms.loaded.get(code)
        try:
            run = asyncio.get_running_loop().run_in_executor
            table = await run(None, self._read_beginning, code) if room is None else room.table
        except UNREADABLE:  # another node may have its rules
            is_known, table = True, None
        except LudotecaError:
            return None
        else:
            is_known = table is not None
        if is_known and not is_player:
            self._limits.unknown_codes.give_back(address)
        return table

    def _read_beginning(self, code: str) -> Table | None:
        table = Table()
        for row in self._services.store.tail(code, 0, PEEKED_EVENTS):
            event = e.read_event(row.body)
            fold.step(table, row.seq, row.at_ms, event)
            if isinstance(event, e.Started):
                break
        return table if table.seq else None

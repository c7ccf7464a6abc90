"""All rooms: creates them, loads them from the store, wakes them for deadlines, and unloads idle ones."""

from __future__ import annotations

import asyncio
import itertools
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from hashlib import sha256
from typing import Any, NamedTuple

from ludoteca.core.errors import LudotecaError
from ludoteca.core.game import Game
from ludoteca.core.translations import Refusal
from ludoteca.rooms.addresses import site_key
from ludoteca.rooms.clock import TICK_MS
from ludoteca.rooms.codes import new_code
from ludoteca.rooms.limits import SITE_SHARE
from ludoteca.rooms.loading import UNREADABLE, RoomElsewhere, RoomLoading
from ludoteca.rooms.room import Room
from ludoteca.rooms.services import RoomServices
from ludoteca.rooms.stored_events import stored_events
from ludoteca.store.expiry import Creator
from ludoteca.store.rows import Conflict, Done, RoomRow, StoreError, Unknown
from ludoteca.table import events as e
from ludoteca.table.create_room import starts_full
from ludoteca.table.retention import keeps_room
from ludoteca.table.table import Table

log = logging.getLogger("ludoteca.rooms")

CODE_TRIES = 20
MAINTENANCE_S = 5.0
COUNT_S = 60.0
TICKS_PER_HEARTBEAT = 60
"""The store notes one tick in this many, or every tick while a clock is running."""
RECENT_OUTAGES = 16
WAKE_BATCH = 200
UNLOAD_BATCH = 500
"""Loaded rooms to look at before other tasks get their turn."""


class PendingLoad(NamedTuple):
    """A room that is being loaded, for everybody who asks for it meanwhile."""

    task: asyncio.Task[Room]
    is_long: asyncio.Event
    """Set once it is clear that loading takes a while."""


class RoomNotFound(LudotecaError):
    """No room has this code."""

    def __init__(self, code: str) -> None:
        super().__init__(Refusal("no_room", {"code": code}))


class RoomRefused(LudotecaError):
    """A room cannot be created or loaded now."""


class Rooms:
    """The loaded rooms."""

    def __init__(self, services: RoomServices, new_code: Callable[[], str] = new_code) -> None:
        self.services = services
        self.new_code = new_code
        """Makes a room code; called again if the code is taken."""
        self.on_maintenance: list[Callable[[], Awaitable[None]]] = []
        """Called every few seconds."""
        self.stored_count = 0
        """Rooms in the store; counted once at the start, so that a request never has to count them."""
        self.store_error: StoreError | None = None
        """The error of the last attempt to read the store, if it failed."""
        self.loaded: dict[str, Room] = {}
        self.removing: set[str] = set()
        """Rooms that are being removed from the store and must not be loaded."""
        self._counted = time.monotonic()
        self._loading: dict[str, PendingLoad] = {}
        self._maintenance: asyncio.Task[None] | None = None
        self._ticker: asyncio.Task[None] | None = None
        self._outages: deque[tuple[int, int]] = deque(maxlen=RECENT_OUTAGES)
        """Outages of this process, which may not be in the store yet."""

    def start(self) -> None:
        """Start the clock and the background tasks. Load no room before."""
        self.services.start()
        self.stored_count = self.services.store.count()
        self.services.clock.on_outage = self._add_outage
        if self.services.nodes is not None:
            self.services.nodes.rooms = self.loaded
            self.services.nodes.start()
        self._ticker = asyncio.ensure_future(self._tick())
        self._maintenance = asyncio.ensure_future(self._maintain())

    async def stop(self) -> None:
        """Stop all rooms and background tasks."""
        for task in (self._maintenance, self._ticker):
            if task is not None:
                task.cancel()
        for loading in self._loading.values():
            loading.task.cancel()
        for room in list(self.loaded.values()):
            await room.stop()
        await self.services.stop()

    async def create(
        self, game: Game[Any], first_events: Callable[[str], list[e.Event] | Refusal], token: str, address: str = ""
    ) -> str:
        """Create a room and return its code. `first_events` gets the host's device and returns its first events."""
        if self.stored_count >= self.services.limits.rooms:
            raise RoomRefused(Refusal("server_full"))
        creator = await self._check_creator(address)
        for _ in range(CODE_TRIES):
            code = self.new_code()
            events = await asyncio.get_running_loop().run_in_executor(None, first_events, device_id(code, token))
            if isinstance(events, Refusal):
                raise RoomRefused(events, game.translations)
            for event in events:
                if isinstance(event, e.Seated):
                    event.address = self.services.hash_address(code, address)
            error = await self._store_room(code, game, events, creator)
            if error is None:
                self.stored_count += 1
                self.services.metrics.count("ludoteca_rooms_created_total")
                self.services.remember_creator(code, address)
                log.info("room %s created for %s", code, game.name)
                return code
            if not isinstance(error, Conflict | Unknown):  # a room of unknown outcome expires by itself
                raise error
        raise RoomRefused(Refusal("no_code"))

    async def _check_creator(self, address: str) -> Creator:
        """Return who creates a room; refuse if the address has too many unfinished rooms."""
        if not address:
            return Creator()
        site, high = site_key(address), self.services.limits.unfinished_per_address
        creator = Creator(self.services.hash_address("", address), site and self.services.hash_address("", site))
        run = asyncio.get_running_loop().run_in_executor
        of_address, of_site = await run(None, self.services.store.unfinished, creator, high * SITE_SHARE)
        if of_address >= high or of_site >= high * SITE_SHARE:
            self.services.metrics.count("ludoteca_rate_limited_total")
            raise RoomRefused(Refusal("too_many_unfinished", {"high": high}))
        return creator

    def is_loaded_or_loading(self, code: str) -> bool:
        """Return whether a room is loaded or being loaded."""
        return code in self.loaded or code in self._loading

    async def _store_room(
        self, code: str, game: Game[Any], log: Sequence[e.Event], creator: Creator
    ) -> StoreError | None:
        now = self.services.clock.now_ms()
        # With all seats taken the game begins, and bots move, even if nobody connects.
        due_at = now if starts_full(log) else None
        row = RoomRow(code, game.name, game.rules_version, now, now, due_at, None, _is_public(log))
        stored: asyncio.Future[StoreError | None] = asyncio.get_running_loop().create_future()
        self.services.store.create(row, stored_events(log, 1, now), _set_result(stored), creator, keeps=keeps_room(log))
        return await stored

    async def try_load(self, code: str) -> Room:
        """Return a room, from memory or the store; raise RoomLoading if that takes a while."""
        room = self.loaded.get(code)
        if room is not None:
            return room
        load = self._start_loading(code)
        is_long = asyncio.ensure_future(load.is_long.wait())
        try:
            await asyncio.wait((load.task, is_long), return_when=asyncio.FIRST_COMPLETED)
        finally:
            is_long.cancel()
        if not load.task.done():
            raise RoomLoading(code)
        return load.task.result()

    async def load(self, code: str) -> Room:
        """Return a room, from memory or the store, however long that takes."""
        room = self.loaded.get(code)
        return room if room is not None else await asyncio.shield(self._start_loading(code).task)

    def _start_loading(self, code: str) -> PendingLoad:
        load = self._loading.get(code)
        if load is None:
            is_long = asyncio.Event()
            load = self._loading[code] = PendingLoad(asyncio.ensure_future(self._load(code, is_long)), is_long)
            load.task.add_done_callback(_retrieve_exception)
        return load

    async def _load(self, code: str, is_long: asyncio.Event) -> Room:
        try:
            if len(self.loaded) >= self.services.limits.rooms_in_memory:
                raise RoomRefused(Refusal("server_full"))
            if code in self.removing:
                raise RoomNotFound(code)
            try:
                found = await self.services.loader.read(code, is_long.set)
            except UNREADABLE:
                nodes = self.services.nodes
                if nodes is not None and await nodes.is_served_elsewhere(code):
                    raise RoomElsewhere(code) from None
                raise
            if found is None:
                raise RoomNotFound(code)
            outages = await self._outages_since(found.table)
            room = self.loaded[code] = Room(code, found, self.services, outages)
            room.on_dropped = partial(self._forget, code)
            return room
        finally:
            del self._loading[code]

    async def _outages_since(self, table: Table) -> list[tuple[int, int]]:
        """Return the outages that a table's clock must not count."""
        if not table.clock_runs:
            return []
        stored = await asyncio.get_running_loop().run_in_executor(
            None, self.services.store.outages, table.clock_state.since_ms
        )
        return [*stored, *self._outages]

    def _add_outage(self, begun_ms: int, until_ms: int) -> None:
        """Record that the server could not run; no clock counts that time."""
        log.warning("the server was stopped for %d ms; clocks do not count this", until_ms - begun_ms)
        self._outages.append((begun_ms, until_ms))
        if self.services.nodes is None:
            self.services.store.add_outage(begun_ms, until_ms)
        else:
            self.services.nodes.slept(begun_ms, until_ms, self.services.clock.is_step)
        for room in list(self.loaded.values()):
            room.add_outage(begun_ms, until_ms)

    async def _tick(self) -> None:
        for tick in itertools.count():
            self.services.clock.tick()
            is_shared = self.services.store.shared is not None
            if is_shared or self.services.clocked_rooms or tick % TICKS_PER_HEARTBEAT == 0:
                self.services.store.heartbeat(self.services.clock.now_ms())
            await asyncio.sleep(TICK_MS / 1000)

    async def _maintain(self) -> None:
        """Wake rooms with a deadline, unload idle ones, and do what else is due."""
        while True:
            try:
                await self._wake_due_rooms()
                self.store_error = None
                await self._count_rooms()
                await self._unload_idle_rooms()
                for call in self.on_maintenance:
                    await call()
            except StoreError as error:
                self.store_error = error
                log.error("%s", error.sentence)
            except Exception:
                # An error in one room must not stop the others.
                log.exception("maintenance failed")
            await asyncio.sleep(MAINTENANCE_S)

    async def _wake_due_rooms(self) -> None:
        if self.services.nodes is not None and self.services.nodes.is_draining:
            return  # asking would take the leases that other nodes are to have
        # Loaded rooms may all be due and come first.
        limit, now_ms = WAKE_BATCH + len(self.loaded), self.services.clock.now_ms()
        due = self.services.store.due
        for code in await asyncio.get_running_loop().run_in_executor(None, due, now_ms, limit):
            if code not in self.loaded:
                await self._wake(code)

    async def _count_rooms(self) -> None:
        """Count the rooms again now and then where other nodes make and remove some too."""
        now = time.monotonic()
        if self.services.store.shared is not None and now - self._counted >= COUNT_S:
            self._counted = now
            self.stored_count = await asyncio.get_running_loop().run_in_executor(None, self.services.store.count)

    async def _wake(self, code: str) -> None:
        try:
            await self.try_load(code)
        except RoomLoading:
            pass  # it goes on loading; do not wait for it
        except RoomElsewhere:
            self._give_up_lease(code)
        except LudotecaError as error:
            log.error("room %s cannot be woken: %s", code, error.sentence)
            self.services.store.set_due(code, None)

    async def _unload_idle_rooms(self) -> None:
        """Unload idle rooms in batches, so that other tasks get their turn."""
        codes = list(self.loaded)
        for start in range(0, len(codes), UNLOAD_BATCH):
            self.unload_idle(self.services.limits.idle_room_s, codes[start : start + UNLOAD_BATCH])
            await asyncio.sleep(0)

    def unload_idle(self, idle_s: float, codes: Sequence[str] | None = None) -> None:
        """Unload rooms that have been idle this long: those with these codes, or all."""
        now = time.monotonic()
        for code in list(self.loaded) if codes is None else codes:
            room = self.loaded.get(code)
            if room is not None and room.is_idle and now - room.empty_since >= idle_s:
                room.unload()
                self._forget(code)

    def _forget(self, code: str) -> None:
        """Remove a room from memory."""
        del self.loaded[code]
        self._give_up_lease(code)

    def _give_up_lease(self, code: str) -> None:
        if self.services.nodes is not None:
            self.services.nodes.unloaded(code)

    def gauges(self) -> dict[str, float]:
        """Return the gauges about rooms, bots and nodes."""
        nodes = self.services.nodes
        about_nodes = {} if nodes is None else nodes.gauges()
        return about_nodes | {
            "ludoteca_rooms_in_memory": len(self.loaded),
            "ludoteca_rooms": self.stored_count,
            "ludoteca_bot_requests_waiting": self.services.workers.waiting(),
            "ludoteca_remote_workers": self.services.workers.remote_count(),
        }


def device_id(code: str, token: str) -> str:
    """Return the id of a device in a room: a hash of its token, different in every room."""
    return sha256(f"{code}:{token}".encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _is_public(log: Sequence[e.Event]) -> bool:
    return isinstance(log[0], e.RoomCreated) and log[0].settings.public


def _retrieve_exception(task: asyncio.Task[Room]) -> None:
    """Mark the exception as retrieved; perhaps nobody waits for the room any more."""
    if not task.cancelled():
        task.exception()


def _set_result(future: asyncio.Future[StoreError | None]) -> Done:
    def done(error: StoreError | None) -> None:
        if not future.done():
            future.set_result(error)

    return done

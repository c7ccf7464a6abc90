"""All rooms: creates them, loads them from the store, wakes them for deadlines, and unloads idle ones."""

from __future__ import annotations

import asyncio
import itertools
import logging
import secrets
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from typing import Any, NamedTuple

from ludoteca.bots.workers import Workers
from ludoteca.core.errors import LudotecaError
from ludoteca.core.game import Game
from ludoteca.core.translations import Refusal, quote
from ludoteca.server.addresses import site_key
from ludoteca.server.chat_room import ChatSaver
from ludoteca.server.clock import TICK_MS, ServerClock
from ludoteca.server.codes import new_code, read_code
from ludoteca.server.connection_limits import RecentSeats
from ludoteca.server.expiry import Expiry
from ludoteca.server.limits import SITE_SHARE, Buckets, Limits
from ludoteca.server.loading import Loader, RoomLoading
from ludoteca.server.lobby import Lobby
from ludoteca.server.metrics import Metrics
from ludoteca.server.responses import RequestRefused
from ludoteca.server.room import Room
from ludoteca.server.webhooks import Webhooks
from ludoteca.store.expiry import Creator
from ludoteca.store.rows import Conflict, Done, RoomRow, StoredEvent, StoreError
from ludoteca.store.sqlite import Store
from ludoteca.table import events as e
from ludoteca.table.create_room import starts_full
from ludoteca.table.table import Table

log = logging.getLogger("ludoteca.rooms")

CODE_TRIES = 20
MAINTENANCE_S = 5.0
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


@dataclass
class Rooms:
    """The loaded rooms, and what they share."""

    store: Store
    workers: Workers
    limits: Limits = field(default_factory=Limits)
    metrics: Metrics = field(default_factory=Metrics)
    webhook_targets: Mapping[str, str] = field(default_factory=dict)
    """URLs by name, for rooms to choose from."""
    clock: ServerClock = field(default_factory=ServerClock)
    new_secret: Callable[[], str] = field(default=partial(secrets.token_hex, 16))
    """Makes the secret of a game or the key of a personal link. Tests pass their own."""
    new_code: Callable[[], str] = field(default=new_code)
    """Makes a room code; called again if the code is taken."""

    def __post_init__(self) -> None:
        self.requests = Buckets(self.limits.requests)
        self.new_rooms = Buckets(self.limits.new_rooms)
        self.replays = Buckets(self.limits.replays)
        self.advice = Buckets(self.limits.advice)
        self.known_rooms = Buckets(self.limits.known_rooms)
        self.unknown_codes = Buckets(self.limits.unknown_codes)
        self.seats = RecentSeats(self.clock)
        self.lobby = Lobby(self.limits)
        self.expiry = Expiry(self)
        self.stored_count = 0
        """Rooms in the store; counted once at the start, so that a request never has to count them."""
        self.store_error: StoreError | None = None
        """The error of the last attempt to read the store, if it failed."""
        self.loaded: dict[str, Room] = {}
        self.creator_addresses: OrderedDict[str, str] = OrderedDict()
        """The addresses that created the latest rooms; they are charged for bot time."""
        self._loading: dict[str, PendingLoad] = {}
        self.loader = Loader(self.store, self.limits.long_loads)
        self._maintenance: asyncio.Task[None] | None = None
        self._ticker: asyncio.Task[None] | None = None
        self.clocked_rooms: set[str] = set()
        """Codes of loaded rooms with a running clock."""
        self._outages: deque[tuple[int, int]] = deque(maxlen=RECENT_OUTAGES)
        """Outages of this process, which may not be in the store yet."""
        self.chat_saver = ChatSaver(self.store)
        self._address_key = b""
        self.webhooks = Webhooks(self.webhook_targets)

    def start(self) -> None:
        """Start the clock and the background tasks, and record how long the server was down. Load no room before."""
        self.clock.start(self.store.start_up(self.clock.wall_ms()))
        self._address_key = self.store.address_key()
        self.stored_count = self.store.count()
        self.clock.on_outage = self._add_outage
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
        await self.loader.stop()
        self.chat_saver.close()
        self.store.heartbeat(self.clock.now_ms())
        await self.webhooks.close()

    def hash_address(self, code: str, address: str) -> str:
        """Return a keyed hash of a network address, different in every room."""
        return sha256(self._address_key + f"{code}:{address}".encode()).hexdigest()[:32]

    async def create(
        self, game: Game[Any], first_events: Callable[[str], list[e.Event] | Refusal], token: str, address: str = ""
    ) -> str:
        """Create a room and return its code. `first_events` gets the host's device and returns its first events."""
        if self.stored_count >= self.limits.rooms:
            raise RequestRefused(Refusal("server_full"))
        creator = await self._check_creator(address)
        for _ in range(CODE_TRIES):
            code = self.new_code()
            events = await asyncio.get_running_loop().run_in_executor(None, first_events, device_id(code, token))
            if isinstance(events, Refusal):
                raise RequestRefused(events, game.translations)
            for event in events:
                if isinstance(event, e.Seated):
                    event.address = self.hash_address(code, address)
            error = await self._store_room(code, game, events, creator)
            if error is None:
                self.stored_count += 1
                self.metrics.count("ludoteca_rooms_created_total")
                self._remember_creator(code, address)
                log.info("room %s created for %s", code, game.name)
                return code
            if not isinstance(error, Conflict):
                raise error
        raise RequestRefused(Refusal("no_code"))

    async def _check_creator(self, address: str) -> Creator:
        """Return who creates a room; refuse if the address has too many unfinished rooms."""
        if not address:
            return Creator()
        site, high = site_key(address), self.limits.unfinished_per_address
        creator = Creator(self.hash_address("", address), site and self.hash_address("", site))
        run = asyncio.get_running_loop().run_in_executor
        of_address, of_site = await run(None, self.store.unfinished, creator, high * SITE_SHARE)
        if of_address >= high or of_site >= high * SITE_SHARE:
            self.metrics.count("ludoteca_rate_limited_total")
            raise RequestRefused(Refusal("too_many_unfinished", {"high": high}))
        return creator

    def is_loaded_or_loading(self, code: str) -> bool:
        """Return whether a room is loaded or being loaded."""
        return code in self.loaded or code in self._loading

    def _remember_creator(self, code: str, address: str) -> None:
        if address:
            self.creator_addresses[code] = address
        if len(self.creator_addresses) > self.limits.rooms_in_memory:
            self.creator_addresses.popitem(last=False)

    async def _store_room(
        self, code: str, game: Game[Any], log: Sequence[e.Event], creator: Creator
    ) -> StoreError | None:
        now = self.clock.now_ms()
        events = [
            StoredEvent(seq, now, e.kind_of(event), e.write_event(event), None)
            for seq, event in enumerate(log, start=1)
        ]
        # With all seats taken the game begins, and bots move, even if nobody connects.
        due_at = now if starts_full(log) else None
        row = RoomRow(code, game.name, game.rules_version, now, now, due_at, None, _is_public(log))
        stored: asyncio.Future[StoreError | None] = asyncio.get_running_loop().create_future()
        self.store.create(row, events, _set_result(stored), creator)
        return await stored

    async def find_by_code(self, typed: str, address: str) -> Room:
        """Find the room of a code as people type it, and load it if necessary.

        Raise RoomLoading if that takes a while. Codes that no room has are rate limited, so that nobody can guess them.
        """
        code = read_code(typed)
        if code is None:
            raise RoomNotFound(quote(typed))
        if self.seats.held_in(address, code):
            return await self.try_load(code)
        # Over the limit refuse existing codes too; otherwise the answer would tell them apart.
        if not self.unknown_codes.take(address):
            self.metrics.count("ludoteca_rate_limited_total")
            raise RequestRefused(Refusal("too_many_codes"))
        try:
            room = await self.try_load(code)
        except RoomNotFound:
            raise
        except BaseException:
            self.unknown_codes.give_back(address)
            raise
        self.unknown_codes.give_back(address)
        return room

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

    async def check_code(self, typed: str, address: str) -> str:
        """Return the code of an existing room, even if it is still being loaded."""
        try:
            return (await self.find_by_code(typed, address)).code
        except RoomLoading as loading:
            return str(loading.params["code"])

    def _start_loading(self, code: str) -> PendingLoad:
        load = self._loading.get(code)
        if load is None:
            is_long = asyncio.Event()
            load = self._loading[code] = PendingLoad(asyncio.ensure_future(self._load(code, is_long)), is_long)
            load.task.add_done_callback(_retrieve_exception)
        return load

    async def _load(self, code: str, is_long: asyncio.Event) -> Room:
        try:
            if len(self.loaded) >= self.limits.rooms_in_memory:
                raise RequestRefused(Refusal("server_full"))
            if code in self.expiry.removing:
                raise RoomNotFound(code)
            found = await self.loader.read(code, is_long.set)
            if found is None:
                raise RoomNotFound(code)
            outages = await self._outages_since(found.table)
            room = self.loaded[code] = Room(code, found, self, outages)
            return room
        finally:
            del self._loading[code]

    async def _outages_since(self, table: Table) -> list[tuple[int, int]]:
        """Return the outages that a table's clock must not count."""
        if not table.clock_runs:
            return []
        stored = await asyncio.get_running_loop().run_in_executor(None, self.store.outages, table.clock_state.since_ms)
        return [*stored, *self._outages]

    def _add_outage(self, begun_ms: int, until_ms: int) -> None:
        """Record that the server could not run; no clock counts that time."""
        log.warning("the server was stopped for %d ms; clocks do not count this", until_ms - begun_ms)
        self._outages.append((begun_ms, until_ms))
        self.store.add_outage(begun_ms, until_ms)
        for room in self.loaded.values():
            room.add_outage(begun_ms, until_ms)

    async def _tick(self) -> None:
        for tick in itertools.count():
            self.clock.tick()
            if self.clocked_rooms or tick % TICKS_PER_HEARTBEAT == 0:
                self.store.heartbeat(self.clock.now_ms())
            await asyncio.sleep(TICK_MS / 1000)

    async def _maintain(self) -> None:
        """Wake rooms with a deadline, unload idle ones, remove expired ones, and forget old addresses."""
        loop = asyncio.get_running_loop()
        while True:
            try:
                # Loaded rooms may all be due and come first.
                limit = WAKE_BATCH + len(self.loaded)
                for code in await loop.run_in_executor(None, self.store.due, self.clock.now_ms(), limit):
                    if code not in self.loaded:
                        await self._wake(code)
                self.store_error = None
                await self._unload_idle_rooms()
                await self.expiry.sweep()
                self._forget_addresses()
            except StoreError as error:
                self.store_error = error
                log.error("%s", error.sentence)
            except Exception:
                # An error in one room must not stop the others.
                log.exception("maintenance failed")
            await asyncio.sleep(MAINTENANCE_S)

    def _forget_addresses(self) -> None:
        for buckets in (self.requests, self.new_rooms, self.replays, self.advice, self.known_rooms, self.unknown_codes):
            buckets.forget()
        self.seats.forget()

    async def _wake(self, code: str) -> None:
        try:
            await self.try_load(code)
        except RoomLoading:
            pass  # it goes on loading; do not wait for it
        except LudotecaError as error:
            log.error("room %s cannot be woken: %s", code, error.sentence)
            self.store.set_due(code, None)

    async def _unload_idle_rooms(self) -> None:
        """Unload idle rooms in batches, so that other tasks get their turn."""
        codes = list(self.loaded)
        for start in range(0, len(codes), UNLOAD_BATCH):
            self.unload_idle(self.limits.idle_room_s, codes[start : start + UNLOAD_BATCH])
            await asyncio.sleep(0)

    def unload_idle(self, idle_s: float, codes: Sequence[str] | None = None) -> None:
        """Unload rooms that have been idle this long: those with these codes, or all."""
        now = time.monotonic()
        for code in list(self.loaded) if codes is None else codes:
            room = self.loaded.get(code)
            if room is not None and room.is_idle and now - room.empty_since >= idle_s:
                room.unload()
                del self.loaded[code]

    def gauges(self) -> dict[str, int]:
        """Return the gauges about rooms."""
        return {"ludoteca_rooms_in_memory": len(self.loaded), "ludoteca_rooms": self.stored_count}


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

"""All rooms: opened, found in memory or in the store, woken when something is due, put away when nobody is there."""

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
SWEEP_S = 5.0
BEATS = 60
"""While no clock runs, one tick in so many is noted in the store; while one runs, every tick."""
RECENT_OUTAGES = 16
WAKE_AT_ONCE = 200
AT_ONCE = 500
"""Rooms in memory that are looked at in one go."""


class Loading(NamedTuple):
    """A room on its way into memory; whoever else asks for it joins in."""

    task: asyncio.Task[Room]
    long: asyncio.Event
    """It takes a while."""


class RoomNotFound(LudotecaError):
    """There is no room of that code, or it cannot be opened."""


@dataclass
class Rooms:
    """The rooms in memory, and what they all share."""

    store: Store
    workers: Workers
    limits: Limits = field(default_factory=Limits)
    metrics: Metrics = field(default_factory=Metrics)
    webhook_targets: Mapping[str, str] = field(default_factory=dict)
    """Names and addresses that rooms may be told to call."""
    clock: ServerClock = field(default_factory=ServerClock)
    new_secret: Callable[[], str] = field(default=partial(secrets.token_hex, 16))
    """Makes a new secret: for the seed of a game, or the key of a personal link. Tests hand in their own."""
    new_code: Callable[[], str] = field(default=new_code)
    """Makes a room code; one that is taken is made anew."""

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
        """Rooms in the store. Counted once, at the start: nobody who asks makes the server count."""
        self.store_trouble: StoreError | None = None
        """Why the store could not be read when that was last tried."""
        self.loaded: dict[str, Room] = {}
        self.creator_addresses: OrderedDict[str, str] = OrderedDict()
        """The addresses that rooms were opened from, the last of them: who pays for what their bots think."""
        self._loading: dict[str, Loading] = {}
        self.loader = Loader(self.store, self.limits.long_loads)
        self._sweeper: asyncio.Task[None] | None = None
        self._ticker: asyncio.Task[None] | None = None
        self.clocked_rooms: set[str] = set()
        """The codes of rooms in memory in which somebody's clock runs."""
        self._outages: deque[tuple[int, int]] = deque(maxlen=RECENT_OUTAGES)
        """Those of this process that a room being loaded may not find in the store yet."""
        self.chat_saver = ChatSaver(self.store)
        self._address_key = b""
        self.webhooks = Webhooks(self.webhook_targets)

    def start(self) -> None:
        """Begin to serve. Nothing may be loaded before this: it notes how long the server was down."""
        self.clock.start(self.store.start_up(self.clock.wall_ms()))
        self._address_key = self.store.address_key()
        self.stored_count = self.store.count()
        self.clock.on_outage = self._outage
        self._ticker = asyncio.ensure_future(self._tick())
        self._sweeper = asyncio.ensure_future(self._sweep())

    async def stop(self) -> None:
        for task in (self._sweeper, self._ticker):
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
        """How a room keeps a network address: nobody can tell it from this, nor recognise it in another room."""
        return sha256(self._address_key + f"{code}:{address}".encode()).hexdigest()[:32]

    async def create(
        self, game: Game[Any], begin: Callable[[str], list[e.Event] | Refusal], token: str, address: str = ""
    ) -> str:
        """A new room, opened from a network address; gives its code.

        `begin` gives the first events for a host; what it refuses raises RoomNotFound.
        """
        if self.stored_count >= self.limits.rooms:
            raise RoomNotFound(Refusal("server_full"))
        creator = await self._may_open(address)
        for _ in range(CODE_TRIES):
            code = self.new_code()
            judged = await asyncio.get_running_loop().run_in_executor(None, begin, device_id(code, token))
            if isinstance(judged, Refusal):
                raise RoomNotFound(judged, game.translations)
            for event in judged:
                if isinstance(event, e.Seated):
                    event.address = self.hash_address(code, address)
            error = await self._store_room(code, game, judged, creator)
            if error is None:
                self.stored_count += 1
                self.metrics.count("ludoteca_rooms_created_total")
                self._remember_opener(code, address)
                log.info("room %s opened for %s", code, game.name)
                return code
            if not isinstance(error, Conflict):
                raise error
        raise RoomNotFound(Refusal("no_code"))

    async def _may_open(self, address: str) -> Creator:
        """Who opens a room; RoomNotFound when too many rooms of that address are not over."""
        if not address:
            return Creator()
        site, most = site_key(address), self.limits.unfinished_per_address
        creator = Creator(self.hash_address("", address), site and self.hash_address("", site))
        aside = asyncio.get_running_loop().run_in_executor
        own, around = await aside(None, self.store.unfinished, creator, most * SITE_SHARE)
        if own >= most or around >= most * SITE_SHARE:
            self.metrics.count("ludoteca_rate_limited_total")
            raise RoomNotFound(Refusal("too_many_unfinished", {"high": most}))
        return creator

    def is_loaded_or_loading(self, code: str) -> bool:
        """The room is in memory, or on its way there."""
        return code in self.loaded or code in self._loading

    def _remember_opener(self, code: str, address: str) -> None:
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
        # Full from the start: it begins, and bots move, even if nobody comes.
        due_at = now if starts_full(log) else None
        row = RoomRow(code, game.name, game.rules_version, now, now, due_at, None, _public(log))
        waiting: asyncio.Future[StoreError | None] = asyncio.get_running_loop().create_future()
        self.store.create(row, events, _resolve(waiting), creator)
        return await waiting

    async def find_by_code(self, typed: str, address: str) -> Room:
        """The room of a code as people type it; RoomLoading while one with a long log is being taken up.

        A code that is not there costs its visitor something, so that nobody tries many.
        """
        code = read_code(typed)
        if code is None:
            raise RoomNotFound(Refusal("no_room", {"code": quote(typed)}))
        if self.seats.held_in(address, code):
            return await self.try_load(code)
        # Once all is spent even a code that is there is not answered: that would tell it from the others.
        if not self.unknown_codes.take(address):
            self.metrics.count("ludoteca_rate_limited_total")
            raise RoomNotFound(Refusal("too_many_codes"))
        try:
            room = await self.try_load(code)
        except RoomNotFound as error:
            if error.code != "no_room":
                self.unknown_codes.give_back(address)
            raise
        except BaseException:
            self.unknown_codes.give_back(address)
            raise
        self.unknown_codes.give_back(address)
        return room

    async def try_load(self, code: str) -> Room:
        """The room of a code, from memory or the store; RoomLoading where that takes a while."""
        room = self.loaded.get(code)
        if room is not None:
            return room
        loading = self._load_soon(code)
        told = asyncio.ensure_future(loading.long.wait())
        try:
            await asyncio.wait((loading.task, told), return_when=asyncio.FIRST_COMPLETED)
        finally:
            told.cancel()
        if not loading.task.done():
            raise RoomLoading(code)
        return loading.task.result()

    async def load(self, code: str) -> Room:
        """The room of a code, from memory or the store, however long it takes."""
        room = self.loaded.get(code)
        return room if room is not None else await asyncio.shield(self._load_soon(code).task)

    async def check_code(self, typed: str, address: str) -> str:
        """The code of a room that there is, if only on its way into memory."""
        try:
            return (await self.find_by_code(typed, address)).code
        except RoomLoading as loading:
            return str(loading.params["code"])

    def _load_soon(self, code: str) -> Loading:
        loading = self._loading.get(code)
        if loading is None:
            long = asyncio.Event()
            loading = self._loading[code] = Loading(asyncio.ensure_future(self._load(code, long)), long)
            loading.task.add_done_callback(_heard)
        return loading

    async def _load(self, code: str, long: asyncio.Event) -> Room:
        try:
            if len(self.loaded) >= self.limits.rooms_in_memory:
                raise RoomNotFound(Refusal("server_full"))
            if code in self.expiry.removing:
                raise RoomNotFound(Refusal("no_room", {"code": code}))
            found = await self.loader.read(code, long.set)
            if found is None:
                raise RoomNotFound(Refusal("no_room", {"code": code}))
            outages = await self._outages_since(found.table)
            room = self.loaded[code] = Room(code, found, self, outages)
            return room
        finally:
            del self._loading[code]

    async def _outages_since(self, table: Table) -> list[tuple[int, int]]:
        """What a table that is taken up has to make up for before anything is judged at it."""
        if not table.clock_runs:
            return []
        stored = await asyncio.get_running_loop().run_in_executor(None, self.store.outages, table.clock_state.since_ms)
        return [*stored, *self._outages]

    def _outage(self, begun_ms: int, until_ms: int) -> None:
        """The process could not serve: that counts for nobody, in memory or not."""
        log.warning("could not serve for %d ms; clocks stood still", until_ms - begun_ms)
        self._outages.append((begun_ms, until_ms))
        self.store.add_outage(begun_ms, until_ms)
        for room in self.loaded.values():
            room.add_outage(begun_ms, until_ms)

    async def _tick(self) -> None:
        for beat in itertools.count():
            self.clock.tick()
            if self.clocked_rooms or beat % BEATS == 0:
                self.store.heartbeat(self.clock.now_ms())
            await asyncio.sleep(TICK_MS / 1000)

    async def _sweep(self) -> None:
        """Wake what is due, put away what is idle, forget visitors that have long gone."""
        loop = asyncio.get_running_loop()
        while True:
            try:
                # Those in memory may all be due and come first.
                limit = WAKE_AT_ONCE + len(self.loaded)
                for code in await loop.run_in_executor(None, self.store.due, self.clock.now_ms(), limit):
                    if code not in self.loaded:
                        await self._wake(code)
                self.store_trouble = None
                await self._unload_idle_rooms()
                await self.expiry.sweep()
                self._forget_visitors()
            except StoreError as error:
                self.store_trouble = error
                log.error("%s", error.sentence)
            except Exception:
                # Whatever one room brought upon itself, the others are still to be woken.
                log.exception("a sweep failed")
            await asyncio.sleep(SWEEP_S)

    def _forget_visitors(self) -> None:
        for buckets in (self.requests, self.new_rooms, self.replays, self.advice, self.known_rooms, self.unknown_codes):
            buckets.forget()
        self.seats.forget()

    async def _wake(self, code: str) -> None:
        try:
            await self.try_load(code)
        except RoomLoading:
            pass  # it comes by itself; the others are not to wait for it
        except LudotecaError as error:
            log.error("room %s cannot be woken: %s", code, error.sentence)
            self.store.set_due(code, None)

    async def _unload_idle_rooms(self) -> None:
        """Let idle rooms leave memory, so many at a time that nobody waits for it."""
        codes = list(self.loaded)
        for start in range(0, len(codes), AT_ONCE):
            self.unload_idle(self.limits.idle_room_s, codes[start : start + AT_ONCE])
            await asyncio.sleep(0)

    def unload_idle(self, idle_s: float, codes: Sequence[str] | None = None) -> None:
        """Let rooms that have been idle so long leave memory: these, or any."""
        now = time.monotonic()
        for code in list(self.loaded) if codes is None else codes:
            room = self.loaded.get(code)
            if room is not None and room.idle and now - room.empty_since >= idle_s:
                room.unload()
                del self.loaded[code]

    def gauges(self) -> dict[str, int]:
        return {"ludoteca_rooms_in_memory": len(self.loaded), "ludoteca_rooms": self.stored_count}


def device_id(code: str, token: str) -> str:
    """How a log names a device: from this nobody can tell the token, nor recognise the device in another room."""
    return sha256(f"{code}:{token}".encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _public(log: Sequence[e.Event]) -> bool:
    return isinstance(log[0], e.RoomCreated) and log[0].settings.public


def _heard(task: asyncio.Task[Room]) -> None:
    """What went wrong is told to those who asked; there may be none left."""
    if not task.cancelled():
        task.exception()


def _resolve(waiting: asyncio.Future[StoreError | None]) -> Done:
    def done(error: StoreError | None) -> None:
        if not waiting.done():
            waiting.set_result(error)

    return done

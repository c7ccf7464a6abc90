"""The rooms of a data folder, run by this process: an event loop in a thread, and clients that need no socket."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import Future
from importlib.metadata import version
from pathlib import Path
from threading import Thread
from typing import Any, TypeVar

import msgspec

from ludoteca.core.errors import LudotecaError
from ludoteca.core.records import Record
from ludoteca.rooms import messages as m
from ludoteca.rooms.client_session import ClientSession
from ludoteca.rooms.creating import create_from_record, create_from_request, public_record
from ludoteca.rooms.limits import Limits, Rate
from ludoteca.rooms.outbox import NextUpdate
from ludoteca.rooms.rooms import Rooms, device_id
from ludoteca.rooms.running import running_rooms
from ludoteca.rooms.summaries import RoomSummary, summarize_known
from ludoteca.store.lock import Lock
from ludoteca.store.server_address import TERMINAL, publish_address, withdraw_address
from ludoteca.table.commands import Command
from ludoteca.table.create_room import CreateRoom
from ludoteca.terminal.room_client import OnEvent, RoomClient, Unanswered
from ludoteca.terminal.texts import language

LOCAL_LIMITS = Limits(messages=Rate(1e6, 1_000_000))
"""Whoever plays in this process slows down nobody else."""
RELEASE = version("ludoteca")

T = TypeVar("T")

_read = msgspec.json.Decoder(m.Outgoing).decode
_write = msgspec.json.Encoder().encode


class LocalHost:
    """Runs the rooms of a data folder. No other process can use the folder meanwhile."""

    url: str | None = None

    def __init__(self, folder: Path, limits: Limits = LOCAL_LIMITS) -> None:
        """Take the folder's lock; raise StoreError if another process holds it."""
        self._lock = Lock(folder)
        publish_address(folder, TERMINAL)
        started: Future[Rooms] = Future()
        self._thread = Thread(target=self._run, args=(folder, limits, started), name="rooms", daemon=True)
        self._thread.start()
        try:
            self.rooms = started.result()
        except BaseException:
            self._give_back(folder)
            raise
        self._folder = folder

    def _run(self, folder: Path, limits: Limits, started: Future[Rooms]) -> None:
        async def serve() -> None:
            self.loop = asyncio.get_running_loop()
            self._stopping = asyncio.Event()
            async with running_rooms(folder, limits) as rooms:
                started.set_result(rooms)
                await self._stopping.wait()

        try:
            asyncio.run(serve())
        except BaseException as error:
            if started.done():
                raise
            started.set_exception(error)

    def call(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine where the rooms are, and return its result."""
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result()

    def create(self, request: CreateRoom, token: str) -> str:
        """Create a room and return its code."""
        return self.call(create_from_request(self.rooms, request, token))

    def import_record(self, record: Record, token: str) -> str:
        """Create a room that continues a record, and return its code."""

        async def create() -> str:
            return (await create_from_record(self.rooms, record, token)).code

        return self.call(create())

    def summaries(self, codes: list[str], token: str) -> dict[str, RoomSummary]:
        """Describe those of the rooms that exist and in which the token holds a seat."""
        return self.call(summarize_known(self.rooms, dict.fromkeys(codes, token)))

    def record(self, code: str) -> bytes:
        """Return the record of a room's present game; refused while it would reveal something."""

        async def read() -> bytes:
            return public_record((await self.rooms.load(code)).table).text().encode()

        return self.call(read())

    def client(self, code: str, token: str, on_event: OnEvent) -> RoomClient:
        """Make a client for a room."""
        return LocalRoomClient(self, code, token, on_event)

    def close(self) -> None:
        """Stop the rooms and give the folder back."""
        self.loop.call_soon_threadsafe(self._stopping.set)
        self._thread.join()
        self._give_back(self._folder)

    def _give_back(self, folder: Path) -> None:
        withdraw_address(folder)
        self._lock.close()


class LocalOutbox:
    """Hands messages over at once: a terminal that lags keeps nobody waiting."""

    def __init__(self, on_event: OnEvent) -> None:
        self.next_update: NextUpdate = lambda: None
        self._on_event = on_event
        self._is_open = True

    def __len__(self) -> int:
        return 0

    def append(self, reply: bytes) -> None:
        """Hand over a reply, then what is due."""
        if self._is_open:
            self._on_event(_read(reply))
        self.flush()

    def flush(self) -> None:
        """Hand over what is due."""
        while self._is_open and (update := self.next_update()) is not None:
            self._on_event(_read(update))

    def close(self, comes_again: bool = False) -> None:
        """Hand over nothing more."""
        self._is_open = False

    def drop(self) -> None:
        """Hand over nothing more."""
        self._is_open = False


class LocalRoomClient:
    """A client in the process of its room. Its messages are the ones that a socket would carry."""

    def __init__(self, host: LocalHost, code: str, token: str, on_event: OnEvent) -> None:
        self._host = host
        self._code = code
        self._token = token
        self._on_event = on_event
        self._unanswered = Unanswered()
        self._session: ClientSession | None = None

    def start(self) -> None:
        """Enter the room."""
        asyncio.run_coroutine_threadsafe(self._enter(), self._host.loop)

    async def _enter(self) -> None:
        rooms = self._host.rooms
        try:
            room = await rooms.load(self._code)
        except LudotecaError as error:
            self._on_event(error)
            return
        session = ClientSession(
            room, device_id(self._code, self._token), LocalOutbox(self._on_event), language=language()
        )
        now, webhooks = rooms.services.clock.now_ms(), rooms.services.webhooks.names
        session.join(m.Welcome(self._token, RELEASE, m.WIRE_VERSION, None, now, webhooks, 0))
        self._session = session

    def close(self) -> None:
        """Leave the room."""
        self._host.call(self._leave())

    async def _leave(self) -> None:
        session, self._session = self._session, None
        if session is not None:
            session.outbox.close()
            session.leave()

    @property
    def is_idle(self) -> bool:
        """Whether every command sent has been answered."""
        return not self._unanswered.commands

    def send(self, command: Command) -> None:
        """Send a command, under a new id."""
        with self._unanswered.lock:
            self._unanswered.add(command)
        self._host.loop.call_soon_threadsafe(self._receive, _write(command))

    def _receive(self, message: bytes) -> None:
        if self._session is not None:
            self._session.receive(message)

    def acknowledge(self, command_id: str) -> tuple[Command | None, bool]:
        """Note that a command was answered; return it. Nothing is ever sent twice."""
        with self._unanswered.lock:
            return self._unanswered.pop(command_id), False

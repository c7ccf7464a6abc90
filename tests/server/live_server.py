"""A real server on a loopback port, and clients that use it over the wire."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from aiohttp import ClientSession, ClientWebSocketResponse, TCPConnector, WSMsgType, web
from postgres_cluster import Cluster
from room_requests import room_request

from bench.unlimited_server import NO_LIMITS as NO_LIMITS
from ludoteca.bots.workers import Workers
from ludoteca.rooms.clock import ServerClock
from ludoteca.rooms.limits import Limits
from ludoteca.rooms.rooms import Rooms
from ludoteca.rooms.running import SLEW_MS
from ludoteca.rooms.services import RoomServices
from ludoteca.server.app import make_runner
from ludoteca.server.connection_limits import ConnectionLimits
from ludoteca.server.network_config import NetworkConfig
from ludoteca.server.prometheus import PrometheusMetrics
from ludoteca.server.webhooks import HttpWebhooks
from ludoteca.store.opening import open_store

Json = dict[str, Any]
TIMEOUT_S = 10.0

postgres: Cluster | None = None
"""Where servers keep their games, if not in a file of their folder; a folder is a database there."""
APART = ("127.0.0.2", "127.0.0.3")
"""The addresses of two people in two homes."""


@dataclass
class Server:
    rooms: Rooms
    url: str
    session: ClientSession
    connection_limits: ConnectionLimits
    other_sessions: contextlib.AsyncExitStack
    """Sessions from other addresses."""

    async def open(self, game: str = "flooding", **request: Any) -> tuple[str, str]:
        """Create a room; return its code and the host's token."""
        async with self.session.post(f"{self.url}/api/rooms", json=room_request(game=game, **request)) as answer:
            body = await answer.json()
            assert answer.status == 201, body
            return body["code"], body["token"]

    async def call(self, code: str, token: str | None = None, address: str | None = None) -> Client:
        """Open a socket and send hello, from another loopback address if one is given."""
        session = self.session
        if address is not None:
            session = await self.other_sessions.enter_async_context(
                ClientSession(connector=TCPConnector(local_addr=(address, 0)))
            )
        client = Client(await session.ws_connect(f"{self.url}/api/rooms/{code}/socket", max_msg_size=0))
        await client.say({"type": "hello", "token": token})
        return client

    async def join(self, code: str, token: str | None = None, address: str | None = None) -> Client:
        return await (await self.call(code, token, address)).settle()

    async def two_players(self, *addresses: str, **request: Any) -> tuple[Client, Client]:
        """Let two people join a room and start a game of Flooding Islands."""
        first, second = addresses or (None, None)
        code, token = await self.open(**request)
        one, two = await self.join(code, token, first), await self.join(code, None, second)
        await one.done({"type": "sit", "seat": 0, "name": "Ada"})
        await two.done({"type": "sit", "seat": 1, "name": "Bo"})
        await one.until(lambda table: table["room"]["phase"] == "playing")
        one.code = two.code = code
        return one, two


class Client:
    """One socket, and what it has received."""

    _ids = itertools.count()

    def __init__(self, socket: ClientWebSocketResponse) -> None:
        self.socket = socket
        self.token = ""
        self.code = ""
        self.table: Json = {}
        self.presence: Json = {}
        self.nonce = f"nonce-of-client-{next(self._ids):06}"
        self.answers = True
        """Whether it answers commitments automatically."""
        self._answered = ""
        self.frames: list[str] = []
        """The texts of all frames, in order."""
        self.received: list[Json] = []
        """All messages, in order."""

    async def say(self, message: Any) -> None:
        await self.socket.send_str(message if isinstance(message, str) else msgspec.json.encode(message).decode())

    async def settle(self) -> Client:
        """Wait for the first table; in a room that is full from the start, wait until the game begins."""
        self.token = (await self.next("welcome"))["token"]
        await self.next("table")
        deal = self.table["room"]["next_deal"]
        if deal is not None and self.table["room"]["starts_at"] is not None and self.table["you"]["seats"]:
            await self.until(lambda table: table["room"]["phase"] == "playing")
        return self

    async def receive(self) -> Json:
        """Read the next message of any kind."""
        frame = await asyncio.wait_for(self.socket.receive(), TIMEOUT_S)
        assert frame.type is WSMsgType.TEXT, f"{frame.type} {frame.data}"
        self.frames.append(frame.data)
        message: Json = msgspec.json.decode(frame.data)
        self.received.append(message)
        if message["type"] == "table":
            self.table = message
            await self._answer(message)
        if message["type"] == "presence":
            self.presence = message
        return message

    async def _answer(self, table: Json) -> None:
        """Answer the commitment of the first deal as soon as this client holds a seat, as real clients do."""
        deal, room = table["room"]["next_deal"], table["room"]
        if not self.answers or deal is None or room["phase"] != "waiting":
            return
        if set(table["you"]["seats"]) - set(deal["answered"]) and self._answered != deal["commitment"]:
            self._answered = deal["commitment"]
            await self.say({"type": "ready", **self._adds("ready")})

    def _adds(self, kind: str) -> Json:
        """Return this device's nonce for the next deal, for commands that may carry it."""
        deal = self.table["room"]["next_deal"] if self.table else None
        if not self.answers or deal is None or kind not in ("ready", "sit", "play_again"):
            return {}
        return {"nonce": self.nonce, "commitment": deal["commitment"]}

    async def next(self, kind: str) -> Json:
        """Read up to the next message of a kind."""
        while (message := await self.receive())["type"] != kind:
            pass
        return message

    async def until(self, wanted: Callable[[Json], bool]) -> Json:
        """Read until a table satisfies a condition; the current one counts too."""
        while not (self.table and wanted(self.table)):
            await self.next("table")
        return self.table

    async def reach(self, seq: int) -> Json:
        """Read up to the first table at or after a seq."""
        return await self.until(lambda table: table["seq"] >= seq)

    async def ask(self, command: Json) -> Json:
        """Send a command and read up to its answer: a table, a refusal or another reply."""
        name = command.get("id") or f"c{next(self._ids)}"
        await self.say({"id": name, **self._adds(command["type"]), **command})
        while True:
            message = await self.receive()
            if message.get("ack") == name or (message["type"] == "table" and name in message["acks"]):
                return message

    async def done(self, command: Json) -> Json:
        """Send a command that must succeed."""
        answer = await self.ask(command)
        assert answer["type"] in ("table", "accepted"), answer
        assert not answer.get("stale"), answer
        room = self.table["room"]
        if command["type"] == "sit" and room["phase"] == "waiting" and room["starts_at"] is not None and self.answers:
            return await self.until(lambda table: table["room"]["phase"] != "waiting")
        return answer

    async def refused(self, command: Json) -> str:
        """Send a command that must be refused; return the code of the refusal."""
        answer = await self.ask(command)
        assert answer["type"] == "refused", answer
        assert answer["text"]
        return str(answer["code"])

    async def move(self, text: str) -> Json:
        """Wait for this client's turn and play a move."""
        seat = self.table["you"]["seat"]
        await self.until(lambda table: table["room"]["to_move"] == seat)
        return await self.done({"type": "move", "seat": seat, "move": text, "version": self.table["version"]})


@contextlib.asynccontextmanager
async def serving(
    folder: Path,
    limits: Limits = NO_LIMITS,
    network: NetworkConfig | None = None,
    page: Path | None = None,
    webhooks: Mapping[str, str] | None = None,
    clock: ServerClock | None = None,
    node: str = "test",
) -> AsyncIterator[Server]:
    """Run a server with its own store in this process. Its page is one line: building the real one takes Node."""
    loop = asyncio.get_running_loop()

    def deliver(batch: Any) -> None:
        loop.call_soon_threadsafe(lambda: [done(error) for done, error in batch])

    address = folder / "ludoteca.db" if postgres is None else postgres.database(str(folder))
    store = open_store(address, deliver, node)
    if clock is None and store.shared is not None:
        clock = ServerClock(store.shared.wall_s, slew_ms=SLEW_MS)
    workers = Workers(count=1)
    await workers.start()
    targets = HttpWebhooks(webhooks or {})
    services = RoomServices(
        store, workers, limits, metrics=PrometheusMetrics(), webhooks=targets, clock=clock or ServerClock()
    )
    rooms = Rooms(services)
    if page is None:
        page = folder / "page"
        page.mkdir(exist_ok=True)
        (page / "index.html").write_text("<!doctype html><title>Ludoteca</title>")
    runner = make_runner(rooms, network or NetworkConfig(), page, shutdown_timeout=1.0)
    await runner.setup()
    try:
        rooms.start()
        listening = web.TCPSite(runner, "127.0.0.1", 0)
        await listening.start()
        port = runner.addresses[0][1]
        async with ClientSession() as session, contextlib.AsyncExitStack() as other_sessions:
            yield Server(rooms, f"http://127.0.0.1:{port}", session, runner.connection_limits, other_sessions)
    finally:
        await rooms.stop()
        await runner.cleanup()
        await workers.close()
        store.close()


def run(test: Callable[[Server], Awaitable[None]], folder: Path, limits: Limits = NO_LIMITS) -> None:
    """Run a test against a new server."""

    async def main() -> None:
        async with serving(folder, limits) as server:
            await asyncio.wait_for(test(server), 60)

    asyncio.run(main())


async def status(server: Server, path: str, **options: Any) -> tuple[int, str]:
    """Send a request; return the status of the response and the code of its refusal."""
    async with server.session.request(options.pop("method", "GET"), f"{server.url}{path}", **options) as answer:
        body = await answer.json() if answer.status >= 400 else {}
        return answer.status, body.get("code", "")


async def eventually(wanted: Callable[[], bool], within_s: float = TIMEOUT_S) -> None:
    """Wait until a condition holds."""
    end = time.monotonic() + within_s
    while not wanted():
        assert time.monotonic() < end, "it did not happen in time"
        await asyncio.sleep(0.01)

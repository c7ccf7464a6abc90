"""Several `ludoteca serve` processes on one PostgreSQL, a relay that takes them in turn, and players."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import signal
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from aiohttp import (
    ClientError,
    ClientSession,
    ClientWebSocketResponse,
    TCPConnector,
    WSMsgType,
    WSServerHandshakeError,
)
from postgres_cluster import free_port
from server.test_start import LIMIT_S, Process

from ludoteca.rooms.rooms import device_id
from ludoteca.store.postgres.store import PostgresStore
from ludoteca.store.rows import StoredEvent

Json = dict[str, Any]
QUICKLY = (
    "import time; real = time.time; time.time = lambda: real() + {offset};"
    "from ludoteca.table import deal; deal.COUNTDOWN_MS = 0; from ludoteca.cli import main; main()"
)
HUMAN: Json = {"kind": "here", "name": "Ada"}
OPEN: Json = {"kind": "open"}
BOT: Json = {"kind": "bot", "level": 1}
PACE_S = 0.03


class Gone(Exception):
    """The connection was lost."""


class Fleet:
    """Nodes by name, and a relay in front of them."""

    def __init__(self, folder: Path, url: str, faults: str = "", drain: int = 1) -> None:
        self.url = url
        self.nodes: dict[str, Process] = {}
        self._folder = folder
        self._faults = faults
        self._drain = drain
        self._ports: dict[str, int] = {}
        self._turn = itertools.count()
        self._pumps: set[asyncio.Task[None]] = set()
        self.relay_url = ""

    def start(self, name: str, clock_offset_s: int = 0, prelude: str = "") -> Process:
        """Start a node, on the port that it had before. `prelude` is Python that it runs first."""
        port = self._ports.setdefault(name, free_port())
        code = prelude + QUICKLY.format(offset=clock_offset_s)
        command = (sys.executable, "-c", code, "serve", "--host", "127.0.0.1")
        options = ["--no-browser", "--port", str(port), "--store", self.url, "--node", name]
        options += ["--drain", str(self._drain)]
        before = dict(os.environ)
        os.environ.update(LUDOTECA_HINT_FAULTS=self._faults, LUDOTECA_DATA=str(self._folder / name))
        try:
            started = Process((*command, *options), self._folder / f"errors-{name}")
        finally:
            os.environ.clear()
            os.environ.update(before)
        assert started.port, started.errors.read_text()
        self.nodes[name] = started
        return started

    def kill(self, name: str) -> None:
        self.nodes.pop(name).kill()

    def signal(self, name: str, which: signal.Signals) -> None:
        self.nodes[name].process.send_signal(which)

    @contextlib.asynccontextmanager
    async def relaying(self, prefers: str | None = None) -> AsyncIterator[str]:
        """Run a relay that takes nodes in turn, or one node while it is alive; yield its URL."""
        relay = await asyncio.start_server(partial(self._serve, prefers), "127.0.0.1", 0)
        self.relay_url = f"http://127.0.0.1:{relay.sockets[0].getsockname()[1]}"
        try:
            yield self.relay_url
        finally:
            relay.close()
            pumps = list(self._pumps)
            for pump in pumps:
                pump.cancel()
            await asyncio.gather(*pumps, return_exceptions=True)
            await asyncio.sleep(0)  # the tasks that waited for them end

    async def _serve(self, prefers: str | None, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        names = sorted(self.nodes)
        first = names.index(prefers) if prefers in self.nodes else next(self._turn)
        for number in range(len(names)):
            node = self.nodes.get(names[(first + number) % len(names)])
            if node is None:
                continue
            try:
                there = await asyncio.wait_for(asyncio.open_connection("127.0.0.1", node.port), 1.0)
            except (OSError, TimeoutError):
                continue
            pumps = [asyncio.ensure_future(_pump(*pair)) for pair in ((reader, there[1]), (there[0], writer))]
            self._pumps.update(pumps)
            await asyncio.wait(pumps)
            self._pumps.difference_update(pumps)
            return
        writer.close()

    def close(self) -> None:
        for node in self.nodes.values():
            with contextlib.suppress(ProcessLookupError):
                node.process.send_signal(signal.SIGCONT)
            node.kill()


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    writer.close()


@dataclass
class NodePlayer:
    """A player who connects again after every loss, and sends what was not answered under the same id."""

    code: str
    token: str | None
    random: Random
    table: Json = field(default_factory=dict)
    pending: Json | None = None
    acknowledged: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    """Commands of which the server said that nothing was changed."""
    turned_away: set[int] = field(default_factory=set)
    """The HTTP statuses and close codes with which a server refused or ended connections."""
    connections: int = 0
    epoch: int = 0
    is_playing: bool = True

    def __post_init__(self) -> None:
        self._ids = (f"m{number}" for number in itertools.count())
        self.socket: ClientWebSocketResponse | None = None

    async def run(self, session: ClientSession, fleet: Fleet) -> None:
        """Play until cancelled."""
        while True:
            try:
                await self._connect(session, fleet.relay_url)
                await self._play()
            except (Gone, ClientError, OSError, TimeoutError) as error:
                if isinstance(error, WSServerHandshakeError):
                    self.turned_away.add(error.status)
                await asyncio.sleep(self.random.uniform(0.05, 0.15))  # else the relay's turn could always be the same
            finally:
                if self.socket is not None:
                    with contextlib.suppress(Exception):
                        await asyncio.wait_for(self.socket.close(), 0.2)

    async def _connect(self, session: ClientSession, url: str) -> None:
        address = f"{url}/api/rooms/{self.code}/socket"
        self.socket = await asyncio.wait_for(session.ws_connect(address, max_msg_size=0, heartbeat=4.0), 5.0)
        self.connections += 1
        await self._say({"type": "hello", "token": self.token})
        while (await self._read())["type"] != "table":
            pass
        if self.pending is not None:
            await self._say(self.pending)

    async def _play(self) -> None:
        while True:
            command = self._choose() if self.pending is None and self.is_playing else None
            if command is not None:
                await asyncio.sleep(PACE_S)
                self.pending = {"id": next(self._ids), **command}
                await self._say(self.pending)
            await self._read()

    async def _say(self, message: Json) -> None:
        assert self.socket is not None
        try:
            await self.socket.send_str(msgspec.json.encode(message).decode())
        except ConnectionError:
            raise Gone from None

    async def _read(self) -> Json:
        assert self.socket is not None
        frame = await asyncio.wait_for(self.socket.receive(), LIMIT_S)
        if frame.type is not WSMsgType.TEXT:
            if frame.type is WSMsgType.CLOSE:
                self.turned_away.add(frame.data)
            raise Gone
        message: Json = msgspec.json.decode(frame.data)
        kind = message["type"]
        if kind == "welcome":
            self.token, self.epoch = message["token"], message["epoch"]
        elif kind == "table":
            self.table = message
            if self.pending is not None and self.pending["id"] in message["acks"]:
                if self.pending["id"] not in message["stale"]:
                    self.acknowledged.append(self.pending["id"])
                self.pending = None
        elif kind == "refused" and self.pending is not None and message["ack"] == self.pending["id"]:
            if message["code"] == "too_fast":
                await asyncio.sleep(0.5)
                await self._say(self.pending)
            else:
                self.refused.append(self.pending["id"])
                self.pending = None
        elif kind == "refused" and message["ack"] is None:
            raise Gone
        return message

    def _choose(self) -> Json | None:
        table, room = self.table, self.table["room"]
        seat = table["you"]["seat"]
        if seat is None and not table["you"]["seats"]:
            free = next((number for number, one in enumerate(room["seats"]) if one["kind"] == "free"), None)
            return None if free is None else {"type": "sit", "seat": free, "name": "Bo"}
        if room["phase"] == "waiting":
            return None
        if room["phase"] == "over" and seat not in room["offers"]["play_again"]:
            return {"type": "play_again", "seat": seat, "version": table["version"]}
        choices = table["choices"]
        if not choices:
            return None
        if choices["kind"] == "cells":  # Wege
            options = [f"{cell}/{turn}" for cell, turns in choices["place"].items() for turn in turns]
        else:  # Flooding Islands
            options = choices["fields"] if choices["least"] else ["-", *choices["fields"]]
        return {"type": "move", "seat": seat, "move": self.random.choice(options), "version": table["version"]}


async def open_rooms(session: ClientSession, url: str, count: int, random: Random, **request: Any) -> list[NodePlayer]:
    """Open rooms of two people, and some against a bot; return all players."""
    players: list[NodePlayer] = []
    for number in range(count):
        seats = [HUMAN, BOT] if number % 4 == 3 else [HUMAN, OPEN]
        body = {"game": "flooding", "options": {"size": 8}, "seats": seats, **request}
        async with session.post(f"{url}/api/rooms", json=body) as answer:
            made = await answer.json()
            assert answer.status == 201, made
        players.append(NodePlayer(made["code"], made["token"], random))
        if OPEN in seats:
            players.append(NodePlayer(made["code"], None, random))
    return players


@contextlib.asynccontextmanager
async def playing(fleet: Fleet, players: list[NodePlayer]) -> AsyncIterator[None]:
    """Let everybody play through the relay; at the end all see the same table, and nothing is lost or doubled."""
    async with ClientSession(connector=TCPConnector(limit=0)) as session:
        tasks = [asyncio.ensure_future(player.run(session, fleet)) for player in players]
        try:
            yield
            for player in players:
                player.is_playing = False
            async with asyncio.timeout(LIMIT_S):
                while not all(_is_settled(fleet, player, players) for player in players):
                    assert not any(task.done() for task in tasks), [task for task in tasks if task.done()]
                    await asyncio.sleep(0.2)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


def _is_settled(fleet: Fleet, player: NodePlayer, players: list[NodePlayer]) -> bool:
    same = [other for other in players if other.code == player.code]
    seqs = {other.table.get("seq") for other in same}
    turn = player.table.get("room", {}).get("to_move")
    bot_moves = turn is not None and player.table["room"]["seats"][turn]["kind"] == "bot"
    return player.pending is None and len(seqs) == 1 and not bot_moves


async def progress(players: list[NodePlayer], moves: int) -> None:
    """Wait until every player has made some more moves."""
    goals = [(player, len(player.acknowledged) + moves) for player in players]
    async with asyncio.timeout(LIMIT_S):
        while any(len(player.acknowledged) < goal for player, goal in goals):
            await asyncio.sleep(0.05)


def logs_of(url: str, players: list[NodePlayer]) -> dict[str, list[StoredEvent]]:
    """Return the logs of all rooms; their chains are checked on the way."""
    found: dict[str, list[StoredEvent]] = {}
    with PostgresStore(url) as store:
        for player in players:
            loaded = store.load(player.code)
            assert loaded is not None
            found[player.code] = loaded[1]
    return found


def check_logs(url: str, players: list[NodePlayer]) -> None:
    """Check that no log has a gap or a command twice, and that what players were told is true."""
    logs = logs_of(url, players)
    for log in logs.values():
        assert [event.seq for event in log] == list(range(1, len(log) + 1))
        keys = [event.command_id for event in log if event.command_id is not None]
        assert len(keys) == len(set(keys)), "a command counts twice"
        times = [event.at_ms for event in log]
        assert times == sorted(times), "time goes back"
    for player in players:
        assert player.token is not None
        own = device_id(player.code, player.token)[:16] + "."
        told = {event.command_id or "" for event in logs[player.code]}
        ids = {key.removeprefix(own) for key in told if key.startswith(own)}
        assert set(player.acknowledged) <= ids, "an acknowledged command is not in the log"
        assert not set(player.refused) & ids, "a player was told that nothing was saved"
        assert player.table["seq"] == len(logs[player.code])

"""`kill -9` at random moments under load: no acknowledged move is lost or doubled, and rooms go on."""

from __future__ import annotations

import asyncio
import itertools
import shutil
import sqlite3
import sys
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from aiohttp import ClientError, ClientSession, ClientWebSocketResponse, TCPConnector, WSMsgType
from server import live_server
from server.test_start import LIMIT_S, Process

from ludoteca.core.records import read_record
from ludoteca.core.state import NOBODY
from ludoteca.rooms import rooms as rooms_module
from ludoteca.rooms.rooms import device_id
from ludoteca.store.rows import RoomRow
from ludoteca.store.sqlite import SqliteStore
from ludoteca.table import events as e
from ludoteca.table.fold import fold
from ludoteca.table.table import Table

Json = dict[str, Any]
HUMAN: Json = {"kind": "here", "name": "Ada"}
OPEN: Json = {"kind": "open"}
QUICK_BOT: Json = {"kind": "bot", "level": 1}
BOT: Json = {"kind": "bot", "level": 2}
REQUESTS: list[tuple[int, list[Json]]] = [
    *[(10, [HUMAN, OPEN])] * 5,
    *[(3, [HUMAN, OPEN])] * 2,  # soon over, so that they often ask for another game
    (10, [HUMAN, QUICK_BOT]),
    (10, [BOT, HUMAN]),
    (5, [HUMAN, BOT]),
    (3, [HUMAN, QUICK_BOT]),
    (3, [QUICK_BOT, HUMAN]),
]


class ServerGone(Exception):
    """The server was killed."""


@dataclass
class Player:
    """A player who remembers which commands were acknowledged and which were not answered."""

    code: str
    token: str | None
    random: Random
    table: Json = field(default_factory=dict)
    moved: list[tuple[str, str]] = field(default_factory=list)
    """Id and text of every acknowledged move, in order."""
    pending: Json | None = None
    acknowledged: int = 0
    resent_in_vain: bool | None = None
    """Whether the log has the pending command from before the crash; None if it was not sent before."""

    def __post_init__(self) -> None:
        self._ids = (f"m{number}" for number in itertools.count())
        self._socket: ClientWebSocketResponse | None = None

    async def connect(self, session: ClientSession, url: str) -> None:
        self._socket = await session.ws_connect(f"{url}/api/rooms/{self.code}/socket", max_msg_size=0)
        await self._say({"type": "hello", "token": self.token})
        shown = False
        while not shown:
            message = await self.read()
            shown = message["type"] == "table"
            if message["type"] == "welcome":
                self.token = message["token"]

    async def _say(self, message: Json) -> None:
        assert self._socket is not None
        try:
            await self._socket.send_str(msgspec.json.encode(message).decode())
        except ConnectionError:
            raise ServerGone from None

    async def read(self) -> Json:
        assert self._socket is not None
        frame = await asyncio.wait_for(self._socket.receive(), LIMIT_S)
        if frame.type is not WSMsgType.TEXT:
            raise ServerGone
        message: Json = msgspec.json.decode(frame.data)
        assert message["type"] != "refused", (self.pending, message)
        if message["type"] == "table":
            assert message["seq"] >= self.table.get("seq", 0), "seq went back"
            self.table = message
            if self.pending is not None and self.pending["id"] in message["acks"]:
                self._answered(self.pending["id"] in message["stale"])
        return message

    def _answered(self, stale: bool) -> None:
        assert self.pending is not None
        # Nobody else can change the position, so it is stale only if it was carried out before.
        assert stale is (self.resent_in_vain is True), (self.resent_in_vain, self.pending, self.table)
        if self.pending["type"] == "move":
            self.moved.append((self.pending["id"], self.pending["move"]))
        self.pending = self.resent_in_vain = None
        self.acknowledged += 1

    async def send(self, command: Json) -> None:
        self.pending = {"id": next(self._ids), **command}
        await self._say(self.pending)

    async def resend(self) -> None:
        """Send the unanswered command again, unchanged, and wait for the answer."""
        if self.pending is not None:
            await self._say(self.pending)
            while self.pending is not None:
                await self.read()

    async def play(self) -> None:
        """Play until the server is killed."""
        try:
            while True:
                command = self._choose() if self.pending is None else None
                if command is not None:
                    await self.send(command)
                await self.read()
        except ServerGone:
            pass

    def _choose(self) -> Json | None:
        table, room = self.table, self.table["room"]
        seat = table["you"]["seat"]
        if room["phase"] == "over" and seat not in room["offers"]["play_again"]:
            return {"type": "play_again", "seat": seat, "version": table["version"]}
        choices = table["choices"]
        if not choices:
            return None
        options = choices["fields"] if choices["least"] else ["-", *choices["fields"]]
        return {"type": "move", "seat": seat, "move": self.random.choice(options), "version": table["version"]}


class CrashingServer:
    """A server that is killed and restarted, and its players."""

    def __init__(self, folder: Path, random: Random) -> None:
        self.folder = folder / "data"
        self.random = random
        self.players: list[Player] = []
        self.created: list[str] = []
        """Codes of empty rooms whose creation was acknowledged."""
        self._errors = folder / "errors"
        self._copies = (folder / f"copy{number}" for number in itertools.count())
        self._port = 0
        self.start()

    def start(self) -> None:
        self.server = self._begin()
        if not self.server.port:  # another process took the port meanwhile
            self.server.kill()
            self._port = 0
            self.server = self._begin()
        assert self.server.port, self._errors.read_text()
        self._port = self.server.port

    def _begin(self) -> Process:
        return Process(
            (sys.executable, "-m", "bench.unlimited_server", str(self._port), str(self.folder)), self._errors
        )

    async def open(self, session: ClientSession, size: int, seats: list[Json]) -> tuple[str, str]:
        request = {"game": "flooding", "options": {"size": size}, "seats": seats}
        async with session.post(f"{self.server.url}/api/rooms", json=request) as answer:
            body = await answer.json()
            assert answer.status == 201, body
            return body["code"], body["token"]

    async def fill(self, session: ClientSession) -> None:
        for size, seats in REQUESTS:
            code, token = await self.open(session, size, seats)
            host = Player(code, token, self.random)
            await host.connect(session, self.server.url)
            self.players.append(host)
            if OPEN in seats:
                guest = Player(code, None, self.random)
                await guest.connect(session, self.server.url)
                await guest.send({"type": "sit", "seat": 1, "name": "Bo"})
                while guest.pending is not None:
                    await guest.read()
                self.players.append(guest)

    async def load(self, session: ClientSession) -> None:
        """Let everybody play, and create a room now and then, until the server is killed."""
        await asyncio.gather(self._open_rooms(session), *(player.play() for player in self.players))

    async def _open_rooms(self, session: ClientSession) -> None:
        try:
            while True:
                self.created.append((await self.open(session, 4, [HUMAN, OPEN]))[0])
                await asyncio.sleep(0.01)
        except (ClientError, ConnectionError):
            pass

    def examine(self) -> dict[str, tuple[RoomRow, Table]]:
        """Compare the database with what the players know; return its rooms."""
        copy = next(self._copies)
        copy.mkdir()
        # Read a copy, so that the server itself has to recover the file.
        for name in ("ludoteca.db", "ludoteca.db-wal"):
            if (self.folder / name).exists():
                shutil.copy(self.folder / name, copy / name)
        found: dict[str, tuple[RoomRow, Table]] = {}
        with SqliteStore(copy / "ludoteca.db") as store:
            for code in self.created:
                kept = store.load(code)
                assert kept is not None
                assert fold_events(kept[1]).phase == "waiting"
            self.created.clear()
            for player in self.players:
                kept = store.load(player.code)
                assert kept is not None
                row, events = kept
                table = fold_events(events)
                found[player.code] = row, table
                self._compare(player, table, events)
        shutil.rmtree(copy)
        return found

    def _compare(self, player: Player, table: Table, events: list[Any]) -> None:
        assert table.seq >= player.table["seq"], "what was shown is not there"
        assert player.token is not None
        own = device_id(player.code, player.token)[:16] + "."
        told = [
            (event.command_id.removeprefix(own), event) for event in events if (event.command_id or "").startswith(own)
        ]
        assert len({name for name, _ in told}) == len(told)
        moves = [(name, moved.move) for name, event in told if isinstance(moved := e.read_event(event.body), e.Moved)]
        if player.pending is not None:
            player.resent_in_vain = player.pending["id"] in dict(told)
            if player.resent_in_vain and player.pending["type"] == "move":
                assert moves.pop() == (player.pending["id"], player.pending["move"])
        assert moves == player.moved
        # Nobody else has moved.
        for event in events:
            moved = e.read_event(event.body)
            if isinstance(moved, e.Moved):
                assert (moved.by == "person") is not (event.command_id or "").startswith("server.")
                assert moved.by in ("person", "bot")

    async def bots_move_by_themselves(self, left: dict[str, tuple[RoomRow, Table]]) -> int:
        """Check that bots move although nobody is connected and nobody has asked for the room."""
        waiting = {code: table.seq for code, (row, table) in left.items() if bots_turn(table)}
        assert all(left[code][0].due_at is not None for code in waiting)
        reader = sqlite3.connect(f"{(self.folder / 'ludoteca.db').as_uri()}?mode=ro", uri=True)
        try:
            async with asyncio.timeout(LIMIT_S):
                while not all(
                    reader.execute("SELECT max(seq) FROM log WHERE room = ?", (code,)).fetchone()[0] > seq
                    for code, seq in waiting.items()
                ):
                    await asyncio.sleep(0.01)
        finally:
            reader.close()
        return len(waiting)

    async def compare_records(self, session: ClientSession, left: dict[str, tuple[RoomRow, Table]]) -> None:
        """Check that the server's records match the database, except for new moves of bots."""
        for code, (_, table) in left.items():
            if table.phase == "waiting":  # everybody is ready: the server has started the game since
                continue
            async with session.get(f"{self.server.url}/api/rooms/{code}/record") as answer:
                body = await answer.json()
                assert answer.status == 200, body
            known = table.record().json()
            added = body["moves"][len(known["moves"]) :]
            assert body == {**known, "moves": [*known["moves"], *added]}
            assert len(added) <= bots_turn(table)
            assert read_record(body).standard().moves == tuple(body["moves"])

    async def come_back(self, session: ClientSession) -> None:
        await asyncio.gather(*(player.connect(session, self.server.url) for player in self.players))
        await asyncio.gather(*(player.resend() for player in self.players))

    async def go_on(self, session: ClientSession) -> None:
        """Let every player make some more moves."""
        wanted = [(player, player.acknowledged + 3) for player in self.players]
        load = asyncio.ensure_future(self.load(session))
        async with asyncio.timeout(LIMIT_S):
            while not load.done() and any(player.acknowledged < goal for player, goal in wanted):
                await asyncio.sleep(0.01)
        assert not load.done(), load
        assert await asyncio.to_thread(self.server.stop) == 0
        await load


def bots_turn(table: Table) -> bool:
    seat = table.to_move()
    return seat != NOBODY and table.automated_by(seat) == "bot"


def fold_events(events: list[Any]) -> Table:
    return fold((event.seq, event.at_ms, e.read_event(event.body)) for event in events)


@pytest.mark.parametrize("rounds", [4, pytest.param(12, marks=pytest.mark.slow)])
def test_acknowledged_moves_survive_a_kill(rounds: int, tmp_path: Path) -> None:
    async def crash_often(crashing: CrashingServer) -> None:
        bot_turns = unanswered = carried_out = 0
        async with ClientSession(connector=TCPConnector(limit=0)) as session:
            await crashing.fill(session)
            for _ in range(rounds):
                load = asyncio.ensure_future(crashing.load(session))
                await asyncio.sleep(crashing.random.uniform(0.02, 0.25))
                assert not load.done(), load
                crashing.server.kill()
                await load
                left = crashing.examine()
                unanswered += sum(player.resent_in_vain is False for player in crashing.players)
                carried_out += sum(player.resent_in_vain is True for player in crashing.players)
                crashing.start()
                bot_turns += await crashing.bots_move_by_themselves(left)
                await crashing.compare_records(session, left)
                await crashing.come_back(session)
            await crashing.go_on(session)
            crashing.examine()
        acknowledged = sum(player.acknowledged for player in crashing.players)
        print(f"{rounds} kills: {acknowledged} commands acknowledged, bots woken {bot_turns} times;", end=" ")
        print(f"of those without an answer {carried_out} had been carried out, {unanswered} had not")

    crashing = CrashingServer(tmp_path, Random(f"crash {rounds}"))
    try:
        asyncio.run(crash_often(crashing))
    finally:
        crashing.server.kill()


def test_rooms_beyond_one_batch_are_woken_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rooms that are already loaded must not keep others from being woken."""
    monkeypatch.setattr(rooms_module, "WAKE_BATCH", 2)
    monkeypatch.setattr(rooms_module, "MAINTENANCE_S", 0.01)

    async def test(server: live_server.Server) -> None:
        for _ in range(4):  # loaded, but a person is to move
            await server.open(options={"size": 3}, seats=[HUMAN, QUICK_BOT])
        codes = [(await server.open(options={"size": 3}, seats=[QUICK_BOT, HUMAN]))[0] for _ in range(4)]
        store = server.rooms.services.store
        async with asyncio.timeout(LIMIT_S):
            for code in codes:
                while (found := store.load(code)) is None or not fold_events(found[1]).moves:
                    await asyncio.sleep(0.01)

    live_server.run(test, tmp_path)

"""Rooms under load, beside a bare server that sends the same bytes without rules or store, and beside boardgame.io.

    python -m bench.rooms [--rooms 200] [--moves 10]

A closed loop: in every room two sockets play a fixed game of Flooding Islands. A move counts when both have
received the update, and the next one follows at once. The servers take turns for 25 short rounds, so that each meets
the same changes of the machine's speed. Every round gives a ratio, and their median counts. The servers: Ludoteca (a
durable commit before every answer), the bare server (bench/bare_server.py: json in, send_json out), the floor (the
same, sending bytes prepared beforehand), and boardgame.io with the same rules, in memory, where Node is installed. The
measure is moves per second of the server's CPU time, so the clients, which run in a process of their own, do not
matter.

Then Ludoteca alone is paced at half the moves per second of its closed loop: moves begin at fixed times, whether the
ones before were quick or not, and a lap counts from that time.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import aiohttp
import msgspec
import uvloop

import ludoteca
from bench.boardgame_client import BoardgameRoom, boardgame_server, open_match, why_not
from bench.server_process import Server, server
from ludoteca.core.generator import Random

ROUNDS = 25
LONG = 60
"""Moves per room where Ludoteca plays alone."""
SIZE = 6
TARGETS = {"bare": 0.65, "boardgame.io": 3.0}
"""How many times their moves per CPU second Ludoteca should reach."""
PACED_MS = (20, 60)
"""The p50 and p99 of paced moves should be below these."""


class Seen(msgspec.Struct):
    """The fields of a message that the clients read."""

    type: str
    version: int = 0


_read = msgspec.json.Decoder(Seen).decode


def script(length: int) -> list[str]:
    """Make a game that does not end: the journeyman wanders and the weather floods elsewhere."""
    game, random = ludoteca.game("flooding"), Random("bench")
    state = game.new(options={"size": SIZE})
    moves: list[str] = []
    while len(moves) < length:
        choices = game.choices(state, game.seat(state))
        fields = choices["fields"]
        if choices["most"] == 1:
            move = fields[random.below(len(fields))]
        else:
            move = fields[random.below(len(fields))] if len(fields) > SIZE * SIZE * 3 // 4 else "-"
        after = game.play(state, move)
        if game.seat(after) is not None:
            moves.append(move)
            state = after
    return moves


class BenchRoom:
    """A room and the sockets of its two players."""

    def __init__(self, code: str, players: list[aiohttp.ClientWebSocketResponse]) -> None:
        self.code = code
        self.players = players
        self.version = 0

    async def settle(self) -> None:
        """Read until both players see that the game has begun."""
        for player in self.players:
            seen = Seen("")
            while seen.type != "table" or seen.version == 0:
                seen = _read((await player.receive()).data)
            self.version = seen.version

    async def play(self, moves: list[str], seat: int, laps: list[float], interval_s: float = 0.0) -> None:
        """Play moves, each once both have seen the one before and, with an interval, not before its own time."""
        due = time.perf_counter() + random.random() * interval_s
        for move in moves:
            begun = time.perf_counter()
            if interval_s:
                await asyncio.sleep(max(0.0, due - begun))
                begun, due = due, due + interval_s
            command = {"type": "move", "seat": seat, "move": move, "version": self.version, "id": f"{self.version}"}
            await self.players[seat].send_str(json.dumps(command))
            self.version = max([await self._update(player) for player in self.players])
            laps.append(time.perf_counter() - begun)
            seat = 1 - seat

    async def _update(self, player: aiohttp.ClientWebSocketResponse) -> int:
        while True:
            seen = _read((await player.receive()).data)
            if seen.type == "refused":
                raise RuntimeError("a move was refused")
            if seen.type == "table" and seen.version > self.version:
                return seen.version


async def open_room(session: aiohttp.ClientSession, url: str) -> BenchRoom:
    request = {
        "game": "flooding",
        "options": {"size": SIZE},
        "seats": [{"kind": "here", "name": "Ada"}, {"kind": "open"}],
    }
    async with session.post(f"{url}/api/rooms", json=request) as answer:
        room = await answer.json()
    players = []
    for token in (room["token"], None):
        player = await session.ws_connect(f"{url}/api/rooms/{room['code']}/socket")
        await player.send_json({"type": "hello", "token": token})
        players.append(player)
    await players[1].send_json({"type": "sit", "seat": 1, "name": "Bo"})
    table = BenchRoom(room["code"], players)
    await table.settle()
    return table


async def open_rooms(session: aiohttp.ClientSession, url: str, count: int) -> list[BenchRoom]:
    """Open rooms at the same time: each counts down before its game begins."""
    return list(await asyncio.gather(*(open_room(session, url) for _ in range(count))))


async def open_bare(session: aiohttp.ClientSession, url: str, code: int, version: int) -> BenchRoom:
    players = [await session.ws_connect(f"{url}/api/rooms/{code}/socket") for _ in range(2)]
    table = BenchRoom(str(code), players)
    table.version = version
    return table


async def record(url: str, moves: list[str]) -> tuple[list[list[str]], int]:
    """Return what Ludoteca sends both players for each move of the script, and the first `on`."""
    frames = []
    async with aiohttp.ClientSession() as session:
        table = await open_room(session, url)
        first = table.version
        for number, move in enumerate(moves):
            command = {
                "type": "move",
                "seat": number % 2,
                "move": move,
                "version": table.version,
                "id": f"{table.version}",
            }
            await table.players[number % 2].send_str(json.dumps(command))
            pair = []
            for player in table.players:
                while True:
                    data = (await player.receive()).data
                    seen = _read(data)
                    if seen.type == "table" and seen.version > table.version:
                        pair.append(data)
                        break
            frames.append(pair)
            table.version = _read(pair[0]).version
    return frames, first


@dataclass
class Round:
    moves: int
    wall_s: float
    cpu_s: float
    laps: list[float]

    @property
    def per_cpu_s(self) -> float:
        return self.moves / self.cpu_s

    def lap_ms(self, share: float) -> float:
        return 1000 * sorted(self.laps)[int(share * (len(self.laps) - 1))]


async def measure(tables: Sequence[BenchRoom | BoardgameRoom], moves: list[str], seat: int, where: Server) -> Round:
    laps: list[float] = []
    cpu, begun = where.cpu_s(), time.perf_counter()
    await asyncio.gather(*(table.play(moves, seat, laps) for table in tables))
    return Round(len(laps), time.perf_counter() - begun, where.cpu_s() - cpu, laps)


async def compare(rooms: int, per_round: int, folder: Path) -> None:
    moves = script(per_round * ROUNDS + LONG)
    with server("bench.unlimited_server", str(folder / "recording")) as recorder:
        frames, first = await record(recorder.url, moves[: per_round * ROUNDS])
    (folder / "frames.json").write_text(json.dumps(frames))
    size = sum(len(frame) for pair in frames for frame in pair) / len(frames) / 2
    recording = str(folder / "frames.json")
    with contextlib.ExitStack() as stack:
        ours = stack.enter_context(server("bench.unlimited_server", str(folder / "ludoteca")))
        bare = stack.enter_context(server("bench.bare_server", recording, "json"))
        floor = stack.enter_context(server("bench.bare_server", recording, "ready"))
        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
            own_rooms = await open_rooms(session, ours.url, rooms)
            servers: dict[str, tuple[Server, Sequence[BenchRoom | BoardgameRoom]]] = {
                "ludoteca": (ours, own_rooms),
                "bare": (bare, [await open_bare(session, bare.url, code, first) for code in range(rooms)]),
                "floor": (floor, [await open_bare(session, floor.url, code, first) for code in range(rooms)]),
            }
            if reason := why_not():
                print(f"boardgame.io is not measured: {reason}")
            else:
                other = stack.enter_context(boardgame_server(folder / "boardgame_io", SIZE))
                matches = [await open_match(session, other.url, number) for number in range(rooms)]
                servers["boardgame.io"] = (other, matches)
            rounds: dict[str, list[Round]] = {name: [] for name in servers}
            for number in range(ROUNDS):
                part = moves[number * per_round : (number + 1) * per_round]
                for name, (where, tables) in servers.items():
                    rounds[name].append(await measure(tables, part, number * per_round % 2, where))
            print(f"{rooms} rooms x 2 sockets, closed loop, messages of {size:.0f} bytes, medians of {ROUNDS} rounds")
            _print_rounds(rounds)
            fastest = median(one.moves / one.wall_s for one in rounds["ludoteca"])
            await paced(own_rooms, moves[ROUNDS * per_round :], ROUNDS * per_round % 2, fastest / 2)
            await idle(session, ours)
            usual = median(one.per_cpu_s for one in rounds["ludoteca"])
            await stalled(session, ours, rooms, moves[:LONG], usual)


def _print_rounds(rounds: dict[str, list[Round]]) -> None:
    heads = f"{'moves/s':>10} {'p50 ms':>8} {'p99 ms':>8} {'ours, by CPU':>14} {'by p50':>8} {'target':>8}"
    print(f"{'':<14} {'moves/server CPU s':>20} {heads}")
    for name, found in rounds.items():
        pairs = list(zip(rounds["ludoteca"], found, strict=True))
        by_cpu = median(own.per_cpu_s / one.per_cpu_s for own, one in pairs)
        by_p50 = median(one.lap_ms(0.5) / own.lap_ms(0.5) for own, one in pairs)
        cpu = median(one.per_cpu_s for one in found)
        p50, p99 = (median(one.lap_ms(share) for one in found) for share in (0.5, 0.99))
        wall = median(one.moves / one.wall_s for one in found)
        shares = f"{by_cpu:>14.2f} {by_p50:>8.2f} {TARGETS.get(name, ''):>8}"
        print(f"{name:<14} {cpu:>20,.0f} {wall:>10,.0f} {p50:>8.1f} {p99:>8.1f} {shares}")


async def paced(tables: list[BenchRoom], moves: list[str], seat: int, per_s: float) -> None:
    """Measure the laps of moves that begin at fixed times, so many a second in all."""
    laps: list[float] = []
    await asyncio.gather(*(table.play(moves, seat, laps, len(tables) / per_s) for table in tables))
    found = Round(len(laps), 0.0, 0.0, laps)
    print(
        f"paced at {per_s:,.0f} moves/s: p50 {found.lap_ms(0.5):.1f} ms (target {PACED_MS[0]}),"
        f" p99 {found.lap_ms(0.99):.1f} ms (target {PACED_MS[1]})"
    )


async def idle(session: aiohttp.ClientSession, ours: Server) -> None:
    """Measure the memory of an idle room with two players, and of an idle spectator."""
    before = ours.memory()
    tables = await open_rooms(session, ours.url, 200)
    rooms = ours.memory()
    spectators = []
    for number in range(400):
        url = f"{ours.url}/api/rooms/{tables[number % 200].code}/socket"
        spectators.append(await session.ws_connect(url))
        await spectators[-1].send_json({"type": "hello", "token": None})
        await spectators[-1].receive()
    await asyncio.sleep(1)
    connections = ours.memory()
    per_connection = (connections - rooms) / len(spectators)
    per_room = (rooms - before) / len(tables) - 2 * per_connection
    print(f"memory: {per_connection / 1024:.1f} KiB per idle connection, {per_room / 1024:.1f} KiB per idle room")
    for socket in [*spectators, *(player for table in tables for player in table.players)]:
        await socket.close()


async def stalled(session: aiohttp.ClientSession, ours: Server, rooms: int, moves: list[str], usual: float) -> None:
    """Measure the same load with a spectator that never reads."""
    tables = await open_rooms(session, ours.url, rooms)
    host, port = "127.0.0.1", ours.port
    _, writer = await asyncio.open_connection(host, port, limit=1024)
    path = f"/api/rooms/{tables[0].code}/socket"
    upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
    writer.write(f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\n{upgrade}AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode())
    hello = b'{"type":"hello"}'
    writer.write(bytes([0x81, 0x80 | len(hello)]) + bytes(4) + hello)
    await writer.drain()
    before = ours.memory()
    found = await measure(tables, moves, 0, ours)
    grown = (ours.memory() - before) / 1024
    print(
        f"with one stalled reader: {found.per_cpu_s / usual:.2f} of the usual moves per CPU second,"
        f" p50 {found.lap_ms(0.5):.1f} ms, p99 {found.lap_ms(0.99):.1f} ms, memory +{grown:.0f} KiB"
    )
    writer.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rooms", type=int, default=200)
    parser.add_argument("--moves", type=int, default=10, help="per room and round (default 10)")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        uvloop.run(compare(args.rooms, args.moves, Path(folder)))


if __name__ == "__main__":
    main()

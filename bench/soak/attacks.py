"""Attacks on a server, each from one address and in a niced process of its own.

    python -m bench.soak.attacks NAME URL SECONDS ADDRESS ROOM

All of them use loopback, stop at a set time, and pause between rounds, so that no loop spins. ROOM is a file with the
code of a room in which two honest players play.
"""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
import os
import random
import secrets
import socket as sockets
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import aiohttp

from bench.soak.long_logs import SOAK_CODES

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
GAMES = ("flooding", "latice", "rowsandcols", "waffe", "wege")
FAILURES = (aiohttp.ClientError, TimeoutError, OSError, ValueError, KeyError)
PAUSE_S = 0.005
UNFINISHED_REQUESTS = 1100
SOCKETS = 190


@dataclass
class Attacker:
    """A client that attacks from one address until a set time."""

    session: aiohttp.ClientSession
    url: str
    address: str
    room_file: Path
    until: float

    @property
    def room(self) -> str:
        """The code of a room in which others are playing."""
        return self.room_file.read_text()

    @property
    def is_running(self) -> bool:
        return time.time() < self.until

    async def get(self, path: str) -> int:
        async with self.session.get(f"{self.url}{path}") as answer:
            await answer.read()
            return answer.status

    async def create_room(self, **request: Any) -> dict[str, Any]:
        async with self.session.post(f"{self.url}/api/rooms", json=request) as answer:
            found: dict[str, Any] = await answer.json()
            return found if answer.status == 201 else {}

    async def join(self, code: str, token: str | None = None) -> aiohttp.ClientWebSocketResponse:
        socket = await self.session.ws_connect(f"{self.url}/api/rooms/{code}/socket")
        await socket.send_json({"type": "hello", "token": token})
        return socket


Attack = Callable[[Attacker], Awaitable[None]]


async def repeat(attacker: Attacker, once: Callable[[], Awaitable[object]], concurrency: int = 4) -> None:
    """Repeat something, several at a time, and ignore refusals and lost connections."""

    async def loop() -> None:
        while attacker.is_running:
            with contextlib.suppress(*FAILURES):
                await asyncio.wait_for(once(), 10)
            await asyncio.sleep(PAUSE_S)

    await asyncio.gather(*(loop() for _ in range(concurrency)))


async def read_rooms(attacker: Attacker) -> None:
    """Request rooms by every path; some of them have very long logs."""
    paths = ("", "/record", "/replay")

    async def look() -> None:
        await attacker.get(f"/api/rooms/{random.choice((attacker.room, *SOAK_CODES))}{random.choice(paths)}")

    await repeat(attacker, look)


async def chat_flood(attacker: Attacker) -> None:
    """Join with as many spectators as possible, all of them writing."""

    async def write() -> None:
        socket = await attacker.join(attacker.room)
        reading = asyncio.ensure_future(_drain(socket))
        try:
            while attacker.is_running and not socket.closed:
                await socket.send_json({"type": "say", "text": secrets.token_hex(140), "name": "Ada"})
                await asyncio.sleep(0.02)
        finally:
            reading.cancel()
            await socket.close()

    await repeat(attacker, write, SOCKETS)


async def _drain(socket: aiohttp.ClientWebSocketResponse) -> None:
    async for _ in socket:
        pass


async def unfinished_requests(attacker: Attacker) -> None:
    """Open connections, send half a request on each, and then a byte now and then."""
    where = urlsplit(attacker.url)
    held: list[sockets.socket] = []
    try:
        while attacker.is_running:
            with contextlib.suppress(OSError):
                while len(held) < UNFINISHED_REQUESTS and attacker.is_running:
                    half = sockets.socket()
                    half.settimeout(1)
                    held.append(half)
                    half.bind((attacker.address, 0))
                    half.connect((where.hostname or "", where.port or 0))
                    half.send(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
            left = []
            for half in held:
                try:
                    half.send(b"x")
                    left.append(half)
                except OSError:
                    half.close()
            held = left
            await asyncio.sleep(1)
    finally:
        for half in held:
            half.close()


async def compressed_bodies(attacker: Attacker) -> None:
    """Send small bodies that inflate to huge ones."""
    bomb = gzip.compress(b" " * 64_000_000)

    async def send() -> None:
        headers = {"Content-Encoding": "gzip", "Content-Type": "application/json"}
        async with attacker.session.post(f"{attacker.url}/api/rooms", data=bomb, headers=headers) as answer:
            await answer.read()

    await repeat(attacker, send, 2)


async def guess_codes(attacker: Attacker) -> None:
    """Guess room codes by every path that takes one."""

    async def guess() -> None:
        code = "".join(random.choices(ALPHABET, k=8))
        await attacker.get(random.choice((f"/api/rooms/{code}", f"/api/rooms/{code}/replay", f"/r/{code}/qr.svg")))

    await repeat(attacker, guess, 8)


async def expensive_requests(attacker: Attacker) -> None:
    """Request whatever might cost a look at every room."""
    paths = ["/healthz", "/metrics", "/api/lobby", "/api/games", *(f"/api/games/{game}/highscores" for game in GAMES)]
    await repeat(attacker, lambda: attacker.get(random.choice(paths)), 8)


async def create_rooms(attacker: Attacker) -> None:
    """Create one listed room after another, with the strongest bots thinking in them."""

    async def one() -> None:
        game = random.choice(GAMES)
        seats = [{"kind": "here", "name": "Eve"}, {"kind": "bot", "level": 5}]
        chosen = seats if random.random() < 0.7 else None
        room = await attacker.create_room(game=game, seats=chosen, settings={"public": True})
        if room:
            socket = await attacker.join(room["code"], room["token"])
            await asyncio.sleep(random.random() * 5)
            await socket.close()

    await repeat(attacker, one, 20)


async def malformed_messages(attacker: Attacker) -> None:
    """Send malformed messages as fast as the server reads them."""
    room = await attacker.create_room(game="wege")
    nested = '{"type":"say","text":' + "[" * 5000 + "]" * 5000 + "}"
    texts = [
        "{",
        "[]",
        "null",
        nested,
        json.dumps({"type": "move", "seat": 2**70, "move": "x", "version": -1}),
        "\x00" * 99,
    ]
    texts += [
        json.dumps({"type": "sit", "seat": 0, "name": "\u202e" * 30}),
        json.dumps({"type": "hello"}),
        "9" * 16_000,
    ]

    async def one() -> None:
        socket = await attacker.join(room.get("code") or attacker.room)
        try:
            for _ in range(400):
                await socket.send_str(random.choice(texts))
            await asyncio.sleep(0.2)
        finally:
            await socket.close()

    await repeat(attacker, one)


async def never_read(attacker: Attacker) -> None:
    """Open sockets that request a lot and read nothing."""

    async def one() -> None:
        socket = await attacker.join(attacker.room)
        try:
            for _ in range(2000):
                await socket.send_json({"type": "show_board"})
            await asyncio.sleep(5)
        finally:
            await socket.close()

    await repeat(attacker, one, 8)


async def move_and_undo(attacker: Attacker) -> None:
    """Grow a log by moving and taking back over and over, in a room of the attacker's own."""
    seats = [{"kind": "here", "name": "Eve"}, {"kind": "here", "name": "Mallory"}]

    async def one() -> None:
        room = await attacker.create_room(game="flooding", seats=seats, settings={"casual": True})
        socket = await attacker.join(room["code"], room["token"])
        try:
            async for frame in socket:
                table = json.loads(frame.data)
                if not attacker.is_running:
                    break
                if table["type"] != "table" or table["room"]["to_move"] is None:
                    continue
                moved, seat = table["room"]["moves"] > 0, table["room"]["to_move"]
                seat = 0 if moved else seat
                verb = {"type": "undo"} if moved else {"type": "move", "move": table["choices"]["fields"][0]}
                await asyncio.sleep(PAUSE_S)
                await socket.send_json({**verb, "seat": seat, "version": table["version"], "id": secrets.token_hex(8)})
        finally:
            await socket.close()

    await repeat(attacker, one, 3)


async def join_and_leave(attacker: Attacker) -> None:
    """Join and leave other people's room all the time, as a spectator."""

    async def one() -> None:
        socket = await attacker.join(attacker.room)
        await socket.close()

    await repeat(attacker, one, 8)


ATTACKS: dict[str, Attack] = {
    attack.__name__: attack
    for attack in (
        read_rooms,
        chat_flood,
        unfinished_requests,
        compressed_bodies,
        guess_codes,
        expensive_requests,
        create_rooms,
        malformed_messages,
        never_read,
        move_and_undo,
        join_and_leave,
    )
}


async def main(name: str, url: str, seconds: float, address: str, room: Path) -> None:
    source = aiohttp.TCPConnector(local_addr=(address, 0), limit=0)
    limits = aiohttp.ClientTimeout(total=20)
    async with aiohttp.ClientSession(connector=source, timeout=limits) as session:
        await ATTACKS[name](Attacker(session, url, address, room, time.time() + seconds))


if __name__ == "__main__":
    os.nice(19)
    asyncio.run(main(sys.argv[1], sys.argv[2], float(sys.argv[3]), sys.argv[4], Path(sys.argv[5])))

"""Attacks by one stranger each, in a process of its own that gives way to everybody else.

    python -m bench.soak.attacks NAME URL SECONDS ADDRESS ROOM

All of them talk to loopback, stop by the clock, and pause between rounds, so that no loop runs free. ROOM is a file
that holds the code of a room in which two honest players play.
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
HALF_REQUESTS = 1100
SOCKETS = 190


@dataclass
class Stranger:
    """Who attacks: from one address, until a time."""

    session: aiohttp.ClientSession
    url: str
    address: str
    room_file: Path
    until: float

    @property
    def room(self) -> str:
        """The code of a room in which others play at present."""
        return self.room_file.read_text()

    @property
    def goes_on(self) -> bool:
        return time.time() < self.until

    async def get(self, path: str) -> int:
        async with self.session.get(f"{self.url}{path}") as answer:
            await answer.read()
            return answer.status

    async def open_room(self, **request: Any) -> dict[str, Any]:
        async with self.session.post(f"{self.url}/api/rooms", json=request) as answer:
            found: dict[str, Any] = await answer.json()
            return found if answer.status == 201 else {}

    async def join(self, code: str, token: str | None = None) -> aiohttp.ClientWebSocketResponse:
        socket = await self.session.ws_connect(f"{self.url}/api/rooms/{code}/socket")
        await socket.send_json({"type": "hello", "token": token})
        return socket


Attack = Callable[[Stranger], Awaitable[None]]


async def repeated(stranger: Stranger, once: Callable[[], Awaitable[object]], at_a_time: int = 4) -> None:
    """Do something again and again, several at a time; what is refused or breaks off is what an attacker expects."""

    async def loop() -> None:
        while stranger.goes_on:
            with contextlib.suppress(*FAILURES):
                await asyncio.wait_for(once(), 10)
            await asyncio.sleep(PAUSE_S)

    await asyncio.gather(*(loop() for _ in range(at_a_time)))


async def look_at_rooms(stranger: Stranger) -> None:
    """Ask for rooms by every door there is; some of them have very long logs."""
    doors = ("", "/record", "/replay")

    async def look() -> None:
        await stranger.get(f"/api/rooms/{random.choice((stranger.room, *SOAK_CODES))}{random.choice(doors)}")

    await repeated(stranger, look)


async def chat_flood(stranger: Stranger) -> None:
    """As many spectators as are let in, all of them writing."""

    async def write() -> None:
        socket = await stranger.join(stranger.room)
        reading = asyncio.ensure_future(_drain(socket))
        try:
            while stranger.goes_on and not socket.closed:
                await socket.send_json({"type": "say", "text": secrets.token_hex(140), "name": "Ada"})
                await asyncio.sleep(0.02)
        finally:
            reading.cancel()
            await socket.close()

    await repeated(stranger, write, SOCKETS)


async def _drain(socket: aiohttp.ClientWebSocketResponse) -> None:
    async for _ in socket:
        pass


async def half_requests(stranger: Stranger) -> None:
    """Open connections, send half a request on each, and then a byte now and then."""
    where = urlsplit(stranger.url)
    held: list[sockets.socket] = []
    try:
        while stranger.goes_on:
            with contextlib.suppress(OSError):
                while len(held) < HALF_REQUESTS and stranger.goes_on:
                    half = sockets.socket()
                    half.settimeout(1)
                    held.append(half)
                    half.bind((stranger.address, 0))
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


async def compressed_bodies(stranger: Stranger) -> None:
    """Small bodies that become large ones where somebody inflates them."""
    bomb = gzip.compress(b" " * 64_000_000)

    async def send() -> None:
        headers = {"Content-Encoding": "gzip", "Content-Type": "application/json"}
        async with stranger.session.post(f"{stranger.url}/api/rooms", data=bomb, headers=headers) as answer:
            await answer.read()

    await repeated(stranger, send, 2)


async def guess_codes(stranger: Stranger) -> None:
    """Try room codes by every door that takes one."""

    async def guess() -> None:
        code = "".join(random.choices(ALPHABET, k=8))
        await stranger.get(random.choice((f"/api/rooms/{code}", f"/api/rooms/{code}/replay", f"/r/{code}/qr.svg")))

    await repeated(stranger, guess, 8)


async def costly_questions(stranger: Stranger) -> None:
    """Ask what may cost a look at every room."""
    paths = ["/healthz", "/metrics", "/api/lobby", "/api/games", *(f"/api/games/{game}/highscores" for game in GAMES)]
    await repeated(stranger, lambda: stranger.get(random.choice(paths)), 8)


async def open_rooms(stranger: Stranger) -> None:
    """Open room after room, listed for everybody, with the strongest bots thinking in them."""

    async def one() -> None:
        game = random.choice(GAMES)
        seats = [{"kind": "here", "name": "Eve"}, {"kind": "bot", "level": 5}]
        room = await stranger.open_room(
            game=game, seats=seats if random.random() < 0.7 else None, settings={"public": True}
        )
        if room:
            socket = await stranger.join(room["code"], room["token"])
            await asyncio.sleep(random.random() * 5)
            await socket.close()

    await repeated(stranger, one, 20)


async def garbage(stranger: Stranger) -> None:
    """Messages that are none, as fast as they are taken."""
    room = await stranger.open_room(game="wege")
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
        socket = await stranger.join(room.get("code") or stranger.room)
        try:
            for _ in range(400):
                await socket.send_str(random.choice(texts))
            await asyncio.sleep(0.2)
        finally:
            await socket.close()

    await repeated(stranger, one)


async def never_read(stranger: Stranger) -> None:
    """Sockets that ask a lot and read nothing."""

    async def one() -> None:
        socket = await stranger.join(stranger.room)
        try:
            for _ in range(2000):
                await socket.send_json({"type": "show_board"})
            await asyncio.sleep(5)
        finally:
            await socket.close()

    await repeated(stranger, one, 8)


async def move_and_undo(stranger: Stranger) -> None:
    """Grow a log: move, take back, move, in a room of one's own."""
    seats = [{"kind": "here", "name": "Eve"}, {"kind": "here", "name": "Mallory"}]

    async def one() -> None:
        room = await stranger.open_room(game="flooding", seats=seats, settings={"casual": True})
        socket = await stranger.join(room["code"], room["token"])
        try:
            async for frame in socket:
                table = json.loads(frame.data)
                if not stranger.goes_on:
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

    await repeated(stranger, one, 3)


async def come_and_go(stranger: Stranger) -> None:
    """Spectators of other people's room that come and go all the time."""

    async def one() -> None:
        socket = await stranger.join(stranger.room)
        await socket.close()

    await repeated(stranger, one, 8)


ATTACKS: dict[str, Attack] = {
    attack.__name__: attack
    for attack in (
        look_at_rooms,
        chat_flood,
        half_requests,
        compressed_bodies,
        guess_codes,
        costly_questions,
        open_rooms,
        garbage,
        never_read,
        move_and_undo,
        come_and_go,
    )
}


async def main(name: str, url: str, seconds: float, address: str, room: Path) -> None:
    source = aiohttp.TCPConnector(local_addr=(address, 0), limit=0)
    limits = aiohttp.ClientTimeout(total=20)
    async with aiohttp.ClientSession(connector=source, timeout=limits) as session:
        await ATTACKS[name](Stranger(session, url, address, room, time.time() + seconds))


if __name__ == "__main__":
    os.nice(19)
    asyncio.run(main(sys.argv[1], sys.argv[2], float(sys.argv[3]), sys.argv[4], Path(sys.argv[5])))

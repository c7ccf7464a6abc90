"""Honest players: rooms of two people who move once a second, with the time until both have each move.

    python -m bench.soak.honest URL SECONDS FOLDER

Every pair has an address of its own. `report.json` holds the moves as [time sent, milliseconds] and the errors; `room`
holds the code of the first pair's current room, for the attacks.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp

from bench.rooms import SIZE, script

ROOMS = 20
PACE_S = 1.0
GAME_MOVES = 200
"""After this the pair creates another room."""
MAX_WAIT_S = 30.0
CLOCK = {"per": "turn", "seconds": 60, "increment_s": 0, "on_timeout": "loss"}
"""A player who is delayed too long loses the game, and the report says so."""


@dataclass
class Report:
    moves: list[tuple[float, float]] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


class Pair:
    """Two people at one table, each with a socket."""

    def __init__(self, number: int, url: str, until: float, report: Report, folder: Path) -> None:
        self._url = url
        self._until = until
        self._report = report
        self._number = number
        self._folder = folder
        self._version = 0
        self._sockets: list[aiohttp.ClientWebSocketResponse] = []

    async def play(self) -> None:
        """Play games until the time is up. After an error, report it and start another game."""
        source = aiohttp.TCPConnector(local_addr=(f"127.0.0.{2 + self._number}", 0), limit=0)
        async with aiohttp.ClientSession(connector=source) as session:
            while time.time() < self._until:
                try:
                    await self._one_game(session)
                except (aiohttp.ClientError, TimeoutError, OSError, ValueError, RuntimeError) as error:
                    self._report.errors.append(f"pair {self._number}: {type(error).__name__} {error}")
                    await asyncio.sleep(PACE_S)
                finally:
                    for socket in self._sockets:
                        await socket.close()

    async def _one_game(self, session: aiohttp.ClientSession) -> None:
        await self._sit_down(session)
        for number, move in enumerate(script(GAME_MOVES)):
            if time.time() >= self._until:
                return
            begun, clock = time.time(), time.perf_counter()
            command = {"type": "move", "seat": number % 2, "move": move, "version": self._version, "id": f"m{number}"}
            await self._sockets[number % 2].send_json(command)
            self._version = max([await self._update(socket) for socket in self._sockets])
            lap = time.perf_counter() - clock
            self._report.moves.append((begun, 1000 * lap))
            await asyncio.sleep(max(0.0, PACE_S - lap))

    async def _sit_down(self, session: aiohttp.ClientSession) -> None:
        seats = [{"kind": "here", "name": "Ada"}, {"kind": "open"}]
        request = {"game": "flooding", "options": {"size": SIZE}, "seats": seats, "settings": {"clock": CLOCK}}
        async with session.post(f"{self._url}/api/rooms", json=request) as answer:
            room: Any = await answer.json()
            if answer.status != 201:
                raise RuntimeError(room["text"])
        if self._number == 0:
            self._folder.joinpath("room").write_text(room["code"])
        self._sockets, self._version = [], 0
        for token in (room["token"], None):
            socket = await session.ws_connect(f"{self._url}/api/rooms/{room['code']}/socket")
            await socket.send_json({"type": "hello", "token": token})
            self._sockets.append(socket)
        await self._sockets[1].send_json({"type": "sit", "seat": 1, "name": "Bo"})
        self._version = max([await self._update(socket) for socket in self._sockets])

    async def _update(self, socket: aiohttp.ClientWebSocketResponse) -> int:
        """Read until the position has changed; a refusal or a lost game is an error."""
        while True:
            frame = await asyncio.wait_for(socket.receive(), MAX_WAIT_S)
            if frame.type is not aiohttp.WSMsgType.TEXT:
                raise RuntimeError(f"the connection ended: {frame.type.name}")
            message = json.loads(frame.data)
            if message["type"] == "refused":
                raise RuntimeError(f"refused: {message['text']}")
            if message["type"] == "table":
                if message["room"]["phase"] not in ("waiting", "playing"):
                    raise RuntimeError(f"the game ended: {message['room']['phase']}")
                if message["version"] > self._version:
                    return int(message["version"])


async def main(url: str, seconds: float, folder: Path) -> Report:
    report = Report()
    until = time.time() + seconds
    pairs = [Pair(number, url, until, report, folder) for number in range(ROOMS)]

    async def begin(pair: Pair) -> None:
        await asyncio.sleep(PACE_S * random.random())
        await pair.play()

    await asyncio.gather(*(begin(pair) for pair in pairs))
    return report


if __name__ == "__main__":
    where = Path(sys.argv[3])
    found = asyncio.run(main(sys.argv[1], float(sys.argv[2]), where))
    where.joinpath("report.json").write_text(json.dumps({"moves": found.moves, "errors": found.errors}))

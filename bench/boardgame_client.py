"""Clients of the boardgame.io server in bench/boardgame_io, which plays the same game of Flooding Islands.

boardgame.io comes from npm in the version of `package-lock.json`, into a scratch folder. Its matches are in memory.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import aiohttp

from bench.server_process import Server, running

SOURCES = Path(__file__).parent / "boardgame_io"
NAMESPACE = "/flooding,"
INSTALL = ("ci", "--omit=optional", "--ignore-scripts", "--no-audit", "--no-fund")
TIMEOUT_S = 60.0


def why_not() -> str | None:
    """Return why boardgame.io cannot be measured here."""
    missing = [name for name in ("node", "npm") if shutil.which(name) is None]
    return f"{missing[0]} is not installed" if missing else None


@contextlib.contextmanager
def boardgame_server(folder: Path, size: int) -> Iterator[Server]:
    """Install boardgame.io into this folder and run its server there."""
    shutil.copytree(SOURCES, folder, dirs_exist_ok=True)
    npm, node = shutil.which("npm") or "npm", shutil.which("node") or "node"
    subprocess.run([npm, *INSTALL], cwd=folder, check=True, capture_output=True)
    with running([node, "server.cjs"], str(size), folder=folder) as found:
        yield found


class BoardgameRoom:
    """A match and the sockets of its two players."""

    def __init__(self, match: str, players: list[aiohttp.ClientWebSocketResponse]) -> None:
        self.match = match
        self.players = players
        self.state_id = 0

    async def play(self, moves: list[str], seat: int, laps: list[float]) -> None:
        """Play moves, each when both players have seen the one before."""
        for move in moves:
            begun = time.perf_counter()
            payload = {"type": "play", "args": [move], "playerID": str(seat), "credentials": None}
            action = {"type": "MAKE_MOVE", "payload": payload}
            await _send(self.players[seat], "update", action, self.state_id, self.match, str(seat))
            self.state_id += 1
            for player in self.players:
                await self._update(player)
            laps.append(time.perf_counter() - begun)
            seat = 1 - seat

    async def _update(self, player: aiohttp.ClientWebSocketResponse) -> None:
        wanted = f'"_stateID":{self.state_id}'
        async with asyncio.timeout(TIMEOUT_S):
            while True:
                text = await _receive(player)
                if text.startswith(f'42{NAMESPACE}["update"') and wanted in text:
                    return


async def open_match(session: aiohttp.ClientSession, url: str, number: int) -> BoardgameRoom:
    """Open a match; the first to ask for it creates it."""
    match, players = f"match{number}", []
    for seat in "01":
        player = await session.ws_connect(f"{url}/socket.io/?EIO=4&transport=websocket")
        await _receive(player)
        await player.send_str(f"40{NAMESPACE}")
        await _receive(player)
        await _send(player, "sync", match, seat, None, 2)
        players.append(player)
    for player in players:
        while not (await _receive(player)).startswith(f'42{NAMESPACE}["sync"'):
            pass
    return BoardgameRoom(match, players)


async def _send(player: aiohttp.ClientWebSocketResponse, *message: Any) -> None:
    await player.send_str(f"42{NAMESPACE}{json.dumps(message)}")


async def _receive(player: aiohttp.ClientWebSocketResponse) -> str:
    """Return the next message that is no ping."""
    while True:
        text = str((await player.receive()).data)
        if text != "2":
            return text
        await player.send_str("3")

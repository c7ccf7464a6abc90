"""A bare aiohttp room server to compare with: no rules, no store, no secrecy.

    python -m bench.bare_server PORT RECORDING json|ready

It reads a message and sends both sockets of the room the bytes that Ludoteca would send, from a recording. `json` is
the server as one writes it with aiohttp: `json.loads` on input, `send_json` to every member. `ready` sends the recorded
bytes as they are, which no server that builds its messages can do; it is the floor.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections import defaultdict
from functools import partial
from pathlib import Path
from typing import Any

import uvloop
from aiohttp import WSMsgType, web

HEARTBEAT_S = 3600.0
"""As long as that of bench.unlimited_server: clients answer no ping while another server has its turn."""

compact = partial(json.dumps, separators=(",", ":"), ensure_ascii=False)


class BareServer:
    def __init__(self, frames: list[list[str]], ready: bool) -> None:
        self._ready = ready
        self._frames: list[list[Any]] = [
            [frame.encode() if ready else json.loads(frame) for frame in pair] for pair in frames
        ]
        self._rooms: dict[str, list[web.WebSocketResponse]] = defaultdict(list)
        self._moves: dict[str, int] = defaultdict(int)

    async def socket(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(heartbeat=HEARTBEAT_S, compress=False)
        await socket.prepare(request)
        code = request.match_info["code"]
        room = self._rooms[code]
        room.append(socket)
        async for message in socket:
            json.loads(message.data)
            frames = self._frames[self._moves[code] % len(self._frames)]
            self._moves[code] += 1
            for member, frame in zip(room, frames, strict=True):
                if self._ready:
                    await member.send_frame(frame, WSMsgType.TEXT)
                else:
                    await member.send_json(frame, dumps=compact)
        return socket


async def main() -> None:
    port, recording, mode = int(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
    app = web.Application()
    bare = BareServer(json.loads(recording.read_text()), mode == "ready")
    app.router.add_get("/api/rooms/{code}/socket", bare.socket)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port).start()
    print("ready", flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    uvloop.run(main())

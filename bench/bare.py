"""The yardstick: a bare aiohttp room server. It reads a message and sends both sockets of the room the bytes that the
house would send, from a recording; no rules, no store, no secrecy."""

from __future__ import annotations

import asyncio
import json
import sys
from collections import defaultdict
from pathlib import Path

import uvloop
from aiohttp import WSMsgType, web


class Bare:
    def __init__(self, frames: list[list[bytes]]) -> None:
        self._frames = frames
        self._rooms: dict[str, list[web.WebSocketResponse]] = defaultdict(list)
        self._moves: dict[str, int] = defaultdict(int)

    async def socket(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(heartbeat=7.0, compress=False)
        await socket.prepare(request)
        code = request.match_info["code"]
        room = self._rooms[code]
        room.append(socket)
        async for message in socket:
            json.loads(message.data)
            frames = self._frames[self._moves[code] % len(self._frames)]
            self._moves[code] += 1
            for member, frame in zip(room, frames, strict=True):
                await member.send_frame(frame, WSMsgType.TEXT)
        return socket


async def main() -> None:
    port, recording = int(sys.argv[1]), Path(sys.argv[2])
    frames = [[frame.encode() for frame in pair] for pair in json.loads(recording.read_text())]
    app = web.Application()
    app.router.add_get("/api/rooms/{code}/socket", Bare(frames).socket)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port).start()
    print("ready", flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    uvloop.run(main())

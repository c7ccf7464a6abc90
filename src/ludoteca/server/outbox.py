"""The outbox of a socket: its outgoing queue, with backpressure."""

from __future__ import annotations

import asyncio
import logging
from collections import deque

from aiohttp import WSCloseCode

from ludoteca.rooms.outbox import NextUpdate
from ludoteca.server.direct_socket import DirectSocket
from ludoteca.server.frames import text_frame
from ludoteca.server.http_protocol import HttpProtocol

_log = logging.getLogger("ludoteca.server")

CLOSE_TIMEOUT_S = 2.0
"""How long a removed client has to read why."""


class FrameWriter:
    """Writes the frames of all outboxes together, when the loop has handled what has happened.

    Clients are woken by the first write. If the others follow at once, fewer of them go to sleep in between, and frames
    for the same client are one write.
    """

    def __init__(self) -> None:
        self._due: list[SocketOutbox] = []

    def add(self, outbox: SocketOutbox) -> None:
        """Write the frames of this outbox, too."""
        self._due.append(outbox)
        if len(self._due) == 1:
            asyncio.get_running_loop().call_soon(self._write)

    def _write(self) -> None:
        due, self._due = self._due, []
        for outbox in due:
            try:
                outbox.write()
            except Exception:  # whatever it is, the other clients must get theirs
                _log.exception("Frames could not be written")
                outbox.drop()


class SocketOutbox:
    """Sends replies in order; when there are none, sends what `next_update` returns.

    While the transport has more than the client takes, updates are not queued: when it is writable again the client
    gets the latest. The protocol disconnects a client that reads nothing for a while.
    """

    def __init__(self, socket: DirectSocket, protocol: HttpProtocol, writer: FrameWriter) -> None:
        self.next_update: NextUpdate = lambda: None
        self._writer = writer
        self._frames: list[bytes] = []
        """What has to be written."""
        self._socket = socket
        self._protocol = protocol
        self._transport = protocol.transport
        self._replies: deque[bytes] = deque()
        self._writable: asyncio.Future[None] | None = None
        self._closing: asyncio.Task[None] | None = None
        self.is_blocked = protocol._paused
        """Whether the client has to catch up before the next frame."""
        protocol.on_backlog = self._set_blocked
        self._is_closed = socket.closed
        socket.on_closed = self._set_closed

    def __len__(self) -> int:
        return len(self._replies)

    def append(self, reply: bytes) -> None:
        """Queue a reply and send what can be sent."""
        self._replies.append(reply)
        self.flush()

    def flush(self) -> None:
        """Send until nothing is left or the client has to catch up."""
        # If the connection is lost, the reading side notices too and leaves the room.
        if self._transport is None or self._is_closed:
            return
        while not self.is_blocked:
            data = self._replies.popleft() if self._replies else self.next_update()
            if data is None:
                return
            self._frames.append(text_frame(data))
            if len(self._frames) == 1:
                self._writer.add(self)

    def write(self) -> None:
        """Give the frames to the transport."""
        frames, self._frames = self._frames, []
        transport = self._transport
        if frames and transport is not None and not transport.is_closing() and not self._is_closed:
            transport.write(frames[0] if len(frames) == 1 else b"".join(frames))

    def _set_closed(self) -> None:
        self._is_closed = True

    def _set_blocked(self, is_blocked: bool) -> None:
        self.is_blocked = is_blocked
        if is_blocked:
            return
        self.flush()
        if self._writable is not None and not self._writable.done():
            self._writable.set_result(None)

    def close(self, comes_again: bool = False) -> None:
        """Send what is queued, and close the socket."""
        if self._closing is None:
            code = WSCloseCode.SERVICE_RESTART if comes_again else WSCloseCode.POLICY_VIOLATION
            self._closing = asyncio.ensure_future(self._close(code))

    async def _close(self, code: WSCloseCode) -> None:
        try:
            async with asyncio.timeout(CLOSE_TIMEOUT_S):
                while self.is_blocked:
                    self._writable = asyncio.get_running_loop().create_future()
                    await self._writable
                self.write()
                await self._socket.close(code=code)
        except (ConnectionError, RuntimeError, TimeoutError):
            self.drop()

    async def stop(self) -> None:
        """Wait for the end of `close`, if it was called, and give up on what the client has not read."""
        if self._closing is not None:
            await self._closing
        self._protocol.on_backlog = None
        if self.is_blocked:
            self.drop()

    def drop(self) -> None:
        """Disconnect at once; a proper close would wait for a client that may never read."""
        if self._transport is not None:
            self._transport.abort()

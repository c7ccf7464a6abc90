"""A WebSocket whose messages are handled as they arrive (frame_reader.py)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, cast

from aiohttp import WSMsgType, web
from aiohttp._websocket.reader import WebSocketDataQueue, WebSocketReader
from aiohttp.http import WSMessage

from ludoteca.server.frame_reader import FrameReader, Receive
from ludoteca.server.http_protocol import HttpProtocol

QUEUE_BYTES = 2**16
_DATA = (WSMsgType.TEXT, WSMsgType.BINARY)


class Pause(float):
    """Instead of a message: seconds not to read."""


class _Queue(WebSocketDataQueue):
    """aiohttp's queue of received messages, for those that cannot be handled as they arrive."""

    reader: FrameReader

    def feed_data(self, message: Any, size: int) -> None:
        if message.type not in _DATA or not self.reader.take(message.data):
            self._add(message, size)

    def add_error(self, error: Exception) -> None:
        """Let the reading task raise an error."""
        self._add(WSMessage(WSMsgType.ERROR, error, None))

    def add_pause(self, pause_s: float) -> None:
        """Let the reading task wait."""
        self._add(WSMessage(WSMsgType.TEXT, Pause(pause_s), None))

    def _add(self, message: Any, size: int = 0) -> None:
        self.reader.on_queued()
        super().feed_data(message, size)


class DirectSocket(web.WebSocketResponse):
    """A WebSocket of a connection with our protocol."""

    on_closed: Callable[[], None] | None = None
    """Called when no more can be sent."""
    _frame_reader: FrameReader | None = None

    def _post_start(self, request: web.BaseRequest, protocol: Any, writer: Any) -> None:
        connection = request.protocol
        came_early = bool(connection._message_tail)
        super()._post_start(request, protocol, writer)
        if came_early or not isinstance(connection, HttpProtocol) or connection.transport is None:
            return  # what came with the upgrade is in aiohttp's queue already
        queue = self._reader = _Queue(connection, QUEUE_BYTES, loop=connection._loop)
        self._parser = connection._payload_parser = WebSocketReader(
            queue, self._max_msg_size, compress=bool(self._compress), decode_text=self._decode_text
        )
        queue.reader = self._frame_reader = FrameReader(connection, self, queue, self._max_msg_size)
        connection.transport.set_protocol(cast(asyncio.BaseProtocol, self._frame_reader))

    def _send_heartbeat(self) -> None:
        """Send a ping, unless the client was heard meanwhile."""
        reader = self._frame_reader
        if reader is None or self._heartbeat is None:
            super()._send_heartbeat()
            return
        self._heartbeat_when = max(self._heartbeat_when, reader.heard_at + self._heartbeat)
        super()._send_heartbeat()
        reader.expects_pong = self._pong_response_cb is not None

    def _set_closed(self) -> None:
        super()._set_closed()
        if self.on_closed is not None:
            self.on_closed()

    def hand_over(self, receive: Receive | None) -> None:
        """From now on handle messages as they arrive, where that is possible; others wait to be read as before.

        With None all wait to be read.
        """
        if self._frame_reader is not None:
            self._frame_reader.receive = receive

"""A WebSocket that hands a message over as it arrives.

aiohttp puts each message into a queue and wakes the task that reads it, which costs more than most messages do. Here a
message that finds the queue empty and the task waiting is handled at once. If a read is one such message, aiohttp's
parser is not asked either. Everything else takes aiohttp's way: further messages of the same read, control frames, and
messages that arrive while the client is not read. So order, limits and backpressure are the same, and other sockets get
their turn after each message.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from aiohttp import WSMsgType, web
from aiohttp._websocket.reader import WebSocketDataQueue, WebSocketReader
from aiohttp.http import WSMessage

from ludoteca.server.frames import ends_with_frame, read_text_frame
from ludoteca.server.http_protocol import HttpProtocol

Receive = Callable[[str | bytes], float]
"""Handles a message; returns how many seconds not to read from this client."""

QUEUE_BYTES = 2**16
_DATA = (WSMsgType.TEXT, WSMsgType.BINARY)


class Pause(float):
    """Instead of a message: seconds not to read."""


class _Queue(WebSocketDataQueue):
    """aiohttp's queue of received messages."""

    def __init__(self, socket: DirectSocket, protocol: HttpProtocol) -> None:
        super().__init__(protocol, QUEUE_BYTES, loop=protocol._loop)
        self._socket = socket
        self._connection = protocol
        self.receive: Receive | None = None

    @property
    def is_empty(self) -> bool:
        """Whether all earlier messages were handled, and a task waits for the next one."""
        return not self._buffer and self._socket._waiting and self.exception() is None

    def feed_data(self, message: Any, size: int) -> None:
        connection = self._connection
        if self.receive is None or not connection.may_handle or not self.is_empty or message.type not in _DATA:
            super().feed_data(message, size)
            return
        connection.may_handle = False
        self.handle(message.data, self.receive)

    def handle(self, data: str | bytes, receive: Receive) -> None:
        """Handle a message now."""
        try:
            pause_s = receive(data)
        except Exception as error:  # aiohttp's parser cannot pass it on; the reading task raises it
            super().feed_data(WSMessage(WSMsgType.ERROR, error, None), 0)
        else:
            if pause_s > 0:
                super().feed_data(WSMessage(WSMsgType.TEXT, Pause(pause_s), None), 0)


class DirectSocket(web.WebSocketResponse):
    """A WebSocket of a connection with our protocol."""

    _queue: _Queue | None = None
    on_closed: Callable[[], None] | None = None
    """Called when no more can be sent."""
    _is_between_frames = False
    """Whether all that has arrived were whole frames, so that the next read begins with one."""

    def _post_start(self, request: web.BaseRequest, protocol: Any, writer: Any) -> None:
        connection = request.protocol
        came_early = bool(connection._message_tail)
        super()._post_start(request, protocol, writer)
        if came_early or not isinstance(connection, HttpProtocol):
            return  # what came with the upgrade is in aiohttp's queue already
        self._reader = self._queue = _Queue(self, connection)
        self._parser = WebSocketReader(
            self._queue, self._max_msg_size, compress=bool(self._compress), decode_text=self._decode_text
        )
        connection._payload_parser = self._parser
        connection.on_data = self._take
        self._is_between_frames = True

    def _take(self, data: bytes) -> bool:
        """Handle a read that is just one message; return whether it was."""
        if not self._is_between_frames:
            return False
        queue = self._queue
        if queue is not None and queue.receive is not None and queue.is_empty:
            text = read_text_frame(data, self._max_msg_size)
            if text is not None:
                self._on_data_received()
                queue.handle(text, queue.receive)
                return True
        self._is_between_frames = ends_with_frame(data)
        return False

    def _on_data_received(self) -> None:
        """Put the next ping off. aiohttp's timer looks at the time when it fires, so that none has to be set here."""
        if self._heartbeat is None or self._loop is None or self._heartbeat_cb is None or self._pong_response_cb:
            super()._on_data_received()
        else:
            self._heartbeat_when = self._loop.time() + self._heartbeat

    def _set_closed(self) -> None:
        super()._set_closed()
        if self.on_closed is not None:
            self.on_closed()

    def hand_over(self, receive: Receive) -> None:
        """From now on handle messages as they arrive, where that is possible; others wait to be read as before."""
        if self._queue is not None:
            self._queue.receive = receive

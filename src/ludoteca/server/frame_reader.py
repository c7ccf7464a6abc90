"""Reads what arrives on a WebSocket. Compiled: every message passes it.

aiohttp puts each message into a queue and wakes the task that reads it, which costs more than most messages do. Here a
message that finds the queue empty and the task waiting is handled at once. If a read is one such message, aiohttp's
parser is not asked either. Everything else takes aiohttp's way: further messages of the same read, control frames, and
messages that arrive while the client is not read. So order, limits and backpressure are the same, and other sockets get
their turn after each message.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludoteca.server.frames import ends_with_frame, read_text_frame

Receive = Callable[[str | bytes], float]
"""Handles a message; returns how many seconds not to read from this client."""


class FrameReader:
    """The protocol of a connection that has become a WebSocket, in place of the HTTP protocol, which does the rest."""

    def __init__(self, connection: Any, socket: Any, queue: Any, limit: int) -> None:
        self.receive: Receive | None = None
        """Set when messages shall be handled as they arrive."""
        self._connection = connection
        self._socket = socket
        self._queue = queue
        self._limit = limit
        self._time: Callable[[], float] = connection._loop.time
        self._is_between_frames = True
        """Whether all that has arrived were whole frames, so that the next read begins with one."""
        self._may_handle = False
        """Whether a message may be handled in this read: the first one. Others get their turn before the next."""
        self._is_idle = False
        """Whether all earlier messages were handled, and a task waits for the next one: true until one is queued."""
        self.heard_at = 0.0
        """When a message was last read here, by the loop's clock."""
        self.expects_pong = False
        """Whether a ping was sent since then."""

    def data_received(self, data: bytes) -> None:
        """Handle a read that is just one message; give any other to aiohttp."""
        connection = self._connection
        if self._is_between_frames:
            receive = self.receive
            if receive is not None and not connection._close and not connection._force_close and self._is_waiting():
                text = read_text_frame(data, self._limit)
                if text is not None:
                    self._note_heard()
                    self._handle(text, receive)
                    return
            self._is_between_frames = ends_with_frame(data)
        self._may_handle = True
        connection.data_received(data)
        self._may_handle = False

    def take(self, data: str | bytes) -> bool:
        """Handle a message that aiohttp has parsed, if its turn has come; return whether it was handled."""
        receive = self.receive
        if receive is None or not self._may_handle or not self._is_waiting():
            return False
        self._may_handle = False
        self._handle(data, receive)
        return True

    def on_queued(self) -> None:
        """Note that a message waits for the task that reads."""
        self._is_idle = False

    def _is_waiting(self) -> bool:
        if not self._is_idle:
            queue = self._queue
            self._is_idle = not queue._buffer and self._socket._waiting and queue.exception() is None
        return self._is_idle

    def _handle(self, data: str | bytes, receive: Receive) -> None:
        try:
            pause_s = receive(data)
        except Exception as error:  # aiohttp's parser cannot pass it on; the reading task raises it
            self._queue.add_error(error)
        else:
            if pause_s > 0:
                self._queue.add_pause(pause_s)

    def _note_heard(self) -> None:
        """Put the next ping off. The socket looks at the time when its timer fires, so that none has to be set here."""
        self.heard_at = self._time()
        if self.expects_pong:
            self.expects_pong = False
            self._socket._on_data_received()

    # What else a transport tells its protocol

    def eof_received(self) -> None:
        self._connection.eof_received()

    def connection_lost(self, error: BaseException | None) -> None:
        self._connection.connection_lost(error)

    def pause_writing(self) -> None:
        self._connection.pause_writing()

    def resume_writing(self) -> None:
        self._connection.resume_writing()

"""The outbox of a socket: its outgoing queue, with backpressure. It needs no task as long as the client keeps up."""

from __future__ import annotations

import asyncio
import types
from collections import deque
from collections.abc import Callable, Coroutine, Generator
from typing import Any

from aiohttp import ClientConnectionResetError, WSMsgType, web

STALL_TIMEOUT_S = 30.0
"""A client that reads nothing for this long is disconnected, even if it still answers pings."""


class Outbox:
    """Sends replies in order; when there are none, sends what `next_update` returns.

    While a slow client is reading, updates are not queued. When it is done it gets the latest.
    """

    def __init__(
        self,
        socket: web.WebSocketResponse,
        transport: asyncio.Transport | None,
        next_update: Callable[[], bytes | None],
    ) -> None:
        self._socket = socket
        self._transport = transport
        self._next_update = next_update
        self._replies: deque[bytes] = deque()
        self._sending: asyncio.Future[None] | None = None
        """The rest of a frame that could not be sent at once."""
        self._stall_timer: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self._replies)

    @property
    def is_blocked(self) -> bool:
        """Whether the client has to read before more can be sent."""
        return self._sending is not None

    def append(self, reply: bytes) -> None:
        """Queue a reply and send what can be sent."""
        self._replies.append(reply)
        self.flush()

    def flush(self) -> None:
        """Send until nothing is left or the client has to catch up."""
        while self._sending is None and (data := self._next()) is not None:
            try:
                rest = run_until_blocked(self._socket.send_frame(data, WSMsgType.TEXT))
            except (ClientConnectionResetError, ConnectionError):
                return  # the reading side notices too and leaves the room
            if rest is not None:
                self._sending = asyncio.ensure_future(rest)
                self._sending.add_done_callback(self._sent)
                self._stall_timer = asyncio.get_running_loop().call_later(STALL_TIMEOUT_S, self.drop)

    def _next(self) -> bytes | None:
        return self._replies.popleft() if self._replies else self._next_update()

    def _sent(self, sending: asyncio.Future[None]) -> None:
        if self._stall_timer is not None:
            self._stall_timer.cancel()
        if sending.cancelled() or sending.exception() is not None:
            return
        self._sending = None
        self.flush()

    def stop(self) -> None:
        """Give up on a frame that the client has not read."""
        if self._sending is not None:
            self._sending.cancel()
            self.drop()

    def drop(self) -> None:
        """Disconnect at once; a proper close would wait for a client that may never read."""
        if self._transport is not None:
            self._transport.abort()


def run_until_blocked(coroutine: Coroutine[Any, Any, None]) -> Coroutine[Any, Any, None] | None:
    """Run a coroutine until it first has to wait. Return None if it finished, else the rest of it."""
    try:
        waiting = coroutine.send(None)
    except StopIteration:
        return None
    return _rest(coroutine, waiting)


async def _rest(coroutine: Coroutine[Any, Any, None], waiting: Any) -> None:
    await _resume(coroutine, waiting)


@types.coroutine
def _resume(coroutine: Coroutine[Any, Any, None], waiting: Any) -> Generator[Any, Any, None]:
    while True:
        failure: BaseException | None = None
        try:
            yield waiting
        except BaseException as error:
            failure = error
        try:
            waiting = coroutine.send(None) if failure is None else coroutine.throw(failure)
        except StopIteration:
            return

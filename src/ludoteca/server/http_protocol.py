"""The HTTP protocol of a connection, with a deadline for everything that is waited for.

aiohttp waits for ever for the rest of a request's headers, and inflates bodies while it parses. Here a connection has a
place (connection_limits.py) before anything of it is read, headers and bodies must come in time, and of a compressed
body nothing is parsed.
"""

from __future__ import annotations

import asyncio
import json
from http import HTTPStatus
from typing import Any, cast

from aiohttp import StreamReader, hdrs, web
from aiohttp.web_protocol import RequestHandler

from ludoteca.core.errors import LudotecaError
from ludoteca.core.translations import Refusal
from ludoteca.server.connection_limits import ConnectionLimits, Slot
from ludoteca.server.responses import STATUS

REFUSED_LINGER_S = 1.0
"""What a refused client still sends is thrown away for so long, so that it gets to read why."""


class BodyTooSlow(LudotecaError):
    """A request's body did not come in time."""


class HttpProtocol(RequestHandler):
    """One connection."""

    def __init__(self, manager: web.Server, places: ConnectionLimits, **more: Any) -> None:
        super().__init__(manager, **more)
        self._places = places
        self._accepted = False
        self.slot: Slot | None = None
        """The place before hello: of the connection, or of the request that a trusted proxy passes on."""
        self.proxied = False
        self._deadline: asyncio.TimerHandle | None = None
        """For headers or a body."""
        self._unread: asyncio.TimerHandle | None = None
        """For an answer to be taken."""
        self._body: StreamReader | None = None

    @property
    def idle(self) -> bool:
        """Kept open between requests, with nothing begun."""
        return self._waiter is not None and self._deadline is None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        peer = transport.get_extra_info("peername")
        found = self._places.accept(str(peer[0]) if isinstance(peer, tuple) else "", self)
        if isinstance(found, Refusal):
            self._force_close = True
            cast(asyncio.Transport, transport).write(_answer(found))
            transport.close()
            return
        self.slot, self.proxied = found, found is None
        self._accepted = True
        self._places.open += 1
        super().connection_made(transport)
        self._expect(self._places.limits.headers_s)

    def connection_lost(self, exc: BaseException | None) -> None:
        self._stop_waiting()
        if self._unread is not None:
            self._unread.cancel()
        if self._accepted:
            self._accepted = False
            self._places.open -= 1
            self.release()
        super().connection_lost(exc)

    def release(self) -> None:
        """Give the place before hello back."""
        if self.slot is not None:
            self._places.left(self, self.slot)

    def give_up(self) -> None:
        """End an idle connection in favour of another."""
        self.release()
        self.force_close()

    def data_received(self, data: bytes) -> None:
        if self._payload_parser is not None or self._upgraded:
            super().data_received(data)
            return
        count = self._request_count
        super().data_received(data)
        if self._request_count > count:
            self._stop_waiting()
            message, body = self._messages[-1]
            self._body = None if body.is_eof() else body
            if hdrs.CONTENT_ENCODING in getattr(message, "headers", ()):
                # Nothing more is parsed: what still comes is thrown away while the refusal is sent.
                self._close = True
                self._lingering_time = REFUSED_LINGER_S
            elif self._body is not None:
                self._expect(self._places.limits.body_s)
        elif self._body is not None:
            if self._body.is_eof():
                self._body = None
                self._stop_waiting()
        elif self._deadline is None and data:
            self._expect(self._places.limits.headers_s)

    def _expect(self, seconds: float) -> None:
        self._stop_waiting()
        self._deadline = self._loop.call_later(seconds, self._too_slow)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _too_slow(self) -> None:
        self._deadline = None
        limits, transport = self._places.limits, self.transport
        if transport is None:
            return
        if self._body is None:
            if self._current_request is None:
                transport.write(_answer(Refusal("headers_slow", {"seconds": limits.headers_s})))
                self.force_close()
            else:  # of the next request; the present one is answered first
                self.close()
        elif self._current_request is not None:
            self._lingering_time = 0.0
            self._body.set_exception(BodyTooSlow(Refusal("body_slow", {"seconds": limits.body_s})))
        else:
            transport.abort()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread = self._loop.call_later(self._places.limits.send_timeout_s, self._drop)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _drop(self) -> None:
        if self.transport is not None:
            self.transport.abort()


class LimitedRunner(web.AppRunner):
    """Runs an application over that protocol."""

    def __init__(self, app: web.Application, places: ConnectionLimits, **more: Any) -> None:
        # Bodies are never inflated: a few MB of them can be hours of work.
        super().__init__(app, auto_decompress=False, keepalive_timeout=places.limits.keep_alive_s, **more)
        self._places = places

    async def _make_server(self) -> web.Server:
        made = await super()._make_server()
        return _Server(made, self._places)


class _Server(web.Server):
    def __init__(self, made: web.Server, places: ConnectionLimits) -> None:
        super().__init__(made.request_handler, request_factory=made.request_factory, **made._kwargs)
        self._places = places

    def __call__(self) -> RequestHandler:
        return HttpProtocol(self, self._places, loop=self._loop, **self._kwargs)


def _answer(refusal: Refusal) -> bytes:
    """A whole answer, for a connection that gets no further."""
    error = LudotecaError(refusal)
    body = json.dumps({"code": error.code, "params": error.params, "text": error.sentence}).encode()
    status = HTTPStatus(STATUS[error.code])
    head = f"HTTP/1.1 {status.value} {status.phrase}\r\nContent-Type: application/json; charset=utf-8\r\n"
    return f"{head}Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode() + body

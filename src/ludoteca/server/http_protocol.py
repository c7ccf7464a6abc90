"""aiohttp's HTTP protocol with a deadline for every wait.

aiohttp has no timeout for the headers of a request, and it inflates bodies while it parses them. Here a connection
needs a slot (connection_limits.py) before anything is read, headers and bodies must arrive in time, and compressed
bodies are not parsed.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, cast

from aiohttp import StreamReader, hdrs, web
from aiohttp.web_protocol import RequestHandler

from ludoteca.core.errors import LudotecaError
from ludoteca.core.translations import Refusal
from ludoteca.server.connection_limits import ConnectionLimits, Slot
from ludoteca.server.responses import STATUS

REFUSED_LINGER_S = 1.0
"""Keep discarding what a refused client sends for this long, so that it can read why."""


class BodyTooSlow(LudotecaError):
    """The body of a request did not arrive in time."""


class HttpProtocol(RequestHandler):
    """One connection, with its slot and deadlines."""

    def __init__(self, manager: web.Server, connection_limits: ConnectionLimits, **options: Any) -> None:
        super().__init__(manager, **options)
        self._connection_limits = connection_limits
        self._accepted = False
        self.slot: Slot | None = None
        """The slot that is held until hello: of the connection or, behind a trusted proxy, of the request."""
        self.proxied = False
        self._read_timer: asyncio.TimerHandle | None = None
        """Runs while headers or a body are expected."""
        self._send_timer: asyncio.TimerHandle | None = None
        """Runs while the client does not read the response."""
        self._body: StreamReader | None = None
        self.on_backlog: Callable[[bool], None] | None = None
        """Called with True when the transport holds more than the client takes, with False when it has caught up."""

    @property
    def is_idle(self) -> bool:
        """Whether the connection is kept alive between two requests."""
        return self._waiter is not None and self._read_timer is None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        peer = transport.get_extra_info("peername")
        slot = self._connection_limits.accept(str(peer[0]) if isinstance(peer, tuple) else "", self)
        if isinstance(slot, Refusal):
            self._force_close = True
            cast(asyncio.Transport, transport).write(_raw_response(slot))
            transport.close()
            return
        self.slot, self.proxied = slot, slot is None
        self._accepted = True
        self._connection_limits.open += 1
        super().connection_made(transport)
        self._expect(self._connection_limits.limits.headers_s)

    def connection_lost(self, exc: BaseException | None) -> None:
        self._stop_waiting()
        if self._send_timer is not None:
            self._send_timer.cancel()
        if self._accepted:
            self._accepted = False
            self._connection_limits.open -= 1
            self.release()
        super().connection_lost(exc)

    def release(self) -> None:
        """Give the slot back."""
        if self.slot is not None:
            self._connection_limits.release(self, self.slot)

    def give_up(self) -> None:
        """Close an idle connection to make room for another."""
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
                # Stop parsing; discard the rest while the refusal is sent.
                self._close = True
                self._lingering_time = REFUSED_LINGER_S
            elif self._body is not None:
                self._expect(self._connection_limits.limits.body_s)
        elif self._body is not None:
            if self._body.is_eof():
                self._body = None
                self._stop_waiting()
        elif self._read_timer is None and data:
            self._expect(self._connection_limits.limits.headers_s)

    def _expect(self, seconds: float) -> None:
        self._stop_waiting()
        self._read_timer = self._loop.call_later(seconds, self._too_slow)

    def _stop_waiting(self) -> None:
        if self._read_timer is not None:
            self._read_timer.cancel()
            self._read_timer = None

    def _too_slow(self) -> None:
        self._read_timer = None
        limits, transport = self._connection_limits.limits, self.transport
        if transport is None:
            return
        if self._body is None:
            if self._current_request is None:
                transport.write(_raw_response(Refusal("headers_slow", {"seconds": limits.headers_s})))
                self.force_close()
            else:  # the next request is slow; finish the present one first
                self.close()
        elif self._current_request is not None:
            self._lingering_time = 0.0
            self._body.set_exception(BodyTooSlow(Refusal("body_slow", {"seconds": limits.body_s})))
        else:
            transport.abort()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._send_timer = self._loop.call_later(self._connection_limits.limits.send_timeout_s, self._drop)
        if self.on_backlog is not None:
            self.on_backlog(True)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._send_timer is not None:
            self._send_timer.cancel()
            self._send_timer = None
        if self.on_backlog is not None:
            self.on_backlog(False)

    def _drop(self) -> None:
        if self.transport is not None:
            self.transport.abort()


class LimitedRunner(web.AppRunner):
    """Runs an application with this protocol."""

    def __init__(self, app: web.Application, connection_limits: ConnectionLimits, **options: Any) -> None:
        # Never inflate bodies: a few MB can take hours.
        super().__init__(app, auto_decompress=False, keepalive_timeout=connection_limits.limits.keep_alive_s, **options)
        self.connection_limits = connection_limits

    async def _make_server(self) -> web.Server:
        return _Server(await super()._make_server(), self.connection_limits)


class _Server(web.Server):
    def __init__(self, server: web.Server, connection_limits: ConnectionLimits) -> None:
        super().__init__(server.request_handler, request_factory=server.request_factory, **server._kwargs)
        self._connection_limits = connection_limits

    def __call__(self) -> RequestHandler:
        return HttpProtocol(self, self._connection_limits, loop=self._loop, **self._kwargs)


def _raw_response(refusal: Refusal) -> bytes:
    """Write a whole response by hand, for a connection that never becomes a request."""
    error = LudotecaError(refusal)
    body = json.dumps({"code": error.code, "params": error.params, "text": error.sentence}).encode()
    status = HTTPStatus(STATUS[error.code])
    head = f"HTTP/1.1 {status.value} {status.phrase}\r\nContent-Type: application/json; charset=utf-8\r\n"
    return f"{head}Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode() + body

"""Sockets: the upgrade, hello, the conversation, and the end."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from importlib.metadata import version

import msgspec
from aiohttp import WSCloseCode, WSMsgType, web

from ludoteca.core.errors import LudotecaError
from ludoteca.core.translations import Refusal, quote
from ludoteca.server import incoming
from ludoteca.server import messages as m
from ludoteca.server.connection import Connection
from ludoteca.server.connection_limits import ConnectionLimits
from ludoteca.server.http_protocol import HttpProtocol
from ludoteca.server.loading import RoomLoading
from ludoteca.server.request_context import address
from ludoteca.server.room import Room
from ludoteca.server.rooms import Rooms, device_id
from ludoteca.server.static_files import NetworkConfig

HEARTBEAT_S = 7.0
"""A ping after so long a silence, and half as long for the answer: a dead line is noticed within 12 s."""
HANG_UP_S = 2.0


class Sockets:
    """The handler of the address of a room's socket."""

    def __init__(self, rooms: Rooms, site: NetworkConfig, places: ConnectionLimits) -> None:
        self._rooms = rooms
        self._site = site
        self._places = places
        self._open: set[web.WebSocketResponse] = set()
        self._version = version("ludoteca")

    def add_to(self, app: web.Application) -> None:
        app.router.add_get("/api/rooms/{code}/socket", self._socket)
        app.on_shutdown.append(self._hang_up)

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        code = await self._rooms.check_code(request.match_info["code"], address(request, self._site.trusted_proxies))
        socket = web.WebSocketResponse(
            heartbeat=HEARTBEAT_S, max_msg_size=self._rooms.limits.message_bytes, compress=False, timeout=5.0
        )
        try:
            await socket.prepare(request)
        except ValueError:  # a key that is not even ASCII
            raise web.HTTPBadRequest from None
        self._open.add(socket)
        self._rooms.metrics.count("ludoteca_sockets_opened_total")
        try:
            await self._converse(socket, code, request)
        finally:
            self._open.discard(socket)
        return socket

    async def _converse(self, socket: web.WebSocketResponse, code: str, request: web.Request) -> None:
        """Hello first; then whatever comes, until the line ends."""
        token = await self._hello(socket)
        if token is None:
            return
        # Found again: the room may have left memory while the visitor was silent.
        try:
            room = await self._wait_for(socket, code)
        except LudotecaError as error:
            await _turn_away(socket, error, WSCloseCode.TRY_AGAIN_LATER)
            return
        if room is None:
            return
        visitor = address(request, self._site.trusted_proxies)
        connection = Connection(socket, room, device_id(code, token), self._rooms, request.transport, visitor)
        if room.chat.chat.is_removed(connection.sender, room.table):
            await _turn_away(socket, LudotecaError(Refusal("removed_from_room")), WSCloseCode.POLICY_VIOLATION)
            return
        refusal = self._places.greet(connection, room)
        if refusal is not None:
            self._rooms.metrics.count("ludoteca_rate_limited_total")
            await _turn_away(socket, LudotecaError(refusal), WSCloseCode.TRY_AGAIN_LATER)
            return
        if isinstance(request.protocol, HttpProtocol):
            request.protocol.release()
        now, hooks = self._rooms.clock.now_ms(), list(self._rooms.webhooks.names)
        connection.reply(m.Welcome(token, self._version, self._site.share_url, now, hooks))
        room.join(connection)
        try:
            if connection.seated:
                self._rooms.seats.remember(visitor, code)
            await connection.listen()
        finally:
            if connection.seated:
                self._rooms.seats.remember(visitor, code)
            room.leave(connection)
            connection.stop()
            self._places.gone(connection)

    async def _wait_for(self, socket: web.WebSocketResponse, code: str) -> Room | None:
        """The room, when it is there; the visitor is told if that takes a while. None when the line ends meanwhile."""
        try:
            return await self._rooms.try_load(code)
        except RoomLoading as loading:
            await socket.send_frame(m.write_message(m.Loading(loading.sentence)), WSMsgType.TEXT)
        finding = asyncio.ensure_future(self._rooms.load(code))
        # Only reading keeps the line alive; whoever speaks before the welcome does not wait for it.
        reading = asyncio.ensure_future(socket.receive())
        try:
            await asyncio.wait((finding, reading), return_when=asyncio.FIRST_COMPLETED)
            if not reading.done():
                return await finding
        finally:
            finding.cancel()
            reading.cancel()
        if reading.result().type in (WSMsgType.TEXT, WSMsgType.BINARY):
            await _turn_away(socket, LudotecaError(Refusal("welcome_first")), WSCloseCode.POLICY_VIOLATION)
        return None

    async def _hello(self, socket: web.WebSocketResponse) -> str | None:
        """The token of the first message, or a new one; None when there was no hello."""
        refusal = Refusal("hello_first")
        try:
            first = await asyncio.wait_for(socket.receive(), self._rooms.limits.hello_s)
            if first.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                return None
            hello = incoming.read_message(first.data)
            if isinstance(hello, incoming.Hello):
                return hello.token or secrets.token_urlsafe(24)
        except TimeoutError:
            pass
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            refusal = Refusal("message_unreadable", {"reason": quote(str(error))})
        await _turn_away(socket, LudotecaError(refusal), WSCloseCode.POLICY_VIOLATION)
        return None

    async def _hang_up(self, app: web.Application) -> None:
        closing = [socket.close(code=WSCloseCode.GOING_AWAY, message=b"server stops") for socket in set(self._open)]
        # Whoever does not read is not waited for.
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(asyncio.gather(*closing, return_exceptions=True), HANG_UP_S)


async def _turn_away(socket: web.WebSocketResponse, why: LudotecaError, code: WSCloseCode) -> None:
    with contextlib.suppress(ConnectionError):
        refused = m.Refused(None, why.code, why.params, why.sentence)
        await socket.send_frame(m.write_message(refused), WSMsgType.TEXT)
        await socket.close(code=code)

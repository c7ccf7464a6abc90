"""WebSockets: the upgrade, the hello, and the connection until its end."""

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
from ludoteca.server.network_config import NetworkConfig
from ludoteca.server.request_context import client_address
from ludoteca.server.room import Room
from ludoteca.server.rooms import Rooms, device_id

HEARTBEAT_S = 7.0
"""Ping after this much silence. The reply may take half as long, so a dead connection is noticed within 12 s."""
SHUTDOWN_S = 2.0


class Sockets:
    """The handler of the socket route."""

    def __init__(self, rooms: Rooms, network: NetworkConfig, limits: ConnectionLimits) -> None:
        self._rooms = rooms
        self._network = network
        self._connection_limits = limits
        self._open: set[web.WebSocketResponse] = set()
        self._release = version("ludoteca")

    def add_to(self, app: web.Application) -> None:
        """Register the route, and close all sockets when the server stops."""
        app.router.add_get("/api/rooms/{code}/socket", self._handle)
        app.on_shutdown.append(self._close_all)

    async def _handle(self, request: web.Request) -> web.StreamResponse:
        address = client_address(request, self._network.trusted_proxies)
        code = await self._rooms.check_code(request.match_info["code"], address)
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
            await self._serve(socket, code, request, address)
        finally:
            self._open.discard(socket)
        return socket

    async def _serve(self, socket: web.WebSocketResponse, code: str, request: web.Request, address: str) -> None:
        """Wait for hello, then handle messages until the connection ends."""
        token = await self._read_hello(socket)
        if token is None:
            return
        # Look it up again: the room may have been unloaded before hello came.
        try:
            room = await self._wait_for(socket, code)
        except LudotecaError as error:
            await _refuse(socket, error, WSCloseCode.TRY_AGAIN_LATER)
            return
        if room is None:
            return
        connection = Connection(socket, room, device_id(code, token), self._rooms, request.transport, address)
        if room.chat.chat.is_removed(connection.sender, room.table):
            await _refuse(socket, LudotecaError(Refusal("removed_from_room")), WSCloseCode.POLICY_VIOLATION)
            return
        refusal = self._connection_limits.add(connection, room)
        if refusal is not None:
            self._rooms.metrics.count("ludoteca_rate_limited_total")
            await _refuse(socket, LudotecaError(refusal), WSCloseCode.TRY_AGAIN_LATER)
            return
        if isinstance(request.protocol, HttpProtocol):
            request.protocol.release()
        now, webhooks = self._rooms.clock.now_ms(), self._rooms.webhooks.names
        connection.reply(m.Welcome(token, self._release, m.WIRE_VERSION, self._network.share_url, now, webhooks))
        room.join(connection)
        try:
            if connection.is_member:
                self._rooms.seats.remember(address, code)
            await connection.listen()
        finally:
            if connection.is_member:
                self._rooms.seats.remember(address, code)
            room.leave(connection)
            connection.outbox.stop()
            self._connection_limits.remove(connection)

    async def _wait_for(self, socket: web.WebSocketResponse, code: str) -> Room | None:
        """Load the room; tell the client if that takes a while. Return None if the connection ends meanwhile."""
        try:
            return await self._rooms.try_load(code)
        except RoomLoading as loading:
            await socket.send_frame(m.write_message(m.Loading(loading.sentence)), WSMsgType.TEXT)
        loading_room = asyncio.ensure_future(self._rooms.load(code))
        # Reading answers pings. A client must not send anything before the welcome.
        reading = asyncio.ensure_future(socket.receive())
        try:
            await asyncio.wait((loading_room, reading), return_when=asyncio.FIRST_COMPLETED)
            if not reading.done():
                return await loading_room
        finally:
            loading_room.cancel()
            reading.cancel()
        if reading.result().type in (WSMsgType.TEXT, WSMsgType.BINARY):
            await _refuse(socket, LudotecaError(Refusal("welcome_first")), WSCloseCode.POLICY_VIOLATION)
        return None

    async def _read_hello(self, socket: web.WebSocketResponse) -> str | None:
        """Return the token of the first message, or a new one; None if it is not a hello."""
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
        await _refuse(socket, LudotecaError(refusal), WSCloseCode.POLICY_VIOLATION)
        return None

    async def _close_all(self, app: web.Application) -> None:
        closing = [socket.close(code=WSCloseCode.GOING_AWAY, message=b"server stops") for socket in set(self._open)]
        # Do not wait for clients that do not read.
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(asyncio.gather(*closing, return_exceptions=True), SHUTDOWN_S)


async def _refuse(socket: web.WebSocketResponse, why: LudotecaError, code: WSCloseCode) -> None:
    with contextlib.suppress(ConnectionError):
        refused = m.Refused(None, why.code, why.params, why.sentence)
        await socket.send_frame(m.write_message(refused), WSMsgType.TEXT)
        await socket.close(code=code)

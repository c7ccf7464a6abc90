"""WebSockets: the upgrade, the hello, and the connection until its end."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from functools import partial
from importlib.metadata import version

import msgspec
from aiohttp import WSCloseCode, WSMsgType, web

from ludoteca.core.errors import LudotecaError
from ludoteca.core.translations import Refusal, quote
from ludoteca.rooms import incoming
from ludoteca.rooms import messages as m
from ludoteca.rooms.client_session import ClientSession
from ludoteca.rooms.loading import RoomElsewhere, RoomLoading
from ludoteca.rooms.room import Room
from ludoteca.rooms.rooms import Rooms, device_id
from ludoteca.server.connection_limits import ConnectionLimits, RecentSeats
from ludoteca.server.direct_socket import DirectSocket, Pause
from ludoteca.server.http_protocol import HttpProtocol
from ludoteca.server.network_config import NetworkConfig
from ludoteca.server.outbox import FrameWriter, SocketOutbox
from ludoteca.server.request_context import client_address, wanted_language
from ludoteca.server.room_finder import RoomFinder

HEARTBEAT_S = 7.0
"""Ping after this much silence. The reply may take half as long, so a dead connection is noticed within 12 s."""
SHUTDOWN_S = 2.0
ELSEWHERE_S = 3.0
"""Time over which clients are sent to other nodes when the store cannot be reached."""

SOCKETS: web.AppKey[Sockets] = web.AppKey("sockets")


class Sockets:
    """The handler of the socket route."""

    def __init__(
        self,
        rooms: Rooms,
        network: NetworkConfig,
        limits: ConnectionLimits,
        seats: RecentSeats,
        finder: RoomFinder,
    ) -> None:
        self._rooms = rooms
        self._services = rooms.services
        self._seats = seats
        self._finder = finder
        self._network = network
        self._connection_limits = limits
        self._open: set[DirectSocket] = set()
        self._closing: set[asyncio.Task[bool]] = set()
        self._sending_elsewhere: asyncio.Task[None] | None = None
        self._release = version("ludoteca")
        self._writer = FrameWriter()

    def add_to(self, app: web.Application) -> None:
        """Register the route, and close all sockets when the server stops."""
        app.router.add_get("/api/rooms/{code}/socket", self._handle)
        app.on_shutdown.append(self._close_all)
        app[SOCKETS] = self
        if self._services.nodes is not None:
            self._services.nodes.on_unreachable = self._send_elsewhere

    async def _handle(self, request: web.Request) -> web.StreamResponse:
        address = client_address(request, self._network.trusted_proxies)
        code = await self._finder.check_code(request.match_info["code"], address)
        socket = DirectSocket(
            heartbeat=HEARTBEAT_S, max_msg_size=self._services.limits.message_bytes, compress=False, timeout=5.0
        )
        try:
            await socket.prepare(request)
        except ValueError:  # a key that is not even ASCII
            raise web.HTTPBadRequest from None
        self._open.add(socket)
        self._services.metrics.count("ludoteca_sockets_opened_total")
        try:
            await self._serve(socket, code, request, address)
        finally:
            self._open.discard(socket)
        return socket

    async def _serve(self, socket: DirectSocket, code: str, request: web.Request, address: str) -> None:
        """Wait for hello, then handle messages until the connection ends."""
        hello = await self._read_hello(socket, wanted_language(request))
        if hello is None:
            return
        token = hello.token or secrets.token_urlsafe(24)
        language = wanted_language(request, [hello.language or ""])
        # Look it up again: the room may have been unloaded before hello came.
        try:
            room = await self._wait_for(socket, code, language)
            if room is None:
                return
            await room.refresh()
            if room.is_dropped:
                raise RoomElsewhere(code)
        except RoomElsewhere:
            await socket.close(code=WSCloseCode.SERVICE_RESTART)
            return
        except LudotecaError as error:
            await _refuse(socket, error, WSCloseCode.TRY_AGAIN_LATER, language)
            return
        protocol = request.protocol
        assert isinstance(protocol, HttpProtocol)  # noqa: S101 - LimitedRunner makes no other
        outbox = SocketOutbox(socket, protocol, self._writer)
        session = ClientSession(room, device_id(code, token), outbox, address, language)
        if room.chat.chat.is_removed(session.sender, room.table):
            await _refuse(socket, LudotecaError(Refusal("removed_from_room")), WSCloseCode.POLICY_VIOLATION, language)
            return
        refusal = self._connection_limits.add(session, room)
        if refusal is not None:
            self._services.metrics.count("ludoteca_rate_limited_total")
            await _refuse(socket, LudotecaError(refusal), WSCloseCode.TRY_AGAIN_LATER, language)
            return
        protocol.release()
        session.on_seat = partial(self._seats.remember, address, code)
        now, webhooks = self._services.clock.now_ms(), self._services.webhooks.names
        session.join(m.Welcome(token, self._release, m.WIRE_VERSION, self._network.share_url, now, webhooks, 0))
        try:
            if session.is_member:
                session.on_seat()
            await _listen(socket, session)
        finally:
            if session.is_member:
                session.on_seat()
            session.leave()
            self._connection_limits.remove(session)
            await outbox.stop()

    async def _wait_for(self, socket: web.WebSocketResponse, code: str, language: str) -> Room | None:
        """Load the room; tell the client if that takes a while. Return None if the connection ends meanwhile."""
        try:
            return await self._rooms.try_load(code)
        except RoomLoading as loading:
            await socket.send_frame(m.write_message(m.Loading(loading.sentence_in(language))), WSMsgType.TEXT)
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
            await asyncio.wait((reading,))  # only one task may read
        if reading.result().type in (WSMsgType.TEXT, WSMsgType.BINARY):
            await _refuse(socket, LudotecaError(Refusal("welcome_first")), WSCloseCode.POLICY_VIOLATION, language)
        return None

    async def _read_hello(self, socket: web.WebSocketResponse, language: str) -> incoming.Hello | None:
        """Return the first message; None if it is not a hello."""
        refusal = Refusal("hello_first")
        try:
            first = await asyncio.wait_for(socket.receive(), self._services.limits.hello_s)
            if first.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                return None
            hello = incoming.read_message(first.data)
            if isinstance(hello, incoming.Hello):
                return hello
        except TimeoutError:
            pass
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            refusal = Refusal("message_unreadable", {"reason": quote(str(error))})
        await _refuse(socket, LudotecaError(refusal), WSCloseCode.POLICY_VIOLATION, language)
        return None

    def _send_elsewhere(self) -> None:
        """Close all sockets, since the store cannot be reached from here; perhaps it can from another node."""
        self._sending_elsewhere = asyncio.ensure_future(self.close_gradually(ELSEWHERE_S))

    async def close_gradually(self, spread_s: float) -> None:
        """Close all sockets with "service restart", but not at the same time: their clients come back at once."""
        sockets = list(self._open)
        for number, socket in enumerate(sockets, start=1):
            # Do not wait for clients that do not read.
            closing = asyncio.ensure_future(socket.close(code=WSCloseCode.SERVICE_RESTART, message=b"server restarts"))
            self._closing.add(closing)
            closing.add_done_callback(self._closing.discard)
            await asyncio.sleep(spread_s / len(sockets) if number < len(sockets) else 0)
        if self._closing:
            await asyncio.wait(set(self._closing), timeout=SHUTDOWN_S)

    async def _close_all(self, app: web.Application) -> None:
        closing = [socket.close(code=WSCloseCode.GOING_AWAY, message=b"server stops") for socket in set(self._open)]
        # Do not wait for clients that do not read.
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(asyncio.gather(*closing, return_exceptions=True), SHUTDOWN_S)


async def _listen(socket: DirectSocket, session: ClientSession) -> None:
    """Read messages until the connection ends. After each, other tasks get their turn."""
    socket.hand_over(session.receive)
    try:
        async for message in socket:
            if isinstance(message.data, Pause):
                await asyncio.sleep(message.data)
            elif message.type in (WSMsgType.TEXT, WSMsgType.BINARY):
                await asyncio.sleep(session.receive(message.data))
            elif message.type is WSMsgType.ERROR and not socket.closed:
                raise message.data
    finally:
        socket.hand_over(None)


async def _refuse(socket: web.WebSocketResponse, why: LudotecaError, code: WSCloseCode, language: str) -> None:
    with contextlib.suppress(ConnectionError):
        refused = m.Refused(None, why.code, why.params, why.sentence_in(language))
        await socket.send_frame(m.write_message(refused), WSMsgType.TEXT)
        await socket.close(code=code)

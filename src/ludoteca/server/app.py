"""HTTP: a few requests, the sockets, and what every answer carries."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgspec
from aiohttp import WSCloseCode, WSMsgType, web

from ludoteca.core.catalogue import find_game
from ludoteca.core.errors import LudotecaError
from ludoteca.core.game import Game
from ludoteca.core.words import Refusal, quote
from ludoteca.server import messages as m
from ludoteca.server.answers import error_response, refusal_response
from ludoteca.server.archive import Archive, new_token
from ludoteca.server.connection import Connection
from ludoteca.server.hosts import Hosts, headers
from ludoteca.server.lobby import Known, public_rooms, standing
from ludoteca.server.rooms import NoRoom, Rooms, device
from ludoteca.server.shelf import offered
from ludoteca.server.site import PAGE, Files, Site, qr_response
from ludoteca.server.visitors import address
from ludoteca.store.best import BestList, best_lists
from ludoteca.store.chain import Damaged
from ludoteca.store.events import StoreError
from ludoteca.table.events import Event, UnknownEvent
from ludoteca.table.opening import Wish, opening
from ludoteca.table.table import TableError

HEARTBEAT_S = 7.0
"""A ping after so long a silence, and half as long for the answer: a dead line is noticed within 12 s."""
HELLO_S = 10.0
HANG_UP_S = 2.0
FREE_FILES = ("/assets/", "/games/")
"""Not counted against a visitor: a whole game night behind one router loads the page at once."""
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
_read_wish = msgspec.json.Decoder(Wish).decode
_read_known = msgspec.json.Decoder(Known).decode


class Desk:
    """The handlers of one application."""

    def __init__(self, rooms: Rooms, site: Site, page: Path = PAGE) -> None:
        self._rooms = rooms
        self._site = site
        self._hosts = Hosts(site.public_urls, site.names)
        self._files = Files(page)
        self._archive = Archive(rooms, site)
        self._sockets: set[web.WebSocketResponse] = set()
        self._per_address: Counter[str] = Counter()
        self._per_room: Counter[str] = Counter()
        self._version = version("ludoteca")
        self._games = json.dumps(offered())

    def application(self) -> web.Application:
        app = web.Application(middlewares=[self._guard], client_max_size=self._rooms.limits.body_bytes)
        app.router.add_get("/healthz", self._health)
        app.router.add_get("/metrics", self._metrics)
        app.router.add_get("/api/games", self._list_games)
        app.router.add_get("/api/games/{game}/best", self._best)
        app.router.add_get("/api/house", self._house)
        app.router.add_get("/api/lobby", self._lobby)
        app.router.add_post("/api/rooms/known", self._known)
        app.router.add_post("/api/rooms", self._open)
        app.router.add_get("/api/rooms/{code}", self._look_up)
        app.router.add_get("/api/rooms/{code}/socket", self._socket)
        app.router.add_get("/r/{code}/qr.svg", self._qr)
        self._archive.add_to(app.router)
        self._files.add_to(app.router)
        app.on_shutdown.append(self._hang_up)
        return app

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Limits, host and origin first; then every answer, also a refusal, gets the usual headers and a sentence."""
        host = self._hosts.check(request.headers.get("Host"))
        try:
            counted = not request.path.startswith(FREE_FILES)
            if counted and not self._rooms.requests.take(address(request, self._site.trusted)):
                self._rooms.metrics.count("ludoteca_refused_visits_total")
                response: web.StreamResponse = refusal_response(Refusal("too_many_requests"), 429)
            elif host is None:
                told = request.headers.get("Host", "")
                response = refusal_response(Refusal("other_host", {"value": quote(told)}), 421)
            elif self._hosts.other_origin(request.headers.get("Origin"), host):
                response = refusal_response(Refusal("other_origin"), 403)
            else:
                response = await handler(request)
        except web.HTTPException as error:
            code = {404: "no_page", 405: "no_method", 413: "body_too_large"}.get(error.status, "bad_request")
            refused = refusal_response(Refusal(code, {"high": self._rooms.limits.body_bytes}), error.status)
            response = (self._files.missing(request) if error.status == 404 else None) or refused
        except ConnectionError:  # gone in the middle of a request; nobody reads this
            response = refusal_response(Refusal("bad_request"), 400)
        except StoreError as error:
            response = refusal_response(error.refusal, 503)
        except LudotecaError as error:
            response = error_response(error)
        if not response.prepared:
            response.headers.update(headers(host))
        return response

    async def _health(self, request: web.Request) -> web.Response:
        await asyncio.get_running_loop().run_in_executor(None, self._rooms.store.count)
        return web.Response(text="ok\n")

    async def _metrics(self, request: web.Request) -> web.Response:
        stored = await asyncio.get_running_loop().run_in_executor(None, self._rooms.store.count)
        return web.Response(text=self._rooms.metrics.text(self._rooms.gauges(stored)))

    async def _list_games(self, request: web.Request) -> web.Response:
        return web.json_response(text=self._games)

    async def _best(self, request: web.Request) -> web.Response:
        """The lists of the best of a game."""
        game = find_game(request.match_info["game"])
        lists = await asyncio.get_running_loop().run_in_executor(None, best_lists, self._rooms.store, game)
        return web.json_response([_best_json(best) for best in lists])

    async def _house(self, request: web.Request) -> web.Response:
        """What a room may choose from on this server, and where others reach it."""
        return web.json_response({"webhooks": self._rooms.hooks.names, "url": self._site.told_url})

    async def _lobby(self, request: web.Request) -> web.Response:
        """The rooms that anybody may join."""
        return web.json_response(public_rooms(self._rooms.live.values()))

    async def _known(self, request: web.Request) -> web.Response:
        """How things stand in the rooms that a device knows."""
        try:
            asked = _read_known(await request.read())
        except (msgspec.MsgspecError, ValueError, RecursionError, web.RequestPayloadError) as error:
            return refusal_response(Refusal("message_unreadable", {"reason": quote(str(error))}), 400)
        found = {}
        for code, token in asked.rooms.items():
            # A room that cannot be opened is no reason to say nothing of the others.
            with contextlib.suppress(NoRoom, Damaged, TableError, UnknownEvent):
                room = await self._rooms.find(code)
                await room.chat.ready()
                found[code] = standing(room, device(code, token))
        return web.json_response(found)

    async def _open(self, request: web.Request) -> web.Response:
        visitor = address(request, self._site.trusted)
        if not self._rooms.openings.take(visitor):
            self._rooms.metrics.count("ludoteca_refused_visits_total")
            return refusal_response(Refusal("too_many_rooms"), 429)
        try:
            wish = _read_wish(await request.read())
        except (msgspec.MsgspecError, ValueError, RecursionError, web.RequestPayloadError) as error:
            return refusal_response(Refusal("message_unreadable", {"reason": quote(str(error))}), 400)
        game = find_game(wish.game)
        unknown = self._rooms.hooks.unknown(wish.webhook)
        if unknown is not None:
            return refusal_response(unknown, 400)
        if wish.source is not None:
            wish = await self._archive.position(wish.source, wish)
        token = new_token(wish.token)
        code = await self._rooms.open(game, partial(_begin, game, wish, self._rooms.new_secret()), token, visitor)
        return web.json_response({"code": code, "token": token}, status=201)

    async def _look_up(self, request: web.Request) -> web.Response:
        room = await self._rooms.visit(request.match_info["code"])
        return web.json_response({"code": room.code, "game": room.table.game.name, "phase": room.table.phase})

    async def _qr(self, request: web.Request) -> web.Response:
        room = await self._rooms.visit(request.match_info["code"])
        return qr_response(self._site, request, room.code)

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        room = await self._rooms.visit(request.match_info["code"])
        visitor, limits = address(request, self._site.trusted), self._rooms.limits
        if (
            len(self._sockets) >= limits.sockets
            or self._per_address[visitor] >= limits.sockets_per_address
            or self._per_room[room.code] >= limits.sockets_per_room
        ):
            self._rooms.metrics.count("ludoteca_refused_visits_total")
            return refusal_response(Refusal("too_many_sockets"), 429)
        socket = web.WebSocketResponse(
            heartbeat=HEARTBEAT_S, max_msg_size=limits.message_bytes, compress=False, timeout=5.0
        )
        try:
            await socket.prepare(request)
        except ValueError:  # a key that is not even ASCII
            raise web.HTTPBadRequest from None
        self._sockets.add(socket)
        self._per_address[visitor] += 1
        self._per_room[room.code] += 1
        self._rooms.metrics.count("ludoteca_sockets_opened_total")
        try:
            await self._converse(socket, room.code, request.transport, visitor)
        finally:
            self._sockets.discard(socket)
            for counter, name in ((self._per_address, visitor), (self._per_room, room.code)):
                counter[name] -= 1
                if not counter[name]:
                    del counter[name]
        return socket

    async def _converse(
        self, socket: web.WebSocketResponse, code: str, transport: asyncio.Transport | None, visitor: str
    ) -> None:
        """Hello first; then whatever comes, until the line ends."""
        token = await self._hello(socket)
        if token is None:
            return
        # Found again: the room may have left memory while the visitor was silent.
        try:
            room = await self._rooms.find(code)
        except LudotecaError as error:
            await _turn_away(socket, error, WSCloseCode.TRY_AGAIN_LATER)
            return
        connection = Connection(socket, room, device(code, token), self._rooms, transport, visitor)
        if room.chat.chat.is_removed(connection.sender, room.table):
            await _turn_away(socket, LudotecaError(Refusal("removed_from_room")), WSCloseCode.POLICY_VIOLATION)
            return
        now, hooks = self._rooms.clock.now_ms(), list(self._rooms.hooks.names)
        connection.reply(m.Welcome(token, self._version, self._site.told_url, now, hooks))
        room.join(connection)
        try:
            await connection.listen()
        finally:
            room.leave(connection)
            connection.stop()

    async def _hello(self, socket: web.WebSocketResponse) -> str | None:
        """The token of the first message, or a new one; None when there was no hello."""
        refusal = Refusal("hello_first")
        try:
            first = await asyncio.wait_for(socket.receive(), HELLO_S)
            if first.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                return None
            hello = m.read_message(first.data)
            if isinstance(hello, m.Hello):
                return hello.token or secrets.token_urlsafe(24)
        except TimeoutError:
            pass
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            refusal = Refusal("message_unreadable", {"reason": quote(str(error))})
        await _turn_away(socket, LudotecaError(refusal), WSCloseCode.POLICY_VIOLATION)
        return None

    async def _hang_up(self, app: web.Application) -> None:
        closing = [socket.close(code=WSCloseCode.GOING_AWAY, message=b"server stops") for socket in set(self._sockets)]
        # Whoever does not read is not waited for.
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(asyncio.gather(*closing, return_exceptions=True), HANG_UP_S)


def _begin(game: Game[Any], wish: Wish, secret: str, host: str) -> list[Event] | Refusal:
    return opening(game, wish, host, secret)


async def _turn_away(socket: web.WebSocketResponse, why: LudotecaError, code: WSCloseCode) -> None:
    with contextlib.suppress(ConnectionError):
        refused = m.Refused(None, why.code, why.params, why.sentence)
        await socket.send_frame(m.write_message(refused), WSMsgType.TEXT)
        await socket.close(code=code)


def _best_json(best: BestList) -> dict[str, Any]:
    entries = [
        {"name": score.name, "value": score.value, "players": score.players, "at": score.at_ms, "game": score.source}
        for score in best.scores
    ]
    return {"code": best.saying.code, "params": best.saying.params, "text": best.title, "entries": entries}

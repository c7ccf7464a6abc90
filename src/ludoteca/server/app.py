"""HTTP: the application and its simple requests."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from aiohttp import web

from ludoteca.core.game import Game
from ludoteca.core.registry import find_game
from ludoteca.core.translations import Refusal, quote
from ludoteca.server.connection_limits import ConnectionLimits
from ludoteca.server.game_info import list_games
from ludoteca.server.http_protocol import LimitedRunner
from ludoteca.server.loading import RoomLoading
from ludoteca.server.lobby import KnownRooms, summarize
from ludoteca.server.middleware import Middleware
from ludoteca.server.replay_routes import ReplayRoutes, bearer, new_token
from ludoteca.server.request_context import address, is_direct_local
from ludoteca.server.responses import refusal_response
from ludoteca.server.rooms import RoomNotFound, Rooms, device_id
from ludoteca.server.sockets import Sockets
from ludoteca.server.static_files import PAGE, NetworkConfig, StaticFiles, qr_response
from ludoteca.store.chain import Damaged
from ludoteca.store.highscores import HighScoreList, high_score_lists, read_opponent
from ludoteca.table.create_room import CreateRoom, create_room
from ludoteca.table.events import Event, UnknownEvent
from ludoteca.table.table import TableError

_read_create_room = msgspec.json.Decoder(CreateRoom).decode
_read_known = msgspec.json.Decoder(KnownRooms).decode


class Desk:
    """The handlers of one application."""

    def __init__(self, rooms: Rooms, site: NetworkConfig, page: Path = PAGE) -> None:
        self._rooms = rooms
        self._site = site
        self._files = StaticFiles(page)
        self._archive = ReplayRoutes(rooms, site)
        self.places = ConnectionLimits(rooms.limits, site.trusted_proxies, rooms.seats)
        self._sockets = Sockets(rooms, site, self.places)
        self._guard = Middleware(rooms, site, self.places, self._files)
        self._games = json.dumps(list_games())

    def application(self) -> web.Application:
        app = web.Application(middlewares=[self._guard.middleware], client_max_size=self._rooms.limits.body_bytes)
        app.router.add_get("/healthz", self._health)
        app.router.add_get("/metrics", self._metrics)
        app.router.add_get("/api/games", self._list_games)
        app.router.add_get("/api/games/{game}/highscores", self._best)
        app.router.add_get("/api/info", self._house)
        app.router.add_get("/api/lobby", self._lobby)
        app.router.add_post("/api/rooms/known", self._known)
        app.router.add_post("/api/rooms", self._open)
        app.router.add_get("/api/rooms/{code}", self._look_up)
        app.router.add_get("/r/{code}/qr.svg", self._qr)
        self._sockets.add_to(app)
        self._archive.add_to(app.router)
        self._files.add_to(app.router)
        return app

    def runner(self, **more: Any) -> LimitedRunner:
        """What runs the application, with its bounds on connections."""
        return LimitedRunner(self.application(), self.places, **more)

    async def _health(self, request: web.Request) -> web.Response:
        """As found by the server's own regular reading: whoever asks makes no work."""
        trouble = self._rooms.store_trouble
        return web.Response(text="ok\n") if trouble is None else refusal_response(trouble.refusal, 503)

    async def _metrics(self, request: web.Request) -> web.Response:
        """For the host: a program on this machine, or whoever has the token."""
        token = self._site.metrics_token
        told = token is not None and secrets.compare_digest((bearer(request) or "").encode(), token.encode())
        if not told and not is_direct_local(request):
            return refusal_response(Refusal("metrics_private"), 403)
        places = {"ludoteca_connections": self.places.open, "ludoteca_sockets": self.places.sockets}
        return web.Response(text=self._rooms.metrics.text(self._rooms.gauges() | places))

    async def _list_games(self, request: web.Request) -> web.Response:
        return web.json_response(text=self._games)

    async def _best(self, request: web.Request) -> web.Response:
        """The lists of the best of a game, by opponent if wanted."""
        game = find_game(request.match_info["game"])
        against = read_opponent(game, request.query.get("against", ""))
        lists = await asyncio.get_running_loop().run_in_executor(
            None, high_score_lists, self._rooms.store, game, against
        )
        return web.json_response([_best_json(best) for best in lists])

    async def _house(self, request: web.Request) -> web.Response:
        """What a room may choose from on this server, and where others reach it."""
        return web.json_response({"webhooks": self._rooms.webhooks.names, "url": self._site.share_url})

    async def _lobby(self, request: web.Request) -> web.Response:
        """The rooms that anybody may join."""
        return web.Response(body=self._rooms.lobby.json(), content_type="application/json")

    async def _known(self, request: web.Request) -> web.Response:
        """How things stand in the rooms that a device knows."""
        try:
            asked = _read_known(await request.read())
        except (msgspec.MsgspecError, ValueError, RecursionError, web.RequestPayloadError) as error:
            return refusal_response(Refusal("message_unreadable", {"reason": quote(str(error))}), 400)
        if not self._rooms.known_rooms.take(address(request, self._site.trusted_proxies)):
            return refusal_response(Refusal("too_many_requests"))
        found = {}
        for code, token in asked.rooms.items():
            # A room that cannot be opened is no reason to say nothing of the others.
            with contextlib.suppress(RoomNotFound, RoomLoading, Damaged, TableError, UnknownEvent):
                room = await self._rooms.try_load(code)
                who = device_id(code, token)
                # A stranger does not even learn that the room is there.
                if room.is_member(who):
                    await room.chat.ready()
                    found[code] = summarize(room, who)
        return web.json_response(found)

    async def _open(self, request: web.Request) -> web.Response:
        visitor = address(request, self._site.trusted_proxies)
        if not self._rooms.new_rooms.take(visitor):
            self._rooms.metrics.count("ludoteca_rate_limited_total")
            return refusal_response(Refusal("too_many_rooms"), 429)
        try:
            wanted = _read_create_room(await request.read())
        except (msgspec.MsgspecError, ValueError, RecursionError, web.RequestPayloadError) as error:
            return refusal_response(Refusal("message_unreadable", {"reason": quote(str(error))}), 400)
        game = find_game(wanted.game)
        unknown = self._rooms.webhooks.unknown(wanted.settings.webhook)
        if unknown is not None:
            return refusal_response(unknown, 400)
        if wanted.settings.public and not self._rooms.lobby.has_room(visitor):
            return refusal_response(Refusal("too_many_listed", {"high": self._rooms.limits.listed_per_address}))
        if wanted.source is not None:
            wanted = await self._archive.position(wanted.source, wanted, visitor)
        token = new_token(wanted.token)
        code = await self._rooms.create(game, partial(_begin, game, wanted, self._rooms.new_secret()), token, visitor)
        return web.json_response({"code": code, "token": token}, status=201)

    async def _look_up(self, request: web.Request) -> web.Response:
        room = await self._rooms.find_by_code(request.match_info["code"], address(request, self._site.trusted_proxies))
        return web.json_response({"code": room.code, "game": room.table.game.name, "phase": room.table.phase})

    async def _qr(self, request: web.Request) -> web.Response:
        room = await self._rooms.find_by_code(request.match_info["code"], address(request, self._site.trusted_proxies))
        return qr_response(self._site, request, room.code)


def _begin(game: Game[Any], wanted: CreateRoom, secret: str, host: str) -> list[Event] | Refusal:
    return create_room(game, wanted, host, secret)


def _best_json(best: HighScoreList) -> dict[str, Any]:
    entries = [
        {
            "name": score.name,
            "value": score.value,
            "players": score.players,
            "against": score.against,
            "at": score.at_ms,
            "game": score.source,
        }
        for score in best.scores
    ]
    return {"code": best.saying.code, "params": best.saying.params, "text": best.title, "entries": entries}

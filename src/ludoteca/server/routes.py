"""Handlers of plain HTTP requests: server information, lobby, and rooms."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from importlib.metadata import version
from typing import Any

import msgspec
from aiohttp import web

from ludoteca.core.registry import find_game
from ludoteca.core.translations import Refusal
from ludoteca.server.connection_limits import ConnectionLimits
from ludoteca.server.game_info import list_games
from ludoteca.server.loading import RoomLoading
from ludoteca.server.lobby import KnownRooms, summarize
from ludoteca.server.messages import WIRE_VERSION
from ludoteca.server.network_config import NetworkConfig
from ludoteca.server.replay_routes import ReplayRoutes
from ludoteca.server.request_context import bearer_token, client_address, device_token, is_direct_local
from ludoteca.server.responses import RequestRefused, read_body, refusal_response
from ludoteca.server.room import Room
from ludoteca.server.rooms import RoomNotFound, Rooms, device_id
from ludoteca.server.static_files import qr_svg
from ludoteca.store.chain import Damaged
from ludoteca.store.highscores import HighScoreList, high_score_lists, read_opponent
from ludoteca.table.create_room import CreateRoom, create_room
from ludoteca.table.events import Event, UnknownEvent
from ludoteca.table.table import TableError

_create_room_decoder = msgspec.json.Decoder(CreateRoom)
_known_rooms_decoder = msgspec.json.Decoder(KnownRooms)


class Routes:
    """The handlers and what they need."""

    def __init__(
        self, rooms: Rooms, network: NetworkConfig, limits: ConnectionLimits, replay_routes: ReplayRoutes
    ) -> None:
        self._rooms = rooms
        self._network = network
        self._connection_limits = limits
        self._replay_routes = replay_routes
        self._games = json.dumps(list_games())

    def add_to(self, router: web.UrlDispatcher) -> None:
        """Register all handlers."""
        router.add_get("/healthz", self._health)
        router.add_get("/metrics", self._metrics)
        router.add_get("/api/info", self._info)
        router.add_get("/api/games", self._list_games)
        router.add_get("/api/games/{game}/highscores", self._high_scores)
        router.add_get("/api/lobby", self._lobby)
        router.add_post("/api/rooms", self._create_room)
        router.add_post("/api/rooms/known", self._known_rooms)
        router.add_get("/api/rooms/{code}", self._room)
        router.add_get("/r/{code}/qr.svg", self._qr)

    async def _health(self, request: web.Request) -> web.Response:
        # The server reads the store regularly anyway; a health check costs no extra work.
        error = self._rooms.store_error
        return web.Response(text="ok\n") if error is None else refusal_response(error.refusal, 503)

    async def _metrics(self, request: web.Request) -> web.Response:
        token = self._network.metrics_token
        has_token = token is not None and secrets.compare_digest((bearer_token(request) or "").encode(), token.encode())
        if not has_token and not is_direct_local(request):
            return refusal_response(Refusal("metrics_private"), 403)
        limits = self._connection_limits
        gauges = {"ludoteca_connections": limits.open, "ludoteca_sockets": limits.sockets}
        return web.Response(text=self._rooms.metrics.text(self._rooms.gauges() | gauges))

    async def _info(self, request: web.Request) -> web.Response:
        return web.json_response(
            {
                "release": version("ludoteca"),
                "wire": WIRE_VERSION,
                "url": self._network.share_url,
                "webhooks": self._rooms.webhooks.names,
            }
        )

    async def _list_games(self, request: web.Request) -> web.Response:
        return web.json_response(text=self._games)

    async def _high_scores(self, request: web.Request) -> web.Response:
        game = find_game(request.match_info["game"])
        opponent = read_opponent(game, request.query.get("against", ""))
        run = asyncio.get_running_loop().run_in_executor
        lists = await run(None, high_score_lists, self._rooms.store, game, opponent)
        return web.json_response([_high_scores_json(one) for one in lists])

    async def _lobby(self, request: web.Request) -> web.Response:
        return web.Response(body=self._rooms.lobby.json(), content_type="application/json")

    async def _known_rooms(self, request: web.Request) -> web.Response:
        known = await read_body(request, _known_rooms_decoder)
        if not self._rooms.known_rooms.take(client_address(request, self._network.trusted_proxies)):
            return refusal_response(Refusal("too_many_requests"))
        found = {}
        for code, token in known.rooms.items():
            # Skip a room that cannot be loaded; the others are still listed.
            with contextlib.suppress(RoomNotFound, RequestRefused, RoomLoading, Damaged, TableError, UnknownEvent):
                room = await self._rooms.try_load(code)
                device = device_id(code, token)
                # Strangers must not even learn that the room exists.
                if room.is_member(device):
                    await room.chat.ready()
                    found[code] = summarize(room, device)
        return web.json_response(found)

    async def _create_room(self, request: web.Request) -> web.Response:
        rooms, address = self._rooms, client_address(request, self._network.trusted_proxies)
        if not rooms.new_rooms.take(address):
            rooms.metrics.count("ludoteca_rate_limited_total")
            return refusal_response(Refusal("too_many_rooms"))
        wanted = await read_body(request, _create_room_decoder)
        game = find_game(wanted.game)
        unknown = rooms.webhooks.unknown(wanted.settings.webhook)
        if unknown is not None:
            return refusal_response(unknown)
        if wanted.settings.public and not rooms.lobby.has_room(address):
            return refusal_response(Refusal("too_many_listed", {"high": rooms.limits.listed_per_address}))
        if wanted.source is not None:
            wanted = await self._replay_routes.add_position(wanted, wanted.source, address)
        token, secret = device_token(wanted.token), rooms.new_secret()

        def first_events(host: str) -> list[Event] | Refusal:
            return create_room(game, wanted, host, secret)

        code = await rooms.create(game, first_events, token, address)
        return web.json_response({"code": code, "token": token}, status=201)

    async def _room(self, request: web.Request) -> web.Response:
        room = await self._find_room(request)
        return web.json_response({"code": room.code, "game": room.table.game.name, "phase": room.table.phase})

    async def _qr(self, request: web.Request) -> web.Response:
        """Draw the link of a room. The page draws personal links itself: their key never stands in a URL."""
        room = await self._find_room(request)
        base = self._network.share_url or f"{request.scheme}://{request.host}"
        body = qr_svg(f"{base}/r/{room.code}")
        return web.Response(body=body, content_type="image/svg+xml", headers={"Cache-Control": "no-store"})

    async def _find_room(self, request: web.Request) -> Room:
        address = client_address(request, self._network.trusted_proxies)
        return await self._rooms.find_by_code(request.match_info["code"], address)


def _high_scores_json(one: HighScoreList) -> dict[str, Any]:
    entries = [
        {
            "name": score.name,
            "value": score.value,
            "players": score.players,
            "against": score.against,
            "at": score.at_ms,
            "game": score.source,
        }
        for score in one.scores
    ]
    return {"code": one.text.code, "params": one.text.params, "text": one.title, "entries": entries}

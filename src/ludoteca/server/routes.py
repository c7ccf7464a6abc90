"""Handlers of plain HTTP requests: server information, lobby, and rooms."""

from __future__ import annotations

import asyncio
import json
import secrets
from importlib.metadata import version
from typing import Annotated, Any

import msgspec
from aiohttp import web
from msgspec import Meta

from ludoteca.core.registry import find_game
from ludoteca.core.translations import Refusal
from ludoteca.rooms.creating import create_from_request
from ludoteca.rooms.messages import WIRE_VERSION
from ludoteca.rooms.notifier import why_not_webhook
from ludoteca.rooms.room import Room
from ludoteca.rooms.rooms import Rooms
from ludoteca.rooms.summaries import summarize_known
from ludoteca.server.connection_limits import ConnectionLimits
from ludoteca.server.game_info import list_games
from ludoteca.server.network_config import NetworkConfig
from ludoteca.server.replay_routes import ReplayRoutes
from ludoteca.server.request_context import (
    bearer_token,
    client_address,
    device_token,
    is_direct_local,
    request_language,
    share_url,
)
from ludoteca.server.request_limits import RequestLimits
from ludoteca.server.responses import read_body, refusal_response
from ludoteca.server.room_finder import RoomFinder
from ludoteca.server.static_files import qr_svg
from ludoteca.store.highscores import HighScoreList, high_score_lists, read_opponent
from ludoteca.table.create_room import CreateRoom

MAX_KNOWN_ROOMS = 40


class KnownRooms(msgspec.Struct, forbid_unknown_fields=True):
    """The rooms that a device has been in, with its token in each."""

    rooms: Annotated[dict[str, str], Meta(max_length=MAX_KNOWN_ROOMS)]


_create_room_decoder = msgspec.json.Decoder(CreateRoom)
_known_rooms_decoder = msgspec.json.Decoder(KnownRooms)


class Routes:
    """The handlers and what they need."""

    def __init__(
        self,
        rooms: Rooms,
        network: NetworkConfig,
        limits: ConnectionLimits,
        request_limits: RequestLimits,
        finder: RoomFinder,
        replay_routes: ReplayRoutes,
    ) -> None:
        self._rooms = rooms
        self._services = rooms.services
        self._request_limits = request_limits
        self._finder = finder
        self._network = network
        self._connection_limits = limits
        self._replay_routes = replay_routes
        self._games: dict[str, str] = {}

    def add_to(self, router: web.UrlDispatcher) -> None:
        """Register all handlers."""
        router.add_get("/healthz", self._health)
        router.add_get("/readyz", self._ready)
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

    async def _ready(self, request: web.Request) -> web.Response:
        """Say whether new clients may be sent here. A server without other nodes is ready while it is healthy."""
        nodes = self._services.nodes
        if nodes is not None and not nodes.is_ready:
            return refusal_response(Refusal("node_stops" if nodes.is_draining else "node_not_ready"), 503)
        return await self._health(request)

    async def _metrics(self, request: web.Request) -> web.Response:
        token = self._network.metrics_token
        has_token = token is not None and secrets.compare_digest((bearer_token(request) or "").encode(), token.encode())
        if not has_token and not is_direct_local(request):
            return refusal_response(Refusal("metrics_private"), 403)
        limits = self._connection_limits
        gauges = {"ludoteca_connections": limits.open, "ludoteca_sockets": limits.sockets}
        return web.Response(text=self._services.metrics.text(self._rooms.gauges() | gauges))

    async def _info(self, request: web.Request) -> web.Response:
        return web.json_response(
            {
                "release": version("ludoteca"),
                "wire": WIRE_VERSION,
                "url": self._network.share_url,
                "webhooks": self._services.webhooks.names,
            }
        )

    async def _list_games(self, request: web.Request) -> web.Response:
        language = request_language()  # one of few, so that this cache stays small
        if language not in self._games:
            self._games[language] = json.dumps(list_games(language), ensure_ascii=False)
        return web.json_response(text=self._games[language], headers={"Vary": "Accept-Language"})

    async def _high_scores(self, request: web.Request) -> web.Response:
        game = find_game(request.match_info["game"])
        opponent = read_opponent(game, request.query.get("against", ""))
        run = asyncio.get_running_loop().run_in_executor
        lists = await run(None, high_score_lists, self._services.store, game, opponent, request_language())
        return web.json_response([_high_scores_json(one) for one in lists])

    async def _lobby(self, request: web.Request) -> web.Response:
        return web.Response(body=self._services.lobby.json(), content_type="application/json")

    async def _known_rooms(self, request: web.Request) -> web.Response:
        known = await read_body(request, _known_rooms_decoder)
        if not self._request_limits.known_rooms.take(client_address(request, self._network.trusted_proxies)):
            return refusal_response(Refusal("too_many_requests"))
        found = await summarize_known(self._rooms, known.rooms)
        return web.Response(body=msgspec.json.encode(found), content_type="application/json")

    async def _create_room(self, request: web.Request) -> web.Response:
        services, address = self._services, client_address(request, self._network.trusted_proxies)
        if not self._request_limits.new_rooms.take(address):
            services.metrics.count("ludoteca_rate_limited_total")
            return refusal_response(Refusal("too_many_rooms"))
        wanted = await read_body(request, _create_room_decoder)
        find_game(wanted.game)
        unknown = why_not_webhook(services.webhooks, wanted.settings.webhook)
        if unknown is not None:
            return refusal_response(unknown)
        if wanted.settings.public and not services.lobby.has_room(address):
            return refusal_response(Refusal("too_many_listed", {"high": services.limits.listed_per_address}))
        if wanted.source is not None:
            wanted = await self._replay_routes.add_position(wanted, wanted.source, address)
        token = device_token(wanted.token)
        code = await create_from_request(self._rooms, wanted, token, address)
        return web.json_response({"code": code, "token": token}, status=201)

    async def _room(self, request: web.Request) -> web.Response:
        room = await self._find_room(request)
        return web.json_response({"code": room.code, "game": room.table.game.name, "phase": room.table.phase})

    async def _qr(self, request: web.Request) -> web.Response:
        """Draw the link of a room. The page draws personal links itself: their key never stands in a URL."""
        room = await self._find_room(request)
        body = qr_svg(f"{share_url(request, self._network)}/r/{room.code}")
        return web.Response(body=body, content_type="image/svg+xml", headers={"Cache-Control": "no-store"})

    async def _find_room(self, request: web.Request) -> Room:
        address = client_address(request, self._network.trusted_proxies)
        return await self._finder.find_by_code(request.match_info["code"], address)


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

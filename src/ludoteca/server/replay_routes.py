"""Handlers for whole games: records in and out, replays, and a bot's advice on a finished game."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from functools import partial
from typing import Any, NamedTuple

import msgspec
from aiohttp import web

from ludoteca.bots.fair_queue import Requester
from ludoteca.bots.workers import make_request
from ludoteca.core.game import Game
from ludoteca.core.records import Record, parse_record
from ludoteca.core.state import NOBODY
from ludoteca.core.translations import Refusal, Text
from ludoteca.rooms import messages as m
from ludoteca.rooms.creating import create_from_record, public_record
from ludoteca.rooms.room import Room
from ludoteca.rooms.rooms import Rooms, device_id
from ludoteca.server.network_config import NetworkConfig
from ludoteca.server.replays import Replays, ReplaySource
from ludoteca.server.request_context import bearer_token, client_address, device_token, request_language
from ludoteca.server.request_limits import RequestLimits
from ludoteca.server.responses import RequestRefused, read_body, read_large_body, refusal_response
from ludoteca.server.room_finder import RoomFinder
from ludoteca.table.create_room import CreateRoom, Source
from ludoteca.table.preview import preview_move

MAX_CACHED_ADVICE = 500
AdviceKey = tuple[str, int, int]
"""Room, version of its position, and number of moves before the one advised."""


class AdvisedMove(NamedTuple):
    """What the bot found, for readers of all languages."""

    move: str
    texts: list[Text]
    explanations: list[Text]


class AskAdvice(msgspec.Struct, forbid_unknown_fields=True):
    """The body of a request for advice: after which move."""

    move: int


_ask_advice_decoder = msgspec.json.Decoder(AskAdvice)


class ReplayRoutes:
    """The handlers, with caches of replays and advice."""

    def __init__(self, rooms: Rooms, network: NetworkConfig, request_limits: RequestLimits, finder: RoomFinder) -> None:
        self._rooms = rooms
        self._request_limits = request_limits
        self._finder = finder
        self._network = network
        self._replays = Replays(rooms.services.limits.replay_bytes)
        self._advising: dict[AdviceKey, asyncio.Task[AdvisedMove]] = {}
        self._advice: OrderedDict[AdviceKey, AdvisedMove] = OrderedDict()

    def add_to(self, router: web.UrlDispatcher) -> None:
        """Register all handlers."""
        router.add_post("/api/records", self._import_record)
        router.add_get("/api/rooms/{code}/record", self._record)
        router.add_get("/api/rooms/{code}/replay", self._replay)
        router.add_post("/api/rooms/{code}/advice", self._advise)

    async def _record(self, request: web.Request) -> web.Response:
        """Send the record of the present game; a game with chance or hidden information must be over."""
        room = await self._find_room(request)
        table = room.table
        text = public_record(table).text()
        headers = {"Content-Disposition": f'attachment; filename="{table.game.name}-{room.code}.json"'}
        return web.json_response(text=text, headers=headers)

    async def _import_record(self, request: web.Request) -> web.Response:
        """Make a room from a record. An unfinished game can be continued on this device."""
        rooms, address = self._rooms, client_address(request, self._network.trusted_proxies)
        if not self._request_limits.new_rooms.take(address):
            rooms.services.metrics.count("ludoteca_rate_limited_total")
            return refusal_response(Refusal("too_many_rooms"))
        text = await read_large_body(request, rooms.services.limits.record_bytes)
        record: Record = await asyncio.get_running_loop().run_in_executor(None, parse_record, text)
        token = device_token(bearer_token(request))
        room = await create_from_record(rooms, record, token, address)
        created = {"code": room.code, "token": token, "game": record.game.name, "phase": room.table.phase}
        return web.json_response(created, status=201)

    async def _replay(self, request: web.Request) -> web.Response:
        if not self._request_limits.replays.take(client_address(request, self._network.trusted_proxies)):
            return refusal_response(Refusal("too_many_requests"))
        room = await self._find_room(request)
        text, token = request.query.get("perspective"), bearer_token(request)
        if text is not None and not (text.isascii() and text.isdigit() and len(text) < 3):
            raise web.HTTPBadRequest
        device = device_id(room.code, token) if token else ""
        perspective = None if text is None else int(text)
        body = await self._replays.message(room, device, perspective, "text" in request.query, request_language())
        return web.Response(body=body, content_type="application/json", headers={"Cache-Control": "no-store"})

    async def _advise(self, request: web.Request) -> web.Response:
        """Send what the strongest bot would have played; refused while the game is running."""
        address = client_address(request, self._network.trusted_proxies)
        if not self._request_limits.advice.take(address):
            return refusal_response(Refusal("too_many_requests"))
        asked = await read_body(request, _ask_advice_decoder)
        room = await self._find_room(request)
        table, source = room.table, ReplaySource.of(room.table, request_language())
        if table.phase == "playing":
            return refusal_response(Refusal("advice_running"))
        if not table.game.levels:
            return refusal_response(Refusal("advice_none", {"game": table.game.title}))
        key = (room.code, table.version, source.check(asked.move))
        if key not in self._advice and key not in self._advising:
            requester = Requester(address, room.code, is_move=False)
            self._advising[key] = asyncio.ensure_future(self._think(source, key, requester))
            self._advising[key].add_done_callback(partial(self._advised, key))
        # Everybody who asks about the same move waits for the same task, even if the first to ask has gone.
        found = self._advice[key] if key in self._advice else await asyncio.shield(self._advising[key])
        advice = m.Advice(found.move, source.wire_texts(found.texts), source.wire_texts(found.explanations))
        return web.Response(body=m.write_message(advice), content_type="application/json")

    def _advised(self, key: AdviceKey, task: asyncio.Task[AdvisedMove]) -> None:
        del self._advising[key]
        if not task.cancelled():
            task.exception()  # marks it as retrieved; requests that still wait get it

    async def _think(self, source: ReplaySource, key: AdviceKey, requester: Requester) -> AdvisedMove:
        game: Game[Any] = source.record.game
        state = await asyncio.get_running_loop().run_in_executor(None, source.state, key[2])
        seat = state.seat()
        if seat == NOBODY:
            raise RequestRefused(Refusal("game_over"))
        seed = " ".join(map(str, key))
        advice = await self._rooms.services.workers.advise(
            make_request(game, state, seat, game.levels[-1].level, seed), requester
        )
        move = game.read_move(state, advice.move)
        if isinstance(move, Refusal):
            raise RequestRefused(move, game.translations)
        found = AdvisedMove(advice.move, preview_move(game, state, move).texts, list(advice.explanations))
        self._advice[key] = found
        if len(self._advice) > MAX_CACHED_ADVICE:
            self._advice.popitem(last=False)
        return found

    async def add_position(self, wanted: CreateRoom, source: Source, address: str) -> CreateRoom:
        """Complete a request to play on from a position of another room."""
        room = await self._finder.find_by_code(source.room, address)
        table, replay = room.table, ReplaySource.of(room.table)
        if table.game.name != wanted.game:
            raise RequestRefused(Refusal("source_other", {"code": room.code, "game": table.game.title}))
        if table.is_seed_secret:
            raise RequestRefused(Refusal("source_secret", {"code": room.code}))
        state = await asyncio.get_running_loop().run_in_executor(None, replay.state, replay.check(source.move))
        return msgspec.structs.replace(wanted, start=table.game.write_position(state), options=dict(table.options))

    async def _find_room(self, request: web.Request) -> Room:
        address = client_address(request, self._network.trusted_proxies)
        return await self._finder.find_by_code(request.match_info["code"], address)

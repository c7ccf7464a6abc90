"""HTTP for games as a whole: records out and in, replays, and what a bot says of a game that is over."""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from functools import partial
from typing import Any

import msgspec
from aiohttp import web

from ludoteca.bots.fair_queue import Requester
from ludoteca.bots.workers import make_request
from ludoteca.core.errors import LudotecaError
from ludoteca.core.game import Game
from ludoteca.core.records import Record, parse_record
from ludoteca.core.state import NOBODY
from ludoteca.core.translations import Refusal, Text, quote
from ludoteca.server import messages as m
from ludoteca.server.perspective import said
from ludoteca.server.replays import Replays, ReplaySource
from ludoteca.server.request_context import address
from ludoteca.server.responses import refusal_response
from ludoteca.server.rooms import Rooms, device_id
from ludoteca.server.static_files import NetworkConfig
from ludoteca.table.create_room import CreateRoom, Source, from_record
from ludoteca.table.preview import preview_move
from ludoteca.table.table import Table

KEPT_ADVICE = 500
ASIDE_BYTES = 16 * 1024
"""Longer answers are compressed beside the loop."""
LONGEST_TOKEN, SHORTEST_TOKEN = 100, 16
Moment = tuple[str, int, int]
"""A room, the seq of its position, and after which move."""


class Unfit(LudotecaError):
    """What was asked of a game cannot be had."""


class AskAdvice(msgspec.Struct, forbid_unknown_fields=True):
    """After which move of the game advice is wanted."""

    move: int


_read_asked = msgspec.json.Decoder(AskAdvice).decode


class ReplayRoutes:
    """The handlers."""

    def __init__(self, rooms: Rooms, site: NetworkConfig) -> None:
        self._rooms = rooms
        self._site = site
        self._replays = Replays(rooms.limits.replay_bytes)
        self._advising: dict[Moment, asyncio.Task[bytes]] = {}
        self._advice: OrderedDict[Moment, bytes] = OrderedDict()

    def add_to(self, router: web.UrlDispatcher) -> None:
        router.add_post("/api/records", self._bring)
        router.add_get("/api/rooms/{code}/record", self._record)
        router.add_get("/api/rooms/{code}/replay", self._replay)
        router.add_post("/api/rooms/{code}/advice", self._advise)

    async def _record(self, request: web.Request) -> web.Response:
        """The record of the present game; with secrets, only once it is over."""
        room = await self._rooms.find_by_code(request.match_info["code"], address(request, self._site.trusted_proxies))
        table = room.table
        if table.state is None:
            return refusal_response(Refusal("not_started"))
        if _secret(table):
            return refusal_response(Refusal("record_secret"))
        headers = {"Content-Disposition": f'attachment; filename="{table.game.name}-{room.code}.json"'}
        return web.json_response(text=table.record().text(), headers=headers)

    async def _bring(self, request: web.Request) -> web.Response:
        """A record becomes a room: over, or to be gone on with at this device."""
        visitor = address(request, self._site.trusted_proxies)
        if not self._rooms.new_rooms.take(visitor):
            self._rooms.metrics.count("ludoteca_rate_limited_total")
            return refusal_response(Refusal("too_many_rooms"))
        text = await _read(request, self._rooms.limits.record_bytes)
        record: Record = await asyncio.get_running_loop().run_in_executor(None, parse_record, text)
        token = new_token(bearer(request))
        drawn = (self._rooms.new_secret(), self._rooms.new_secret())
        code = await self._rooms.create(record.game, partial(from_record, record, *drawn), token, visitor)
        room = await self._rooms.load(code)
        if room.table.phase == "over":
            room.mark_ended()
        told = {"code": code, "token": token, "game": record.game.name, "phase": room.table.phase}
        return web.json_response(told, status=201)

    async def _replay(self, request: web.Request) -> web.Response:
        if not self._rooms.replays.take(address(request, self._site.trusted_proxies)):
            return refusal_response(Refusal("too_many_requests"))
        room = await self._rooms.find_by_code(request.match_info["code"], address(request, self._site.trusted_proxies))
        perspective, token = request.query.get("perspective"), bearer(request)
        if perspective is not None and not (perspective.isascii() and perspective.isdigit() and len(perspective) < 3):
            raise web.HTTPBadRequest
        who = device_id(room.code, token) if token else ""
        body = await self._replays.message(
            room, who, None if perspective is None else int(perspective), "text" in request.query
        )
        response = web.Response(
            body=body,
            content_type="application/json",
            headers={"Cache-Control": "no-store"},
            zlib_executor_size=ASIDE_BYTES,
        )
        response.enable_compression()
        return response

    async def _advise(self, request: web.Request) -> web.Response:
        """What the strongest bot would have done; not while people play."""
        visitor = address(request, self._site.trusted_proxies)
        if not self._rooms.advice.take(visitor):
            return refusal_response(Refusal("too_many_requests"))
        try:
            asked = _read_asked(await request.read())
        except (msgspec.MsgspecError, ValueError, RecursionError, web.RequestPayloadError) as error:
            return refusal_response(Refusal("message_unreadable", {"reason": quote(str(error))}))
        room = await self._rooms.find_by_code(request.match_info["code"], address(request, self._site.trusted_proxies))
        table, past = room.table, ReplaySource.of(room.table)
        if table.phase == "playing":
            return refusal_response(Refusal("advice_running"))
        if not table.game.bots:
            return refusal_response(Refusal("advice_none", {"game": table.game.title}))
        key = (room.code, table.version, past.check(asked.move))
        if key in self._advice:
            return web.Response(body=self._advice[key], content_type="application/json")
        if key not in self._advising:
            requester = Requester(visitor, room.code, is_move=False)
            self._advising[key] = asyncio.ensure_future(self._think(past, key, requester))
            self._advising[key].add_done_callback(partial(self._advised, key))
        # Whoever asks for the same waits for the same thought, also when the first who asked has gone.
        return web.Response(body=await asyncio.shield(self._advising[key]), content_type="application/json")

    def _advised(self, key: Moment, thought: asyncio.Task[bytes]) -> None:
        del self._advising[key]
        if not thought.cancelled():
            thought.exception()  # whoever still waits is told; nobody else needs to be

    async def _think(self, past: ReplaySource, key: Moment, requester: Requester) -> bytes:
        game: Game[Any] = past.record.game
        state = await asyncio.get_running_loop().run_in_executor(None, past.state, key[2])
        seat = state.seat()
        if seat == NOBODY:
            raise Unfit(Refusal("game_over"))
        seed = " ".join(map(str, key))
        advice = await self._rooms.workers.advise(make_request(game, state, seat, game.bots[-1].level, seed), requester)
        move = game.read_move(state, advice.move)
        if isinstance(move, Refusal):
            raise Unfit(move, game.translations)
        told = m.Advice(
            advice.move, _told(past, preview_move(game, state, move).texts), _told(past, advice.explanations)
        )
        written = self._advice[key] = m.write_message(told)
        if len(self._advice) > KEPT_ADVICE:
            self._advice.popitem(last=False)
        return written

    async def position(self, source: Source, wanted: CreateRoom, visitor: str) -> CreateRoom:
        """A wanted to play on from a moment of another room, with the position found."""
        room = await self._rooms.find_by_code(source.room, visitor)
        table, past = room.table, ReplaySource.of(room.table)
        if table.game.name != wanted.game:
            raise Unfit(Refusal("source_other", {"code": room.code, "game": table.game.title}))
        if _secret(table):
            raise Unfit(Refusal("source_secret", {"code": room.code}))
        state = await asyncio.get_running_loop().run_in_executor(None, past.state, past.check(source.move))
        return msgspec.structs.replace(wanted, start=table.game.write_position(state), options=dict(table.options))


def new_token(token: str | None) -> str:
    """The token that a device brings along, or a new one."""
    return token if token and SHORTEST_TOKEN <= len(token) <= LONGEST_TOKEN else secrets.token_urlsafe(24)


def _secret(table: Table) -> bool:
    """Whether the seed still decides something that players must not know."""
    return (table.game.hidden_information or table.game.chance) and table.phase == "playing"


def _told(past: ReplaySource, lines: list[Text]) -> list[m.Text]:
    return [said(past.record.game.translations, line, past.names) for line in lines]


def bearer(request: web.Request) -> str | None:
    """The token; not in the address, which is remembered in many places."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" and token.strip() else None


async def _read(request: web.Request, most: int) -> bytes:
    """The body; records may be larger than other requests."""
    body = bytearray()
    async for chunk in request.content.iter_chunked(64 * 1024):
        body += chunk
        if len(body) > most:
            raise Unfit(Refusal("body_too_large", {"high": most}))
    return bytes(body)

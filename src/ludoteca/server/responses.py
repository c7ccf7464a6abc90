"""Reading request bodies, and refusing requests: a status, and a code with parameters and a sentence."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
from aiohttp import web

from ludoteca.core.errors import LudotecaError
from ludoteca.core.translations import Refusal, quote
from ludoteca.server.request_context import request_language

T = TypeVar("T")

STATUS = {
    "no_room": 404,
    "unknown_game": 404,
    "not_started": 409,
    "record_secret": 409,
    "source_secret": 409,
    "advice_running": 409,
    "replay_perspective": 403,
    "body_too_large": 413,
    "replay_too_large": 413,
    "headers_slow": 408,
    "body_slow": 408,
    "body_encoded": 415,
    "too_many_requests": 429,
    "too_many_codes": 429,
    "too_many_listed": 429,
    "too_many_unfinished": 429,
    "too_many_connections": 429,
    "too_many_rooms": 429,
    "room_damaged": 500,
    "room_loading": 503,
    "room_elsewhere": 503,
    "server_full": 503,
    "server_busy": 503,
    "bot_failed": 503,
}
"""HTTP status by refusal code; 400 for all others."""
ASK_AGAIN = ("room_loading", "room_elsewhere")
"""What may be answered in a second, here or by another node."""


class RequestRefused(LudotecaError):
    """The server will not do what the request asks."""


async def read_body(request: web.Request, decoder: msgspec.json.Decoder[T]) -> T:
    """Read a JSON body."""
    try:
        return decoder.decode(await request.read())
    except (msgspec.MsgspecError, ValueError, RecursionError, web.RequestPayloadError) as error:
        raise RequestRefused(Refusal("message_unreadable", {"reason": quote(str(error))})) from None


async def read_large_body(request: web.Request, max_bytes: int) -> bytes:
    """Read a body that may be larger than other requests, such as a record."""
    body = bytearray()
    async for chunk in request.content.iter_chunked(64 * 1024):
        body += chunk
        if len(body) > max_bytes:
            raise RequestRefused(Refusal("body_too_large", {"high": max_bytes}))
    return bytes(body)


def refusal_response(refusal: Refusal, status: int | None = None) -> web.Response:
    """Make the response that refuses a request."""
    return error_response(LudotecaError(refusal), status)


def error_response(error: LudotecaError, status: int | None = None) -> web.Response:
    """Make the response for an error that says why."""
    sentence = error.sentence_in(request_language())
    body: dict[str, Any] = {"code": error.code, "params": error.params, "text": sentence}
    headers = {"Retry-After": "1"} if error.code in ASK_AGAIN else None
    response = web.json_response(body, status=status or STATUS.get(error.code, 400), headers=headers)
    if error.code == "room_elsewhere":
        response.force_close()  # a balancer of connections would send the client here again
    return response

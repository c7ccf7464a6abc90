"""How a request is refused: a status, and a code with its parameters and sentence."""

from __future__ import annotations

from typing import Any

from aiohttp import web

from ludoteca.core.errors import LudotecaError
from ludoteca.core.translations import Refusal

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
    "server_full": 503,
    "server_busy": 503,
    "bot_failed": 503,
}
"""Of what is refused otherwise than by 400."""


def refusal_response(refusal: Refusal, status: int | None = None) -> web.Response:
    return error_response(LudotecaError(refusal), status)


def error_response(error: LudotecaError, status: int | None = None) -> web.Response:
    body: dict[str, Any] = {"code": error.code, "params": error.params, "text": error.sentence}
    headers = {"Retry-After": "1"} if error.code == "room_loading" else None
    return web.json_response(body, status=status or STATUS.get(error.code, 400), headers=headers)

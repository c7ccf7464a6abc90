"""Try moves on a position or on a step of a lesson. Nothing is stored, and no room is opened."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Any

import msgspec
from aiohttp import web

from ludoteca.core.game import Game, Json
from ludoteca.core.languages import ENGLISH
from ludoteca.core.lessons import Attempt, Lesson, LessonError, StepTrial, Trial, find_lesson
from ludoteca.core.registry import find_game
from ludoteca.core.state import NOBODY
from ludoteca.core.translations import Refusal, Text, quote
from ludoteca.rooms import messages as m
from ludoteca.rooms.table_messages import wire_text, wire_texts
from ludoteca.server.http_messages import TryResult
from ludoteca.server.request_context import request_language
from ludoteca.server.responses import read_body
from ludoteca.table.bot_names import NAMES

MAX_MOVES = 40
MAX_MOVE_LENGTH = 200


class TryMoves(msgspec.Struct, forbid_unknown_fields=True):
    """Moves to try: on a step of the game's lesson, which has a goal, or on a position, perhaps with one."""

    moves: list[str] = []
    step: int | None = None
    """From 1 up."""
    position: Json | None = None
    seat: int | None = None
    """Whose moves these are; without it, the seat's to move. For a position only, like the rest."""
    script: list[str] = []
    """What the other side plays."""
    done: Json = {}
    """The conditions of the goal: see docs/add-a-game.md."""


_decoder = msgspec.json.Decoder(TryMoves)


async def _try(request: web.Request) -> web.Response:
    game = find_game(request.match_info["game"])
    wanted = await read_body(request, _decoder)
    tried = await asyncio.get_running_loop().run_in_executor(None, try_moves, game, wanted, request_language())
    return web.Response(body=tried, content_type="application/json", headers={"Cache-Control": "no-store"})


def add_to(router: web.UrlDispatcher) -> None:
    """Register the handler. Its requests are limited like any others: a few moves on a small board cost little."""
    router.add_post("/api/games/{game}/try", _try)


def try_moves(game: Game[Any], wanted: TryMoves, language: str = ENGLISH) -> bytes:
    """Play the moves and write the message about it; LessonError or PositionError says what is wrong."""
    lesson = _lesson(game.name)
    for texts in (wanted.moves, wanted.script):
        if len(texts) > MAX_MOVES or any(len(text) > MAX_MOVE_LENGTH for text in texts):
            raise LessonError(Refusal("lesson_moves", {"high": MAX_MOVES}))
    if (wanted.step is None) == (wanted.position is None):
        raise LessonError(Refusal("lesson_either"))
    trial = _position(game, lesson, wanted) if wanted.step is None else StepTrial(game, lesson.step(wanted.step))
    return m.write_message(_message(game, trial, trial.play(wanted.moves), wanted, language))


def _position(game: Game[Any], lesson: Lesson, wanted: TryMoves) -> Trial:
    position = wanted.position or {}
    for field, high in lesson.limits.items():
        value = position.get(field)
        if isinstance(value, int) and value > high:
            raise LessonError(Refusal("lesson_too_large", {"field": field, "high": high, "value": quote(value)}))
    trial = Trial(game, position, seat=wanted.seat, script=wanted.script, done=wanted.done)
    high = len(trial.start.scores()) - 1
    if not 0 <= trial.seat <= high:
        raise LessonError(Refusal("seat", {"field": "seat", "high": high, "value": quote(trial.seat)}))
    return trial


def _message(game: Game[Any], trial: Trial, attempt: Attempt, wanted: TryMoves, language: str) -> TryResult:
    state, translations = attempt.state, game.translations.to(language)
    scores = state.scores()
    to_move = state.seat()
    others = iter(NAMES[1])
    you = translations.find("lesson_you") or ""
    names = [you if seat == trial.seat else next(others) for seat in range(len(scores))]
    outcome = comment = None
    if isinstance(trial, StepTrial):
        outcome, code = trial.outcome(attempt), trial.comment(attempt, wanted.moves)
        comment = wire_text(translations, Text(code)) if code else None
    return TryResult(
        view=game.make_view(state, trial.seat),
        choices=game.make_choices(state, trial.seat),
        seat=None if to_move == NOBODY else int(to_move),
        scores=scores,
        moves=list(attempt.line),
        texts=wire_texts(translations, attempt.texts, names),
        refused=wire_text(translations, attempt.refusal, names) if attempt.refusal else None,
        done=attempt.done,
        outcome=outcome,
        comment=comment,
    )


@cache
def _lesson(name: str) -> Lesson:
    return find_lesson(find_game(name))

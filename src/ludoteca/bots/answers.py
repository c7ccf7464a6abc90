"""Judge the answers of workers on other machines like a stranger's moves: nothing of them is used unchecked."""

from __future__ import annotations

import json
from typing import Any, Final

from ludoteca.bots.jobs import MAX_ANSWER
from ludoteca.bots.worker_pool import WorkerError
from ludoteca.core.game import Game, Json
from ludoteca.core.generator import Random
from ludoteca.core.registry import find_game
from ludoteca.core.state import State
from ludoteca.core.translations import Refusal, quote

MAX_EXPLANATIONS: Final = 8
MAX_ITEMS: Final = 20
MAX_TEXT: Final = 200
MAX_NUMBER: Final = 2**53


def check_answer(request: Json, text: str) -> Json:
    """Return the moves of an answer, in the words of the rules, and their explanations; WorkerError: what is wrong."""
    if len(text) > MAX_ANSWER:
        raise WorkerError(f"The answer has more than {MAX_ANSWER} characters.")
    try:
        answer = json.loads(text)
    except (ValueError, RecursionError):
        raise WorkerError("The answer is not JSON.") from None
    game = find_game(request["game"])
    state = game.read_position(request["position"], Random(request["seed"]))
    found = _check_move(game, state, answer, bool(request.get("explain")))
    if request.get("second"):
        second = answer.get("second")
        found["second"] = None if second is None else _check_move(game, state, second, explain=True)
    return found


def _check_move(game: Game[Any], state: State, answer: object, explain: bool) -> Json:
    if not isinstance(answer, dict) or not isinstance(answer.get("move"), str):
        raise WorkerError("The answer has no move.")
    move = game.read_move(state, answer["move"])
    if isinstance(move, Refusal):
        raise WorkerError(f"{quote(answer['move'])} is not legal: {game.translations.format(move)}")
    found: Json = {"move": game.write_move(state, move)}
    if explain:
        found["explanations"] = _check_explanations(game, answer.get("explanations"))
    return found


def _check_explanations(game: Game[Any], explanations: object) -> list[object]:
    """Return explanations whose codes are the game's own, and whose parameters are few, plain and short."""
    if not isinstance(explanations, list) or len(explanations) > MAX_EXPLANATIONS:
        raise WorkerError(f"Explanations must be a list of at most {MAX_EXPLANATIONS}.")
    for one in explanations:
        if not (isinstance(one, list) and len(one) == 2 and isinstance(one[0], str) and isinstance(one[1], dict)):
            raise WorkerError("An explanation must be a code with parameters.")
        if game.translations.find(one[0]) is None:
            raise WorkerError(f"{quote(one[0])} is no code of {game.name}.")
        if not _is_plain(one[1], depth=2):
            raise WorkerError(f"The parameters of {one[0]} are not plain values.")
    return explanations


def _is_plain(value: object, depth: int) -> bool:
    """Return whether a value is a short text, a whole number, or a few of them."""
    if isinstance(value, str):
        return len(value) <= MAX_TEXT
    if isinstance(value, int):
        return abs(value) <= MAX_NUMBER
    if depth and isinstance(value, dict | list) and len(value) <= MAX_ITEMS:
        values = [*value, *value.values()] if isinstance(value, dict) else value
        return all(_is_plain(one, depth - 1) for one in values)
    return value is None

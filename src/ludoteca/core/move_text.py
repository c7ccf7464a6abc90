"""From the text of a move to the move. Compiled: every move of a room passes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludoteca.core.state import NOBODY, State
from ludoteca.core.translations import Refusal


def read_move(parse: Callable[[Any, str], int | Refusal], state: State, text: str) -> int | Refusal:
    """Return the legal move that a text means, or the reason why there is none; `parse` is the game's `parse_move`."""
    if state.seat() == NOBODY:
        return Refusal("game_over")
    plain = " ".join(text.split())
    # Some other characters become ASCII letters in lower case.
    move = parse(state, plain.lower() if plain.isascii() else plain)
    if isinstance(move, Refusal):
        return move
    refusal = state.why_not(move)
    return move if refusal is None else refusal

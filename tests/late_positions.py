"""Positions of games that are nearly over, for tests that play to the end."""

from __future__ import annotations

from functools import cache
from typing import Any

from ludoteca import game as find_game

SMALL: dict[str, dict[str, Any]] = {"flooding": {"size": 4}, "wege": {"rows": 4, "cols": 4}}


@cache
def late_position(game: str, left: int) -> dict[str, Any]:
    """Return a position between beginners, at least so many moves before the end and with the first seat to move."""
    rules = find_game(game)
    state = rules.new(seats=2, seed="language", options=SMALL.get(game, {}))
    bots = [rules.bot(1, f"{seat}") for seat in range(2)]
    states = [state]
    while (seat := rules.seat(state)) is not None:
        state = rules.play(state, bots[seat].move(state))
        states.append(state)
    return next(rules.position(one) for one in reversed(states[:-left]) if rules.seat(one) == 0)

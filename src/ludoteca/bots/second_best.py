"""The second best move, for a hint: what the bot ranks second or, where it ranks nothing, the best of a few others."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any, Final

from ludoteca.core.game import Game
from ludoteca.core.generator import Random
from ludoteca.core.ints import packed
from ludoteca.core.state import State
from ludoteca.search.halving import sequential_halving

SAMPLES: Final = 8
"""Random moves to compare, besides those of the weaker bots."""
SIMULATIONS: Final = 24
"""Playouts that compare them."""


def second_best(game: Game[Any], state: State, ranked: Sequence[int], random: Random) -> int | None:
    """Return the second best legal move, given the moves that a bot ranked, the best first; None if there is none.

    The state is determinized for the seat to move. The work is bounded: a ranking is taken as it is, and otherwise a
    few moves are compared by a few playouts.
    """
    best = ranked[0]
    for move in ranked[1:]:
        if move != best and state.why_not(move) is None:
            return move
    others = {bot.move(state.copy(), random) for bot in game.levels[:-1]}
    others.update(state.random_move(random) for _ in range(SAMPLES))
    others = {move for move in others if move != best and state.why_not(move) is None}
    if not others:  # probably there are few moves, so that listing them is cheap
        others.update(islice((move for move in state.moves() if move != best), SAMPLES))
    if len(others) < 2:
        return next(iter(others), None)
    return int(sequential_halving(state, state.seat(), random, SIMULATIONS, candidates=packed(sorted(others)))[0].move)

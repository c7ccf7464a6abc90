"""Search for Latice: flat Monte Carlo over determinized deals with sequential halving.

Every candidate move is tried on the same deals, which takes most of the luck out of the comparison. After each move the
policy plays some turns, and the position it reaches is evaluated. The worse half of the candidates is then dropped, and
the rest share the next round (sequential halving, Karnin, Koren and Somekh 2013).
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

from ludoteca.core.generator import Random
from ludoteca.core.ints import Ints, append, i64, vec
from ludoteca.core.state import NOBODY, determinize
from ludoteca.games.latice.bot.evaluation import (
    Policy,
    argmax,
    choose_target,
    evaluate_placements,
    first_step,
    play_target,
    play_turn,
)
from ludoteca.games.latice.rules import BUY, END, EXCHANGE, Latice

WIN_VALUE: Final = 1_000_000
"""The value of a won game, as a whole number."""
TILE_VALUE: Final = 0.01
"""The value of one more tile when the game is over, in games won."""
POINT_IN_TILES: Final = 0.45
"""The value of a point in hand while the game runs, in tiles."""
MIN_SIMULATIONS: Final = 4
"""Fewest simulations per candidate for the comparison to mean anything."""


class SearchSettings:
    """How wide and how far a bot searches."""

    def __init__(self, policy: Policy, width: i64, turns: i64) -> None:
        self.policy = policy
        """Chooses the candidates and plays the turns of a simulation."""
        self.width = width
        """Number of placements to try."""
        self.turns = turns
        """Length of a simulation in turns, including the current one."""


class Candidate:
    """A move under test and the sum of its values."""

    def __init__(self, move: i64) -> None:
        self.move = move
        self.value: i64 = 0


def search(state: Latice, random: Random, simulations: i64, settings: SearchSettings) -> i64:
    """Return the move with the best simulations, or the policy's own choice if there are too few of them."""
    width = min(settings.width, simulations // MIN_SIMULATIONS)
    if width < 2:
        return first_step(state, choose_target(state, settings.policy, random))
    candidates = [Candidate(move) for move in generate_candidates(state, width, settings.policy, random)]
    return first_step(state, _halve_candidates(state, candidates, random, simulations, settings).move)


def generate_candidates(state: Latice, width: i64, policy: Policy, random: Random) -> Ints:
    """Return the best placements by the policy, at most `width`, and the other moves.

    Without an action, a placement means buying one first. END is no candidate while there is an action and a tile fits.
    """
    count: i64 = state.list_placements()
    moves = vec[i64]()
    if state.actions or state.may_buy():
        values = evaluate_placements(state, count, policy, random)
        while values and len(moves) < width:
            best = argmax(values)
            moves = append(moves, state.move_buffer[best])
            # Remove it from the list: the last one takes its index.
            state.move_buffer[best] = state.move_buffer[len(values) - 1]
            values[best] = values[len(values) - 1]
            values = values[: len(values) - 1]
    if state.may_exchange():
        moves = append(moves, EXCHANGE)
    if state.actions and state.ruleset.buy_before and state.may_buy() and not state.has_max_actions():
        moves = append(moves, BUY)
    if state.actions == 0 or count == 0:
        moves = append(moves, END)
    return moves


def _halve_candidates(
    state: Latice, candidates: list[Candidate], random: Random, simulations: i64, settings: SearchSettings
) -> Candidate:
    """Return the last candidate left by sequential halving."""
    seat = state.mover()
    rounds: i64 = 1
    while (len(candidates) - 1) >> rounds:
        rounds += 1
    while len(candidates) > 1:
        deals = max(simulations // (rounds * len(candidates)), 1)
        while deals:
            deals -= 1
            deal = determinize(state, seat, random)
            for candidate in candidates:
                candidate.value += _simulate(deal.copy(), candidate.move, random, settings)
        candidates.sort(key=lambda candidate: -candidate.value)
        del candidates[(len(candidates) + 1) // 2 :]
    return candidates[0]


def _simulate(state: Latice, move: i64, random: Random, settings: SearchSettings) -> i64:
    """Return the value of a move to its mover after one simulation."""
    seat = state.mover()
    until = state.turns + settings.turns
    play_target(state, move)
    while state.turns < until and state.seat() != NOBODY:
        play_turn(state, settings.policy, random)
    return int(WIN_VALUE * _win_probability(state, seat))


def _win_probability(state: Latice, seat: i64) -> float:
    """Estimate how likely the seat wins; a lead in tiles and points counts for more the fewer turns are left."""
    lead = float(state.laid[seat] - state.laid[1 - seat])
    if state.seat() == NOBODY:
        return state.result()[seat] + TILE_VALUE * lead
    lead += POINT_IN_TILES * float(state.points[seat] - state.points[1 - seat])
    return 1.0 / (1.0 + exp(-lead / sqrt(float(state.ruleset.turns - state.turns))))

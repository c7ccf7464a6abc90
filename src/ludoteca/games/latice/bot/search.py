"""Search for Latice: sequential halving on common deals.

After each candidate the policy plays some turns, and the position it reaches is evaluated.
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
from ludoteca.search.halving import sequential_halving
from ludoteca.search.policy import SearchPolicy

WIN_VALUE: Final = 1_000_000
"""The value of a won game. Values are whole numbers, so that equal candidates have equal sums."""
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


class LaticeSearch(SearchPolicy[Latice]):
    """Plays a target, then whole turns until some were played, and evaluates the lead. Draws nothing in a playout."""

    def __init__(self, policy: Policy, width: i64, last_turn: i64) -> None:
        super().__init__(win_value=WIN_VALUE)
        self.policy = policy
        self.width = width
        self.last_turn = last_turn
        """Playouts end before this turn."""

    def candidates(self, state: Latice, random: Random) -> Ints:
        return generate_candidates(state, self.width, self.policy, random)

    def deal(self, state: Latice, seat: i64, random: Random) -> Latice:
        return determinize(state, seat, random)

    def play_candidate(self, state: Latice, candidate: i64) -> None:
        play_target(state, candidate)

    def play_out(self, state: Latice, random: Random) -> None:
        while state.turns < self.last_turn and state.seat() != NOBODY:
            play_turn(state, self.policy, random)

    def evaluate(self, state: Latice) -> list[float]:
        return [float(int(WIN_VALUE * _win_probability(state, seat))) for seat in range(2)]


def search(state: Latice, random: Random, simulations: i64, settings: SearchSettings) -> i64:
    """Return the move with the best simulations, or the policy's own choice if there are too few of them."""
    return first_step(state, _rank_targets(state, random, simulations, settings)[0])


def rank(state: Latice, random: Random, simulations: i64, settings: SearchSettings) -> Ints:
    """Return the moves that the search compares, the best first."""
    moves = vec[i64]()
    for target in _rank_targets(state, random, simulations, settings):
        move = first_step(state, target)
        if move not in moves:
            moves = append(moves, move)
    return moves


def _rank_targets(state: Latice, random: Random, simulations: i64, settings: SearchSettings) -> Ints:
    width = min(settings.width, simulations // MIN_SIMULATIONS)
    if width < 2:
        return vec[i64]([choose_target(state, settings.policy, random)])
    policy = LaticeSearch(settings.policy, width, state.turns + settings.turns)
    candidates = policy.candidates(state, random)
    ranked = sequential_halving(state, state.mover(), random, simulations, policy, candidates)
    return vec[i64]([target.move for target in ranked])


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


def _win_probability(state: Latice, seat: i64) -> float:
    """Estimate how likely the seat wins; a lead in tiles and points counts for more the fewer turns are left."""
    lead = float(state.laid[seat] - state.laid[1 - seat])
    if state.seat() == NOBODY:
        return state.result()[seat] + TILE_VALUE * lead
    lead += POINT_IN_TILES * float(state.points[seat] - state.points[1 - seat])
    return 1.0 / (1.0 + exp(-lead / sqrt(float(state.ruleset.turns - state.turns))))

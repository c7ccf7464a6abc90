"""Search: short playouts of the best candidate turns on many determinizations, and exact end games.

Every candidate is played on the same determinizations, so that all have the same luck; sequential halving drops the
worse half again and again. In a playout everybody makes the turn that earns most, for a few turns. Once the bag is
empty, two players see everything and the end game is solved.
"""

from __future__ import annotations

from typing import Final

from ludoteca.core.generator import Random
from ludoteca.core.ints import Ints, i64
from ludoteca.core.state import NOBODY, determinize
from ludoteca.games.rowsandcols.board import BRICKS
from ludoteca.games.rowsandcols.bot.endgame import EndgameSolver, best_endgame_turn
from ludoteca.games.rowsandcols.bot.evaluation import Candidate, evaluate, swap_candidates, turn_candidates
from ludoteca.games.rowsandcols.bot.turns import (
    NO_MOVE,
    TurnGenerator,
    going_out_bonus,
    next_move,
    play_turn,
    turn_start,
)
from ludoteca.games.rowsandcols.rules import RowsAndCols

SWAP_THRESHOLD: Final = 6.0
"""Below this value of the best turn, swaps are considered too."""
SWAPS_CONSIDERED: Final = 2


def search(state: RowsAndCols, random: Random, simulations: i64, width: i64, turns_ahead: i64) -> i64:
    """Return the next move of the best of `width` candidate turns; playouts go `turns_ahead` turns further.

    With more than two players playouts go on for one more turn per player, so that all of them move, and there are
    fewer simulations, as each takes longer.
    """
    start = turn_start(state)
    extra = state.players() - 2
    simulations = simulations * turns_ahead // (turns_ahead + extra)
    turns_ahead += extra
    candidates = turn_candidates(state, start)
    evaluate(start, candidates)
    candidates.sort(key=_by_value)
    if state.max_swap() > 0 and (not candidates or candidates[0].value < SWAP_THRESHOLD):
        candidates = candidates[: width - SWAPS_CONSIDERED] + swap_candidates(state)[:SWAPS_CONSIDERED]
    if not candidates:
        return state.random_move(random)
    if not state.bag and state.players() == 2:
        # The square, because plain Python, which simulates less, is slower still at end games.
        turn = _endgame_turn(state, start, candidates, simulations * simulations // 5)
        if turn:
            return next_move(state, turn)
        # There is no chance left: one simulation each is enough.
        candidates = candidates[: max(simulations, 1)]
        simulations = len(candidates)
        turns_ahead = BRICKS
    elif len(candidates) > width:
        candidates = candidates[:width]
    else:
        # Later in a turn there are fewer candidates, and fewer simulations tell them apart.
        simulations = simulations * len(candidates) // width
    if len(candidates) > 1 and simulations > 0:
        candidates = _sequential_halving(start, candidates, random, simulations, turns_ahead)
    return next_move(state, candidates[0].moves)


def _endgame_turn(state: RowsAndCols, start: RowsAndCols, candidates: list[Candidate], limit: i64) -> Ints:
    """Return the best turn of the end game that the bricks already laid allow; empty if the limit is too low."""
    best = best_endgame_turn(start, limit)
    if not best or next_move(state, best) != NO_MOVE:
        return best
    solver = EndgameSolver(start, limit)
    solver.solve(candidates)
    return solver.best


def _sequential_halving(
    start: RowsAndCols, candidates: list[Candidate], random: Random, simulations: i64, turns_ahead: i64
) -> list[Candidate]:
    """Return the best candidates, best first, after sharing out the simulations by halving."""
    rounds: i64 = 1
    while 2**rounds < len(candidates):
        rounds += 1
    while rounds > 0 and len(candidates) > 1:
        deals: i64 = max(simulations // (rounds * len(candidates)), 1)
        simulations -= deals * len(candidates)
        rounds -= 1
        while deals > 0:
            dealt = determinize(start, start.mover, random.fork())
            for candidate in candidates:
                candidate.total += _playout(dealt.copy(), candidate, turns_ahead)
                candidate.simulations += 1
            deals -= 1
        candidates.sort(key=_by_mean)
        if simulations <= 0:
            break
        candidates = candidates[: (len(candidates) + 1) // 2]
    return candidates


def _playout(state: RowsAndCols, candidate: Candidate, turns_ahead: i64) -> float:
    """Return the mover's margin over the opponents' mean after the candidate and a few greedy turns."""
    seat = state.mover
    random = state.random
    assert isinstance(random, Random)  # noqa: S101 - the state is a determinization
    play_turn(state, candidate.moves)
    turns = TurnGenerator(state.board, False)
    while turns_ahead > 0 and state.seat() != NOBODY:
        turns.generate(state.hands[state.mover], going_out_bonus(state))
        if turns.best:
            play_turn(state, turns.best)
        else:
            state.play(state.random_move(random))
        turns_ahead -= 1
    all_points: i64 = 0
    for points in state.points:
        all_points += points
    own = state.points[seat]
    return float(own) - float(all_points - own) / float(state.players() - 1)


def _by_value(candidate: Candidate) -> float:
    return -candidate.value


def _by_mean(candidate: Candidate) -> float:
    return -candidate.mean()

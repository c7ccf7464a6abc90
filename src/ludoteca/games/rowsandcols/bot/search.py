"""Search: short playouts of the best candidate turns, by sequential halving on common deals, and exact end games.

In a playout everybody makes the turn that earns most, for a few turns. Once the bag is empty, two players see
everything and the end game is solved.
"""

from __future__ import annotations

from typing import Final

from ludoteca.core.generator import Random
from ludoteca.core.ints import Ints, append, i64, vec
from ludoteca.core.state import NOBODY
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
from ludoteca.search.halving import sequential_halving
from ludoteca.search.policy import SearchPolicy

SWAP_THRESHOLD: Final = 6.0
"""Below this value of the best turn, swaps are considered too."""
SWAPS_CONSIDERED: Final = 2


class TurnSearch(SearchPolicy[RowsAndCols]):
    """Plays whole turns: a candidate is the index of one, and in a playout everybody makes the turn that earns most."""

    def __init__(self, turns: list[Candidate], turns_ahead: i64) -> None:
        super().__init__()
        self.turns = turns
        self.turns_ahead = turns_ahead
        """Turns in a playout."""

    def candidates(self, state: RowsAndCols, random: Random) -> Ints:
        return vec[i64](list(range(len(self.turns))))

    def play_candidate(self, state: RowsAndCols, candidate: i64) -> None:
        play_turn(state, self.turns[candidate].moves)

    def play_out(self, state: RowsAndCols, random: Random) -> None:
        """Draw from the deal's own stream, so that all candidates have the same luck."""
        luck = state.random
        assert isinstance(luck, Random)  # noqa: S101 - the state is a determinization
        turns = TurnGenerator(state.board, False)
        ahead = self.turns_ahead
        while ahead > 0 and state.seat() != NOBODY:
            turns.generate(state.hands[state.mover], going_out_bonus(state))
            if turns.best:
                play_turn(state, turns.best)
            else:
                state.play(state.random_move(luck))
            ahead -= 1

    def evaluate(self, state: RowsAndCols) -> list[float]:
        """Return each seat's margin over the mean of its opponents."""
        all_points: i64 = 0
        for points in state.points:
            all_points += points
        opponents = float(state.players() - 1)
        return [float(own) - float(all_points - own) / opponents for own in state.points]


def search(state: RowsAndCols, random: Random, simulations: i64, width: i64, turns_ahead: i64) -> i64:
    """Return the next move of the best of `width` candidate turns; playouts go `turns_ahead` turns further."""
    turns = _rank_turns(state, random, simulations, width, turns_ahead)
    return next_move(state, turns[0]) if turns else state.random_move(random)


def rank(state: RowsAndCols, random: Random, simulations: i64, width: i64, turns_ahead: i64) -> Ints:
    """Return the next moves of the same turns, the best first."""
    moves = vec[i64]()
    for turn in _rank_turns(state, random, simulations, width, turns_ahead):
        move = next_move(state, turn)
        if move != NO_MOVE and move not in moves:
            moves = append(moves, move)
    return moves if len(moves) else vec[i64]([state.random_move(random)])


def _rank_turns(state: RowsAndCols, random: Random, simulations: i64, width: i64, turns_ahead: i64) -> list[Ints]:
    """Return the candidate turns, the best first; none if there is no candidate.

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
        return []
    if not state.bag and state.players() == 2:
        # The square, because plain Python, which simulates less, is slower still at end games.
        turn = _endgame_turn(state, start, candidates, simulations * simulations // 5)
        if turn:
            return [turn, *(candidate.moves for candidate in candidates[:width])]
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
        policy = TurnSearch(candidates, turns_ahead)
        numbers = policy.candidates(start, random)
        ranked = sequential_halving(start, start.mover, random, simulations, policy, numbers, carry_over=True)
        return [candidates[candidate.move].moves for candidate in ranked]
    return [candidate.moves for candidate in candidates]


def _endgame_turn(state: RowsAndCols, start: RowsAndCols, candidates: list[Candidate], limit: i64) -> Ints:
    """Return the best turn of the end game that the bricks already laid allow; empty if the limit is too low."""
    best = best_endgame_turn(start, limit)
    if not best or next_move(state, best) != NO_MOVE:
        return best
    solver = EndgameSolver(start, limit)
    solver.solve(candidates)
    return solver.best


def _by_value(candidate: Candidate) -> float:
    return -candidate.value

"""Search for Waffe: sequential halving on common deals.

Both sides of a playout follow a policy that is quick and close enough to good play: it keeps jokers and does not open
with everything it has.
"""

from __future__ import annotations

from typing import Final

from ludoteca.core.generator import Random
from ludoteca.core.ints import Ints, append, i64, vec
from ludoteca.core.state import determinize
from ludoteca.games.waffe.bot.endgame import LOSS, UNKNOWN, EndgameSolver
from ludoteca.games.waffe.bot.heuristics import JOKER_COST, best_play, best_plays, best_plays_with, joker_picks
from ludoteca.games.waffe.cards import BIT, JOKER, OF_RANK, RANKS, size, types_of
from ludoteca.games.waffe.rules import PASS, Waffe
from ludoteca.search.halving import sequential_halving
from ludoteca.search.policy import SearchPolicy

MAX_PLAYOUT_MOVES: Final = 60
"""A playout that is not over after this many moves counts as a draw."""
POSITIONS_PER_SIMULATION: Final = 2
"""Positions that the endgame solver may visit for each simulation."""
NO_MOVE: Final = -1
"""Stands for a move where the endgame is not solved, or lost."""


class WaffeSearch(SearchPolicy[Waffe]):
    """Plays on by `playout_move`; a win counts 1 and a draw 1/2. Nothing is left to chance after the deal."""

    def __init__(self) -> None:
        super().__init__(MAX_PLAYOUT_MOVES)

    def candidates(self, state: Waffe, random: Random) -> Ints:
        return generate_candidates(state, random)

    def deal(self, state: Waffe, seat: i64, random: Random) -> Waffe:
        return determinize(state, seat, random)

    def playout_move(self, state: Waffe, random: Random) -> i64:
        return playout_move(state, random)

    def evaluate(self, state: Waffe) -> list[float]:
        return state.result()


def search(state: Waffe, random: Random, simulations: i64) -> i64:
    """Return the solver's move in a short endgame, otherwise the candidate that wins the most playouts."""
    solved = _solve(state, simulations)
    return _rank_candidates(state, random, simulations)[0] if solved == NO_MOVE else solved


def rank(state: Waffe, random: Random, simulations: i64) -> Ints:
    """Return the solver's move in a short endgame, and the candidates, those that win the most playouts first."""
    solved = _solve(state, simulations)
    moves = vec[i64]() if solved == NO_MOVE else vec[i64]([solved])
    for move in _rank_candidates(state, random, simulations):
        if move != solved:
            moves = append(moves, move)
    return moves


def _solve(state: Waffe, simulations: i64) -> i64:
    """Return a move that wins or draws by force in a short endgame, or NO_MOVE."""
    if len(state.pack) == 0:
        solver = EndgameSolver(POSITIONS_PER_SIMULATION * simulations)
        if solver.solve(state) not in (LOSS, UNKNOWN):
            return solver.best_move
    return NO_MOVE


def _rank_candidates(state: Waffe, random: Random, simulations: i64) -> Ints:
    """Return the candidates, the best first; with too few simulations only the move of a playout."""
    policy = WaffeSearch()
    candidates = policy.candidates(state, random)
    if simulations < len(candidates):
        return vec[i64]([playout_move(state, random)])
    ranked = sequential_halving(state, state.mover, random, simulations, policy, candidates)
    return vec[i64]([candidate.move for candidate in ranked])


def playout_move(state: Waffe, random: Random) -> i64:
    """Return the best play with some cards held back: a third when it opens a field, otherwise one."""
    play = best_play(state, random, JOKER_COST)
    if play == 0:
        return PASS if state.may_pass() else state.random_move(random)
    own = state.hands[state.mover] | state.tables[state.mover]
    if own & ~play == 0:
        return play
    held_back = 1 if state.field else (size(play & own) + 1) // 3
    while held_back > 0:
        smaller = shrink_play(state, play, random)
        if smaller & own == 0:
            break
        play = smaller
        held_back -= 1
    return play


def shrink_play(state: Waffe, play: i64, random: Random) -> i64:
    """Return a legal play without one of the cards, or else without those of one rank; 0 if there is none."""
    field, allowed = state.field, state.allowed_types()
    smaller: i64 = 0
    options: i64 = 0
    for card in range(JOKER):
        if play & BIT[card] and types_of(field | play & ~BIT[card]) & allowed:
            options += 1
            if random.below(options) == 0:
                smaller = play & ~BIT[card]
    if options == 0:
        for rank in range(RANKS):
            if play & OF_RANK[rank] and types_of(field | play & ~OF_RANK[rank]) & allowed:
                options += 1
                if random.below(options) == 0:
                    smaller = play & ~OF_RANK[rank]
    return smaller


def generate_candidates(state: Waffe, random: Random) -> Ints:
    """Return the best play of each kind, a series of smaller plays within each, single cards, and the pass."""
    own = state.hands[state.mover] | state.tables[state.mover]
    candidates = _with_smaller(state, best_plays(state), own, random)
    for card in range(JOKER):
        if own & BIT[card] and state.types_after(BIT[card]) and BIT[card] not in candidates:
            candidates = append(candidates, BIT[card])
    if state.may_pass():
        return append(candidates, PASS)
    if len(candidates) == 0:
        candidates = _with_smaller(state, _forced_plays(state), state.other_table(), random)
    return candidates if len(candidates) else vec[i64]([state.random_move(random)])


def _with_smaller(state: Waffe, plays: Ints, required: i64, random: Random) -> Ints:
    """Return the plays, each followed by smaller ones that still lay one of the required cards."""
    found = vec[i64]()
    for play in plays:
        smaller = play
        while smaller & required and smaller not in found:
            found = append(found, smaller)
            smaller = shrink_play(state, smaller, random)
    return found


def _forced_plays(state: Waffe) -> Ints:
    """Return plays of the opponent's cards, for when nothing else can be played and passing is not allowed."""
    theirs = state.other_table()
    found = vec[i64]()
    for pick in joker_picks(0, 0, theirs):
        for play in best_plays_with(state.field, theirs, 0, pick, state.allowed_types()):
            found = append(found, play)
    return found

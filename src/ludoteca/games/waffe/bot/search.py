"""Search for Waffe: flat Monte Carlo over determinized deals with sequential halving.

Every candidate is tried on the same deals, and each round drops the worse half. Both sides of a playout follow a policy
that is quick and close enough to good play: it keeps jokers and does not open with everything it has.
"""

from __future__ import annotations

from typing import Final

from ludoteca.core.generator import Random
from ludoteca.core.ints import Ints, append, filled, i64, vec
from ludoteca.core.state import NOBODY, determinize
from ludoteca.games.waffe.bot.endgame import LOSS, UNKNOWN, EndgameSolver
from ludoteca.games.waffe.bot.heuristics import JOKER_COST, best_play, best_plays, best_plays_with, joker_picks
from ludoteca.games.waffe.cards import BIT, JOKER, OF_RANK, RANKS, size, types_of
from ludoteca.games.waffe.rules import PASS, Waffe

MAX_PLAYOUT_MOVES: Final = 60
"""A playout that is not over after this many moves counts as a draw."""
POSITIONS_PER_SIMULATION: Final = 2
"""Positions that the endgame solver may visit for each simulation."""


def search(state: Waffe, random: Random, simulations: i64) -> i64:
    """Return the solver's move in a short endgame, otherwise the candidate that wins the most playouts."""
    if len(state.pack) == 0:
        solver = EndgameSolver(POSITIONS_PER_SIMULATION * simulations)
        if solver.solve(state) not in (LOSS, UNKNOWN):
            return solver.best_move
    candidates = generate_candidates(state, random)
    if simulations < len(candidates):
        return playout_move(state, random)
    wins = filled(len(candidates), 0)
    rounds = _count_rounds(len(candidates))
    while len(candidates) > 1:
        deals = max(simulations // (rounds * len(candidates)), 1)
        while deals > 0:
            deals -= 1
            deal = determinize(state, state.mover, random)
            index: i64 = 0
            while index < len(candidates):
                wins[index] += _play_out(deal, candidates[index], random)
                index += 1
        candidates, wins = _better_half(candidates, wins)
    return candidates[0]


def _count_rounds(count: i64) -> i64:
    """Return the number of halvings until one candidate is left."""
    rounds: i64 = 0
    while BIT[rounds] < count:
        rounds += 1
    return rounds


def _better_half(moves: Ints, wins: Ints) -> tuple[Ints, Ints]:
    """Return the moves with the most wins and their wins, best first; equal ones keep their order."""
    better_moves, better_wins = vec[i64](), vec[i64]()
    left = wins[:]
    while 2 * len(better_moves) < len(moves):
        best: i64 = 0
        for index in range(len(moves)):
            if left[index] > left[best]:
                best = index
        better_moves = append(better_moves, moves[best])
        better_wins = append(better_wins, wins[best])
        left[best] = -1
    return better_moves, better_wins


def _play_out(state: Waffe, move: i64, random: Random) -> i64:
    """Play a move and a playout after it; return 2 if the mover wins, 1 for a draw, 0 for a loss."""
    after = state.copy()
    after.play(move)
    played: i64 = 0
    while played < MAX_PLAYOUT_MOVES and after.seat() != NOBODY:
        after.play(playout_move(after, random))
        played += 1
    mine = after.has_no_cards(state.mover)
    if mine == after.has_no_cards(1 - state.mover):
        return 1
    return 2 if mine else 0


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

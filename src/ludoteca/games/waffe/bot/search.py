"""How the strong players of Waffe think: they play each candidate on, over many deals that might be, and count wins.

All candidates meet the same deals, and after each round the worse half is left out. What makes it work is the reply, by
which both sides play on: quick, and near enough to good play, for it keeps jokers and does not open with all it has.
"""

from __future__ import annotations

from typing import Final

from ludoteca.core.generator import Random
from ludoteca.core.ints import Ints, append, filled, i64, vec
from ludoteca.core.state import NOBODY, determinize
from ludoteca.games.waffe.bot.endgame import LOSS, UNKNOWN, Ending
from ludoteca.games.waffe.bot.heuristics import JOKER_KEPT, best_of_kinds, joker_picks, kinds, most
from ludoteca.games.waffe.cards import BIT, JOKER, OF_RANK, RANKS, size, types_of
from ludoteca.games.waffe.rules import PASS, Waffe

LONGEST: Final = 60
"""Moves played on before a game counts as half won."""
ENDING: Final = 2
"""Positions of an ending that may be looked at, for each simulation."""


def think(state: Waffe, random: Random, simulations: i64) -> i64:
    """The best move: for certain in an ending that is not too long, else as far as the simulations tell."""
    if len(state.pack) == 0:
        ending = Ending(ENDING * simulations)
        if ending.worth(state) not in (LOSS, UNKNOWN):
            return ending.move
    alive = candidates(state, random)
    if simulations < len(alive):
        return reply(state, random)
    wins = filled(len(alive), 0)
    rounds = _halvings(len(alive))
    while len(alive) > 1:
        deals = max(simulations // (rounds * len(alive)), 1)
        while deals > 0:
            deals -= 1
            determinized = determinize(state, state.mover, random)
            index: i64 = 0
            while index < len(alive):
                wins[index] += _played_on(determinized, alive[index], random)
                index += 1
        alive, wins = _better_half(alive, wins)
    return alive[0]


def _halvings(number: i64) -> i64:
    """How often the better half is taken until one is left."""
    found: i64 = 0
    while BIT[found] < number:
        found += 1
    return found


def _better_half(moves: Ints, wins: Ints) -> tuple[Ints, Ints]:
    """Those with most wins, best first; of equals the earlier."""
    better, theirs = vec[i64](), vec[i64]()
    left = wins[:]
    while 2 * len(better) < len(moves):
        best: i64 = 0
        for index in range(len(moves)):
            if left[index] > left[best]:
                best = index
        better = append(better, moves[best])
        theirs = append(theirs, wins[best])
        left[best] = -1
    return better, theirs


def _played_on(state: Waffe, move: i64, random: Random) -> i64:
    """What the mover gets when both play on after a move: 2 for a win, 1 for half."""
    after = state.copy()
    after.play(move)
    played: i64 = 0
    while played < LONGEST and after.seat() != NOBODY:
        after.play(reply(after, random))
        played += 1
    mine = after.emptied(state.mover)
    if mine == after.emptied(1 - state.mover):
        return 1
    return 2 if mine else 0


def reply(state: Waffe, random: Random) -> i64:
    """The play that rids of most, held back in part: a third when it opens a field, else one card."""
    play = most(state, random, JOKER_KEPT)
    if play == 0:
        return PASS if state.may_pass() else state.random_move(random)
    own = state.hands[state.mover] | state.tables[state.mover]
    if own & ~play == 0:
        return play
    back = 1 if state.field else (size(play & own) + 1) // 3
    while back > 0:
        smaller = less(state, play, random)
        if smaller & own == 0:
            break
        play = smaller
        back -= 1
    return play


def less(state: Waffe, play: i64, random: Random) -> i64:
    """The play without one of its cards, or else without those of one rank; 0 where that is none."""
    field, allowed = state.field, state.allowed()
    found: i64 = 0
    number: i64 = 0
    for card in range(JOKER):
        if play & BIT[card] and types_of(field | play & ~BIT[card]) & allowed:
            number += 1
            if random.below(number) == 0:
                found = play & ~BIT[card]
    if number == 0:
        for rank in range(RANKS):
            if play & OF_RANK[rank] and types_of(field | play & ~OF_RANK[rank]) & allowed:
                number += 1
                if random.below(number) == 0:
                    found = play & ~OF_RANK[rank]
    return found


def candidates(state: Waffe, random: Random) -> Ints:
    """The best play of each kind, smaller and smaller ones within it, single cards, and the pass."""
    own = state.hands[state.mover] | state.tables[state.mover]
    found = _with_smaller(state, best_of_kinds(state), own, random)
    for card in range(JOKER):
        if own & BIT[card] and state.kept(BIT[card]) and BIT[card] not in found:
            found = append(found, BIT[card])
    if state.may_pass():
        return append(found, PASS)
    if len(found) == 0:
        found = _with_smaller(state, _forced(state), state.other_table(), random)
    return found if len(found) else vec[i64]([state.random_move(random)])


def _with_smaller(state: Waffe, plays: Ints, of: i64, random: Random) -> Ints:
    """The plays, and for each a row of smaller ones that still lay some of these cards."""
    found = vec[i64]()
    for play in plays:
        smaller = play
        while smaller & of and smaller not in found:
            found = append(found, smaller)
            smaller = less(state, smaller, random)
    return found


def _forced(state: Waffe) -> Ints:
    """Where only cards of the other's can be laid, and must be."""
    theirs = state.other_table()
    found = vec[i64]()
    for pick in joker_picks(0, 0, theirs):
        for play in kinds(state.field, theirs, 0, pick, state.allowed()):
            found = append(found, play)
    return found

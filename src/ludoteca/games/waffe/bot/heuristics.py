"""Move heuristics for Waffe: the best play of each kind, found without listing the others.

A kind is a suit, the straights, or groups of one size. The best play of a kind sheds the most own cards and takes few
of the opponent's. The caller chooses the jokers; the cards to go with them are computed.
"""

from __future__ import annotations

from typing import Final

from ludoteca.core.generator import Random
from ludoteca.core.ints import Ints, append, i64, vec
from ludoteca.games.waffe.cards import (
    BIT,
    BIT_COUNTS,
    CARDS,
    JOKER,
    JOKERS,
    NON_JOKERS,
    OF_RANK,
    OF_SUIT,
    RANKS,
    SPAN,
    STRAIGHT,
    SUIT,
    SUITS,
    group_type,
    ranks_of,
    size,
    types_of,
)
from ludoteca.games.waffe.rules import Waffe

CARD_VALUE: Final = 4
"""Value of shedding a card."""
OPPONENT_CARD_COST: Final = 1
"""Cost of playing a card for the opponent."""
JOKER_COST: Final = 40
"""Cost of laying a joker for a careful player: more than any play can gain without one."""
WIN_BONUS: Final = 1000
NO_PLAY: Final = -1

_GAIN_UNIT: Final = 2 ** (3 * RANKS)
"""A way to make groups is packed into one number: its gain in these units and three bits per rank for the cards."""
_RANK_UNIT: Final = vec[i64]([2 ** (3 * rank) for rank in range(RANKS)])
_OFFSET: Final = 2**20 * _GAIN_UNIT
"""Added to every way, so that all of them are greater than 0."""


def best_play(state: Waffe, random: Random, joker_cost: i64) -> i64:
    """Return the play with the highest value, a random one of equals, or 0 if the mover can lay no own card."""
    own = state.hands[state.mover] | state.tables[state.mover]
    if types_of(state.field | own) & state.allowed_types():
        return own
    best: i64 = 0
    best_value: i64 = 0
    equals: i64 = 0
    for play in best_plays(state):
        value = play_value(own, play, joker_cost)
        if equals == 0 or value > best_value:
            best = play
            best_value = value
            equals = 1
        elif value == best_value:
            equals += 1
            if random.below(equals) == 0:
                best = play
    return best


def play_value(own: i64, play: i64, joker_cost: i64) -> i64:
    """Return the value of a play to a player with these own cards."""
    laid = play & own
    value = CARD_VALUE * size(laid & NON_JOKERS)
    value -= joker_cost * BIT_COUNTS[laid >> JOKER] + OPPONENT_CARD_COST * size(play & ~own)
    return value + WIN_BONUS if laid == own else value


def best_plays(state: Waffe) -> Ints:
    """Return the best legal play of each kind and each choice of jokers that lays an own card of the mover."""
    mover = state.mover
    hand, table = state.hands[mover], state.tables[mover]
    # Only while the opponent has a hand: otherwise laying the last card of their table hand would win for them.
    theirs = state.other_table() if state.hands[1 - mover] else 0
    found = vec[i64]()
    for pick in joker_picks(hand, table, theirs):
        for play in best_plays_with(state.field, hand | table, theirs, pick, state.allowed_types()):
            if play & (hand | table):
                found = append(found, play)
    return found


def best_plays_with(field: i64, own: i64, theirs: i64, pick: i64, allowed: i64) -> Ints:
    """Return the best legal play of each kind that lays these jokers."""
    found = vec[i64]()
    jokers = BIT_COUNTS[(field | pick) >> JOKER]
    if allowed & SUIT:
        for suit in range(SUITS):
            if field & NON_JOKERS & ~OF_SUIT[suit] == 0:
                found = _append_if_legal(found, pick | own & OF_SUIT[suit], field, allowed)
    if allowed & STRAIGHT:
        cards = best_straight(field, own, theirs, jokers)
        if cards != NO_PLAY:
            found = _append_if_legal(found, pick | cards, field, allowed)
    for group in range(2, SUITS + 1):
        if allowed & group_type(group):
            cards = best_groups(field, own, theirs, group, jokers)
            if cards != NO_PLAY:
                found = _append_if_legal(found, pick | cards, field, allowed)
    return found


def _append_if_legal(found: Ints, play: i64, field: i64, allowed: i64) -> Ints:
    return append(found, play) if play and types_of(field | play) & allowed else found


def joker_picks(hand: i64, table: i64, theirs: i64) -> Ints:
    """Return sets of jokers to lay: every number of own jokers, open ones first, with every number of theirs."""
    found = vec[i64]()
    own: i64 = 0
    while True:
        others: i64 = own
        found = append(found, others)
        for joker in range(JOKER, CARDS):
            if theirs & BIT[joker]:
                others |= BIT[joker]
                found = append(found, others)
        rest = table & JOKERS & ~own
        if rest == 0:
            rest = hand & JOKERS & ~own
        if rest == 0:
            return found
        own |= rest & -rest


def best_straight(field: i64, own: i64, theirs: i64, jokers: i64) -> i64:
    """Return the best cards that make a straight with this number of jokers, or NO_PLAY."""
    on_field = ranks_of(field)
    field_count = BIT_COUNTS[on_field]
    if size(field & NON_JOKERS) != field_count:
        return NO_PLAY
    mine = ranks_of(own) & ~on_field
    available = on_field | mine | ranks_of(theirs)
    if available == 0:
        return 0
    best_ranks: i64 = 0
    best_gain: i64 = NO_PLAY
    for start in range(RANKS):
        if available & BIT[start]:
            spare = jokers
            covered: i64 = 0
            count = jokers
            others: i64 = 0
            gain = CARD_VALUE * RANKS
            ranks: i64 = 0
            rank = start
            while count < RANKS:
                bit = BIT[rank]
                if available & bit:
                    count += 1
                    if on_field & bit:
                        covered += 1
                    else:
                        ranks |= bit
                        if mine & bit:
                            gain += CARD_VALUE
                        else:
                            gain -= OPPONENT_CARD_COST
                            others += 1
                    # A spare joker replaces a card of the opponent.
                    spared = OPPONENT_CARD_COST * min(spare, others)
                    if covered == field_count and gain + spared > best_gain:
                        best_ranks = ranks
                        best_gain = gain + spared
                else:
                    spare -= 1
                    if spare < 0:
                        break
                rank = rank + 1 if rank < RANKS - 1 else 0
                if rank == start:
                    break
    if best_gain == NO_PLAY:
        return NO_PLAY
    # Drop cards of the opponent that the straight does not need.
    for rank in range(RANKS):
        fewer = best_ranks & ~BIT[rank]
        if fewer != best_ranks and not mine & BIT[rank]:
            ranks = on_field | fewer
            if SPAN[ranks] <= BIT_COUNTS[ranks] + jokers:
                best_ranks = fewer
    return _one_of_each(best_ranks, own, theirs)


def _one_of_each(ranks: i64, own: i64, theirs: i64) -> i64:
    found: i64 = 0
    for rank in range(RANKS):
        if ranks & BIT[rank]:
            found |= _pick_of_rank(rank, 1, own, theirs)
    return found


def _pick_of_rank(rank: i64, number: i64, own: i64, theirs: i64) -> i64:
    """Return this number of cards of a rank, own cards first."""
    found: i64 = 0
    rest = own & OF_RANK[rank]
    others = theirs & OF_RANK[rank]
    while number > 0:
        if rest == 0:
            rest = others
        card = rest & -rest
        found |= card
        rest ^= card
        number -= 1
    return found


def best_groups(field: i64, own: i64, theirs: i64, group: i64, jokers: i64) -> i64:
    """Return the best cards that make groups of one size with this number of jokers, or NO_PLAY.

    Dynamic programming over the ranks: way0 to way3 are the best ways with 0 to 3 jokers used so far, or 0 for none.
    """
    way0: i64 = _OFFSET
    way1: i64 = 0
    way2: i64 = 0
    way3: i64 = 0
    touched = ranks_of(field | own | theirs)
    for rank in range(RANKS):
        if touched & BIT[rank] == 0:
            continue
        there = _count_of_rank(field, rank)
        mine = _count_of_rank(own, rank)
        both = mine + _count_of_rank(theirs, rank)
        new0: i64 = 0
        new1: i64 = 0
        new2: i64 = 0
        new3: i64 = 0
        if there == 0:
            new0, new1, new2, new3 = way0, way1, way2, way3
        missing: i64 = 0
        while missing <= jokers and missing < group:
            number = group - missing - there
            if 0 <= number <= both:
                gain = CARD_VALUE * number
                if number > mine:
                    gain -= (CARD_VALUE + OPPONENT_CARD_COST) * (number - mine)
                step = gain * _GAIN_UNIT + number * _RANK_UNIT[rank]
                if missing == 0:
                    new0 = max(new0, way0 + step if way0 else 0)
                    new1 = max(new1, way1 + step if way1 else 0)
                    new2 = max(new2, way2 + step if way2 else 0)
                    new3 = max(new3, way3 + step if way3 else 0)
                elif missing == 1:
                    new1 = max(new1, way0 + step if way0 else 0)
                    new2 = max(new2, way1 + step if way1 else 0)
                    new3 = max(new3, way2 + step if way2 else 0)
                elif missing == 2:
                    new2 = max(new2, way0 + step if way0 else 0)
                    new3 = max(new3, way1 + step if way1 else 0)
                else:
                    new3 = max(new3, way0 + step if way0 else 0)
            missing += 1
        way0, way1, way2, way3 = new0, new1, new2, new3
        if way0 | way1 | way2 | way3 == 0:
            return NO_PLAY
    # Jokers that fill no group form groups of their own.
    best = way0 if jokers == 0 else way1 if jokers == 1 else way2 if jokers == 2 else way3
    if jokers >= group:
        best = max(best, way0 if jokers == group else way1)
    if best == 0:
        return NO_PLAY
    found: i64 = 0
    for rank in range(RANKS):
        if touched & BIT[rank]:
            number = best >> 3 * rank & 7
            if number:
                found |= _pick_of_rank(rank, number, own, theirs)
    return found


def _count_of_rank(cards: i64, rank: i64) -> i64:
    lowest = cards >> rank
    return (lowest & 1) + (lowest >> RANKS & 1) + (lowest >> 2 * RANKS & 1) + (lowest >> 3 * RANKS & 1)

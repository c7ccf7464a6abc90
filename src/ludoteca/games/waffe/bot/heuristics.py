"""The best play of each kind, found without listing any others: what a player's eye does.

A kind is a suit, the straights, or groups of one size. The best play of a kind rids the player of most cards, and takes
few of the other's. How many jokers are laid is given; which cards go with them is found.
"""

from __future__ import annotations

from typing import Final

from ludoteca.core.generator import Random
from ludoteca.core.ints import Ints, append, i64, vec
from ludoteca.games.waffe.cards import (
    BIT,
    CARDS,
    COUNT,
    JOKER,
    JOKERS,
    OF_RANK,
    OF_SUIT,
    PLAIN,
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

CARD: Final = 4
"""What it is worth to be rid of a card, ..."""
THEIRS: Final = 1
"""and not to play a card for the other."""
JOKER_KEPT: Final = 40
"""What a careful player gives for keeping a joker: more than any play without it."""
WIN: Final = 1000
NONE: Final = -1

_GAIN: Final = 2 ** (3 * RANKS)
"""A way to make groups is one number: what it gains in units of this, below it three bits a rank, the cards laid."""
_PLACE: Final = vec[i64]([2 ** (3 * rank) for rank in range(RANKS)])
_HALF_GAIN: Final = 2**20 * _GAIN
"""Added to each, so that all ways there are stand above 0."""


def most(state: Waffe, random: Random, joker_kept: i64) -> i64:
    """The play that gains most, one of the best by chance; 0 where no card of the mover's own can be laid."""
    own = state.hands[state.mover] | state.tables[state.mover]
    if types_of(state.field | own) & state.allowed():
        return own
    best: i64 = 0
    top: i64 = 0
    equals: i64 = 0
    for play in best_of_kinds(state):
        gain = worth(own, play, joker_kept)
        if equals == 0 or gain > top:
            best = play
            top = gain
            equals = 1
        elif gain == top:
            equals += 1
            if random.below(equals) == 0:
                best = play
    return best


def worth(own: i64, play: i64, joker_kept: i64) -> i64:
    laid = play & own
    gain = CARD * size(laid & PLAIN) - joker_kept * COUNT[laid >> JOKER] - THEIRS * size(play & ~own)
    return gain + WIN if laid == own else gain


def best_of_kinds(state: Waffe) -> Ints:
    """For each kind, and each way to lay jokers with it, the best legal play that lays a card of the mover's own."""
    mover = state.mover
    hand, table = state.hands[mover], state.tables[mover]
    # The other's cards only while he has a hand as well: else the last one of his table hand would win for him.
    theirs = state.other_table() if state.hands[1 - mover] else 0
    found = vec[i64]()
    for pick in joker_picks(hand, table, theirs):
        for play in kinds(state.field, hand | table, theirs, pick, state.allowed()):
            if play & (hand | table):
                found = append(found, play)
    return found


def kinds(field: i64, own: i64, theirs: i64, pick: i64, allowed: i64) -> Ints:
    """The best play of each kind that lays these jokers and is legal."""
    found = vec[i64]()
    jokers = COUNT[(field | pick) >> JOKER]
    if allowed & SUIT:
        for suit in range(SUITS):
            if field & PLAIN & ~OF_SUIT[suit] == 0:
                found = _added(found, pick | own & OF_SUIT[suit], field, allowed)
    if allowed & STRAIGHT:
        cards = straight(field, own, theirs, jokers)
        if cards != NONE:
            found = _added(found, pick | cards, field, allowed)
    for group in range(2, SUITS + 1):
        if allowed & group_type(group):
            cards = groups(field, own, theirs, group, jokers)
            if cards != NONE:
                found = _added(found, pick | cards, field, allowed)
    return found


def _added(found: Ints, play: i64, field: i64, allowed: i64) -> Ints:
    return append(found, play) if play and types_of(field | play) & allowed else found


def joker_picks(hand: i64, table: i64, theirs: i64) -> Ints:
    """Jokers to lay: every number of one's own, with every number of the other's; first what lies open to both."""
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


def straight(field: i64, own: i64, theirs: i64, jokers: i64) -> i64:
    """The cards that make a straight with so many jokers; NONE if none do."""
    there = ranks_of(field)
    fixed = COUNT[there]
    if size(field & PLAIN) != fixed:
        return NONE
    mine = ranks_of(own) & ~there
    reach = there | mine | ranks_of(theirs)
    if reach == 0:
        return 0
    best: i64 = 0
    most: i64 = NONE
    for start in range(RANKS):
        if reach & BIT[start]:
            spare = jokers
            covered: i64 = 0
            count = jokers
            others: i64 = 0
            gain = CARD * RANKS
            ranks: i64 = 0
            rank = start
            while count < RANKS:
                bit = BIT[rank]
                if reach & bit:
                    count += 1
                    if there & bit:
                        covered += 1
                    else:
                        ranks |= bit
                        if mine & bit:
                            gain += CARD
                        else:
                            gain -= THEIRS
                            others += 1
                    # A joker to spare takes the place of a card of the other's.
                    spared = THEIRS * min(spare, others)
                    if covered == fixed and gain + spared > most:
                        best = ranks
                        most = gain + spared
                else:
                    spare -= 1
                    if spare < 0:
                        break
                rank = rank + 1 if rank < RANKS - 1 else 0
                if rank == start:
                    break
    if most == NONE:
        return NONE
    for rank in range(RANKS):
        left = best & ~BIT[rank]
        if left != best and not mine & BIT[rank] and SPAN[there | left] <= COUNT[there | left] + jokers:
            best = left
    return _one_of_each(best, own, theirs)


def _one_of_each(ranks: i64, own: i64, theirs: i64) -> i64:
    found: i64 = 0
    for rank in range(RANKS):
        if ranks & BIT[rank]:
            found |= _some(rank, 1, own, theirs)
    return found


def _some(rank: i64, number: i64, own: i64, theirs: i64) -> i64:
    """So many cards of a rank, one's own first."""
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


def groups(field: i64, own: i64, theirs: i64, group: i64, jokers: i64) -> i64:
    """The cards that make groups of one size with so many jokers; NONE if none do.

    Rank by rank, the best way for each number of jokers that fill up groups so far; it is 0 where there is no way.
    """
    way0: i64 = _HALF_GAIN
    way1: i64 = 0
    way2: i64 = 0
    way3: i64 = 0
    touched = ranks_of(field | own | theirs)
    for rank in range(RANKS):
        if touched & BIT[rank] == 0:
            continue
        there = _of_rank(field, rank)
        mine = _of_rank(own, rank)
        both = mine + _of_rank(theirs, rank)
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
                gain = CARD * number if number <= mine else CARD * mine - THEIRS * (number - mine)
                step = gain * _GAIN + number * _PLACE[rank]
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
            return NONE
    # Jokers that fill up no group make groups of their own.
    best = way0 if jokers == 0 else way1 if jokers == 1 else way2 if jokers == 2 else way3
    if jokers >= group:
        best = max(best, way0 if jokers == group else way1)
    if best == 0:
        return NONE
    found: i64 = 0
    for rank in range(RANKS):
        if touched & BIT[rank]:
            number = best >> 3 * rank & 7
            if number:
                found |= _some(rank, number, own, theirs)
    return found


def _of_rank(cards: i64, rank: i64) -> i64:
    lowest = cards >> rank
    return (lowest & 1) + (lowest >> RANKS & 1) + (lowest >> 2 * RANKS & 1) + (lowest >> 3 * RANKS & 1)

"""Every play that the cards in reach allow, type by type, without trying sets that no type allows.

Suits are subsets of one suit. Straights are the sets of ranks that make one, each in all ways to pick its cards. Groups
grow rank by rank, kept apart by the jokers they still need.
"""

from __future__ import annotations

from typing import Final

from ludoteca.core.ints import Ints, Numbers, append, extend, filled, i64, vec
from ludoteca.games.waffe.cards import (
    BIT,
    CARDS,
    COUNT,
    EVERY_RANK,
    JOKER,
    MOST_JOKERS,
    OF_RANK,
    OF_SUIT,
    PLAIN,
    RANKS,
    STRAIGHT,
    STRAIGHTS,
    SUIT,
    SUITS,
    group_type,
    ranks_of,
    size,
)

HALF: Final = 6
"""Straights are put together from the ranks below this one and the rest."""
BELOW_HALF: Final = 2**HALF - 1


class Reach:
    """What plays are made of: the field, the cards that may be laid on it, and the jokers among them."""

    def __init__(self, field: i64, hand: i64, table: i64, other: i64) -> None:
        self.field = field
        self.jokers = COUNT[field >> JOKER]
        """Jokers on the field."""
        self.cards = (hand | table | other) & PLAIN
        """Cards in reach that are no jokers."""
        self.picks = _joker_picks(hand, table, other)
        """By number of jokers, the ways to pick so many: the lowest of each place."""
        self.most = self.jokers + COUNT[(hand | table | other) >> JOKER]
        """Jokers on the field and in reach."""

    def is_of_suit(self, suit: i64) -> bool:
        """Whether the field as it lies can be this suit."""
        return self.field & PLAIN & ~OF_SUIT[suit] == 0

    def has_doubles(self) -> bool:
        """Whether a rank is on the field more than once."""
        return size(self.field & PLAIN) > COUNT[ranks_of(self.field)]


def _joker_picks(hand: i64, table: i64, other: i64) -> list[Ints]:
    picks = vec[i64]([0])
    for place in (hand, table, other):
        lowest: i64 = 0
        before = picks[:]
        for joker in range(JOKER, CARDS):
            if place & BIT[joker]:
                lowest |= BIT[joker]
                picks = extend(picks, joined(before, vec[i64]([lowest])))
    by_number = [vec[i64]() for _ in range(MOST_JOKERS + 1)]
    for pick in picks:
        number = COUNT[pick >> JOKER]
        by_number[number] = append(by_number[number], pick)
    return by_number


def _aces(suits: i64, number: i64) -> Ints:
    """All sets of so many aces of those suits."""
    found = vec[i64]()
    for some in range(2**SUITS):
        if some & ~suits == 0 and COUNT[some] == number:
            found = append(found, sum([BIT[RANKS * suit] for suit in range(SUITS) if some & BIT[suit]]))
    return found


ACES: Final = vec[Ints]([_aces(suits, number) for suits in range(2**SUITS) for number in range(SUITS + 1)])
"""By suits, as four bits, and by number: those of another rank are the same sets, shifted."""


def held(cards: i64, rank: i64) -> i64:
    """The suits in which a set has this rank, as four bits."""
    lowest = cards >> rank
    return (
        (lowest & 1) | (lowest >> (RANKS - 1) & 2) | (lowest >> (2 * RANKS - 2) & 4) | (lowest >> (3 * RANKS - 3) & 8)
    )


def picked(suits: i64, rank: i64, number: i64) -> Ints:
    """All ways to pick so many cards of one rank, of those suits."""
    return vec[i64]([aces << rank for aces in ACES[suits * (SUITS + 1) + number]])


def joined(some: Ints, others: Ints) -> Ints:
    """Every one of some with every one of others."""
    return vec[i64]([one | other for one in some for other in others])


def all_plays(reach: Reach, allowed: i64) -> Ints:
    """Every play that gives the field one of the allowed types, ascending."""
    found = suit_plays(reach) if allowed & SUIT else vec[i64]()
    if allowed & STRAIGHT:
        found = extend(found, straight_plays(reach))
    for group in range(2, SUITS + 1):
        if allowed & group_type(group):
            found = extend(found, group_plays(reach, group))
    return different(ascending(found))


def ascending(plays: Numbers) -> Ints:
    """The same plays in order. Packed ones are sorted byte by byte, from the lowest up, without unpacking any."""
    if isinstance(plays, list):
        return vec[i64](sorted(plays))
    shift: i64 = 0
    while shift < CARDS:
        places = filled(256 + 1, 0)
        for play in plays:
            places[(play >> shift & 255) + 1] += 1
        for byte in range(255):
            places[byte + 1] += places[byte]
        moved = filled(len(plays), 0)
        for play in plays:
            byte = play >> shift & 255
            moved[places[byte]] = play
            places[byte] += 1
        plays = moved
        shift += 8
    return plays


def different(plays: Ints) -> Ints:
    """Each play once, as one of several types was found under each; and none that lays nothing."""
    found = filled(len(plays), 0)
    count: i64 = 0
    last: i64 = 0
    for play in plays:
        if play != last:
            found[count] = play
            count += 1
            last = play
    return found[:count]


def suit_plays(reach: Reach) -> Ints:
    found = vec[i64]()
    for suit in range(SUITS):
        if reach.is_of_suit(suit):
            sets = _subsets(reach.cards & OF_SUIT[suit])
            for picks in reach.picks:
                found = extend(found, joined(picks, sets))
    return found


def _subsets(cards: i64) -> Ints:
    subsets = vec[i64]([0])
    for card in range(JOKER):
        if cards & BIT[card]:
            subsets = extend(subsets, joined(subsets, vec[i64]([BIT[card]])))
    return subsets


def straight_plays(reach: Reach) -> Ints:
    found = vec[i64]()
    if reach.has_doubles():
        return found
    low = _ways_by_ranks(reach, 0, HALF)
    high = _ways_by_ranks(reach, HALF, RANKS)
    for number, picks in enumerate(reach.picks):
        if picks:
            sets = vec[i64]()
            for ranks in STRAIGHTS[reach.jokers + number]:
                above = high[ranks >> HALF]
                below = low[ranks & BELOW_HALF]
                if above and below:
                    sets = extend(sets, joined(above, below))
            found = extend(found, joined(picks, sets))
    return found


def _ways_by_ranks(reach: Reach, first: i64, end: i64) -> list[Ints]:
    """For every set of ranks from `first` on: all ways to add cards so that the field has just these."""
    ways = [vec[i64]([0])]
    for rank in range(first, end):
        if reach.field & OF_RANK[rank]:
            ways = [vec[i64]() for _ in ways] + ways
        else:
            cards = picked(held(reach.cards, rank), rank, 1)
            ways = ways + [joined(way, cards) for way in ways]
    return ways


def group_plays(reach: Reach, group: i64) -> Ints:
    """Pairs, triples or fours, by the size of a group."""
    ways = _ways_by_need(reach, group)
    found = vec[i64]()
    for number, picks in enumerate(reach.picks):
        if picks:
            jokers = reach.jokers + number
            for need in range(jokers % group, jokers + 1, group):
                sets = ways[need]
                if need < jokers:  # the others make a group of their own, which wants a rank of its own
                    sets = vec[i64]([way for way in sets if ranks_of(reach.field | way) != EVERY_RANK])
                found = extend(found, joined(picks, sets))
    return found


def _ways_by_need(reach: Reach, group: i64) -> list[Ints]:
    """By how many jokers must fill up groups: all ways to add cards so that no rank has more than a group."""
    most = reach.most
    ways = [vec[i64]([0])] + [vec[i64]() for _ in range(most)]
    for rank in range(RANKS):
        there = size(reach.field & OF_RANK[rank])
        mine = held(reach.cards, rank)
        if there == 0 and mine == 0:
            continue
        grown = [vec[i64]() if there else way[:] for way in ways]
        for missing in range(min(group, most + 1)):
            number = group - missing - there
            if 0 <= number <= COUNT[mine]:
                cards = picked(mine, rank, number)
                for need in range(most + 1 - missing):
                    if ways[need]:
                        grown[need + missing] = extend(grown[need + missing], joined(ways[need], cards))
        ways = grown
    return ways

"""Move generation for Waffe: every legal play, type by type, without trying sets that no type allows.

Suit plays are subsets of one suit. Straights come from the sets of ranks that form one, with every choice of cards.
Groups are built rank by rank and kept apart by the number of jokers they still need.
"""

from __future__ import annotations

from typing import Final

from ludoteca.core.ints import Ints, Numbers, append, extend, filled, i64, vec
from ludoteca.games.waffe.cards import (
    BIT,
    BIT_COUNTS,
    CARDS,
    EVERY_RANK,
    JOKER,
    MAX_JOKERS,
    NON_JOKERS,
    OF_RANK,
    OF_SUIT,
    RANKS,
    STRAIGHT,
    STRAIGHTS,
    SUIT,
    SUITS,
    group_type,
    ranks_of,
    size,
)

SPLIT_RANK: Final = 6
"""Straights are combined from the ranks below this one and the rest."""
LOW_RANKS: Final = 2**SPLIT_RANK - 1


class PlayableCards:
    """The field, the cards that may be played onto it, and the jokers among them."""

    def __init__(self, field: i64, hand: i64, table: i64, other_table: i64) -> None:
        self.field = field
        self.field_jokers = BIT_COUNTS[field >> JOKER]
        self.non_jokers = (hand | table | other_table) & NON_JOKERS
        self.joker_picks = _joker_picks(hand, table, other_table)
        """By number of jokers, the ways to pick them: always the lowest of each source."""
        self.max_jokers = self.field_jokers + BIT_COUNTS[(hand | table | other_table) >> JOKER]
        """Jokers on the field and among the playable cards."""

    def field_fits_suit(self, suit: i64) -> bool:
        """Return whether the field as it lies can be this suit."""
        return self.field & NON_JOKERS & ~OF_SUIT[suit] == 0

    def field_repeats_rank(self) -> bool:
        """Return whether a rank is on the field more than once."""
        return size(self.field & NON_JOKERS) > BIT_COUNTS[ranks_of(self.field)]


def _joker_picks(hand: i64, table: i64, other_table: i64) -> list[Ints]:
    picks = vec[i64]([0])
    for source in (hand, table, other_table):
        lowest: i64 = 0
        before = picks[:]
        for joker in range(JOKER, CARDS):
            if source & BIT[joker]:
                lowest |= BIT[joker]
                picks = extend(picks, combine(before, vec[i64]([lowest])))
    by_count = [vec[i64]() for _ in range(MAX_JOKERS + 1)]
    for pick in picks:
        count = BIT_COUNTS[pick >> JOKER]
        by_count[count] = append(by_count[count], pick)
    return by_count


def _ace_sets(suits: i64, count: i64) -> Ints:
    """Return all sets of `count` aces of these suits."""
    found = vec[i64]()
    for some in range(2**SUITS):
        if some & ~suits == 0 and BIT_COUNTS[some] == count:
            found = append(found, sum([BIT[RANKS * suit] for suit in range(SUITS) if some & BIT[suit]]))
    return found


ACE_SETS: Final = vec[Ints]([_ace_sets(suits, count) for suits in range(2**SUITS) for count in range(SUITS + 1)])
"""By suits, as four bits, and by count. The sets of another rank are the same, shifted."""


def suits_held(cards: i64, rank: i64) -> i64:
    """Return the suits in which a set has this rank, as four bits."""
    lowest = cards >> rank
    return (
        (lowest & 1) | (lowest >> (RANKS - 1) & 2) | (lowest >> (2 * RANKS - 2) & 4) | (lowest >> (3 * RANKS - 3) & 8)
    )


def pick_cards(suits: i64, rank: i64, count: i64) -> Ints:
    """Return all ways to pick `count` cards of one rank from these suits."""
    return vec[i64]([aces << rank for aces in ACE_SETS[suits * (SUITS + 1) + count]])


def combine(some: Ints, others: Ints) -> Ints:
    """Return the union of each of some with each of others."""
    return vec[i64]([one | other for one in some for other in others])


def generate_plays(playable: PlayableCards, allowed: i64) -> Ints:
    """Return every play that gives the field one of the allowed types, ascending."""
    found = suit_plays(playable) if allowed & SUIT else vec[i64]()
    if allowed & STRAIGHT:
        found = extend(found, straight_plays(playable))
    for group in range(2, SUITS + 1):
        if allowed & group_type(group):
            found = extend(found, group_plays(playable, group))
    return drop_duplicates(sort_plays(found))


def sort_plays(plays: Numbers) -> Ints:
    """Return the plays in ascending order. Packed ones get a radix sort by bytes, without unpacking."""
    if isinstance(plays, list):
        return vec[i64](sorted(plays))
    shift: i64 = 0
    while shift < CARDS:
        offsets = filled(256 + 1, 0)
        for play in plays:
            offsets[(play >> shift & 255) + 1] += 1
        for byte in range(255):
            offsets[byte + 1] += offsets[byte]
        moved = filled(len(plays), 0)
        for play in plays:
            byte = play >> shift & 255
            moved[offsets[byte]] = play
            offsets[byte] += 1
        plays = moved
        shift += 8
    return plays


def drop_duplicates(plays: Ints) -> Ints:
    """Return each play of a sorted list once, without the empty one; a play of several types is found for each."""
    found = filled(len(plays), 0)
    count: i64 = 0
    last: i64 = 0
    for play in plays:
        if play != last:
            found[count] = play
            count += 1
            last = play
    return found[:count]


def suit_plays(playable: PlayableCards) -> Ints:
    found = vec[i64]()
    for suit in range(SUITS):
        if playable.field_fits_suit(suit):
            sets = _subsets(playable.non_jokers & OF_SUIT[suit])
            for picks in playable.joker_picks:
                found = extend(found, combine(picks, sets))
    return found


def _subsets(cards: i64) -> Ints:
    subsets = vec[i64]([0])
    for card in range(JOKER):
        if cards & BIT[card]:
            subsets = extend(subsets, combine(subsets, vec[i64]([BIT[card]])))
    return subsets


def straight_plays(playable: PlayableCards) -> Ints:
    found = vec[i64]()
    if playable.field_repeats_rank():
        return found
    low = _ways_by_ranks(playable, 0, SPLIT_RANK)
    high = _ways_by_ranks(playable, SPLIT_RANK, RANKS)
    for count, picks in enumerate(playable.joker_picks):
        if picks:
            sets = vec[i64]()
            for ranks in STRAIGHTS[playable.field_jokers + count]:
                above = high[ranks >> SPLIT_RANK]
                below = low[ranks & LOW_RANKS]
                if above and below:
                    sets = extend(sets, combine(above, below))
            found = extend(found, combine(picks, sets))
    return found


def _ways_by_ranks(playable: PlayableCards, first: i64, end: i64) -> list[Ints]:
    """Return, for every set of ranks from `first` on, all ways to add cards so that the field has exactly these."""
    ways = [vec[i64]([0])]
    for rank in range(first, end):
        if playable.field & OF_RANK[rank]:
            ways = [vec[i64]() for _ in ways] + ways
        else:
            cards = pick_cards(suits_held(playable.non_jokers, rank), rank, 1)
            ways = ways + [combine(way, cards) for way in ways]
    return ways


def group_plays(playable: PlayableCards, group: i64) -> Ints:
    """Return pairs, triples or fours, by the size of a group."""
    ways = _ways_by_need(playable, group)
    found = vec[i64]()
    for count, picks in enumerate(playable.joker_picks):
        if picks:
            jokers = playable.field_jokers + count
            for need in range(jokers % group, jokers + 1, group):
                sets = ways[need]
                if need < jokers:  # the other jokers form a group of their own, which needs a free rank
                    sets = vec[i64]([way for way in sets if ranks_of(playable.field | way) != EVERY_RANK])
                found = extend(found, combine(picks, sets))
    return found


def _ways_by_need(playable: PlayableCards, group: i64) -> list[Ints]:
    """Return, by the number of jokers needed to fill groups, all ways to add cards with no rank above a group."""
    max_jokers = playable.max_jokers
    ways = [vec[i64]([0])] + [vec[i64]() for _ in range(max_jokers)]
    for rank in range(RANKS):
        on_field = size(playable.field & OF_RANK[rank])
        suits = suits_held(playable.non_jokers, rank)
        if on_field == 0 and suits == 0:
            continue
        grown = [vec[i64]() if on_field else way[:] for way in ways]
        for missing in range(min(group, max_jokers + 1)):
            count = group - missing - on_field
            if 0 <= count <= BIT_COUNTS[suits]:
                cards = pick_cards(suits, rank, count)
                for need in range(max_jokers + 1 - missing):
                    if ways[need]:
                        grown[need + missing] = extend(grown[need + missing], combine(ways[need], cards))
        ways = grown
    return ways

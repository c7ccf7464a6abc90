"""An index of all plays: counts and numbers them without listing them, to test for a play or to draw one at random.

A kind of play is one suit, the straights, or the groups of one size. A kind counts its sets of cards for each number of
jokers and finds a set by its number. A play of several kinds has a number in each, but only the first kind returns it.
"""

from __future__ import annotations

from typing import Final

from ludoteca.core.generator import Random
from ludoteca.core.ints import Ints, append, filled, i64, vec
from ludoteca.games.waffe.cards import (
    BIT,
    BIT_COUNTS,
    MAX_JOKERS,
    NON_JOKERS,
    OF_RANK,
    OF_SUIT,
    RANKS,
    STRAIGHT,
    STRAIGHTS,
    SUIT,
    SUITS,
    first_type,
    group_type,
    size,
    types_of,
)
from ludoteca.games.waffe.move_generation import LOW_RANKS, SPLIT_RANK, PlayableCards, pick_cards, suits_held

JOKER_COUNTS: Final = MAX_JOKERS + 1
"""The number of possible joker counts, from none to all."""
WORD: Final = 2**31


def random_below(random: Random, bound: i64) -> i64:
    """Return a random integer 0..bound-1, also for bounds beyond the generator's own."""
    if bound <= WORD:
        return random.below(bound)
    number = random.below(WORD) * WORD + random.below(WORD)
    while number >= WORD * WORD - WORD * WORD % bound:
        number = random.below(WORD) * WORD + random.below(WORD)
    return number % bound


class PlayKind:
    """All sets of non-jokers that are of one kind together with the field and a number of jokers."""

    def __init__(self, playable: PlayableCards, type_: i64) -> None:
        self.playable = playable
        self.type = type_

    def fits_field(self) -> bool:
        """Return whether the field as it lies is of this kind."""
        return types_of(self.playable.field) & self.type != 0

    def count(self, jokers: i64) -> i64:
        """Return the number of sets with this many jokers in total."""
        raise NotImplementedError

    def at(self, jokers: i64, number: i64) -> i64:
        """Return the set with this number, 0..count-1."""
        raise NotImplementedError


class OneSuit(PlayKind):
    def __init__(self, playable: PlayableCards, suit: i64) -> None:
        super().__init__(playable, SUIT)
        self.suit = suit

    def fits_field(self) -> bool:
        return self.playable.field_fits_suit(self.suit)

    def count(self, jokers: i64) -> i64:
        return BIT[size(self.playable.non_jokers & OF_SUIT[self.suit])] if self.fits_field() else 0

    def at(self, jokers: i64, number: i64) -> i64:
        found: i64 = 0
        for rank in range(RANKS):
            card = self.playable.non_jokers & OF_SUIT[self.suit] & OF_RANK[rank]
            if card:
                found |= card if number % 2 else 0
                number //= 2
        return found


class Straights(PlayKind):
    def __init__(self, playable: PlayableCards) -> None:
        super().__init__(playable, STRAIGHT)
        self.low = self._ways(0, SPLIT_RANK)
        self.high = self._ways(SPLIT_RANK, RANKS)

    def _ways(self, first: i64, end: i64) -> Ints:
        """Return, for every set of ranks from `first` on, the number of ways to give the field exactly these."""
        ways = vec[i64]([1])
        for rank in range(first, end):
            on_field = size(self.playable.field & OF_RANK[rank])
            without_rank: i64 = 0 if on_field else 1
            with_rank: i64 = 1 if on_field == 1 else 0
            if on_field == 0:
                with_rank = BIT_COUNTS[suits_held(self.playable.non_jokers, rank)]
            ways = vec[i64]([way * without_rank for way in ways] + [way * with_rank for way in ways])
        return ways

    def count(self, jokers: i64) -> i64:
        low, high = self.low, self.high
        return sum([low[ranks & LOW_RANKS] * high[ranks >> SPLIT_RANK] for ranks in STRAIGHTS[jokers]])

    def at(self, jokers: i64, number: i64) -> i64:
        for ranks in STRAIGHTS[jokers]:
            ways = self.low[ranks & LOW_RANKS] * self.high[ranks >> SPLIT_RANK]
            if number < ways:
                return self._pick(ranks, number)
            number -= ways
        return 0

    def _pick(self, ranks: i64, number: i64) -> i64:
        found: i64 = 0
        for rank in range(RANKS):
            if ranks & BIT[rank] and not self.playable.field & OF_RANK[rank]:
                cards = pick_cards(suits_held(self.playable.non_jokers, rank), rank, 1)
                found |= cards[number % len(cards)]
                number //= len(cards)
        return found


class Groups(PlayKind):
    """Groups of one size, counted by the jokers they need, separately with and without an unused rank."""

    def __init__(self, playable: PlayableCards, group: i64) -> None:
        super().__init__(playable, group_type(group))
        self.group = group
        self.ways = [vec[i64]() for _ in range(RANKS + 1)]
        """By rank, the ways from this rank up: by jokers needed without an unused rank, then with one."""
        self.ways[RANKS] = filled(2 * JOKER_COUNTS, 0)
        self.ways[RANKS][0] = 1
        for rank in range(RANKS - 1, -1, -1):
            self.ways[rank] = self._ways(rank, self.ways[rank + 1])

    def _ways(self, rank: i64, above: Ints) -> Ints:
        max_jokers = self.playable.max_jokers
        found = filled(2 * JOKER_COUNTS, 0)
        if not self.playable.field & OF_RANK[rank]:
            for need in range(max_jokers + 1):
                found[JOKER_COUNTS + need] = above[need] + above[JOKER_COUNTS + need]
        if (self.playable.field | self.playable.non_jokers) & OF_RANK[rank]:
            for missing in range(min(self.group, max_jokers + 1)):
                ways = len(self._cards(rank, missing))
                if ways:
                    for need in range(max_jokers + 1 - missing):
                        found[need + missing] += ways * above[need]
                        found[JOKER_COUNTS + need + missing] += ways * above[JOKER_COUNTS + need]
        return found

    def _cards(self, rank: i64, missing: i64) -> Ints:
        """Return all ways to add cards of a rank so that exactly `missing` are missing from its group."""
        suits = suits_held(self.playable.non_jokers, rank)
        count = self.group - missing - size(self.playable.field & OF_RANK[rank])
        return pick_cards(suits, rank, count) if 0 <= count <= BIT_COUNTS[suits] else vec[i64]()

    def _way_indexes(self, jokers: i64) -> Ints:
        """Return the indexes into `ways` that use this many jokers. Spare jokers form a group, which needs a rank."""
        indexes = vec[i64]([jokers])
        for need in range(jokers % self.group, jokers + 1, self.group):
            indexes = append(indexes, JOKER_COUNTS + need)
        return indexes

    def count(self, jokers: i64) -> i64:
        found: i64 = 0
        for index in self._way_indexes(jokers):
            found += self.ways[0][index]
        return found

    def at(self, jokers: i64, number: i64) -> i64:
        for index in self._way_indexes(jokers):
            ways = self.ways[0][index]
            if number < ways:
                return self._pick(index, number)
            number -= ways
        return 0

    def _pick(self, index: i64, number: i64) -> i64:
        found: i64 = 0
        for rank in range(RANKS):
            above = self.ways[rank + 1]
            need = index % JOKER_COUNTS
            if index >= JOKER_COUNTS and not self.playable.field & OF_RANK[rank]:
                if number < above[need] + above[index]:  # the rank stays unused
                    if number < above[need]:
                        index = need
                    else:
                        number -= above[need]
                    continue
                number -= above[need] + above[index]
            for missing in range(need + 1):
                cards = self._cards(rank, missing)
                if number < len(cards) * above[index - missing]:
                    found |= cards[number % len(cards)]
                    number //= len(cards)
                    index -= missing
                    break
                number -= len(cards) * above[index - missing]
        return found


class PlayIndex:
    """All plays that give the field one of the allowed types, by number."""

    def __init__(self, playable: PlayableCards, allowed: i64) -> None:
        self.playable = playable
        self.allowed = allowed
        self.kinds: list[PlayKind] = []
        if allowed & SUIT:
            for suit in range(SUITS):
                self.kinds.append(OneSuit(playable, suit))
        if allowed & STRAIGHT:
            self.kinds.append(Straights(playable))
        for group in range(2, SUITS + 1):
            if allowed & group_type(group):
                self.kinds.append(Groups(playable, group))
        self.counts = vec[i64]()
        """By kind and number of jokers laid: the sets of other cards times the ways to pick the jokers."""
        self.total: i64 = 0
        for kind in self.kinds:
            for number, picks in enumerate(playable.joker_picks):
                count = kind.count(playable.field_jokers + number) * len(picks) if picks else 0
                self.counts = append(self.counts, count)
                self.total += count

    def has_play(self) -> bool:
        """Return whether there is a play. The empty set is none, but every kind that fits the field counts it."""
        empty_sets: i64 = 0
        for kind in self.kinds:
            if kind.fits_field():
                empty_sets += 1
        return self.total > empty_sets

    def at(self, number: i64) -> i64:
        """Return the play with this number, 0..total-1, or 0 if it is empty or another kind returns it."""
        index: i64 = 0
        for kind in self.kinds:
            for jokers, picks in enumerate(self.playable.joker_picks):
                if number < self.counts[index]:
                    rest = kind.at(self.playable.field_jokers + jokers, number // len(picks))
                    return self._drop_duplicate(kind, picks[number % len(picks)] | rest)
                number -= self.counts[index]
                index += 1
        return 0

    def _drop_duplicate(self, kind: PlayKind, play: i64) -> i64:
        """Return the play if this is its first kind, otherwise 0."""
        field = self.playable.field | play
        if first_type(types_of(field) & self.allowed) != kind.type:
            return 0
        # A set of jokers is of every suit, so only the first suit returns it.
        return play if field & NON_JOKERS or kind is self.kinds[0] or kind.type != SUIT else 0

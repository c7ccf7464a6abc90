"""The plays in reach, counted and numbered without listing them: whether there is one, and one of them by chance.

A kind of play is one suit, the straights, or the groups of one size. It knows how many sets of cards are of its kind
with so many jokers, and finds a set by its number. A play of several kinds has a number under each; the first alone
gives it out.
"""

from __future__ import annotations

from typing import Final

from ludoteca.core.generator import Random
from ludoteca.core.ints import Ints, append, filled, i64, vec
from ludoteca.games.waffe.cards import (
    BIT,
    COUNT,
    MOST_JOKERS,
    OF_RANK,
    OF_SUIT,
    PLAIN,
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
from ludoteca.games.waffe.move_generation import BELOW_HALF, HALF, Reach, held, picked

NUMBERS: Final = MOST_JOKERS + 1
"""How many jokers there can be: none to all."""
WORD: Final = 2**31


def below(random: Random, bound: i64) -> i64:
    """A whole number 0..bound-1, also for bounds that are beyond the generator's own."""
    if bound <= WORD:
        return random.below(bound)
    number = random.below(WORD) * WORD + random.below(WORD)
    while number >= WORD * WORD - WORD * WORD % bound:
        number = random.below(WORD) * WORD + random.below(WORD)
    return number % bound


class Kind:
    """Sets of cards without jokers that, with the field and a number of jokers in all, are of one kind."""

    def __init__(self, reach: Reach, its_type: i64) -> None:
        self.reach = reach
        self.type = its_type

    def is_field(self) -> bool:
        """Whether the field is of this kind as it lies."""
        return types_of(self.reach.field) & self.type != 0

    def count(self, jokers: i64) -> i64:
        raise NotImplementedError

    def at(self, jokers: i64, number: i64) -> i64:
        """The set with this number, 0..count-1."""
        raise NotImplementedError


class OneSuit(Kind):
    def __init__(self, reach: Reach, suit: i64) -> None:
        super().__init__(reach, SUIT)
        self.suit = suit

    def is_field(self) -> bool:
        return self.reach.is_of_suit(self.suit)

    def count(self, jokers: i64) -> i64:
        return BIT[size(self.reach.cards & OF_SUIT[self.suit])] if self.is_field() else 0

    def at(self, jokers: i64, number: i64) -> i64:
        found: i64 = 0
        for rank in range(RANKS):
            card = self.reach.cards & OF_SUIT[self.suit] & OF_RANK[rank]
            if card:
                found |= card if number % 2 else 0
                number //= 2
        return found


class Straights(Kind):
    def __init__(self, reach: Reach) -> None:
        super().__init__(reach, STRAIGHT)
        self.low = self._ways(0, HALF)
        self.high = self._ways(HALF, RANKS)

    def _ways(self, first: i64, end: i64) -> Ints:
        """For every set of ranks from `first` on: in how many ways the field comes to have just these, each once."""
        ways = vec[i64]([1])
        for rank in range(first, end):
            there = size(self.reach.field & OF_RANK[rank])
            mine = COUNT[held(self.reach.cards, rank)] if there == 0 else 1 if there == 1 else 0
            without = 0 if there else 1
            ways = vec[i64]([way * without for way in ways] + [way * mine for way in ways])
        return ways

    def count(self, jokers: i64) -> i64:
        low, high = self.low, self.high
        return sum([low[ranks & BELOW_HALF] * high[ranks >> HALF] for ranks in STRAIGHTS[jokers]])

    def at(self, jokers: i64, number: i64) -> i64:
        for ranks in STRAIGHTS[jokers]:
            ways = self.low[ranks & BELOW_HALF] * self.high[ranks >> HALF]
            if number < ways:
                return self._pick(ranks, number)
            number -= ways
        return 0

    def _pick(self, ranks: i64, number: i64) -> i64:
        found: i64 = 0
        for rank in range(RANKS):
            if ranks & BIT[rank] and not self.reach.field & OF_RANK[rank]:
                cards = picked(held(self.reach.cards, rank), rank, 1)
                found |= cards[number % len(cards)]
                number //= len(cards)
        return found


class Groups(Kind):
    """Groups of one size, counted by the jokers needed to fill them up, and apart whether a rank is left out."""

    def __init__(self, reach: Reach, group: i64) -> None:
        super().__init__(reach, group_type(group))
        self.group = group
        self.ways = [vec[i64]() for _ in range(RANKS + 1)]
        """By rank, the ways for it and those above: by jokers needed while no rank is left out, then where one is."""
        self.ways[RANKS] = filled(2 * NUMBERS, 0)
        self.ways[RANKS][0] = 1
        for rank in range(RANKS - 1, -1, -1):
            self.ways[rank] = self._ways(rank, self.ways[rank + 1])

    def _ways(self, rank: i64, above: Ints) -> Ints:
        most = self.reach.most
        found = filled(2 * NUMBERS, 0)
        if not self.reach.field & OF_RANK[rank]:
            for need in range(most + 1):
                found[NUMBERS + need] = above[need] + above[NUMBERS + need]
        if (self.reach.field | self.reach.cards) & OF_RANK[rank]:
            for missing in range(min(self.group, most + 1)):
                ways = len(self._cards(rank, missing))
                if ways:
                    for need in range(most + 1 - missing):
                        found[need + missing] += ways * above[need]
                        found[NUMBERS + need + missing] += ways * above[NUMBERS + need]
        return found

    def _cards(self, rank: i64, missing: i64) -> Ints:
        """All ways to add cards of a rank so that just so many are missing from its group."""
        mine = held(self.reach.cards, rank)
        number = self.group - missing - size(self.reach.field & OF_RANK[rank])
        return picked(mine, rank, number) if 0 <= number <= COUNT[mine] else vec[i64]()

    def _states(self, jokers: i64) -> Ints:
        """What may be needed of so many jokers. Those to spare make a group, for which a rank must be left out."""
        states = vec[i64]([jokers])
        for need in range(jokers % self.group, jokers + 1, self.group):
            states = append(states, NUMBERS + need)
        return states

    def count(self, jokers: i64) -> i64:
        found: i64 = 0
        for state in self._states(jokers):
            found += self.ways[0][state]
        return found

    def at(self, jokers: i64, number: i64) -> i64:
        for state in self._states(jokers):
            ways = self.ways[0][state]
            if number < ways:
                return self._pick(state, number)
            number -= ways
        return 0

    def _pick(self, state: i64, number: i64) -> i64:
        found: i64 = 0
        for rank in range(RANKS):
            above = self.ways[rank + 1]
            need = state % NUMBERS
            if state >= NUMBERS and not self.reach.field & OF_RANK[rank]:
                if number < above[need] + above[state]:  # the rank is left out
                    if number < above[need]:
                        state = need
                    else:
                        number -= above[need]
                    continue
                number -= above[need] + above[state]
            for missing in range(need + 1):
                cards = self._cards(rank, missing)
                if number < len(cards) * above[state - missing]:
                    found |= cards[number % len(cards)]
                    number //= len(cards)
                    state -= missing
                    break
                number -= len(cards) * above[state - missing]
        return found


class Counted:
    """All plays that give the field one of the allowed types."""

    def __init__(self, reach: Reach, allowed: i64) -> None:
        self.reach = reach
        self.allowed = allowed
        self.kinds: list[Kind] = []
        if allowed & SUIT:
            for suit in range(SUITS):
                self.kinds.append(OneSuit(reach, suit))
        if allowed & STRAIGHT:
            self.kinds.append(Straights(reach))
        for group in range(2, SUITS + 1):
            if allowed & group_type(group):
                self.kinds.append(Groups(reach, group))
        self.counts = vec[i64]()
        """By kind, and by the jokers laid: the sets of other cards, times the ways to pick the jokers."""
        self.total: i64 = 0
        for kind in self.kinds:
            for number, picks in enumerate(reach.picks):
                count = kind.count(reach.jokers + number) * len(picks) if picks else 0
                self.counts = append(self.counts, count)
                self.total += count

    def exists(self) -> bool:
        """Whether there is a play. Laying nothing is none, but was counted by every kind that the field is of."""
        nothing: i64 = 0
        for kind in self.kinds:
            if kind.is_field():
                nothing += 1
        return self.total > nothing

    def at(self, number: i64) -> i64:
        """The play with this number, 0..total-1; 0 where that is none, or another kind gives it out."""
        index: i64 = 0
        for kind in self.kinds:
            for jokers, picks in enumerate(self.reach.picks):
                if number < self.counts[index]:
                    rest = kind.at(self.reach.jokers + jokers, number // len(picks))
                    return self._kept(kind, picks[number % len(picks)] | rest)
                number -= self.counts[index]
                index += 1
        return 0

    def _kept(self, kind: Kind, play: i64) -> i64:
        field = self.reach.field | play
        if first_type(types_of(field) & self.allowed) != kind.type:
            return 0
        # Jokers alone are of every suit.
        return play if field & PLAIN or kind is self.kinds[0] or kind.type != SUIT else 0

"""The cards of Waffe, sets of them, and the types that a set can have: the heart of the game.

A card is suit * 13 + rank, and the jokers come last; a set of cards has one bit for each. So a set holds the ranks of
each suit as thirteen bits, and comparing the four suits bit by bit tells which ranks are there more than once.
"""

from __future__ import annotations

from typing import Final

from ludoteca.core.ints import Ints, i64, vec

RANK_NAMES: Final = "A23456789TJQK"
SUIT_NAMES: Final = "CDHS"
RANKS: Final = 13
SUITS: Final = 4
JOKER: Final = RANKS * SUITS
"""The first joker, and the number of cards without jokers."""
MOST_JOKERS: Final = 3
CARDS: Final = JOKER + MOST_JOKERS

# From a table, as all sets here: the compiler gets `1 << n` wrong for n from 31.
BIT: Final = vec[i64]([2**card for card in range(CARDS)])
EVERY_RANK: Final = 2**RANKS - 1
PLAIN: Final = 2**JOKER - 1
"""All cards that are no jokers."""
JOKERS: Final = 2**CARDS - 2**JOKER
OF_SUIT: Final = vec[i64]([EVERY_RANK * 2 ** (RANKS * suit) for suit in range(SUITS)])
OF_RANK: Final = vec[i64]([sum(2 ** (RANKS * suit + rank) for suit in range(SUITS)) for rank in range(RANKS)])

CARD_NAMES: Final = [rank + suit for suit in SUIT_NAMES for rank in RANK_NAMES] + ["J1", "J2", "J3"]
ORDER: Final = [RANKS * suit + rank for rank in range(RANKS) for suit in range(SUITS)] + list(range(JOKER, CARDS))
"""All cards in the order in which they are written: by rank, then by suit, jokers last."""

TYPE_NAMES: Final = ("suit", "straight", "pairs", "triples", "fours")
SUIT: Final = 1
STRAIGHT: Final = 2
PAIRS: Final = 4
TRIPLES: Final = 8
FOURS: Final = 16
GROUPS: Final = PAIRS | TRIPLES | FOURS
EVERY_TYPE: Final = SUIT | STRAIGHT | GROUPS


def group_type(size: i64) -> i64:
    """The type of groups of 2, 3 or 4."""
    return PAIRS if size == 2 else TRIPLES if size == 3 else FOURS


def _span(ranks: i64) -> i64:
    """The fewest consecutive ranks on the circle A..K-A that hold all of these."""
    widest_gap: i64 = 0
    gap: i64 = 0
    for step in range(2 * RANKS):
        gap = 0 if ranks & BIT[step % RANKS] else gap + 1
        widest_gap = max(widest_gap, gap)
    return RANKS - min(widest_gap, RANKS)


COUNT: Final = vec[i64]([ranks.bit_count() for ranks in range(EVERY_RANK + 1)])
"""By set of ranks, how many they are."""
SPAN: Final = vec[i64]([_span(ranks) for ranks in range(EVERY_RANK + 1)])


def _straights(jokers: i64) -> Ints:
    return vec[i64]([ranks for ranks in range(EVERY_RANK + 1) if SPAN[ranks] <= COUNT[ranks] + jokers <= RANKS])


STRAIGHTS: Final = vec[Ints]([_straights(jokers) for jokers in range(MOST_JOKERS + 1)])
"""By number of jokers, the sets of ranks that make a straight with them."""


def _becomes(types: i64) -> i64:
    if types == 0:
        return EVERY_TYPE
    return types | (STRAIGHT if types & SUIT else 0) | (GROUPS if types & (STRAIGHT | GROUPS) else 0)


BECOMES: Final = vec[i64]([_becomes(types) for types in range(EVERY_TYPE + 1)])
"""By the types that a field has kept, those it may have after a play; an empty field may become anything."""


def size(cards: i64) -> i64:
    """How many cards a set has."""
    return (
        COUNT[cards & EVERY_RANK]
        + COUNT[cards >> RANKS & EVERY_RANK]
        + COUNT[cards >> 2 * RANKS & EVERY_RANK]
        + COUNT[cards >> 3 * RANKS & EVERY_RANK]
        + COUNT[cards >> JOKER]
    )


def ranks_of(cards: i64) -> i64:
    """The set of ranks that are there at least once."""
    return (cards | cards >> RANKS | cards >> 2 * RANKS | cards >> 3 * RANKS) & EVERY_RANK


def types_of(cards: i64) -> i64:
    """All types that a set of cards has, with its jokers standing for whatever helps."""
    clubs = cards & EVERY_RANK
    diamonds = cards >> RANKS & EVERY_RANK
    hearts = cards >> 2 * RANKS & EVERY_RANK
    spades = cards >> 3 * RANKS & EVERY_RANK
    once = clubs | diamonds | hearts | spades
    twice = (clubs & diamonds) | (hearts & spades) | ((clubs | diamonds) & (hearts | spades))
    thrice = (clubs & diamonds & (hearts | spades)) | (hearts & spades & (clubs | diamonds))
    ranks = COUNT[once]
    n = COUNT[clubs] + COUNT[diamonds] + COUNT[hearts] + COUNT[spades] + COUNT[cards >> JOKER]
    types: i64 = 0
    if twice == 0:
        if once in (clubs, diamonds, hearts, spades):
            types |= SUIT
        if SPAN[once] <= n <= RANKS:
            types |= STRAIGHT
    if n % 2 == 0 and thrice == 0 and 2 * ranks <= n <= 2 * RANKS:
        types |= PAIRS
    if n % 3 == 0 and clubs & diamonds & hearts & spades == 0 and 3 * ranks <= n <= 3 * RANKS:
        types |= TRIPLES
    if n % 4 == 0 and 4 * ranks <= n <= 4 * RANKS:
        types |= FOURS
    return types


def first_type(types: i64) -> i64:
    """The type that is shown: the first of suit, straight, pairs, triples, fours."""
    return types & -types


def listed(cards: i64) -> Ints:
    """The cards of a set in the order in which they are written."""
    return vec[i64]([card for card in ORDER if cards & BIT[card]])


def card_names(cards: i64) -> list[str]:
    return [CARD_NAMES[card] for card in listed(cards)]


def type_names(types: i64) -> list[str]:
    return [name for index, name in enumerate(TYPE_NAMES) if types & BIT[index]]

"""The cards of Waffe, sets of cards, and the types that a set can have.

A card is suit * 13 + rank; the jokers come last. A set of cards has one bit per card, so it holds the ranks of each
suit in 13 bits, and bitwise operations on the four suits find the ranks that occur more than once.
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
MAX_JOKERS: Final = 3
CARDS: Final = JOKER + MAX_JOKERS

# A table, because mypyc gets `1 << n` wrong for n >= 31.
BIT: Final = vec[i64]([2**card for card in range(CARDS)])
EVERY_RANK: Final = 2**RANKS - 1
NON_JOKERS: Final = 2**JOKER - 1
"""All cards except jokers."""
JOKERS: Final = 2**CARDS - 2**JOKER
OF_SUIT: Final = vec[i64]([EVERY_RANK * 2 ** (RANKS * suit) for suit in range(SUITS)])
OF_RANK: Final = vec[i64]([sum(2 ** (RANKS * suit + rank) for suit in range(SUITS)) for rank in range(RANKS)])

CARD_NAMES: Final = [rank + suit for suit in SUIT_NAMES for rank in RANK_NAMES] + ["J1", "J2", "J3"]
CARD_ORDER: Final = [RANKS * suit + rank for rank in range(RANKS) for suit in range(SUITS)] + list(range(JOKER, CARDS))
"""All cards in the order of notation: by rank, then by suit, jokers last."""

TYPE_NAMES: Final = ("suit", "straight", "pairs", "triples", "fours")
SUIT: Final = 1
STRAIGHT: Final = 2
PAIRS: Final = 4
TRIPLES: Final = 8
FOURS: Final = 16
GROUPS: Final = PAIRS | TRIPLES | FOURS
EVERY_TYPE: Final = SUIT | STRAIGHT | GROUPS


def group_type(size: i64) -> i64:
    """Return the type of groups of 2, 3 or 4 cards."""
    return PAIRS if size == 2 else TRIPLES if size == 3 else FOURS


def _span(ranks: i64) -> i64:
    """Return the length of the shortest run of ranks on the circle A..K-A that holds all of these."""
    widest_gap: i64 = 0
    gap: i64 = 0
    for step in range(2 * RANKS):
        gap = 0 if ranks & BIT[step % RANKS] else gap + 1
        widest_gap = max(widest_gap, gap)
    return RANKS - min(widest_gap, RANKS)


BIT_COUNTS: Final = vec[i64]([ranks.bit_count() for ranks in range(EVERY_RANK + 1)])
"""By set of ranks, their number."""
SPAN: Final = vec[i64]([_span(ranks) for ranks in range(EVERY_RANK + 1)])


def _straights(jokers: i64) -> Ints:
    return vec[i64]([ranks for ranks in range(EVERY_RANK + 1) if SPAN[ranks] <= BIT_COUNTS[ranks] + jokers <= RANKS])


STRAIGHTS: Final = vec[Ints]([_straights(jokers) for jokers in range(MAX_JOKERS + 1)])
"""By number of jokers, the sets of ranks that form a straight with them."""


def _becomes(types: i64) -> i64:
    if types == 0:
        return EVERY_TYPE
    return types | (STRAIGHT if types & SUIT else 0) | (GROUPS if types & (STRAIGHT | GROUPS) else 0)


BECOMES: Final = vec[i64]([_becomes(types) for types in range(EVERY_TYPE + 1)])
"""By the types that a field has kept, the types it may have after a play; an empty field may take any."""


def size(cards: i64) -> i64:
    """Return the number of cards in a set."""
    return (
        BIT_COUNTS[cards & EVERY_RANK]
        + BIT_COUNTS[cards >> RANKS & EVERY_RANK]
        + BIT_COUNTS[cards >> 2 * RANKS & EVERY_RANK]
        + BIT_COUNTS[cards >> 3 * RANKS & EVERY_RANK]
        + BIT_COUNTS[cards >> JOKER]
    )


def ranks_of(cards: i64) -> i64:
    """Return the set of ranks that occur at least once."""
    return (cards | cards >> RANKS | cards >> 2 * RANKS | cards >> 3 * RANKS) & EVERY_RANK


def types_of(cards: i64) -> i64:
    """Return all types of a set of cards, with jokers standing for whatever helps."""
    clubs = cards & EVERY_RANK
    diamonds = cards >> RANKS & EVERY_RANK
    hearts = cards >> 2 * RANKS & EVERY_RANK
    spades = cards >> 3 * RANKS & EVERY_RANK
    once = clubs | diamonds | hearts | spades
    twice = (clubs & diamonds) | (hearts & spades) | ((clubs | diamonds) & (hearts | spades))
    thrice = (clubs & diamonds & (hearts | spades)) | (hearts & spades & (clubs | diamonds))
    ranks = BIT_COUNTS[once]
    n = BIT_COUNTS[clubs] + BIT_COUNTS[diamonds] + BIT_COUNTS[hearts] + BIT_COUNTS[spades] + BIT_COUNTS[cards >> JOKER]
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
    """Return the type that is shown: the first of suit, straight, pairs, triples, fours."""
    return types & -types


def sorted_cards(cards: i64) -> Ints:
    """Return the cards of a set in the order of notation."""
    return vec[i64]([card for card in CARD_ORDER if cards & BIT[card]])


def card_names(cards: i64) -> list[str]:
    return [CARD_NAMES[card] for card in sorted_cards(cards)]


def type_names(types: i64) -> list[str]:
    return [name for index, name in enumerate(TYPE_NAMES) if types & BIT[index]]

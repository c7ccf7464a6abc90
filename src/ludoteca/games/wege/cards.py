"""The cards of Wege: joined corners, gnomes and the deck.

Corners are numbered clockwise from the top left. In rotation r, a land or water card joins corners r and r+2, a bridge
both pairs, and a cossack none.
"""

from __future__ import annotations

from typing import Final

from ludoteca.core.ints import Ints, append, i64, vec

LAND: Final = 0
WATER: Final = 1
LAND_PATH: Final = 2
LAND_OFF: Final = 3
WATER_PATH: Final = 4
WATER_OFF: Final = 5
COSSACK: Final = 6
BRIDGE: Final = 7
CARDS: Final = 8
NO_CARD: Final = -1

ROTATIONS: Final = 4

KINDS: Final = ["land", "water", "land", "land", "water", "water", "cossack", "bridge"]
GNOMES: Final = [None, None, "path", "off", "path", "off", None, None]
CARD_NAMES: Final = [
    *("land_card", "water_card", "land_path", "land_off", "water_path", "water_off"),
    *("cossack_card", "bridge_card"),
]
"""As texts name them; the words are `word_land_card` and so on."""

IS_WATER: Final = vec[i64]([0, 1, 0, 0, 1, 1, 0, 0])
"""Per card, 1 if corners r and r+2 are water, 0 if they are land."""
JOINED_PAIRS: Final = vec[i64]([1, 1, 1, 1, 1, 1, 0, 2])
"""Per card, the number of joined pairs of opposite corners: first that of corner r, then that of corner r+1."""
GNOME_CORNER: Final = vec[i64]([-1, -1, 0, 1, 0, 1, -1, -1])
"""Per card, the corner of its gnome, counted from corner r, or -1 without a gnome."""

STANDARD: Final = -1
"""The number of specials that stands for the standard deck."""
STANDARD_SPECIALS: Final = vec[i64]([0, 0, 3, 2, 3, 2, 3, 3])
MAX_SPECIALS: Final = 9
SPARE_CARDS: Final = 2
"""A deck has at least this many more cards than the park has cells."""
STANDARD_PLAIN: Final = 12
STANDARD_CELLS: Final = (34, 38)
"""Parks of about the standard size have at least the standard number of plain land and water cards."""


def deck_counts(cells: i64, specials: i64) -> Ints:
    """Return how many of each card a deck has; plain land and plain water cards are equally many."""
    counts = STANDARD_SPECIALS[:]
    special: i64 = 0
    for card in range(LAND_PATH, CARDS):
        if specials != STANDARD:
            counts[card] = specials
        special += counts[card]
    plain = max(0, (cells + SPARE_CARDS - special + 1) // 2)
    if STANDARD_CELLS[0] <= cells <= STANDARD_CELLS[1]:
        plain = max(plain, STANDARD_PLAIN)
    counts[LAND] = plain
    counts[WATER] = plain
    return counts


def deck_cards(cells: i64, specials: i64) -> Ints:
    """Return the unshuffled deck for a park of this size."""
    counts = deck_counts(cells, specials)
    cards = vec[i64]()
    for card in range(CARDS):
        for _ in range(counts[card]):
            cards = append(cards, card)
    return cards

"""The cards of Wege: what joins their corners, where a gnome sits, how many make a deck.

Corners are numbered clockwise from the top left. Turned by r, a land or a water card joins its corners r and r+2, a
bridge the other two as well, a cossack none.
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
    "a land card",
    "a water card",
    "a land card with a path gnome",
    "a land card with an off-path gnome",
    "a water card with a path gnome",
    "a water card with an off-path gnome",
    "a cossack",
    "a bridge",
]

WATERY: Final = vec[i64]([0, 1, 0, 0, 1, 1, 0, 0])
"""Per card, whether its corners r and r+2 are water; else they are land."""
JOINS: Final = vec[i64]([1, 1, 1, 1, 1, 1, 0, 2])
"""Per card, how many pairs of opposite corners are joined: first that of corner r, then that of corner r+1."""
GNOME_CORNER: Final = vec[i64]([-1, -1, 0, 1, 0, 1, -1, -1])
"""Per card, where its gnome sits, counted from corner r; -1 without a gnome."""

STANDARD: Final = 0
"""Instead of a number of specials: the standard numbers."""
STANDARD_SPECIALS: Final = vec[i64]([0, 0, 3, 2, 3, 2, 3, 3])
MOST_SPECIALS: Final = 5
SPECIAL_KINDS: Final = CARDS - 2
SPARE: Final = 2
"""Cards that a deck has at least beyond the cells."""
USUAL_PLAIN: Final = 12
USUAL_CELLS: Final = (34, 38)
"""Parks of about the usual size have at least the usual number of plain land and of plain water cards."""


def deck_counts(cells: i64, specials: i64) -> Ints:
    """How many of each card a deck for so many cells has; as many plain land as plain water cards."""
    counts = STANDARD_SPECIALS[:]
    special: i64 = 0
    for card in range(LAND_PATH, CARDS):
        if specials != STANDARD:
            counts[card] = specials
        special += counts[card]
    plain = max(0, (cells + SPARE - special + 1) // 2)
    if USUAL_CELLS[0] <= cells <= USUAL_CELLS[1]:
        plain = max(plain, USUAL_PLAIN)
    counts[LAND] = plain
    counts[WATER] = plain
    return counts


def deck_cards(cells: i64, specials: i64) -> Ints:
    """The deck for so many cells, unshuffled."""
    counts = deck_counts(cells, specials)
    cards = vec[i64]()
    for card in range(CARDS):
        for _ in range(counts[card]):
            cards = append(cards, card)
    return cards

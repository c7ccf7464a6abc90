"""The field as its type shows it: a suit in a row, a straight in order, groups side by side, jokers in their places."""

from typing import Any, Final

from ludoteca.core.translations import Text
from ludoteca.games.waffe.cards import (
    BIT,
    CARD_NAMES,
    JOKER,
    JOKERS,
    OF_RANK,
    OF_SUIT,
    PAIRS,
    PLAIN,
    RANK_NAMES,
    RANKS,
    STRAIGHT,
    SUIT,
    SUIT_NAMES,
    TRIPLES,
    card_names,
    ranks_of,
    size,
    type_names,
)
from ludoteca.games.waffe.violations import TRANSLATIONS

Place = dict[str, Any]
"""A card, and for a joker what it stands `as`: a rank, a suit, or nothing in particular."""

GROUP_SIZES: Final = {PAIRS: 2, TRIPLES: 3}


def arranged(field: int, shown: int) -> list[list[Place]]:
    """The cards in groups; a suit and a straight are one."""
    if field == 0:
        return []
    if shown == SUIT:
        return [[_place(card, suit_of(field)) for card in card_names(field)]]
    if shown == STRAIGHT:
        return [_straight(field)]
    return _groups(field, GROUP_SIZES.get(shown, 4))


def _place(card: str, stands_as: str | None) -> Place:
    return {"card": card, "as": stands_as} if card in CARD_NAMES[JOKER:] else {"card": card}


def suit_of(field: int) -> str | None:
    """The suit of a field that is one; None for jokers alone."""
    fitting = [name for suit, name in enumerate(SUIT_NAMES) if field & PLAIN & ~OF_SUIT[suit] == 0]
    return fitting[0] if field & PLAIN else None


def first_rank(field: int) -> int:
    """The rank a straight begins with. Jokers to spare go to its upper end, unless it would go round past the king."""
    n, ranks = size(field), ranks_of(field)
    starts: list[int] = [*range(RANKS - n, -1, -1), *range(RANKS - n + 1, RANKS)]
    for start in starts:
        window = sum(BIT[(start + step) % RANKS] for step in range(n))
        if ranks & ~window == 0:
            return start
    raise ValueError(f"no straight: {card_names(field)}")


def last_rank(field: int) -> str:
    return RANK_NAMES[(first_rank(field) + size(field) - 1) % RANKS]


def _straight(field: int) -> list[Place]:
    start, jokers = first_rank(field), card_names(field & JOKERS)
    row = []
    for step in range(size(field)):
        rank = (start + step) % RANKS
        cards = card_names(field & OF_RANK[rank])
        row.append({"card": cards[0]} if cards else _place(jokers.pop(0), RANK_NAMES[rank]))
    return row


def _groups(field: int, group: int) -> list[list[Place]]:
    jokers = card_names(field & JOKERS)
    groups = []
    for rank, name in enumerate(RANK_NAMES):
        cards = card_names(field & OF_RANK[rank])
        if cards:
            fill = [jokers.pop(0) for _ in range(group - len(cards))]
            groups.append([{"card": card} for card in cards] + [_place(joker, name) for joker in fill])
    while jokers:
        groups.append([_place(jokers.pop(0), None) for _ in range(group)])
    return groups


def described(field: int, shown: int) -> dict[str, Any]:
    """What a field `is` in words, "a straight to the king"; and the type, suit or last rank that say the same."""
    parts: dict[str, Any] = {"type": type_names(shown)[0]}
    code = f"is_{parts['type']}"
    name = ""
    if shown == SUIT:
        parts["suit"] = suit_of(field)
        code = code if parts["suit"] else "is_jokers"
        name = TRANSLATIONS.find(f"suit_{parts['suit']}") or ""
    elif shown == STRAIGHT:
        parts["top"] = last_rank(field)
        name = TRANSLATIONS.find(f"rank_{parts['top']}") or ""
    return {"is": TRANSLATIONS.format(Text(code, {"name": name})), **parts}

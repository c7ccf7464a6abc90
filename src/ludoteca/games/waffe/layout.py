"""The layout of a field by its type: a suit in a row, a straight in order, groups side by side, jokers in position."""

from typing import Any, Final

from ludoteca.core.translations import Text, nested
from ludoteca.games.waffe.cards import (
    BIT,
    CARD_NAMES,
    JOKER,
    JOKERS,
    NON_JOKERS,
    OF_RANK,
    OF_SUIT,
    PAIRS,
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

LaidCard = dict[str, Any]
"""A `card`, and for a joker what it stands for, `as` a rank, a suit or null."""

GROUP_SIZES: Final = {PAIRS: 2, TRIPLES: 3}


def arrange_field(field: int, shown: int) -> list[list[LaidCard]]:
    """Return the cards in groups; a suit or a straight is one group."""
    if field == 0:
        return []
    if shown == SUIT:
        return [[_laid_card(card, field_suit(field)) for card in card_names(field)]]
    if shown == STRAIGHT:
        return [_straight(field)]
    return _groups(field, GROUP_SIZES.get(shown, 4))


def _laid_card(card: str, stands_as: str | None) -> LaidCard:
    return {"card": card, "as": stands_as} if card in CARD_NAMES[JOKER:] else {"card": card}


def field_suit(field: int) -> str | None:
    """Return the suit of a field of type suit, or None if it is all jokers."""
    fitting = [name for suit, name in enumerate(SUIT_NAMES) if field & NON_JOKERS & ~OF_SUIT[suit] == 0]
    return fitting[0] if field & NON_JOKERS else None


def straight_start(field: int) -> int:
    """Return the first rank of a straight. Spare jokers go to its upper end unless it would wrap past the king."""
    n, ranks = size(field), ranks_of(field)
    starts: list[int] = [*range(RANKS - n, -1, -1), *range(RANKS - n + 1, RANKS)]
    for start in starts:
        window = sum(BIT[(start + step) % RANKS] for step in range(n))
        if ranks & ~window == 0:
            return start
    raise ValueError(f"no straight: {card_names(field)}")


def straight_end(field: int) -> str:
    return RANK_NAMES[(straight_start(field) + size(field) - 1) % RANKS]


def _straight(field: int) -> list[LaidCard]:
    start, jokers = straight_start(field), card_names(field & JOKERS)
    row = []
    for step in range(size(field)):
        rank = (start + step) % RANKS
        cards = card_names(field & OF_RANK[rank])
        row.append({"card": cards[0]} if cards else _laid_card(jokers.pop(0), RANK_NAMES[rank]))
    return row


def _groups(field: int, group: int) -> list[list[LaidCard]]:
    jokers = card_names(field & JOKERS)
    groups = []
    for rank, name in enumerate(RANK_NAMES):
        cards = card_names(field & OF_RANK[rank])
        if cards:
            fill = [jokers.pop(0) for _ in range(group - len(cards))]
            groups.append([{"card": card} for card in cards] + [_laid_card(joker, name) for joker in fill])
    while jokers:
        groups.append([_laid_card(jokers.pop(0), None) for _ in range(group)])
    return groups


def describe_field(field: int, shown: int) -> dict[str, Any]:
    """Return what a field is: its type, with its suit or last rank."""
    parts: dict[str, Any] = {"type": type_names(shown)[0]}
    if shown == SUIT:
        parts["suit"] = field_suit(field)
    elif shown == STRAIGHT:
        parts["top"] = straight_end(field)
    return parts


def field_text(parts: dict[str, Any]) -> Text:
    """Return what a field is in words, such as "a straight to the king"."""
    if parts["type"] == "suit":
        return Text("is_suit", {"name": nested(Text(f"suit_{parts['suit']}"))}) if parts["suit"] else Text("is_jokers")
    if parts["type"] == "straight":
        return Text("is_straight", {"name": nested(Text(f"rank_{parts['top']}"))})
    return Text(f"is_{parts['type']}")

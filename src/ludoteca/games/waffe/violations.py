"""Why a field lacks a type, for a refusal: as codes with parameters, and in words."""

from __future__ import annotations

from typing import Any, Final

from ludoteca.core.translations import Text, nested, read_translations
from ludoteca.games.waffe.cards import (
    BIT,
    BIT_COUNTS,
    CARD_NAMES,
    NON_JOKERS,
    OF_RANK,
    RANK_NAMES,
    RANKS,
    TYPE_NAMES,
    card_names,
    ranks_of,
    size,
    sorted_cards,
    types_of,
)

Violation = dict[str, Any]

TRANSLATIONS: Final = read_translations(__package__)


def find_violations(field: int, types: int) -> list[Violation]:
    """Return why the field lacks each of these types: the type, a translation code and its parameters."""
    found = []
    for index, name in enumerate(TYPE_NAMES):
        if BIT[index] & types & ~types_of(field):
            text = _violation(field, index)
            found.append({"type": name, "code": text.code, "params": dict(text.params)})
    return found


def describe_violations(violations: list[Violation]) -> dict[str, Any]:
    """Return all reasons as one text."""
    first, *rest = (Text(one["code"], one["params"]) for one in violations)
    for text in rest:
        first = Text("violations", {"first": nested(first), "second": nested(text)})
    return nested(first)


def _violation(field: int, index: int) -> Text:
    if index == 0:
        return _suit_violation(field)
    return _straight_violation(field) if index == 1 else _groups_violation(field, index)


def _suit_violation(field: int) -> Text:
    cards = sorted_cards(field & NON_JOKERS)
    other = next(card for card in cards if card // RANKS != cards[0] // RANKS)
    return Text("violation_suit", {"one": CARD_NAMES[cards[0]], "other": CARD_NAMES[other]})


def _straight_violation(field: int) -> Text:
    for rank in range(RANKS):
        same_rank = card_names(field & OF_RANK[rank])
        if len(same_rank) > 1:
            return Text("violation_straight_twice", {"one": same_rank[0], "other": same_rank[1]})
    if size(field) > RANKS:
        return Text("violation_straight_long", {"cards": size(field), "ranks": RANKS})
    return Text("violation_straight_wide", {"ranks": rank_names(ranks_of(field)), "cards": size(field)})


def _groups_violation(field: int, index: int) -> Text:
    group = index  # pairs are the third type, and so on
    cards, ranks = size(field), BIT_COUNTS[ranks_of(field)]
    params: dict[str, Any] = {"type": TYPE_NAMES[index], "size": group, "cards": cards}
    for rank in range(RANKS):
        count = size(field & OF_RANK[rank])
        if count > group:
            return Text("violation_groups_many", {**params, "rank": RANK_NAMES[rank], "count": count})
    if cards % group:
        return Text("violation_groups_uneven", params)
    if ranks > cards // group:
        return Text("violation_groups_ranks", {**params, "ranks": ranks, "groups": cards // group})
    return Text("violation_groups_long", {**params, "groups": cards // group, "ranks": RANKS})


def rank_names(ranks: int) -> list[str]:
    return [name for rank, name in enumerate(RANK_NAMES) if ranks & BIT[rank]]

"""Why a field lacks a type, for a refusal: as codes with parameters, and in words."""

from __future__ import annotations

from typing import Any, Final

from ludoteca.core.translations import Text, read_translations
from ludoteca.games.waffe.cards import (
    BIT,
    CARD_NAMES,
    COUNT,
    OF_RANK,
    PLAIN,
    RANK_NAMES,
    RANKS,
    TYPE_NAMES,
    card_names,
    listed,
    ranks_of,
    size,
    types_of,
)

Break = dict[str, Any]

TRANSLATIONS: Final = read_translations(__package__)


def find_violations(field: int, types: int) -> list[Break]:
    """For each of these types that the field has not: the type, a code of the words file and its parameters."""
    found = []
    for index, name in enumerate(TYPE_NAMES):
        if BIT[index] & types & ~types_of(field):
            saying = _break(field, index)
            found.append({"type": name, "code": saying.code, "params": dict(saying.params)})
    return found


def said(reasons: list[Break]) -> str:
    return "; ".join(TRANSLATIONS.format(Text(reason["code"], reason["params"])) for reason in reasons)


def _break(field: int, index: int) -> Text:
    if index == 0:
        return _break_suit(field)
    return _break_straight(field) if index == 1 else _break_groups(field, index)


def _break_suit(field: int) -> Text:
    cards = listed(field & PLAIN)
    other = next(card for card in cards if card // RANKS != cards[0] // RANKS)
    return Text("violation_suit", {"one": CARD_NAMES[cards[0]], "other": CARD_NAMES[other]})


def _break_straight(field: int) -> Text:
    for rank in range(RANKS):
        alike = card_names(field & OF_RANK[rank])
        if len(alike) > 1:
            return Text("violation_straight_twice", {"one": alike[0], "other": alike[1]})
    if size(field) > RANKS:
        return Text("violation_straight_long", {"cards": size(field), "ranks": RANKS})
    return Text("violation_straight_wide", {"ranks": rank_names(ranks_of(field)), "cards": size(field)})


def _break_groups(field: int, index: int) -> Text:
    group = index  # pairs are the third type, and so on
    cards, ranks = size(field), COUNT[ranks_of(field)]
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

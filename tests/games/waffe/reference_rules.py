"""A slow reference implementation of Waffe on card names, trying every assignment of jokers and set of cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, combinations, combinations_with_replacement
from typing import Any

from ludoteca.games.waffe import WaffeGame

GAME = WaffeGame()
RANKS = "A23456789TJQK"
SUITS = "CDHS"
JOKERS = ["J1", "J2", "J3"]
DECK = [rank + suit for rank in RANKS for suit in SUITS] + JOKERS
TYPES = ["suit", "straight", "pairs", "triples", "fours"]
BECOMES = {
    "suit": {"suit", "straight"},
    "straight": {"straight", "pairs", "triples", "fours"},
    "pairs": {"pairs", "triples", "fours"},
    "triples": {"pairs", "triples", "fours"},
    "fours": {"pairs", "triples", "fours"},
}
ROUND = RANKS + RANKS
WINDOWS = {"".join(sorted(ROUND[start : start + n])) for start in range(13) for n in range(1, 14)}


def types(cards: Iterable[str]) -> list[str]:
    """Return the types that a set of cards has for some assignment of its jokers."""
    plain = [card for card in cards if card not in JOKERS]
    jokers = len(list(cards)) - len(plain)
    found = set()
    if len({card[1] for card in plain}) <= 1:
        found.add("suit")
    for ranks in combinations_with_replacement(RANKS, jokers):
        whole = "".join(sorted([card[0] for card in plain] + list(ranks)))
        if whole in WINDOWS:
            found.add("straight")
        sizes = {whole.count(rank) for rank in set(whole)}
        for size, name in ((2, "pairs"), (3, "triples"), (4, "fours")):
            if sizes == {size}:
                found.add(name)
    return [name for name in TYPES if name in found]


def types_after(position: dict[str, Any], play: Iterable[str]) -> list[str]:
    """Return the types that the field keeps after a play; none if the play is illegal."""
    allowed = set(TYPES)
    if position["field"] and position["options"]["transitions"] == "strict":
        allowed = {new for old in position["types"] for new in BECOMES[old]}
    return [name for name in types([*position["field"], *play]) if name in allowed]


def subsets(cards: list[str]) -> Iterator[tuple[str, ...]]:
    return chain.from_iterable(combinations(cards, n) for n in range(1, len(cards) + 1))


def playable_sources(position: dict[str, Any]) -> list[list[str]]:
    """Return the cards that the mover may play, by source: own hand, own table hand, the opponent's table hand."""
    mover = position["to_move"]
    other = position["tables"][1 - mover] if position["options"]["shared_table"] else []
    return [position["hands"][mover], position["tables"][mover], other]


def moves(position: dict[str, Any]) -> set[str]:
    """Return all legal moves, by trying every set of playable cards."""
    found = {"pass"}
    sources = playable_sources(position)
    for play in subsets([card for source in sources for card in source]):
        lowest = all(_lowest(source, play) for source in sources)
        if lowest and types_after(position, play):
            found.add(write_play(play))
            hidden = set(play) & set(sources[0])
            if position["options"]["must_play"] and not hidden:
                found.discard("pass")
    return found


def _lowest(source: list[str], play: tuple[str, ...]) -> bool:
    there = [card for card in source if card in JOKERS]
    laid = [card for card in there if card in play]
    return laid == there[: len(laid)]


def write_play(play: Iterable[str]) -> str:
    return " ".join(["play", *sorted(play, key=DECK.index)])


def build(
    field: str = "", hand: str = "", table: str = "", other: str = "", other_table: str = "", **changes: Any
) -> dict[str, Any]:
    """Return a position with these cards for the mover, seat 0 by default; the rest is the pack, or gone."""
    options = {**GAME.view(GAME.new())["options"], **changes.pop("options", {})}
    mover = changes.pop("mover", 0)
    deck = DECK[: 52 + options["jokers"]]
    parts = [sorted(part.split(), key=DECK.index) for part in (field, hand, table, other, other_table)]
    rest = [card for card in deck if not any(card in part for part in parts)]
    pack = changes.pop("pack", len(rest))
    position: dict[str, Any] = {
        "field": parts[0],
        "types": types(parts[0]) if parts[0] else [],
        "hands": [parts[1], parts[3]],
        "tables": [parts[2], parts[4]],
        "pack": rest[:pack],
        "gone": rest[pack:],
        "to_move": mover,
        "passes": 0,
        "options": options,
    }
    if mover:
        position["hands"].reverse()
        position["tables"].reverse()
    return {**position, **changes}

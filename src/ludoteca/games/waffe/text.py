"""Text notation of Waffe moves, by card names or numbers, and positions as JSON."""

from typing import Any, Final

from ludoteca.core.errors import OptionError
from ludoteca.core.generator import RandomSource
from ludoteca.core.ints import i64, vec
from ludoteca.core.options import check_options
from ludoteca.core.positions import Fields
from ludoteca.core.state import NOBODY
from ludoteca.core.translations import Refusal, quote
from ludoteca.games.waffe.cards import (
    BIT,
    CARD_NAMES,
    CARDS,
    EVERY_TYPE,
    JOKER,
    TYPE_NAMES,
    card_names,
    sorted_cards,
    type_names,
    types_of,
)
from ludoteca.games.waffe.rules import MAX_PASSES, OPTIONS, PASS, Waffe, empty_state, to_card_set
from ludoteca.games.waffe.violations import TRANSLATIONS, describe_violations, find_violations

FIELDS: Final = ("field", "types", "hands", "tables", "pack", "gone", "to_move", "passes", "options")
JOKER_TEXT: Final = "*"
"""Drawn for the J of a joker, which could be taken for a jack; it may be typed too."""
CARD_NUMBERS: Final = {name.lower(): card for card, name in enumerate(CARD_NAMES)}
CARD_NUMBERS.update({JOKER_TEXT + CARD_NAMES[card][1]: card for card in range(JOKER, CARDS)})


def parse_move(state: Waffe, text: str) -> int | Refusal:
    """Read a move. The word `play` may be missing, and a card may be given by its number on the text board."""
    if text == "pass":
        return PASS
    first, _, rest = text.partition(" ")
    words = (rest if first == "play" else text).split()
    play = 0
    for word in words:
        card = _read_card(state, word)
        if isinstance(card, Refusal):
            return card if first == "play" or card.code == "no_number" else Refusal("no_move", {"text": quote(text)})
        if play & BIT[card]:
            return Refusal("named_twice", {"card": CARD_NAMES[card]})
        play |= BIT[card]
    if not words and first != "play":
        return Refusal("no_move", {"text": quote(text)})
    return state.normalize_jokers(play)


def _read_card(state: Waffe, word: str) -> int | Refusal:
    if word in CARD_NUMBERS:
        return CARD_NUMBERS[word]
    if word.isascii() and word.isdigit():
        numbered = playable_cards(state)
        number = int(word) if len(word) < 4 else 0
        if 1 <= number <= len(numbered):
            return numbered[number - 1]
        return Refusal("no_number", {"high": len(numbered), "value": quote(word)})
    return Refusal("no_card", {"value": quote(word)})


def playable_cards(state: Waffe) -> list[int]:
    """Return the cards that the mover may play in the order of their numbers: own hand, own table, other table."""
    sources = (state.hands[state.mover], state.tables[state.mover], state.other_table())
    return [card for source in sources for card in sorted_cards(source)]


def write_move(state: Waffe, move: int) -> str:
    return "pass" if move == PASS else " ".join(["play", *card_names(move)])


def write_position(state: Waffe) -> dict[str, Any]:
    to_move = state.seat()
    return {
        "field": card_names(state.field),
        "types": type_names(state.types),
        "hands": [card_names(hand) for hand in state.hands],
        "tables": [card_names(table) for table in state.tables],
        "pack": [CARD_NAMES[card] for card in state.pack],
        "gone": card_names(state.gone),
        "to_move": None if to_move == NOBODY else to_move,
        "passes": state.passes,
        "options": dict(state.ruleset.options),
    }


def read_position(data: Any, random: RandomSource) -> Waffe:
    fields = Fields(data, FIELDS, TRANSLATIONS)
    try:
        options = check_options(OPTIONS, fields.value("options") if fields.has("options") else {})
    except OptionError as error:
        raise fields.error(error.code, error.params) from None
    state = empty_state(options, random)
    reader = CardReader(fields, CARD_NAMES[: state.ruleset.cards])
    state.field = to_card_set(vec[i64](reader.cards("field", fields.array("field"))))
    for seat, (hand, table) in enumerate(zip(_read_pair(fields, "hands"), _read_pair(fields, "tables"), strict=True)):
        state.hands[seat] = to_card_set(vec[i64](reader.cards("hands", hand)))
        state.tables[seat] = to_card_set(vec[i64](reader.cards("tables", table)))
    state.pack = vec[i64](reader.cards("pack", fields.array("pack")))
    state.gone = to_card_set(vec[i64](reader.cards("gone", fields.array("gone"))))
    reader.check_complete()
    state.types = _read_types(fields, state.field)
    state.passes = fields.integer("passes", 0, MAX_PASSES)
    _read_mover(fields, state)
    return state


class CardReader:
    """Reads the cards of a position, each of which must occur exactly once."""

    def __init__(self, fields: Fields, names: list[str]) -> None:
        self._fields = fields
        self._names = names
        self._found: dict[str, str] = {}
        """By card, the field where it was found."""

    def cards(self, field: str, value: list[Any]) -> list[int]:
        for name in value:
            if not isinstance(name, str) or name not in self._names:
                params = {"field": field, "value": quote(name), "jokers": len(self._names) - JOKER}
                raise self._fields.error("card_wrong", params)
            if name in self._found:
                params = {"card": name, "field": field, "other": self._found[name]}
                raise self._fields.error("card_twice", params)
            self._found[name] = field
        return [CARD_NAMES.index(name) for name in value]

    def check_complete(self) -> None:
        for name in self._names:
            if name not in self._found:
                raise self._fields.error("card_missing", {"card": name})


def _read_pair(fields: Fields, name: str) -> list[list[Any]]:
    """Read one list of cards per player."""
    pair = fields.array(name)
    if len(pair) != 2 or not all(isinstance(cards, list) for cards in pair):
        raise fields.error("pair_wrong", {"field": name})
    return pair


def _read_types(fields: Fields, field: int) -> int:
    possible = types_of(field) if field else 0
    if field and not possible:
        violations = find_violations(field, EVERY_TYPE)
        raise fields.error("field_wrong", {"reasons": describe_violations(violations), "violations": violations})
    if not fields.has("types"):
        return possible
    types = 0
    for name in fields.array("types"):
        type_ = BIT[TYPE_NAMES.index(name)] if isinstance(name, str) and name in TYPE_NAMES else 0
        if not type_ & possible:
            raise fields.error("types_wrong", {"field": "types", "types": type_names(possible), "value": quote(name)})
        if type_ & types:
            raise fields.error("position_twice", {"field": "types", "value": name})
        types |= type_
    if field and not types:
        raise fields.error("types_none", {"field": "types", "types": type_names(possible)})
    return types


def _read_mover(fields: Fields, state: Waffe) -> None:
    to_move = fields.value("to_move")
    if to_move is None:
        if state.seat() != NOBODY:
            raise fields.error("position_not_over", {})
    else:
        state.mover = fields.integer("to_move", 0, 1)

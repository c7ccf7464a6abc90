"""Wege in text: moves as the rules page writes them, positions as JSON."""

from typing import Any, Final

from ludoteca.core.generator import RandomSource
from ludoteca.core.ints import Ints, i64, vec
from ludoteca.core.options import IntOption
from ludoteca.core.positions import Fields
from ludoteca.core.squares import square_number
from ludoteca.core.state import NOBODY
from ludoteca.core.translations import Refusal, quote, read_translations
from ludoteca.games.wege.cards import COSSACK, GNOMES, KINDS, NO_CARD, ROTATIONS
from ludoteca.games.wege.options import COLS, ROWS
from ludoteca.games.wege.rules import SWAP, Wege, bare

TRANSLATIONS: Final = read_translations(__package__)
ROLES: Final = ("land", "water")
SWAP_SIGN: Final = "x"
FIELDS: Final = ("rows", "cols", "cards", "hand", "hand_is_replaced", "deck", "to_move")
CARD_FIELDS: Final = ("kind", "gnome")
LAID_FIELDS: Final = ("kind", "gnome", "rotation", "by")
KIND_NAMES: Final = ("land", "water", "bridge", "cossack")
GNOME_NAMES: Final = ("path", "off", None)
FACES: Final = list(zip(KINDS, GNOMES, strict=True))
"""Kind and gnome of each card."""
MOST_DECK: Final = 999


def parse_move(state: Wege, text: str) -> int | Refusal:
    sign, _, rest = text.rpartition(" ")
    name, slash, turned = rest.partition("/")
    if sign not in ("", SWAP_SIGN) or not slash:
        return Refusal("no_move", {"text": quote(text)})
    park = state.park
    cell = square_number(name, park.cols, park.rows)
    if cell < 0:
        return Refusal("no_cell", {"text": quote(name), "last": park.names[park.cells - 1]})
    if len(turned) != 1 or turned not in "0123":
        return Refusal("no_rotation", {"text": quote(turned), "last": ROTATIONS - 1})
    return cell * ROTATIONS + int(turned) + (SWAP if sign else 0)


def write_move(state: Wege, move: int) -> str:
    place = move - SWAP if move >= SWAP else move
    text = f"{state.park.names[place // ROTATIONS]}/{place % ROTATIONS}"
    return f"{SWAP_SIGN} {text}" if move >= SWAP else text


def card_json(card: int) -> dict[str, Any]:
    return {"kind": KINDS[card], "gnome": GNOMES[card]}


def laid_json(state: Wege) -> dict[str, Any]:
    """The cards on the board, by the names of their cells."""
    return {
        state.park.names[cell]: {
            **card_json(laid // ROTATIONS),
            "rotation": laid % ROTATIONS,
            "by": state.by[cell],
        }
        for cell, laid in enumerate(state.board)
        if laid != NO_CARD
    }


def hand_json(state: Wege) -> dict[str, Any] | None:
    return None if state.hand == NO_CARD else card_json(state.hand)


def write_position(state: Wege) -> dict[str, Any]:
    seat = state.seat()
    return {
        "rows": state.park.rows,
        "cols": state.park.cols,
        "cards": laid_json(state),
        "hand": hand_json(state),
        "hand_is_replaced": state.replaced,
        "deck": [card_json(card) for card in state.deck],
        "to_move": None if seat == NOBODY else seat,
    }


def read_position(position: Any, random: RandomSource) -> Wege:
    fields = Fields(position, FIELDS, TRANSLATIONS)
    state = bare(_read_size(fields, ROWS), _read_size(fields, COLS))
    _lay_cards(fields, state)
    state.deck = _read_deck(fields)
    if fields.value("hand") is not None:
        state.hand = _read_card(fields, "hand", fields.value("hand"))
    _check_enough(fields, state)
    state.replaced = _read_replaced(fields, state.hand)
    if fields.value("to_move") is not None:
        state.mover = fields.integer("to_move", 0, 1)
    elif state.free:
        raise fields.error("position_not_over", {})
    return state


def _read_size(fields: Fields, option: IntOption) -> int:
    return fields.integer(option.name, option.low, option.high) if fields.has(option.name) else option.default


def _lay_cards(fields: Fields, state: Wege) -> None:
    cards = fields.value("cards")
    if not isinstance(cards, dict):
        raise fields.error("cards_wrong", {"value": quote(cards)})
    park = state.park
    for name in cards:
        fields.square("cards", name, park.cols, park.rows)
    laid = [(cell, name) for cell, name in enumerate(park.names) if name in cards]
    for cell, name in laid:
        where = f"cards {name}"
        card = _read_card(fields, where, cards[name], LAID_FIELDS)
        entry = _entry(fields, where, cards[name], LAID_FIELDS)
        rotation = entry.integer(f"{where} rotation", 0, ROTATIONS - 1)
        if not state.is_bare() and rotation % 2 != state.turned(card, cell):
            raise fields.error("colouring_wrong", {"cell": name, "first": laid[0][1]})
        state.lay(card, cell, rotation, entry.integer(f"{where} by", 0, 1))


def _entry(fields: Fields, where: str, value: Any, names: tuple[str, ...]) -> Fields:
    """The fields of one card, each with the name of the place where the card was found."""
    if not isinstance(value, dict):
        raise fields.error("card_wrong", {"field": where, "names": list(names), "value": quote(value)})
    named = {f"{where} {name}": part for name, part in value.items()}
    return Fields(named, [f"{where} {name}" for name in names], TRANSLATIONS)


def _read_card(fields: Fields, where: str, value: Any, names: tuple[str, ...] = CARD_FIELDS) -> int:
    entry = _entry(fields, where, value, names)
    kind = KIND_NAMES[entry.one_of(f"{where} kind", KIND_NAMES)]
    gnome = GNOME_NAMES[entry.one_of(f"{where} gnome", GNOME_NAMES)]
    if (kind, gnome) not in FACES:
        raise fields.error("gnome_wrong", {"field": f"{where} gnome", "kind": kind, "value": quote(gnome)})
    return FACES.index((kind, gnome))


def _read_deck(fields: Fields) -> Ints:
    cards = fields.array("deck")
    if len(cards) > MOST_DECK:
        raise fields.error("deck_long", {"field": "deck", "high": MOST_DECK, "count": len(cards)})
    return vec[i64]([_read_card(fields, f"deck {place}", card) for place, card in enumerate(cards, start=1)])


def _check_enough(fields: Fields, state: Wege) -> None:
    """There is a card in hand exactly while cells are free, and hand and deck can fill those."""
    if state.free == 0 and state.hand != NO_CARD:
        raise fields.error("hand_late", {"field": "hand"})
    if state.free and state.hand == NO_CARD:
        raise fields.error("hand_missing", {"field": "hand"})
    if state.free > 1 + len(state.deck):
        raise fields.error("deck_short", {"field": "deck", "low": state.free - 1, "count": len(state.deck)})


def _read_replaced(fields: Fields, hand: int) -> bool:
    value = fields.value("hand_is_replaced")
    if not isinstance(value, bool):
        raise fields.error("replaced_wrong", {"field": "hand_is_replaced", "value": quote(value)})
    if value and not NO_CARD < hand < COSSACK:
        raise fields.error("replaced_other", {"field": "hand_is_replaced"})
    return value

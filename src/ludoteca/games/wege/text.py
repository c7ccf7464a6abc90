"""Text notation of Wege moves, and positions as JSON."""

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
from ludoteca.games.wege.rules import SWAP, Wege, empty_state

TRANSLATIONS: Final = read_translations(__package__)
ROLES: Final = ("land", "water")
SWAP_PREFIX: Final = "x"
FIELDS: Final = ("rows", "cols", "cards", "hand", "hand_is_replaced", "deck", "to_move")
CARD_FIELDS: Final = ("kind", "gnome")
LAID_FIELDS: Final = ("kind", "gnome", "rotation", "by")
KIND_NAMES: Final = ("land", "water", "bridge", "cossack")
GNOME_NAMES: Final = ("path", "off", None)
KIND_AND_GNOME: Final = list(zip(KINDS, GNOMES, strict=True))
"""Kind and gnome of each card."""
MAX_DECK: Final = 999


def parse_move(state: Wege, text: str) -> int | Refusal:
    prefix, _, rest = text.rpartition(" ")
    name, slash, rotation = rest.partition("/")
    if prefix not in ("", SWAP_PREFIX) or not slash:
        return Refusal("no_move", {"text": quote(text)})
    park = state.park
    cell = square_number(name, park.cols, park.rows)
    if cell < 0:
        return Refusal("no_cell", {"text": quote(name), "last": park.names[park.cells - 1]})
    if len(rotation) != 1 or rotation not in "0123":
        return Refusal("no_rotation", {"text": quote(rotation), "last": ROTATIONS - 1})
    return cell * ROTATIONS + int(rotation) + (SWAP if prefix else 0)


def write_move(state: Wege, move: int) -> str:
    placement = move - SWAP if move >= SWAP else move
    text = f"{state.park.names[placement // ROTATIONS]}/{placement % ROTATIONS}"
    return f"{SWAP_PREFIX} {text}" if move >= SWAP else text


def card_json(card: int) -> dict[str, Any]:
    return {"kind": KINDS[card], "gnome": GNOMES[card]}


def laid_json(state: Wege) -> dict[str, Any]:
    """Return the cards on the board by the names of their cells."""
    return {
        state.park.names[cell]: {
            **card_json(laid // ROTATIONS),
            "rotation": laid % ROTATIONS,
            "by": state.laid_by[cell],
        }
        for cell, laid in enumerate(state.board)
        if laid != NO_CARD
    }


def hand_json(state: Wege) -> dict[str, Any] | None:
    return None if state.hand == NO_CARD else card_json(state.hand)


def write_position(state: Wege) -> dict[str, Any]:
    to_move = state.seat()
    return {
        "rows": state.park.rows,
        "cols": state.park.cols,
        "cards": laid_json(state),
        "hand": hand_json(state),
        "hand_is_replaced": state.hand_is_replaced,
        "deck": [card_json(card) for card in state.deck],
        "to_move": None if to_move == NOBODY else to_move,
    }


def read_position(data: Any, random: RandomSource) -> Wege:
    fields = Fields(data, FIELDS, TRANSLATIONS)
    state = empty_state(_read_size(fields, ROWS), _read_size(fields, COLS))
    _read_board(fields, state)
    state.deck = _read_deck(fields)
    if fields.value("hand") is not None:
        state.hand = _read_card(fields, "hand", fields.value("hand"))
    _check_enough(fields, state)
    state.hand_is_replaced = _read_replaced(fields, state.hand)
    if fields.value("to_move") is not None:
        state.mover = fields.integer("to_move", 0, 1)
    elif state.free_cells:
        raise fields.error("position_not_over", {})
    return state


def _read_size(fields: Fields, option: IntOption) -> int:
    return fields.integer(option.name, option.low, option.high) if fields.has(option.name) else option.default


def _read_board(fields: Fields, state: Wege) -> None:
    cards = fields.value("cards")
    if not isinstance(cards, dict):
        raise fields.error("cards_wrong", {"value": quote(cards)})
    park = state.park
    for name in cards:
        fields.square("cards", name, park.cols, park.rows)
    named_cells = [(cell, name) for cell, name in enumerate(park.names) if name in cards]
    for cell, name in named_cells:
        where = f"cards {name}"
        card = _read_card(fields, where, cards[name], LAID_FIELDS)
        entry = _entry(fields, where, cards[name], LAID_FIELDS)
        rotation = entry.integer(f"{where} rotation", 0, ROTATIONS - 1)
        if not state.is_empty() and rotation % 2 != state.lowest_rotation(card, cell):
            raise fields.error("colouring_wrong", {"cell": name, "first": named_cells[0][1]})
        state.lay(card, cell, rotation, entry.integer(f"{where} by", 0, 1))


def _entry(fields: Fields, where: str, value: Any, names: tuple[str, ...]) -> Fields:
    """Return the fields of one card, their names prefixed with where the card was found."""
    if not isinstance(value, dict):
        raise fields.error("card_wrong", {"field": where, "names": list(names), "value": quote(value)})
    named = {f"{where} {name}": part for name, part in value.items()}
    return Fields(named, [f"{where} {name}" for name in names], TRANSLATIONS)


def _read_card(fields: Fields, where: str, value: Any, names: tuple[str, ...] = CARD_FIELDS) -> int:
    entry = _entry(fields, where, value, names)
    kind = KIND_NAMES[entry.one_of(f"{where} kind", KIND_NAMES)]
    gnome = GNOME_NAMES[entry.one_of(f"{where} gnome", GNOME_NAMES)]
    if (kind, gnome) not in KIND_AND_GNOME:
        raise fields.error("gnome_wrong", {"field": f"{where} gnome", "kind": kind, "value": quote(gnome)})
    return KIND_AND_GNOME.index((kind, gnome))


def _read_deck(fields: Fields) -> Ints:
    cards = fields.array("deck")
    if len(cards) > MAX_DECK:
        raise fields.error("deck_long", {"field": "deck", "high": MAX_DECK, "count": len(cards)})
    return vec[i64]([_read_card(fields, f"deck {number}", card) for number, card in enumerate(cards, start=1)])


def _check_enough(fields: Fields, state: Wege) -> None:
    """Check that there is a card in hand if and only if cells are free, and that hand and deck can fill them."""
    if state.free_cells == 0 and state.hand != NO_CARD:
        raise fields.error("hand_late", {"field": "hand"})
    if state.free_cells and state.hand == NO_CARD:
        raise fields.error("hand_missing", {"field": "hand"})
    if state.free_cells > 1 + len(state.deck):
        raise fields.error("deck_short", {"field": "deck", "low": state.free_cells - 1, "count": len(state.deck)})


def _read_replaced(fields: Fields, hand: int) -> bool:
    value = fields.value("hand_is_replaced")
    if not isinstance(value, bool):
        raise fields.error("replaced_wrong", {"field": "hand_is_replaced", "value": quote(value)})
    if value and not NO_CARD < hand < COSSACK:
        raise fields.error("replaced_other", {"field": "hand_is_replaced"})
    return value

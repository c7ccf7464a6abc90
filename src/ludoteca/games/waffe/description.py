"""The description of Waffe's table: the field arranged by its type, the hands, and what can be played."""

from typing import Any, Final

from ludoteca.core.board import Action, Board, Moves, Piece, Player, Row, Selection, Table, Zone
from ludoteca.core.translations import Text
from ludoteca.games.waffe.cards import CARD_NAMES, CARD_ORDER, JOKER, RANK_NAMES, TYPE_NAMES
from ludoteca.games.waffe.layout import field_text
from ludoteca.games.waffe.rules import MAX_PASSES
from ludoteca.games.waffe.text import JOKER_TEXT

SYMBOLS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
RED_SUITS: Final = ("D", "H")
JOKER_SYMBOL: Final = "★"
JOKER_NAMES: Final = CARD_NAMES[JOKER:]
NAMES_IN_ORDER: Final = [CARD_NAMES[card] for card in CARD_ORDER]
GROUPS: Final = TYPE_NAMES.index("pairs")


def board(view: dict[str, Any], choices: dict[str, Any]) -> Board:
    """Describe the field and the cards of both players."""
    to_move: int | None = view["to_move"]
    viewer = next((seat for seat, hand in enumerate(view["hands"]) if hand is not None), None)
    numbers = _numbers(view, viewer) if viewer is not None and viewer == to_move else {}
    return Board(
        (_headline(view),),
        to_move,
        zones=(_field(view),),
        players=tuple(_player(view, seat, numbers) for seat in ((1, 0) if viewer == 1 else (0, 1))),
        tables=(_types(view),) if view["field"] else (),
        moves=_moves(view, choices) if choices else None,
    )


def _headline(view: dict[str, Any]) -> Text:
    params = {"pack": view["pack_size"], "gone": len(view["gone"]), "passes": view["passes"], "last": MAX_PASSES}
    if view["to_move"] is not None:
        code = "headline_passes" if view["passes"] else "headline"
        return Text(code, {**params, "player": view["to_move"] + 1})
    winners = [seat + 1 for seat, share in enumerate(view["result"]) if share == 1]
    if winners:
        return Text("headline_won", {"player": winners[0]})
    return Text("headline_drawn" if view["hand_sizes"][0] or view["tables"][0] else "headline_both")


def card_piece(card: str, stands_as: str | None = None, number: int = 0) -> Piece:
    """Describe a card; a joker with what it stands for, a rank or a suit."""
    if card in JOKER_NAMES:
        rank = stands_as if stands_as and stands_as in RANK_NAMES else ""
        name = Text("page_joker_as", {"as": Text(f"rank_{rank}")}) if rank else Text("page_joker")
        return Piece(card, JOKER_TEXT + card[1], name, "bold magenta", JOKER_SYMBOL + card[1], rank, number)
    rank, suit = card[0], card[1]
    name = Text("page_card", {"rank": Text(f"rank_{rank}"), "suit": Text(f"suit_{suit}")})
    return Piece(card, card, name, "red" if suit in RED_SUITS else "", rank + SYMBOLS[suit], number=number)


def _field(view: dict[str, Any]) -> Zone:
    if not view["field"]:
        return Zone(name=Text("board_empty"))
    groups = tuple(tuple(card_piece(laid["card"], laid.get("as")) for laid in group) for group in view["arranged"])
    also = [Text(f"page_type_{name}") for name in view["types"][1:]]
    params = {"is": field_text(view["shown"]), "also": also, "count": len(view["field"])}
    return Zone(groups, name=Text("board_field_also" if also else "board_field", params))


def _types(view: dict[str, Any]) -> Table:
    """Say of each type whether the field has it, or can become it."""
    first = min(TYPE_NAMES.index(view["types"][0]), GROUPS)
    states = []
    for index, name in enumerate(TYPE_NAMES):
        if name == view["shown"]["type"]:
            states.append(Text("type_now"))
        elif name in view["types"]:
            states.append(Text("type_also"))
        else:
            can_follow = index >= first or view["options"]["transitions"] == "free"
            states.append(Text("type_open" if can_follow else "type_gone"))
    heads = tuple(Text(f"page_ladder_{name}") for name in TYPE_NAMES)
    return Table(Text("board_types"), heads, (Row("", tuple(states)),))


def _numbers(view: dict[str, Any], seat: int) -> dict[str, int]:
    """Number the cards that the mover may play: own hand, own table hand, the opponent's if it is shared."""
    cards = [*view["hands"][seat], *view["tables"][seat]]
    if view["options"]["shared_table"]:
        cards += view["tables"][1 - seat]
    return {card: number for number, card in enumerate(cards, start=1)}


def _player(view: dict[str, Any], seat: int, numbers: dict[str, int]) -> Player:
    hand, table, size = view["hands"][seat], view["tables"][seat], view["hand_sizes"][seat]
    zones = (
        _zone("board_hand", hand or [], numbers, size if hand is None else 0),
        _zone("board_table", table, numbers, 0),
    )
    return Player(seat, zones, Text("board_player", {"count": size + len(table)}))


def _zone(code: str, cards: list[str], numbers: dict[str, int], hidden: int) -> Zone:
    return Zone((tuple(card_piece(card, None, numbers.get(card, 0)) for card in cards),), hidden, Text(code))


def _moves(view: dict[str, Any], choices: dict[str, Any]) -> Moves:
    may_play: bool = choices["play"]
    prompt = "page_choose" if view["field"] else "page_open_field"
    cards = {*choices["hand"], *choices["table"], *choices["other"]}
    play = Selection(
        Text("select_play"),
        "pieces",
        tuple(card for card in NAMES_IN_ORDER if card in cards),
        1,
        len(cards),
        verb="play",
        is_certain=False,
        alone=tuple(choices["alone"]),
    )
    question = Text("page_pass_sure") if may_play else None
    return Moves(
        Text(prompt if may_play else "page_no_play"),
        selections=(play,) if may_play else (),
        actions=(Action("pass", Text("page_pass_yes"), question),) if choices["pass"] is not None else (),
    )

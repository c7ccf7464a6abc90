r"""The description of Wege's park. Neighbouring cards share corners, so paths and streams continue from card to card.

#     ~     #     ~    # is a land point, ~ a water point
 g\     ~     cos      \ and / are a path from land to land, ~ is a stream from water to water
    \     ~    L       g is a gnome beside its corner, G one that faces another
~     #     ~     #    cos is a cossack, with the initial of the player who laid it
"""

from typing import Any, Final

from ludoteca.core.board import Board, Cell, Grid, Moves, Picture, Piece, Player, Row, Table, Target, Zone, squares
from ludoteca.core.squares import LETTERS, square_name
from ludoteca.core.translations import Text
from ludoteca.games.wege.cards import ROTATIONS
from ludoteca.games.wege.text import KIND_NAMES, ROLES, SWAP_PREFIX
from ludoteca.games.wege.view import LINES

Card = dict[str, Any]

ACROSS: Final = 6
DOWN: Final = 3
"""Characters from one grid point to the next."""
CORNERS: Final = ((0, 0), (ACROSS, 0), (ACROSS, DOWN), (0, DOWN))
BESIDE_CORNERS: Final = ((1, 1), (5, 1), (5, 2), (1, 2))
STROKES: Final = ((("\\", 2, 1), ("\\", 4, 2)), (("/", 4, 1), ("/", 2, 2)))
"""From corner 0 to 2, and from corner 1 to 3."""
LAND_CHAR: Final = "#"
WATER_CHAR: Final = "~"
FREE_CHAR: Final = "."
GNOME_CHAR: Final = "g"
FACING_CHAR: Final = "G"
COSSACK_TEXT: Final = "cos"
INITIALS: Final = ("L", "W")
PALETTE: Final = {
    LAND_CHAR: "green",
    WATER_CHAR: "cyan",
    "\\": "yellow",
    "/": "yellow",
    GNOME_CHAR: "magenta",
    FACING_CHAR: "bold magenta",
}
JOINED: Final = {"land": 1, "water": 1, "bridge": 2, "cossack": 0}
"""Joined pairs of opposite corners: first that of corner r, then that of corner r+1."""


def board(view: dict[str, Any], choices: dict[str, Any]) -> Board:
    """Describe the park, the card in hand in its four rotations, the score and the deck."""
    to_move: int | None = view["to_move"]
    columns, rows = squares(view["cols"], view["rows"])
    cells = tuple(_cell(view, column, row) for row in range(view["rows"]) for column in range(view["cols"]))
    return Board(
        (_headline(view),),
        to_move,
        Grid(columns, rows, cells, ACROSS, DOWN),
        players=tuple(_player(view, seat) for seat in range(len(ROLES))),
        tables=(_score(view), *_deck(view)),
        notes=_best(view),
        palette=PALETTE,
        moves=_moves(view, choices) if choices else None,
    )


def _headline(view: dict[str, Any]) -> Text:
    if view["to_move"] is None:
        winners = [seat + 1 for seat, share in enumerate(view["result"]) if share == 1]
        return Text("headline_won", {"player": winners[0]}) if winners else Text("headline_drawn")
    code = "headline_replaced" if view["hand_is_replaced"] else "headline"
    return Text(code, {"player": view["to_move"] + 1, "card": card_name(view["hand"])})


def card_name(card: Card) -> Text:
    """Return a short name, such as `land with path gnome`."""
    return Text(f"card_{card['kind']}_{card['gnome']}" if card["gnome"] else f"card_{card['kind']}")


def card_id(card: Card) -> str:
    """Return a code of one or two letters: `W`, `Lp`."""
    kind, gnome = str(card["kind"]), str(card["gnome"] or "")
    return kind[0].upper() + gnome[:1]


# Cards and cells


def _cell(view: dict[str, Any], column: int, row: int) -> Cell:
    name = square_name(row * view["cols"] + column, view["cols"])
    cards: dict[str, Card] = view["cards"]
    if name in cards:
        card = cards[name]
        picture = _picture(card, _is_facing(view, column, row, card))
        return Cell(name, column, row, piece=Piece(card_id(card), card_id(card), _laid_name(card), pictures=(picture,)))
    label = name if not cards or any(other in cards for other in _neighbours(column, row)) else ""
    edge = FREE_CHAR.ljust(ACROSS) + FREE_CHAR
    return Cell(name, column, row, FREE_CHAR, Text("page_empty"), "dim", picture=(edge, f"  {label}", "", edge))


def _neighbours(column: int, row: int) -> list[str]:
    steps = ((0, -1), (1, 0), (0, 1), (-1, 0))
    return [f"{LETTERS[column + x]}{row + y + 1}" for x, y in steps if 0 <= column + x < len(LETTERS)]


def _laid_name(card: Card) -> Text:
    """Say what a card joins; of a cossack, who laid it."""
    if card["kind"] == "cossack":
        return Text("laid_cossack", {"card": card_name(card), "player": card["by"] + 1})
    parts = []
    for pair in range(JOINED[card["kind"]]):
        first = (card["rotation"] + pair) % 2
        is_water = (card["kind"] == "water") != (pair == 1)
        ends = {"from": Text(f"page_corner_{first}"), "to": Text(f"page_corner_{first + 2}")}
        parts.append(Text("page_stream" if is_water else "page_path", ends))
    if card["gnome"] is not None:
        parts.append(Text("page_gnome_at", {"corner": Text(f"page_corner_{gnome_corner(card)}")}))
    return Text("laid_card", {"card": card_name(card), "parts": parts})


def _picture(card: Card, is_facing: bool = False) -> Picture:
    """Draw a card; `is_facing` says whether its gnome faces another."""
    lines = [[" "] * (ACROSS + 1) for _ in range(DOWN + 1)]
    rotation = card["rotation"]
    # One terrain in corners r and r+2, the other in r+1 and r+3.
    chars = (WATER_CHAR, LAND_CHAR) if card["kind"] == "water" else (LAND_CHAR, WATER_CHAR)
    for corner, (right, down) in enumerate(CORNERS):
        lines[down][right] = chars[(corner - rotation) % 2]
    for pair in range(JOINED[card["kind"]]):
        for stroke, right, down in STROKES[(rotation + pair) % 2]:
            lines[down][right] = WATER_CHAR if chars[pair] == WATER_CHAR else stroke
    if card["kind"] == "cossack":
        lines[1][2:5] = COSSACK_TEXT
        if "by" in card:
            lines[2][3] = INITIALS[card["by"]]
    if card["gnome"] is not None:
        right, down = BESIDE_CORNERS[gnome_corner(card)]
        lines[down][right] = FACING_CHAR if is_facing else GNOME_CHAR
    return tuple("".join(line).rstrip() for line in lines)


def gnome_corner(card: Card) -> int:
    return int(card["rotation"] + (card["gnome"] == "off")) % ROTATIONS


def _is_facing(view: dict[str, Any], column: int, row: int, card: Card) -> bool:
    """Return whether the card's gnome faces another."""
    if card["gnome"] is None:
        return False
    right, down = CORNERS[gnome_corner(card)]
    point = [column + right // ACROSS, row + down // DOWN]
    return any(point == group["point"] for group in view["marks"]["facing"])


# Beside the park


def _player(view: dict[str, Any], seat: int) -> Player:
    """Describe a seat; the card in hand is the mover's, and everybody sees it."""
    detail = Text("board_player", {"points": view["score"][seat]["total"]})
    card = view["hand"]
    if card is None or seat != view["to_move"]:
        return Player(seat, detail=detail)
    pictures = tuple(_picture({**card, "rotation": rotation}) for rotation in range(ROTATIONS))
    piece = Piece(card_id(card), card_id(card), card_name(card), pictures=pictures)
    return Player(seat, (Zone(((piece,),)),), detail)


def _score(view: dict[str, Any]) -> Table:
    """Compare the score lines of both players."""
    land, water = view["score"]
    rows = []
    for name, lines in zip(("sides", "enclosed", "gnomes", "cossacks"), zip(*LINES, strict=True), strict=True):
        rows.append(Row(Text(f"score_{name}"), (land[lines[0]], water[lines[1]])))
    rows.append(Row(Text("score_total"), (land["total"], water["total"]), "bold"))
    title = Text("score_provisional" if view["provisional"] else "score_final")
    return Table(title, (Text("role_land"), Text("role_water")), tuple(rows))


def _deck(view: dict[str, Any]) -> list[Table]:
    """Count the cards left of each kind, without a gnome and with one."""
    if not view["deck"]:
        return []
    counts = {(card["kind"], card["gnome"]): card["count"] for card in view["left"]}
    rows = [(kind, [counts.get((kind, gnome), 0) for gnome in (None, "path", "off")]) for kind in KIND_NAMES]
    shown = tuple(Row(Text(f"card_{kind}"), tuple(count or "" for count in row)) for kind, row in rows if any(row))
    heads = (Text("deck_plain"), Text("deck_path"), Text("deck_off"))
    return [Table(Text("deck_left", {"count": view["deck"]}), heads, shown)]


def _best(view: dict[str, Any]) -> tuple[Text, ...]:
    """Name the cells of the path and the stream that touch the most sides."""
    notes = []
    for name in ("path", "stream"):
        best = view["marks"][name]
        if best is not None and best["cells"]:
            notes.append(Text(f"best_{name}", {"sides": best["sides"], "cells": " ".join(best["cells"])}))
    return tuple(notes)


def _moves(view: dict[str, Any], choices: dict[str, Any]) -> Moves:
    piece = card_id(view["hand"])
    targets = [
        Target(cell, f"{prefix}{cell}/{rotation}", piece, rotation)
        for prefix, cells in (("", choices["place"]), (f"{SWAP_PREFIX} ", choices["swap"]))
        for cell, rotations in cells.items()
        for rotation in rotations
    ]
    prompt = "choose_bridge" if choices["swap"] else "choose" if view["cards"] else "page_choose_first"
    return Moves(Text(prompt), tuple(targets))

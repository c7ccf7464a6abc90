r"""The text board of Wege. Neighbouring cards share corners, so paths and streams continue from card to card.

#     ~     #     ~    # is a land point, ~ a water point
 g\     ~     cos      \ and / are a path from land to land, ~ is a stream from water to water
    \     ~    L       g is a gnome beside its corner, G one that faces another
~     #     ~     #    cos is a cossack, with the initial of the player who laid it
"""

from textwrap import fill
from typing import Any, Final

from ludoteca.core.squares import LETTERS, square_name
from ludoteca.core.translations import Text
from ludoteca.games.wege.text import TRANSLATIONS
from ludoteca.games.wege.view import LINES, player_name

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
MARGIN: Final = 4
HAND_PITCH: Final = 16
WIDTH: Final = 78

Canvas = list[list[str]]


def render(view: dict[str, Any]) -> str:
    lines = [_headline(view), "", *_park(view), ""]
    if view["hand"] is not None:
        lines += [*_hand(view), ""]
    return "\n".join([*lines, *_score(view), *_best(view), "", _deck(view)])


def _headline(view: dict[str, Any]) -> str:
    if view["to_move"] is None:
        winners = [player_name(seat) for seat, share in enumerate(view["result"]) if share == 1]
        return TRANSLATIONS.format(Text("headline_won", {"player": winners[0]}) if winners else Text("headline_drawn"))
    code = "headline_replaced" if view["hand_is_replaced"] else "headline"
    return TRANSLATIONS.format(Text(code, {"player": player_name(view["to_move"]), "card": card_name(view["hand"])}))


def card_name(card: dict[str, Any]) -> str:
    """Return a short name, such as `land with path gnome`."""
    return TRANSLATIONS.format(Text(f"card_{card['kind']}" + (f"_{card['gnome']}" if card["gnome"] else "")))


# The park


def _park(view: dict[str, Any]) -> list[str]:
    rows, cols, cards = view["rows"], view["cols"], view["cards"]
    canvas = _canvas(cols * ACROSS + 1, rows * DOWN + 1)
    for row in range(rows + 1):
        for column in range(cols + 1):
            canvas[row * DOWN][column * ACROSS] = FREE_CHAR
    for row in range(rows):
        for column in range(cols):
            name = square_name(row * cols + column, cols)
            if name in cards:
                facing = _is_facing(view, column, row, cards[name])
                _draw(canvas, column * ACROSS, row * DOWN, cards[name], facing)
            elif not cards or any(other in cards for other in _neighbours(column, row)):
                _write(canvas, column * ACROSS + 2, row * DOWN + 1, name)
    letters = "".join(LETTERS[column].center(ACROSS) for column in range(cols))
    labels = [str(row // DOWN + 1) if row % DOWN == 1 else "" for row in range(rows * DOWN + 1)]
    drawn = [f"{label:>{MARGIN - 1}} {''.join(line)}".rstrip() for label, line in zip(labels, canvas, strict=True)]
    return [" " * MARGIN + letters.rstrip(), *drawn]


def _neighbours(column: int, row: int) -> list[str]:
    steps = ((0, -1), (1, 0), (0, 1), (-1, 0))
    return [f"{LETTERS[column + x]}{row + y + 1}" for x, y in steps if 0 <= column + x < len(LETTERS)]


def _canvas(width: int, height: int) -> Canvas:
    return [[" "] * width for _ in range(height)]


def _write(canvas: Canvas, x: int, y: int, text: str) -> None:
    canvas[y][x : x + len(text)] = text


def _draw(canvas: Canvas, x: int, y: int, card: dict[str, Any], facing: bool) -> None:
    """Draw a card with its top left corner at x, y; `facing` says whether its gnome faces another."""
    rotation = card["rotation"]
    # One terrain in corners r and r+2, the other in r+1 and r+3.
    chars = (WATER_CHAR, LAND_CHAR) if card["kind"] == "water" else (LAND_CHAR, WATER_CHAR)
    for corner, (right, down) in enumerate(CORNERS):
        canvas[y + down][x + right] = chars[(corner - rotation) % 2]
    for pair in range({"cossack": 0, "bridge": 2}.get(card["kind"], 1)):
        for stroke, right, down in STROKES[(rotation + pair) % 2]:
            canvas[y + down][x + right] = WATER_CHAR if chars[pair] == WATER_CHAR else stroke
    if card["kind"] == "cossack":
        _write(canvas, x + 2, y + 1, COSSACK_TEXT)
        if "by" in card:
            _write(canvas, x + 3, y + 2, player_name(card["by"])[0])
    if card["gnome"] is not None:
        right, down = BESIDE_CORNERS[gnome_corner(card)]
        canvas[y + down][x + right] = FACING_CHAR if facing else GNOME_CHAR


def gnome_corner(card: dict[str, Any]) -> int:
    return int(card["rotation"] + (card["gnome"] == "off")) % 4


def _is_facing(view: dict[str, Any], column: int, row: int, card: dict[str, Any]) -> bool:
    if card["gnome"] is None:
        return False
    right, down = CORNERS[gnome_corner(card)]
    point = [column + right // ACROSS, row + down // DOWN]
    return any(point == group["point"] for group in view["marks"]["facing"])


# Below the park


def _hand(view: dict[str, Any]) -> list[str]:
    """Draw the card in hand in its four rotations."""
    canvas = _canvas(4 * HAND_PITCH, DOWN + 2)
    for rotation in range(4):
        _write(canvas, rotation * HAND_PITCH, 0, f"/{rotation}")
        _draw(canvas, rotation * HAND_PITCH, 1, {**view["hand"], "rotation": rotation}, facing=False)
    return [(" " * MARGIN + "".join(line)).rstrip() for line in canvas]


def _score(view: dict[str, Any]) -> list[str]:
    """Draw the score lines of both players as a table."""
    title = TRANSLATIONS.format(Text("score_provisional" if view["provisional"] else "score_final"))
    heads = [
        TRANSLATIONS.format(Text(f"score_{line}")) for line in ("sides", "enclosed", "gnomes", "cossacks", "total")
    ]
    width = len(title) + 2
    lines = [title.ljust(width) + "".join(head.rjust(len(head) + 3) for head in heads)]
    for seat, names in enumerate(LINES):
        points = view["score"][seat]
        numbers = [str(points[line]).rjust(len(head) + 3) for line, head in zip((*names, "total"), heads, strict=True)]
        mark = ">" if view["to_move"] == seat else " "
        lines.append(f"{mark} {player_name(seat)}".ljust(width) + "".join(numbers))
    return lines


def _best(view: dict[str, Any]) -> list[str]:
    """Name the cells of the path and the stream that touch the most sides."""
    lines = []
    for name in ("path", "stream"):
        best = view["marks"][name]
        if best is not None and best["cells"]:
            params = {"sides": best["sides"], "cells": " ".join(best["cells"])}
            lines.append(fill(TRANSLATIONS.format(Text(f"best_{name}", params)), WIDTH, subsequent_indent="  "))
    return ["", *lines] if lines else []


def _deck(view: dict[str, Any]) -> str:
    kinds = [f"{card['count']} {card_name(card)}" for card in view["left"] if card["count"]]
    return fill(
        TRANSLATIONS.format(Text("deck_left", {"count": view["deck"], "cards": kinds})), WIDTH, break_on_hyphens=False
    )

"""The description of the island: what the text board and the terminal are drawn from."""

from typing import Any

from ludoteca.core.board import Action, Board, Cell, Grid, Moves, Piece, Selection, Target, squares
from ludoteca.core.squares import square_name
from ludoteca.core.translations import Text
from ludoteca.games.flooding.text import ROLES

JOURNEYMAN = Piece("J", "J", Text("role_journeyman"), "bold")
DRY = Text("page_dry")
FLOODED = Text("page_flooded")


def board(view: dict[str, Any], choices: dict[str, Any]) -> Board:
    """Describe the island: `.` dry, `~~` flooded, `J` the journeyman."""
    size: int = view["size"]
    flooded = set(view["flooded"])
    columns, rows = squares(size, size)
    cells = []
    for field in range(size * size):
        name = square_name(field, size)
        ground = ("~~", FLOODED, "on blue") if name in flooded else (".", DRY, "dim")
        piece = JOURNEYMAN if name == view["journeyman"] else None
        cells.append(Cell(name, field % size, field // size, *ground, piece))
    return Board(
        (_headline(view),),
        None if view["to_move"] is None else ROLES.index(view["to_move"]),
        Grid(columns, rows, tuple(cells)),
        moves=_moves(view, choices) if choices else None,
    )


def _headline(view: dict[str, Any]) -> Text:
    code = f"headline_{view['to_move']}" if view["winner"] is None else f"headline_won_{view['winner']}"
    return Text(code, {"day": view["day"], "next": view["day"] + 1, "last": view["last_day"]})


def _moves(view: dict[str, Any], choices: dict[str, Any]) -> Moves:
    prompt = Text(f"page_choose_{view['to_move']}")
    fields: list[str] = choices["fields"]
    if choices["least"]:
        return Moves(prompt, tuple(Target(field, field) for field in fields))
    flood = Selection(Text("select_flood"), "cells", tuple(fields), 1, choices["most"])
    nothing = Action(choices["none"], Text("page_nothing_yes"), Text("page_nothing_sure") if fields else None)
    return Moves(prompt, selections=(flood,) if fields else (), actions=(nothing,))

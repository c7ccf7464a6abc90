"""Who sees what, what a move did, and the description of the board that text boards are drawn from."""

from __future__ import annotations

from typing import Any

from ludoteca import NOBODY, Text, board, square_name

from .rules import MyGameState
from .text import MARKS, write_position

PIECES = {mark: board.Piece(mark, mark, Text(f"mark_{mark}"), "bold") for mark in MARKS}


def make_view(state: MyGameState) -> dict[str, Any]:
    """Return what everybody sees; nothing is hidden in this game."""
    winner = None if state.winner == NOBODY else state.winner
    return {**write_position(state), "winner": winner}


def describe_move(before: MyGameState, move: int, after: MyGameState) -> list[Text]:
    player = before.seat() + 1
    texts = [Text("marked", {"player": player, "square": square_name(move, before.size)})]
    if after.winner != NOBODY:
        texts.append(Text("won", {"player": player}))
    elif after.seat() == NOBODY:
        texts.append(Text("tied"))
    return texts


def describe_board(view: dict[str, Any], choices: dict[str, Any]) -> board.Board:
    size = len(view["rows"])
    marks = "".join(view["rows"])
    cells = [
        board.Cell(
            square_name(square, size), square % size, square // size, ".", Text("empty"), "dim", PIECES.get(mark)
        )
        for square, mark in enumerate(marks)
    ]
    targets = tuple(board.Target(move, move) for move in choices.get("moves", ()))
    return board.Board(
        (headline(view),),
        view["to_move"],
        board.Grid(*board.squares(size, size), tuple(cells)),
        moves=board.Moves(Text("choose"), targets) if targets else None,
    )


def headline(view: dict[str, Any]) -> Text:
    if view["winner"] is not None:
        return Text("won", {"player": view["winner"] + 1})
    return Text("tied") if view["to_move"] is None else Text("to_move_now", {"player": view["to_move"] + 1})

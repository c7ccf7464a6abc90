"""Moves and positions as text. A move is the name of a square, such as `b2`."""

from __future__ import annotations

from typing import Any

from ludoteca import NOBODY, Fields, Refusal, quote, read_translations, square_name, square_number

from .rules import EMPTY, LARGEST, LINE, MyGameState

TRANSLATIONS = read_translations(__package__)
MARKS = "xo"


def parse_move(state: MyGameState, text: str) -> int | Refusal:
    square = square_number(text, state.size, state.size)
    return square if square >= 0 else Refusal("no_move", {"text": quote(text)})


def write_move(state: MyGameState, move: int) -> str:
    return square_name(move, state.size)


def write_position(state: MyGameState) -> dict[str, Any]:
    """Return rows of `x`, `o` and `.`."""
    marks = "".join("." if mark == EMPTY else MARKS[mark] for mark in state.squares)
    rows = [marks[row * state.size : (row + 1) * state.size] for row in range(state.size)]
    to_move = state.seat()
    return {"rows": rows, "to_move": None if to_move == NOBODY else to_move}


def read_position(data: Any) -> MyGameState:
    """Return the state of a position; PositionError says what is wrong with it."""
    fields = Fields(data, ("rows", "to_move"), TRANSLATIONS)
    rows = fields.array("rows")
    size = len(rows)
    shaped = LINE <= size <= LARGEST and all(isinstance(row, str) and len(row) == size for row in rows)
    if not shaped or set("".join(rows)) - {*MARKS, "."}:
        raise fields.error("rows", {"low": LINE, "high": LARGEST})
    state = MyGameState(size)
    state.squares = [EMPTY if mark == "." else MARKS.index(mark) for mark in "".join(rows)]
    counts = [state.squares.count(seat) for seat in range(2)]
    if counts[0] - counts[1] not in (0, 1):
        raise fields.error("counts", {"first": counts[0], "second": counts[1]})
    state.played = sum(counts)
    lines = {mark for square, mark in enumerate(state.squares) if mark != EMPTY and state.has_line(square)}
    last = (state.played - 1) % 2
    if lines - {last}:
        raise fields.error("lines", {})
    state.winner = last if lines else NOBODY
    to_move = None if state.seat() == NOBODY else state.seat()
    if fields.value("to_move") != to_move:
        raise fields.error("to_move", {"value": quote(to_move)})
    return state

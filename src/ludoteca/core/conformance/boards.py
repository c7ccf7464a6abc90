"""Checks of the description of a board: it can be drawn, read and played from, by clients that know no game."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from string import Formatter
from typing import Any

from ludoteca.core.board import MAX_TEXT, STYLE, Board, Moves, Piece, Selection, Target
from ludoteca.core.conformance.case import Case
from ludoteca.core.conformance.comparison import to_json
from ludoteca.core.text_board import show_view
from ludoteca.core.translations import Refusal

SELECTIONS = 5
"""Selections of several items that are tried per state."""


def boards_can_be_drawn(case: Case) -> None:
    """Check that every perspective gets a text board, and a description that is complete and JSON-ready."""
    for seat in case.perspectives:
        view, choices = case.game.make_view(case.state, seat), case.game.make_choices(case.state, seat)
        case.require(bool(show_view(case.game, view).strip()), f"the text board of {seat} is empty")
        if not case.game.describes_board:
            continue
        board = case.game.board(view, choices)
        to_move = None if case.state.seat() < 0 else case.state.seat()
        case.require(board.to_move == to_move, f"the board of {seat} says that {board.to_move} is to move")
        case.require((board.moves is not None) == bool(choices), f"the board of {seat} has moves without choices")
        description = board.json()
        received = case.game.board(json.loads(json.dumps(view)), json.loads(json.dumps(choices)))
        same = to_json(received.json()) == to_json(description)
        case.require(same, f"the board of {seat} is not made of its view and choices as JSON alone")
        _check_texts(case, description)
        _check_cells(case, board)
        _check_pieces(case, list(board.pieces))
        _check_styles(case, board)


def chosen_moves_are_legal(case: Case) -> None:
    """Check that targets, selections and actions make legal moves of what is on the board."""
    board, moves = _board_of_mover(case)
    if board is None or moves is None:
        return
    for number in case.sample(range(len(moves.targets))):
        _check_target(case, board, moves.targets[number])
    for selection in moves.selections:
        _check_selection(case, board, selection)
    for action in moves.actions:
        _check_legal(case, action.move)


def every_move_can_be_chosen(case: Case) -> None:
    """Check that every legal move is made by a target, a selection or an action."""
    _, moves = _board_of_mover(case)
    if moves is None:
        return
    single = {target.move for target in moves.targets if not target.after} | {action.move for action in moves.actions}
    for move in case.sample(case.moves):
        text = case.game.write_move(case.state, move)
        chosen = text in single or any(selection.items_of(text) for selection in moves.selections)
        case.require(chosen, f"nothing on the board makes the move {text!r}")


def _board_of_mover(case: Case) -> tuple[Board | None, Moves | None]:
    seat = case.state.seat()
    if not case.game.describes_board or seat < 0:
        return None, None
    board = case.game.board(case.game.make_view(case.state, seat), case.game.make_choices(case.state, seat))
    return board, board.moves


def _check_texts(case: Case, value: Any) -> None:
    """Check that every text of a description has a sentence, and every placeholder of it a parameter."""
    for code, params in _texts(value):
        sentence = case.game.translations.find(code)
        case.require(sentence is not None, f"no sentence for the code {code!r} on the board")
        missing = {name for _, name, _, _ in Formatter().parse(sentence or "") if name} - set(params)
        case.require(not missing, f"the text {code!r} on the board lacks {sorted(missing)}")


def _texts(value: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    if isinstance(value, dict):
        if set(value) == {"code", "params"}:
            yield value["code"], value["params"]
        for part in value.values():
            yield from _texts(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _texts(part)


def _check_cells(case: Case, board: Board) -> None:
    """Check that cells are named by their column and row, and that no two lie in one place."""
    if board.grid is None:
        return
    columns, rows = board.grid.columns, board.grid.rows
    places = Counter((cell.column, cell.row) for cell in board.grid.cells)
    case.require(max(places.values()) == 1, "two cells of the board are in one place")
    for cell in board.grid.cells:
        inside = 0 <= cell.column < len(columns) and 0 <= cell.row < len(rows)
        case.require(inside, f"the cell {cell.name} is outside of the grid")
        column, row = columns[cell.column], rows[cell.row]
        case.require(cell.name in (column + row, f"{column},{row}"), f"{cell.name} is in column {column}, row {row}")
        case.require(len(cell.text) <= MAX_TEXT, f"the ground of {cell.name} has more than {MAX_TEXT} characters")


def _check_pieces(case: Case, pieces: list[Piece]) -> None:
    """Check that pieces are short, and that different ones differ without their colour."""
    names: dict[Any, str] = {}
    for piece in pieces:
        short = 1 <= len(piece.text) <= MAX_TEXT and piece.text.isascii() and piece.text.isprintable()
        case.require(short, f"the text of the piece {piece.id!r} must be 1 to {MAX_TEXT} ASCII characters")
        case.require(len(piece.symbol) in (0, len(piece.text)), f"the symbol of {piece.id!r} is longer than its text")
        name = case.game.translations.format(piece.name)
        for drawn in (piece.text, piece.symbol or piece.text):
            known = names.setdefault((drawn, piece.value, piece.pictures), name)
            case.require(known == name, f"{known} and {name} look alike without colour")


def _check_styles(case: Case, board: Board) -> None:
    cells = [] if board.grid is None else [cell.style for cell in board.grid.cells]
    rows = [row.style for table in board.tables for row in table.rows]
    for style in {*cells, *rows, *board.palette.values(), *(piece.style for piece in board.pieces)}:
        case.require(STYLE.fullmatch(style) is not None, f"{style!r} is not a style")


def _check_target(case: Case, board: Board, target: Target) -> None:
    cells = board.cells_of(target.move)
    case.require(cells == [target.cell], f"the target {target.move!r} is on {target.cell}, but names {cells}")
    if target.piece:
        held = [piece for player in board.players for zone in player.zones for piece in zone.pieces]
        piece = next((piece for piece in held if piece.id == target.piece), None)
        case.require(piece is not None, f"the target {target.move!r} is for {target.piece}, which nobody holds")
        turns = 1 if piece is None else max(1, len(piece.pictures))
        case.require(target.rotation < turns, f"the target {target.move!r} turns a piece that has {turns} positions")
    if target.after:
        _check_legal(case, target.after)
        move = case.game.read_move(case.state, target.after)
        after = case.after(case.state, move) if isinstance(move, int) else case.state
        legal = not isinstance(case.game.read_move(after, target.move), Refusal)
        case.require(legal, f"the target {target.move!r} is not legal after {target.after!r}")
    else:
        _check_legal(case, target.move)


def _check_selection(case: Case, board: Board, selection: Selection) -> None:
    least, most, items = selection.least, selection.most, selection.items
    case.require(1 <= least <= most <= len(items), f"a selection of {least} to {most} of {len(items)} items")
    if selection.of == "cells":
        there = Counter([] if board.grid is None else [cell.name for cell in board.grid.cells])
    else:
        there = Counter(piece.id for player in board.players for zone in player.zones for piece in zone.pieces)
    missing = Counter(items) - there
    case.require(not missing, f"a selection of what is not on the board: {sorted(missing)}")
    for item in selection.alone:
        _check_legal(case, selection.move([item]), in_standard_form=False)
    for _ in range(SELECTIONS if selection.is_certain else 0):
        left, chosen = list(items), []
        for _ in range(least + case.random.below(most - least + 1)):
            chosen.append(left.pop(case.random.below(len(left))))
        _check_legal(case, selection.move(chosen), in_standard_form=False)


def _check_legal(case: Case, text: str, in_standard_form: bool = True) -> None:
    """Check that a text is a legal move. A selection may name one of several equal pieces, so its form may differ."""
    move = case.game.read_move(case.state, text)
    if isinstance(move, Refusal):
        case.require(False, f"the board offers {text!r}, which is refused: {case.format(move)}")
    elif in_standard_form and (written := case.game.write_move(case.state, move)) != text:
        case.require(False, f"the board writes {text!r} for {written!r}")

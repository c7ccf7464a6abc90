"""The description of a board: moves made of what is chosen, and the conformance checks that hold it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from dummy_game import DESCRIBED, GAME, change_game

from ludoteca.core.board import (
    STYLE,
    Action,
    Board,
    Cell,
    Grid,
    Moves,
    Piece,
    Player,
    Row,
    Selection,
    Table,
    Target,
    Zone,
    squares,
)
from ludoteca.core.conformance import ConformanceError, check, check_game
from ludoteca.core.generator import Random
from ludoteca.core.records import begin
from ludoteca.core.registry import find_game, game_names
from ludoteca.core.translations import Text

PASS = Action("pass", Text("page_dry"))
Describe = Callable[[Any, Any], Board]


def test_a_selection_writes_its_items_in_order() -> None:
    swap = Selection(Text("swap"), "pieces", ("bc", "bc", "rs"), 1, 2, verb="swap")
    assert swap.move(["rs", "bc"]) == "swap bc rs"
    assert swap.move(["bc", "bc"]) == "swap bc bc"
    flood = Selection(Text("flood"), "cells", ("c3", "d3"), 1, 2)
    assert flood.move(["d3", "c3"]) == "c3 d3"


@pytest.mark.parametrize(
    ("move", "items"),
    [
        ("swap bc rs", ["bc", "rs"]),
        ("swap bc bc", ["bc", "bc"]),
        ("swap rs rs", None),
        ("swap bc bc rs", None),
        ("swap", None),
        ("bc rs", None),
        ("end", None),
    ],
)
def test_a_selection_knows_its_moves(move: str, items: list[str] | None) -> None:
    swap = Selection(Text("swap"), "pieces", ("bc", "bc", "rs"), 1, 2, verb="swap")
    assert swap.items_of(move) == items


@pytest.mark.parametrize(
    ("move", "cells"),
    [("rf@b1", ["b1"]), ("a1 b2", ["a1", "b2"]), ("x b1/3", ["b1"]), ("end", []), ("b11", []), ("-1,0", [])],
)
def test_a_board_finds_the_cells_of_a_move(move: str, cells: list[str]) -> None:
    columns, rows = squares(2, 2)
    grid = Grid(columns, rows, tuple(Cell(f"{'ab'[n % 2]}{n // 2 + 1}", n % 2, n // 2) for n in range(4)))
    assert Board((Text("x"),), grid=grid).cells_of(move) == cells
    assert Board((Text("x"),)).cells_of(move) == []


@pytest.mark.parametrize("style", ["", "bold", "dim", "red", "bold red", "on blue", "bold red on blue", "dim on cyan"])
def test_a_style_is_weight_colour_and_background(style: str) -> None:
    assert STYLE.fullmatch(style)


@pytest.mark.parametrize("style", ["pink", "red bold", "blink", "on", "onred", "red green", "Bold"])
def test_other_words_are_no_style(style: str) -> None:
    assert not STYLE.fullmatch(style)


def test_a_description_is_small_json() -> None:
    piece = Piece("J", "J", Text("who", {"name": Text("inner", {"list": [Text("deep")]})}))
    board = Board((Text("head"),), grid=Grid(("a",), ("1",), (Cell("a1", 0, 0, piece=piece),)))
    assert json.loads(json.dumps(board.json())) == {
        "headline": [{"code": "head", "params": {}}],
        "grid": {
            "columns": ["a"],
            "rows": ["1"],
            "cells": [
                {
                    "name": "a1",
                    "column": 0,
                    "row": 0,
                    "piece": {
                        "id": "J",
                        "text": "J",
                        "name": {
                            "code": "who",
                            "params": {"name": {"code": "inner", "params": {"list": [{"code": "deep", "params": {}}]}}},
                        },
                    },
                }
            ],
        },
    }


def test_only_texts_and_json_are_part_of_a_description() -> None:
    with pytest.raises(NotImplementedError, match="object is not part of a description"):
        Board((Text("head", {"state": object()}),)).json()


# The conformance checks


def test_a_game_with_a_description_conforms() -> None:
    check(DESCRIBED, deals=2)


def changed(board: Describe, **changes: Any) -> Describe:
    """Return a description that differs; a change may be a function of the right board."""

    def describe(view: Any, choices: Any) -> Board:
        found = board(view, choices)
        values = {name: change(found) if callable(change) else change for name, change in changes.items()}
        return msgspec.structs.replace(found, **values)

    return describe


def with_moves(change: Callable[[Board, Moves], Moves]) -> Callable[[Board], Moves | None]:
    return lambda board: None if board.moves is None else change(board, board.moves)


def with_cells(**changes: Any) -> Callable[[Board], Grid]:
    """Return a grid whose first cell is changed."""

    def change(board: Board) -> Grid:
        assert board.grid is not None
        first, *others = board.grid.cells
        return msgspec.structs.replace(board.grid, cells=(msgspec.structs.replace(first, **changes), *others))

    return change


def target(cell: str, move: str, **more: Any) -> Callable[[Board], Moves | None]:
    return with_moves(lambda board, moves: msgspec.structs.replace(moves, targets=(Target(cell, move, **more),)))


def selection(*parts: Any, **more: Any) -> Callable[[Board], Moves | None]:
    chosen = Selection(Text("role_weather"), *parts, **more)
    return with_moves(lambda board, moves: msgspec.structs.replace(moves, selections=(chosen,)))


FAULTS: dict[str, tuple[dict[str, Any], str]] = {
    "says that somebody else is to move": ({"to_move": 7}, "says that 7 is to move"),
    "has no moves": ({"moves": None}, "has moves without choices"),
    "a text without a sentence": ({"headline": (Text("never_written"),)}, "no sentence for the code 'never_written'"),
    "a text without its parameters": ({"headline": (Text("headline_journeyman"),)}, "lacks ['last', 'next']"),
    "a cell with another name": ({"grid": with_cells(name="z9")}, "z9 is in column a, row 1"),
    "a cell outside": ({"grid": with_cells(column=9)}, "a1 is outside of the grid"),
    "two cells in one place": ({"grid": with_cells(name="b1", column=1)}, "two cells of the board are in one place"),
    "a long ground": ({"grid": with_cells(text="...")}, "more than 2 characters"),
    "a long piece": ({"grid": with_cells(piece=Piece("x", "xyz", Text("page_dry")))}, "must be 1 to 2 ASCII"),
    "a piece beyond ASCII": ({"grid": with_cells(piece=Piece("x", "♠", Text("page_dry")))}, "must be 1 to 2 ASCII"),
    "a long symbol": ({"grid": with_cells(piece=Piece("x", "x", Text("page_dry"), symbol="♠♠"))}, "longer than its"),
    "pieces alike without colour": (
        {"zones": (Zone(((Piece("x", "J", Text("page_dry"), "red"),),)),)},
        "look alike without colour",
    ),
    "an unknown style": ({"grid": with_cells(style="pink")}, "'pink' is not a style"),
    "an unknown style of a row": (
        {"tables": (Table(Text("page_dry"), ("x",), (Row("y", (1,), "blinking"),)),)},
        "'blinking' is not a style",
    ),
    "an unknown style of a palette": ({"palette": {"#": "grey"}}, "'grey' is not a style"),
    "an illegal target": ({"moves": target("c3", "c3")}, "the board offers 'c3', which is refused"),
    "a target that names another cell": ({"moves": target("a2", "b1")}, "is on a2, but names ['b1']"),
    "a target for a piece that nobody holds": ({"moves": target("b1", "b1", piece="K")}, "which nobody holds"),
    "a target after an illegal move": ({"moves": target("b1", "b1", after="buy")}, "the board offers 'buy'"),
    "a target out of standard form": ({"moves": target("b1", " b1")}, "the board writes ' b1' for 'b1'"),
    "an action that is refused": (
        {"moves": with_moves(lambda board, moves: msgspec.structs.replace(moves, actions=(PASS,)))},
        "the board offers 'pass'",
    ),
    "a selection of nothing": ({"moves": selection("cells", ("a1",), 0, 1)}, "a selection of 0 to 1 of 1 items"),
    "a selection of too much": ({"moves": selection("cells", ("a1",), 1, 2)}, "a selection of 1 to 2 of 1 items"),
    "a selection of absent cells": ({"moves": selection("cells", ("k9",), 1, 1)}, "not on the board: ['k9']"),
    "a selection of absent pieces": ({"moves": selection("pieces", ("bc",), 1, 1)}, "not on the board: ['bc']"),
    "a selection that is refused": ({"moves": selection("cells", ("a1",), 1, 1)}, "the board offers 'a1'"),
    "an item that is refused alone": (
        {"moves": selection("cells", ("a1",), 1, 1, is_certain=False, alone=("a1",))},
        "the board offers 'a1'",
    ),
    "a move that cannot be chosen": (
        {"moves": with_moves(lambda board, moves: msgspec.structs.replace(moves, targets=moves.targets[:1]))},
        "nothing on the board makes the move",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_of_a_description_is_caught(fault: str) -> None:
    changes, complaint = FAULTS[fault]
    game = find_game("flooding")
    with pytest.raises(ConformanceError, match=re.escape(complaint)):
        check_game(
            change_game(game, board=changed(game.board, **changes)), 2, game.check_options({"size": 3}), "faults"
        )


def test_a_description_that_knows_more_than_its_view_is_caught() -> None:
    """It is made of JSON, as a client gets it: a view with other Python objects does not count."""
    drawn: list[int] = []

    def board(view: Any, choices: Any) -> Board:
        drawn.append(1)
        return msgspec.structs.replace(DESCRIBED.board(view, choices), notes=(Text("card", {"card": len(drawn)}),))

    with pytest.raises(ConformanceError, match="not made of its view and choices as JSON alone"):
        check(change_game(DESCRIBED, board=board))


def test_an_empty_text_board_is_caught() -> None:
    with pytest.raises(ConformanceError, match="is empty"):
        check(change_game(GAME, render=lambda view: " \n"))


def test_a_piece_that_is_turned_too_far_is_caught() -> None:
    game = find_game("wege")
    moves = with_moves(
        lambda board, moves: msgspec.structs.replace(
            moves, targets=tuple(msgspec.structs.replace(target, rotation=4) for target in moves.targets)
        )
    )
    with pytest.raises(ConformanceError, match="turns a piece that has 4 positions"):
        check_game(change_game(game, board=changed(game.board, moves=moves)), 2, game.check_options({"rows": 3}), "x")


# Random games


@pytest.mark.parametrize("name", game_names())
def test_hands_are_those_of_the_view(name: str) -> None:
    """Every piece of a seat's zones is in its view, and everything it does not see is only counted."""
    game = find_game(name)
    for deal in range(3):
        random = Random(f"hands {deal}")
        state = begin(game, game.seats[1], game.check_options({}), f"hands {deal}", None)
        while state.seat() >= 0:
            for seat in (None, *range(game.seats[1])):
                view = game.make_view(state, seat)
                for player in game.board(view, {}).players:
                    _check_hand(view, player)
            state.play(state.random_move(random))


def _check_hand(view: dict[str, Any], player: Player) -> None:
    shown = [piece.id for zone in player.zones for piece in zone.pieces]
    hidden = sum(zone.hidden for zone in player.zones)
    if "rack_sizes" in view:
        own = view["racks"][player.seat]
        assert (shown, hidden) == ((own, 0) if own is not None else ([], view["rack_sizes"][player.seat]))
    elif "tables" in view:
        own = view["hands"][player.seat]
        assert shown == [*(own or []), *view["tables"][player.seat]]
        assert hidden == (0 if own is not None else view["hand_sizes"][player.seat])
    elif "hand_sizes" in view:
        own = view["hands"][player.seat]
        assert (shown, hidden) == ((own, 0) if own is not None else ([], view["hand_sizes"][player.seat]))
    elif "hand" in view:
        assert len(shown) == (player.seat == view["to_move"])
    else:
        assert (shown, hidden) == ([], 0)

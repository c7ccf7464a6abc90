"""The text board: a description drawn as lines, of any width, with names, symbols and colours where they are wanted."""

from __future__ import annotations

from typing import Any

import dummy_game
import pytest

from ludoteca.core.board import COLOURS, Board, Cell, Grid, Piece, Player, Row, Table, Zone, squares
from ludoteca.core.game import Game
from ludoteca.core.generator import Random
from ludoteca.core.records import begin
from ludoteca.core.registry import find_game, game_names
from ludoteca.core.text_board import Drawing, draw_view, show_view, to_text
from ludoteca.core.translations import Text, Translations

TRANSLATIONS = Translations({"head": "{player} is to move.", "title": "left", "piece": "a piece", "detail": "points 3"})
PIECE = Piece("rf", "rf", Text("piece"), "on red", symbol="r✿")
KING = Piece("K", "K", Text("piece"), "bold")


def drawn(board: Board, names: tuple[str, ...] = ("Ada", "Bo"), width: int = 80, symbols: bool = False) -> list[str]:
    return to_text(Drawing(board, TRANSLATIONS, names, width, symbols).lines()).split("\n")


def grid(*cells: Cell, columns: int = 3, rows: int = 2) -> Grid:
    return Grid(*squares(columns, rows), cells)


HEAD = (Text("head", {"player": 1}),)


def test_a_piece_covers_the_end_of_its_ground_and_new_ones_are_marked() -> None:
    cells = (
        Cell("a1", 0, 0, "~~", style="on blue", piece=KING),
        Cell("b1", 1, 0, ".", style="dim"),
        Cell("c1", 2, 0, ".", piece=PIECE, is_new=True),
        Cell("b2", 1, 1, "~~"),
    )
    board = Board(HEAD, grid=grid(*cells))
    assert drawn(board) == ["Ada is to move.", "", "     a  b  c", "  1 ~K  .+rf", "  2    ~~"]
    spans = Drawing(board, TRANSLATIONS, ("Ada",), 80, True).lines()[3]
    assert spans == [
        ("  1", "dim"),
        (" ", ""),
        ("~K", "bold on blue"),
        ("  ", ""),
        (".", "dim"),
        ("+", "bold"),
        ("r✿", "on red"),
    ]


def test_symbols_are_drawn_only_if_wanted() -> None:
    board = Board(HEAD, zones=(Zone(((PIECE, Piece("x", "x", Text("piece"), symbol="✿", value="T")),)),))
    assert drawn(board)[2] == "    rf x=T"
    assert drawn(board, symbols=True)[2] == "    r✿ ✿=T"


def test_players_have_their_names_pieces_and_details_in_columns() -> None:
    players = (
        Player(0, (Zone(((PIECE, PIECE),)),), Text("detail")),
        Player(1, (Zone(hidden=3),), Text("detail")),
        Player(2, (Zone(),)),
        Player(3),
    )
    assert drawn(Board(HEAD, 1, players=players), ("Ada", "Bartholomew", "Cy", "Di"))[2:] == [
        "  Ada           rf rf      points 3",
        "> Bartholomew   ?? ?? ??   points 3",
        "  Cy            -",
    ]


def test_tables_stand_beside_the_players_if_there_is_room() -> None:
    table = Table(Text("title"), ("c", "s"), (Row("b", (2, "-"), "blue"), Row("r", (10, 3), "red")))
    players = (Player(0, (Zone(((PIECE,),)),)), Player(1, (Zone(((PIECE,),)),)))
    board = Board(HEAD, grid=grid(Cell("a1", 0, 0, ".")), players=players, tables=(table,))
    assert drawn(board)[6:] == ["  Ada   rf   left   c  s", "  Bo    rf   b      2  -", "             r     10  3"]
    assert drawn(board, width=20)[6:] == ["  Ada   rf", "  Bo    rf", "", "left   c  s", "b      2  -", "r     10  3"]


def test_long_sentences_are_wrapped_between_words() -> None:
    names = ("Bartholomew the Patient",)
    board = Board(HEAD * 3, notes=HEAD * 2)
    lines = drawn(board, names, width=30)
    assert " ".join(line.strip() for line in lines if line).count("Bartholomew the Patient is to move.") == 5
    assert max(map(len, lines)) <= 30


def test_pictures_share_their_edges_and_everything_else_stands_beside_them() -> None:
    card = Piece("L", "L", Text("piece"), pictures=(("#   ~", "  \\", "~   #"),))
    free = (".   .", " b1", ".   .")
    cells = (Cell("a1", 0, 0, piece=card), Cell("b1", 1, 0, style="dim", picture=free))
    hand = Piece("L", "L", Text("piece"), pictures=(*card.pictures, ("~   #", "  /", "#   ~")))
    board = Board(
        HEAD,
        0,
        Grid(("a", "b"), ("1",), cells, cell_width=4, cell_height=2),
        players=(Player(0, (Zone(((hand,),)),)),),
        palette={"#": "green", "~": "cyan"},
    )
    assert drawn(board)[1:] == [
        "    # a ~ b .   /0     /1",
        "  1   \\  b1     #   ~  ~   #",
        "    ~   #   .     \\      /",
        "                ~   #  #   ~",
    ]
    line = Drawing(board, TRANSLATIONS, ("Ada",), 80, False).lines()[1]
    assert ("#", "green") in line
    assert ("~", "cyan") in line


def test_a_game_that_renders_its_own_text_is_shown_as_it_is() -> None:
    game: Game[Any] = dummy_game.GAME
    view = game.make_view(begin(game, 2, game.check_options({}), "own", None), 0)
    assert show_view(game, view) == dummy_game.GAME.render(view)
    assert all(style == "" for line in draw_view(game, view) for _, style in line)


def test_roles_are_the_names_of_players_who_have_none() -> None:
    game = find_game("wege")
    view = game.make_view(begin(game, 2, game.check_options({}), "roles", None), 0)
    assert show_view(game, view).startswith("Land is to move.")
    assert show_view(game, view, ["Ada", "Bo"]).startswith("Ada is to move.")


def views(game: Game[Any], seats: int, seed: str, moves: int) -> list[dict[str, Any]]:
    """Return views of the states of a random game, as the mover and as a spectator sees them."""
    random = Random(seed)
    state = begin(game, seats, game.check_options({}), seed, None)
    found = []
    for _ in range(moves):
        found += [game.make_view(state, None), game.make_view(state, state.seat() if state.seat() >= 0 else 0)]
        if state.seat() >= 0:
            state.play(state.random_move(random))
    return found


@pytest.mark.parametrize("name", game_names())
def test_every_game_can_be_drawn_in_any_width(name: str) -> None:
    game = find_game(name)
    names = [f"Player with a long name {seat}" for seat in range(game.seats[1])]
    for view in views(game, game.seats[1], "widths", 25):
        for width in (20, 40, 80, 200):
            text = to_text(draw_view(game, view, names, width=width, symbols=True))
            assert text.replace("\n", "").isprintable()
            assert all(line == line.rstrip() for line in text.split("\n"))


@pytest.mark.parametrize("name", game_names())
def test_lines_are_at_most_80_characters_long_unless_the_grid_is_wider(name: str) -> None:
    game = find_game(name)
    for view in views(game, 2, "lines", 60):
        grid = game.board(view, {}).grid
        widest = 80 if grid is None else max(80, 6 + grid.cell_width * len(grid.columns))
        assert max(map(len, show_view(game, view).split("\n"))) <= widest


@pytest.mark.parametrize("name", game_names())
def test_every_game_is_coloured_from_its_description(name: str) -> None:
    game = find_game(name)
    styles = {style for view in views(game, 2, "colours", 20) for line in draw_view(game, view) for _, style in line}
    assert any(colour in style for style in styles for colour in COLOURS)

"""The description of RowsAndCols' wall: bricks, the free cells next to them, hands, and where each brick fits."""

from typing import Any, Final

from ludoteca.core.board import Action, Board, Cell, Grid, Moves, Piece, Player, Row, Selection, Table, Target, Zone
from ludoteca.core.translations import Text
from ludoteca.games.rowsandcols.board import BRICK_NAMES, COLOURS, MAX_COORDINATE, SHAPES

Point = tuple[int, int]

NEIGHBOURS: Final = ((0, -1), (-1, 0), (1, 0), (0, 1))
COLOUR_NAMES: Final = {"b": "blue", "r": "red", "g": "green", "y": "yellow", "c": "cyan", "p": "magenta"}
FREE: Final = Text("page_free")


def _brick(name: str) -> Piece:
    words = {"colour": Text(f"colour_{name[0]}"), "shape": Text(f"shape_{name[1]}")}
    return Piece(name, name, Text("page_brick", words), f"on {COLOUR_NAMES[name[0]]}")


PIECES: Final = {name: _brick(name) for name in BRICK_NAMES}


def board(view: dict[str, Any], choices: dict[str, Any]) -> Board:
    """Describe the wall: bricks as colour and shape, `.` for free cells next to them."""
    return Board(
        _headline(view),
        view["to_move"],
        _grid(view),
        players=tuple(_player(view, seat) for seat in range(view["players"])),
        tables=(_unseen(view),),
        moves=_moves(view, choices) if choices else None,
    )


def _headline(view: dict[str, Any]) -> tuple[Text, ...]:
    if view["to_move"] is None:
        winners = [seat + 1 for seat, share in enumerate(view["result"]) if share]
        if len(winners) == 1:
            return (Text("headline_won", {"player": winners[0]}),)
        return (Text("headline_won_jointly", {"players": winners}),)
    params = {"player": view["to_move"] + 1, "bag": view["bag_size"]}
    headline = Text("headline_end_game" if view["end_game"] else "headline", params)
    return (headline, Text("headline_earned", {"earned": view["earned"]})) if view["placed"] else (headline,)


def _grid(view: dict[str, Any]) -> Grid:
    bricks = {_numbers(name): brick for name, brick in view["board"].items()}
    free = {(x + i, y + j) for x, y in bricks for i, j in NEIGHBOURS} - set(bricks)
    free = {(x, y) for x, y in free if max(abs(x), abs(y)) <= MAX_COORDINATE}
    columns, rows = _span([x for x, _ in (*bricks, *free)]), _span([y for _, y in (*bricks, *free)])
    cells = []
    for y, x in sorted((y, x) for x, y in (*bricks, *free)):
        name = f"{x},{y}"
        brick = bricks.get((x, y))
        piece = None if brick is None else PIECES[brick]
        place = (name, x - columns[0], y - rows[0])
        cells.append(Cell(*place, ".", FREE, "dim", piece, name in view["placed"]))
    return Grid(tuple(map(str, columns)), tuple(map(str, rows)), tuple(cells))


def _numbers(name: str) -> Point:
    x, _, y = name.partition(",")
    return int(x), int(y)


def _span(numbers: list[int]) -> range:
    return range(min(numbers), max(numbers) + 1)


def _player(view: dict[str, Any], seat: int) -> Player:
    hand = view["hands"][seat]
    shown = () if hand is None else (tuple(PIECES[brick] for brick in hand),)
    zone = Zone(shown, view["hand_sizes"][seat] if hand is None else 0)
    return Player(seat, (zone,), Text("board_player", {"score": view["scores"][seat]}))


def _unseen(view: dict[str, Any]) -> Table:
    """Count the bricks of each kind that this perspective does not see."""
    rows = tuple(
        Row(colour, tuple(view["unseen"][colour + shape] or "-" for shape in SHAPES), COLOUR_NAMES[colour])
        for colour in COLOURS
    )
    return Table(Text("board_unseen"), tuple(SHAPES), rows)


def _moves(view: dict[str, Any], choices: dict[str, Any]) -> Moves:
    targets = tuple(
        # The choices have the points of the whole turn.
        Target(cell, f"{brick}@{cell}", brick, points=points - view["earned"])
        for brick, earned in choices["targets"].items()
        for cell, points in earned.items()
    )
    most: int = choices["swap_most"]
    hand = tuple(brick for brick in view["hands"][view["to_move"]])
    swap = Selection(Text("page_swap"), "pieces", hand, 1, most, verb="swap")
    labels = {"end": Text("page_end_points", {"points": view["earned"]}), "pass": Text("page_pass")}
    actions = tuple(Action(move, labels[move]) for move in choices["moves"])
    return Moves(_prompt(bool(view["placed"]), bool(targets), most), targets, (swap,) if most else (), actions)


def _prompt(has_laid: bool, fits: bool, most: int) -> Text:
    if has_laid:
        return Text("page_lay_on" if fits else "page_no_more")
    return Text("page_take" if fits else "page_must_swap" if most else "page_must_pass")

"""The description of Latice's board: squares, tiles, racks, and where each tile can be laid."""

from typing import Any, Final

from ludoteca.core.board import Action, Board, Cell, Grid, Moves, Piece, Player, Target, Zone, squares
from ludoteca.core.squares import square_name
from ludoteca.core.translations import Text
from ludoteca.games.latice.rules import MOON, SQUARES, SUN_NAMES, TILE_NAMES, WIDTH

COLOUR_NAMES: Final = {"r": "red", "y": "yellow", "g": "green", "b": "blue", "c": "cyan", "m": "magenta"}
SUN: Final = ("*", Text("page_sun"), "yellow")
MOON_GROUND: Final = ("o", Text("page_moon"), "bold")
PLAIN: Final = (".", Text("page_empty"), "dim")


def _ground(square: int) -> tuple[str, Text, str]:
    if square == MOON:
        return MOON_GROUND
    return SUN if square_name(square, WIDTH) in SUN_NAMES.split() else PLAIN


def _tile(name: str) -> Piece:
    words = {"colour": Text(f"page_colour_{name[0]}"), "shape": Text(f"page_shape_{name[1]}")}
    return Piece(name, name, Text("page_tile", words), f"on {COLOUR_NAMES[name[0]]}")


TILES: Final = {name: _tile(name) for name in TILE_NAMES}
GROUNDS: Final = [(square_name(square, WIDTH), *_ground(square)) for square in range(SQUARES)]


def board(view: dict[str, Any], choices: dict[str, Any]) -> Board:
    """Describe the board: tiles as colour and shape, `*` a sun, `o` the moon, `.` any other square."""
    columns, rows = squares(WIDTH, WIDTH)
    cells = tuple(
        Cell(name, square % WIDTH, square // WIDTH, text, ground, style, _tile_on(view, name))
        for square, (name, text, ground, style) in enumerate(GROUNDS)
    )
    return Board(
        (_headline(view),),
        view["to_move"],
        Grid(columns, rows, cells),
        players=tuple(_player(view, seat) for seat in range(2)),
        moves=_moves(view, choices) if choices else None,
    )


def _tile_on(view: dict[str, Any], square: str) -> Piece | None:
    tile = view["board"].get(square)
    return None if tile is None else TILES[tile]


def _headline(view: dict[str, Any]) -> Text:
    if view["to_move"] is None:
        winners = [seat + 1 for seat, share in enumerate(view["result"]) if share == 1]
        return Text("headline_won", {"player": winners[0]}) if winners else Text("headline_drawn")
    params = {"turn": view["turn"] + 1, "turns": view["turns"], "player": view["to_move"] + 1}
    return Text("headline", {**params, "actions": view["actions"]})


def _player(view: dict[str, Any], seat: int) -> Player:
    rack = view["racks"][seat]
    shown = () if rack is None else (tuple(TILES[tile] for tile in rack),)
    params = {"pool": view["pool_sizes"][seat], "points": view["points"][seat], "laid": view["laid"][seat]}
    zone = Zone(shown, view["rack_sizes"][seat] if rack is None else 0)
    return Player(seat, (zone,), Text("board_player", params))


def _moves(view: dict[str, Any], choices: dict[str, Any]) -> Moves:
    buying = "targets_after_buying" in choices
    targets = tuple(
        Target(square, f"{tile}@{square}", tile, points=points, after="buy" if buying else "")
        for tile, earned in choices["targets_after_buying" if buying else "targets"].items()
        for square, points in earned.items()
    )
    others: list[str] = choices["moves"]
    has_laid = view["placed_this_turn"] > 0
    actions = {
        "buy": Action("buy", Text("page_buy")),
        "exchange": Action("exchange", Text("page_exchange_yes"), Text("page_exchange_sure")),
        "end": Action("end", Text("page_end"))
        if has_laid
        else Action("end", Text("page_pass_yes"), Text("page_pass_sure") if targets else None),
    }
    return Moves(
        _prompt(others, buying, has_laid, bool(targets)), targets, actions=tuple(actions[one] for one in others)
    )


def _prompt(others: list[str], buying: bool, has_laid: bool, fits: bool) -> Text:
    if buying:
        return Text("page_no_action" if fits else "page_may_end")
    if fits:
        return Text("page_more_fits" if has_laid else "page_choose_tile")
    if has_laid:
        return Text("page_may_end")
    return Text("page_nothing_fits" if "exchange" in others else "page_may_pass")

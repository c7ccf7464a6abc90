"""Text notation of Latice moves, and positions as JSON."""

from typing import Any, Final

from ludoteca.core.errors import OptionError
from ludoteca.core.generator import RandomSource
from ludoteca.core.ints import Ints, Numbers, i64, in_order, vec
from ludoteca.core.options import check_options
from ludoteca.core.positions import Fields
from ludoteca.core.squares import square_name, square_number
from ludoteca.core.state import NOBODY
from ludoteca.core.translations import Refusal, quote, read_translations
from ludoteca.games.latice.rules import (
    BUY,
    COPIES,
    EMPTY,
    END,
    EXCHANGE,
    KINDS,
    OPTIONS,
    RACK,
    SQUARES,
    TILE_NAMES,
    WIDTH,
    Latice,
    empty_state,
)

TRANSLATIONS: Final = read_translations(__package__)
NAMED_MOVES: Final = {"buy": BUY, "exchange": EXCHANGE, "end": END}
MOVE_NAMES: Final = {move: name for name, move in NAMED_MOVES.items()}
FIELDS: Final = (
    "board",
    "racks",
    "pools",
    "points",
    "laid",
    "turn",
    "actions",
    "placed_this_turn",
    "to_move",
    "options",
)
MAX_POINTS: Final = 1_000_000


def parse_move(state: Latice, text: str) -> int | Refusal:
    if text in NAMED_MOVES:
        return NAMED_MOVES[text]
    tile, _, square = text.partition("@")
    number = square_number(square, WIDTH, WIDTH)
    if tile not in TILE_NAMES or number < 0:
        return Refusal("no_move", {"text": quote(text)})
    return TILE_NAMES.index(tile) * SQUARES + number


def write_move(state: Latice, move: int) -> str:
    if move in MOVE_NAMES:
        return MOVE_NAMES[move]
    return f"{TILE_NAMES[move // SQUARES]}@{square_name(move % SQUARES, WIDTH)}"


def tile_names(tiles: Numbers) -> list[str]:
    return [TILE_NAMES[tile] for tile in tiles]


def board_names(state: Latice) -> dict[str, str]:
    return {square_name(square, WIDTH): TILE_NAMES[tile] for square, tile in enumerate(state.board) if tile != EMPTY}


def write_position(state: Latice) -> dict[str, Any]:
    to_move = state.seat()
    return {
        "board": board_names(state),
        "racks": [tile_names(rack) for rack in state.racks],
        "pools": [tile_names(state.pool(seat)) for seat in range(2)],
        "points": list(state.points),
        "laid": list(state.laid),
        "turn": state.turns,
        "actions": state.actions,
        "placed_this_turn": state.placed_this_turn,
        "to_move": None if to_move == NOBODY else to_move,
        "options": dict(state.ruleset.options),
    }


def read_position(data: Any, random: RandomSource) -> Latice:
    fields = Fields(data, FIELDS, TRANSLATIONS)
    try:
        options = check_options(OPTIONS, fields.value("options") if fields.has("options") else {})
    except OptionError as error:
        raise fields.error(error.code, error.params) from None
    state = empty_state(options, random)
    board = _read_board(fields)
    for square, tile in board.items():
        state.lay(tile, square)
    state.racks = vec[Ints]([in_order(rack, KINDS) for rack in _read_pair(fields, "racks", RACK)])
    state.pools = vec[Ints](_read_pair(fields, "pools", KINDS * COPIES))
    _check_material(fields, [*board.values(), *state.racks[0], *state.racks[1], *state.pools[0], *state.pools[1]])
    state.points = _read_numbers(fields, "points", MAX_POINTS)
    state.laid = _read_numbers(fields, "laid", KINDS * COPIES)
    if sum(state.laid) != len(board):
        raise fields.error("laid_wrong", {"sum": sum(state.laid), "tiles": len(board)})
    state.turns = fields.integer("turn", 0, int(options["turns"]))
    state.actions = fields.integer("actions", 0, RACK)
    state.placed_this_turn = fields.integer("placed_this_turn", 0, KINDS * COPIES)
    _check_mover(fields, state)
    return state


def _check_mover(fields: Fields, state: Latice) -> None:
    to_move = fields.value("to_move")
    if to_move is None:
        if state.seat() != NOBODY:
            raise fields.error("position_not_over", {})
    elif type(to_move) is not int or to_move != state.mover():
        raise fields.error("to_move_wrong", {"value": quote(to_move), "turn": state.turns, "seat": state.mover()})


def _read_board(fields: Fields) -> dict[int, int]:
    value = fields.value("board")
    if not isinstance(value, dict):
        raise fields.error("board_wrong", {"value": quote(value)})
    tiles = [_read_tile(fields, "board", tile) for tile in value.values()]
    squares = [fields.square("board", square, WIDTH, WIDTH) for square in value]
    return dict(zip(squares, tiles, strict=True))


def _read_tile(fields: Fields, name: str, value: Any) -> int:
    if isinstance(value, str) and value in TILE_NAMES:
        return TILE_NAMES.index(value)
    raise fields.error("tile_wrong", {"field": name, "value": quote(value)})


def _read_pair(fields: Fields, name: str, limit: int) -> list[Ints]:
    """Read one list of tiles per player."""
    pair = fields.array(name)
    if len(pair) != 2 or not all(isinstance(tiles, list) and len(tiles) <= limit for tiles in pair):
        raise fields.error("pair_wrong", {"field": name, "high": limit})
    return [vec[i64]([_read_tile(fields, name, tile) for tile in tiles]) for tiles in pair]


def _read_numbers(fields: Fields, name: str, limit: int) -> Ints:
    """Read one number per player."""
    pair = fields.array(name)
    if len(pair) != 2 or not all(type(number) is int and 0 <= number <= limit for number in pair):
        raise fields.error("numbers_wrong", {"field": name, "high": limit})
    return vec[i64](pair)


def _check_material(fields: Fields, tiles: list[int]) -> None:
    for kind in range(KINDS):
        count = tiles.count(kind)
        if count != COPIES:
            raise fields.error("material_wrong", {"tile": TILE_NAMES[kind], "count": count, "copies": COPIES})

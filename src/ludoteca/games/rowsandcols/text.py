"""Moves of RowsAndCols as text, positions as JSON."""

import re
from typing import Any, Final

from ludoteca.core.generator import RandomSource
from ludoteca.core.ints import Ints, Numbers, append, i64, in_order, vec
from ludoteca.core.positions import Fields
from ludoteca.core.state import NOBODY
from ludoteca.core.translations import Refusal, quote, read_translations
from ludoteca.games.rowsandcols.board import (
    BRICK_NAMES,
    BRICKS,
    CELLS,
    COPIES,
    KINDS,
    MAX_COORDINATE,
    Board,
    cell_at,
    cell_name,
    empty_board,
)
from ludoteca.games.rowsandcols.moves import END, HAND_SIZE, PASS, swap_move, swapped_bricks
from ludoteca.games.rowsandcols.rules import MAX_PLAYERS, MIN_PLAYERS, SWAP_ROUNDS, RowsAndCols

TRANSLATIONS: Final = read_translations(__package__)
FIELDS: Final = ("players", "board", "hands", "bag", "scores", "placed", "to_move", "passes", "swaps")
MAX_POINTS: Final = 1_000_000

_NUMBER: Final = "(0|-?[1-9][0-9]{0,2})"
_CELL: Final = re.compile(f"{_NUMBER},{_NUMBER}")


def parse_move(state: RowsAndCols, text: str) -> int | Refusal:
    if text in ("end", "pass"):
        return END if text == "end" else PASS
    words = text.split()
    if words and words[0] == "swap":
        return _parse_swap(state, words[1:])
    brick, _, place = text.partition("@")
    numbers = _CELL.fullmatch(place)
    if brick not in BRICK_NAMES or numbers is None:
        return Refusal("no_move", {"text": quote(text)})
    x, y = int(numbers[1]), int(numbers[2])
    if max(abs(x), abs(y)) > MAX_COORDINATE:
        return Refusal("off_table", {"cell": place, "high": MAX_COORDINATE})
    return BRICK_NAMES.index(brick) * CELLS + cell_at(x, y)


def _parse_swap(state: RowsAndCols, names: list[str]) -> int | Refusal:
    if not names:
        return Refusal("swap_nothing")
    for name in names:
        if name not in BRICK_NAMES:
            return Refusal("no_brick", {"text": quote(name)})
    if len(names) > HAND_SIZE:
        return state.why_not_swap_count(len(names)) or Refusal("no_such_move")
    return swap_move(vec[i64](sorted(BRICK_NAMES.index(name) for name in names)))


def write_move(state: RowsAndCols, move: int) -> str:
    if move == END:
        return "end"
    if move == PASS:
        return "pass"
    if move > PASS:
        return " ".join(["swap", *brick_names(swapped_bricks(move))])
    return f"{BRICK_NAMES[move // CELLS]}@{cell_name(move % CELLS)}"


def brick_names(bricks: Numbers) -> list[str]:
    return [BRICK_NAMES[brick] for brick in bricks]


def cell_names(cells: Numbers) -> list[str]:
    return [cell_name(cell) for cell in cells]


def board_names(board: Board) -> dict[str, str]:
    return {cell_name(cell): BRICK_NAMES[board.brick(cell)] for cell in board.occupied()}


def write_position(state: RowsAndCols) -> dict[str, Any]:
    seat = state.seat()
    return {
        "players": state.players(),
        "board": board_names(state.board),
        "hands": [brick_names(hand) for hand in state.hands],
        "bag": brick_names(state.bag),
        "scores": state.scores(),
        "placed": cell_names(state.placed),
        "to_move": None if seat == NOBODY else seat,
        "passes": state.passes,
        "swaps": state.swaps,
    }


def read_position(data: Any, random: RandomSource) -> RowsAndCols:
    fields = Fields(data, FIELDS, TRANSLATIONS)
    players = fields.integer("players", MIN_PLAYERS, MAX_PLAYERS)
    state = RowsAndCols(empty_board(), random)
    board = _read_board(fields)
    hands = _read_hands(fields, players)
    state.hands = vec[Ints]([in_order(hand, KINDS) for hand in hands])
    state.bag = _read_bricks(fields, "bag", fields.array("bag"))
    _check_material(fields, [*board.values(), *(brick for hand in hands for brick in hand), *state.bag])
    state.points = _read_scores(fields, players)
    _lay(fields, state, board)
    state.passes = fields.integer("passes", 0, players) if fields.has("passes") else 0
    state.swaps = fields.integer("swaps", 0, SWAP_ROUNDS * players) if fields.has("swaps") else 0
    if fields.value("to_move") is not None:
        state.mover = fields.integer("to_move", 0, players - 1)
    elif state.seat() != NOBODY:
        raise fields.error("position_not_over", {})
    return state


def _read_board(fields: Fields) -> dict[int, int]:
    """Return the bricks by cell."""
    value = fields.value("board")
    if not isinstance(value, dict) or not 1 <= len(value) <= BRICKS:
        size = f"an object of {len(value)}" if isinstance(value, dict) else quote(value)
        raise fields.error("board_wrong", {"high": BRICKS, "value": size})
    bricks = _read_bricks(fields, "board", list(value.values()))
    cells = [_read_cell(fields, "board", cell) for cell in value]
    return dict(zip(cells, bricks, strict=True))


def _read_cell(fields: Fields, name: str, value: Any) -> int:
    numbers = _CELL.fullmatch(value) if isinstance(value, str) else None
    if numbers is not None and max(abs(int(numbers[1])), abs(int(numbers[2]))) <= MAX_COORDINATE:
        return cell_at(int(numbers[1]), int(numbers[2]))
    raise fields.error("cell_wrong", {"field": name, "high": MAX_COORDINATE, "value": quote(value)})


def _read_bricks(fields: Fields, name: str, values: list[Any]) -> Ints:
    for value in values:
        if not isinstance(value, str) or value not in BRICK_NAMES:
            raise fields.error("brick_wrong", {"field": name, "value": quote(value)})
    return vec[i64]([BRICK_NAMES.index(value) for value in values])


def _read_hands(fields: Fields, players: int) -> list[Ints]:
    hands = fields.array("hands")
    if len(hands) != players or not all(isinstance(hand, list) and len(hand) <= HAND_SIZE for hand in hands):
        raise fields.error("hands_wrong", {"field": "hands", "players": players, "high": HAND_SIZE})
    return [_read_bricks(fields, "hands", hand) for hand in hands]


def _read_scores(fields: Fields, players: int) -> Ints:
    scores = fields.array("scores")
    if len(scores) != players or not all(type(points) is int and 0 <= points <= MAX_POINTS for points in scores):
        raise fields.error("scores_wrong", {"field": "scores", "players": players, "high": MAX_POINTS})
    return vec[i64](scores)


def _check_material(fields: Fields, bricks: list[int]) -> None:
    for kind in range(KINDS):
        count = bricks.count(kind)
        if count != COPIES:
            raise fields.error("material_wrong", {"brick": BRICK_NAMES[kind], "count": count, "copies": COPIES})


def _lay(fields: Fields, state: RowsAndCols, board: dict[int, int]) -> None:
    """Lay the old bricks as they are, then this turn's bricks by the rules."""
    placed = [_read_cell(fields, "placed", cell) for cell in fields.array("placed")]
    for place, cell in enumerate(placed):
        if cell not in board:
            raise fields.error("placed_free", {"cell": cell_name(cell)})
        if cell in placed[:place]:
            raise fields.error("position_twice", {"field": "placed", "value": cell_name(cell)})
    for cell, brick in board.items():
        if cell not in placed:
            state.board.lay(brick, cell)
    for cell in placed:
        refusal = state.why_not_lay(board[cell], cell)
        if refusal is not None:
            raise fields.error("placed_wrong", {"cell": cell_name(cell), "reason": refusal})
        state.board.lay(board[cell], cell)
        state.placed = append(state.placed, cell)

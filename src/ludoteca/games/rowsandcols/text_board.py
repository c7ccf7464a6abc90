"""The text board of RowsAndCols, drawn from a view."""

from typing import Any, Final

from ludoteca.core.translations import Text
from ludoteca.games.rowsandcols.board import COLOURS, SHAPES
from ludoteca.games.rowsandcols.moves import HAND_SIZE
from ludoteca.games.rowsandcols.text import TRANSLATIONS

Cell = tuple[int, int]

MARGIN: Final = 5
CELL_WIDTH: Final = 3
NEIGHBOURS: Final = ((0, -1), (-1, 0), (1, 0), (0, 1))


def render(view: dict[str, Any]) -> str:
    """Draw bricks as colour and shape, with `+` before those of this turn, and `.` on free cells next to a brick."""
    return "\n".join([_headline(view), "", *_board(view), "", *_players_and_unseen(view)])


def _headline(view: dict[str, Any]) -> str:
    if view["to_move"] is None:
        winners = [seat + 1 for seat, share in enumerate(view["result"]) if share]
        if len(winners) == 1:
            return TRANSLATIONS.format(Text("headline_won", {"player": winners[0]}))
        return TRANSLATIONS.format(Text("headline_won_jointly", {"players": winners}))
    params = {"player": view["to_move"] + 1, "bag": view["bag_size"], "earned": view["earned"]}
    codes = ["headline_end_game" if view["end_game"] else "headline"]
    if view["placed"]:
        codes.append("headline_earned")
    return " ".join(TRANSLATIONS.format(Text(code, params)) for code in codes)


def _board(view: dict[str, Any]) -> list[str]:
    bricks = {_numbers(name): brick for name, brick in view["board"].items()}
    placed = {_numbers(name) for name in view["placed"]}
    free = {(x + i, y + j) for x, y in bricks for i, j in NEIGHBOURS} - set(bricks)
    columns = _span([x for x, _ in free])
    lines = [_numbering(columns)]
    for y in _span([y for _, y in free]):
        texts = [_cell_text((x, y), bricks, placed, free) for x in columns]
        lines.append(f"{y:>{MARGIN - 1}} " + "".join(f"{text:>{CELL_WIDTH}}" for text in texts).rstrip())
    return lines


def _numbering(columns: range) -> str:
    """Write each column's number over it; only the even ones where there is no room for all."""
    crowded = any(len(str(x)) >= CELL_WIDTH for x in columns)
    line = ""
    for index, x in enumerate(columns):
        if x % 2 == 0 or not crowded:
            line = line.ljust(MARGIN + CELL_WIDTH * (index + 1) - len(str(x))) + str(x)
    return line


def _span(numbers: list[int]) -> range:
    return range(min(numbers), max(numbers) + 1)


def _numbers(name: str) -> Cell:
    x, _, y = name.partition(",")
    return int(x), int(y)


def _cell_text(cell: Cell, bricks: dict[Cell, str], placed: set[Cell], free: set[Cell]) -> str:
    if cell in bricks:
        return ("+" if cell in placed else "") + bricks[cell]
    return "." if cell in free else ""


def _players_and_unseen(view: dict[str, Any]) -> list[str]:
    """List the players on the left, and on the right how many of each brick are unseen."""
    left = [_player(view, seat) for seat in range(view["players"])]
    right = [TRANSLATIONS.format(Text("board_unseen")).ljust(12) + "  ".join(SHAPES)]
    for colour in COLOURS:
        right.append(f"{colour:>10}  " + "  ".join(str(view["unseen"][colour + shape] or "-") for shape in SHAPES))
    left += [""] * (len(right) - len(left))
    width = max(map(len, left))
    return [f"{one.ljust(width)}    {other}" for one, other in zip(left, right, strict=True)]


def _player(view: dict[str, Any], seat: int) -> str:
    hand = view["hands"][seat]
    shown = " ".join(hand) if hand is not None else " ".join(["??"] * view["hand_sizes"][seat])
    params = {
        "mark": ">" if view["to_move"] == seat else " ",
        "player": seat + 1,
        "hand": (shown or "-").ljust(3 * HAND_SIZE - 1),
        "score": f"{view['scores'][seat]:>3}",
    }
    return TRANSLATIONS.format(Text("board_player", params))

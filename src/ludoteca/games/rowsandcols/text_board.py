"""The text board of RowsAndCols, from a view alone."""

from typing import Any, Final

from ludoteca.core.translations import Text
from ludoteca.games.rowsandcols.board import COLOURS, SHAPES
from ludoteca.games.rowsandcols.moves import HAND
from ludoteca.games.rowsandcols.text import TRANSLATIONS

Cell = tuple[int, int]

MARGIN: Final = 5
WIDE: Final = 3
BESIDE: Final = ((0, -1), (-1, 0), (1, 0), (0, 1))


def render(view: dict[str, Any]) -> str:
    """Bricks as colour and shape, `+` before those of the running turn, `.` on free cells beside a brick."""
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
    free = {(x + i, y + j) for x, y in bricks for i, j in BESIDE} - set(bricks)
    columns = _span([x for x, _ in free])
    lines = [_numbering(columns)]
    for y in _span([y for _, y in free]):
        signs = [_sign((x, y), bricks, placed, free) for x in columns]
        lines.append(f"{y:>{MARGIN - 1}} " + "".join(f"{sign:>{WIDE}}" for sign in signs).rstrip())
    return lines


def _numbering(columns: range) -> str:
    """Each column's number over its bricks; only the even ones where there is no room for all."""
    crowded = any(len(str(x)) >= WIDE for x in columns)
    line = ""
    for index, x in enumerate(columns):
        if x % 2 == 0 or not crowded:
            line = line.ljust(MARGIN + WIDE * (index + 1) - len(str(x))) + str(x)
    return line


def _span(numbers: list[int]) -> range:
    return range(min(numbers), max(numbers) + 1)


def _numbers(name: str) -> Cell:
    x, _, y = name.partition(",")
    return int(x), int(y)


def _sign(cell: Cell, bricks: dict[Cell, str], placed: set[Cell], free: set[Cell]) -> str:
    if cell in bricks:
        return ("+" if cell in placed else "") + bricks[cell]
    return "." if cell in free else ""


def _players_and_unseen(view: dict[str, Any]) -> list[str]:
    """The players at the left; at the right how many of each brick are not seen yet."""
    left = [_player(view, seat) for seat in range(view["players"])]
    right = [TRANSLATIONS.format(Text("board_unseen")).ljust(12) + "  ".join(SHAPES)]
    for colour in COLOURS:
        right.append(f"{colour:>10}  " + "  ".join(str(view["unseen"][colour + shape] or "-") for shape in SHAPES))
    left += [""] * (len(right) - len(left))
    wide = max(map(len, left))
    return [f"{one.ljust(wide)}    {other}" for one, other in zip(left, right, strict=True)]


def _player(view: dict[str, Any], seat: int) -> str:
    hand = view["hands"][seat]
    shown = " ".join(hand) if hand is not None else " ".join(["??"] * view["hand_sizes"][seat])
    params = {
        "mark": ">" if view["to_move"] == seat else " ",
        "player": seat + 1,
        "hand": (shown or "-").ljust(3 * HAND - 1),
        "score": f"{view['scores'][seat]:>3}",
    }
    return TRANSLATIONS.format(Text("board_player", params))

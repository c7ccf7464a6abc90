"""Who sees what in Latice, what happened in words, and the text board."""

from typing import Any, Final

from ludoteca.core.highscores import HighScore
from ludoteca.core.squares import LETTERS, square_name
from ludoteca.core.state import NOBODY
from ludoteca.core.translations import Text
from ludoteca.games.latice.rules import (
    BUY,
    END,
    EXCHANGE,
    MOON,
    PRICE,
    RACK,
    SHAPES,
    SQUARES,
    SUN_NAMES,
    TILE_NAMES,
    WIDTH,
    Latice,
)
from ludoteca.games.latice.text import TRANSLATIONS, board_names, tile_names

SUN_SET: Final = frozenset(SUN_NAMES.split())
MOON_NAME: Final = square_name(MOON, WIDTH)
HUES: Final = {"r": "red", "y": "yellow", "g": "green", "b": "blue", "c": "cyan", "m": "magenta"}
PAINT: Final = {
    **{rf"\b{letter}[{SHAPES}]\b": f"on {hue}" for letter, hue in HUES.items()},
    r"\*": "yellow",
    r"(?<= )o(?= |$)": "bold",
    r"(?<= )\.(?= |$)": "dim",
    r"\?\?|^ {4,}[a-i].*|^ +\d": "dim",
    r"^> Player \d": "bold",
}
"""The text board in colours: a tile on its own, suns and moon, and what frames the board faint."""


def make_view(state: Latice, seat: int | None) -> dict[str, Any]:
    to_move = state.seat()
    open_racks = bool(state.terms.options["open_racks"])
    return {
        "board": board_names(state),
        "racks": [tile_names(rack) if open_racks or index == seat else None for index, rack in enumerate(state.racks)],
        "rack_sizes": [len(rack) for rack in state.racks],
        "pool_sizes": [state.undrawn(index) for index in range(2)],
        "points": list(state.points),
        "laid": list(state.laid),
        "turn": state.turns,
        "turns": state.terms.options["turns"],
        "actions": state.actions,
        "placed_this_turn": state.placed,
        "to_move": None if to_move == NOBODY else to_move,
        "result": state.result() if to_move == NOBODY else None,
        "options": dict(state.terms.options),
    }


def make_choices(state: Latice, seat: int | None) -> dict[str, Any]:
    """Per tile of the rack the squares it may go to, each with the points it would earn; and the other actions."""
    if seat is None or seat != state.seat():
        return {}
    targets: dict[str, dict[str, int]] = {TILE_NAMES[tile]: {} for tile in state.racks[seat]}
    others = []
    for move in state.moves():
        if move < BUY:
            square = move % SQUARES
            targets[TILE_NAMES[move // SQUARES]][square_name(square, WIDTH)] = state.gain(square)
        else:
            others.append({BUY: "buy", EXCHANGE: "exchange", END: "end"}[move])
    return {"kind": "tiles", "targets": targets, "moves": others}


def describe_move(before: Latice, move: int, after: Latice, seat: int | None) -> list[Text]:
    mover = before.mover()
    player = mover + 1
    if move == BUY:
        told = [Text("bought", {"player": player, "price": PRICE, "left": after.points[mover]})]
    elif move == EXCHANGE:
        told = [Text("exchanged", {"player": player, "count": len(before.racks[mover])})]
    elif move == END:
        told = [Text("ended", {"player": player})]
    else:
        told = [_placed(before, move, player)]
    told += _drawn(before, move, after, seat)
    if after.seat() == NOBODY:
        told.append(_outcome(after))
    elif after.turns != before.turns and move < BUY:
        told.append(Text("turn_over", {"player": player}))
    return told


def _placed(before: Latice, move: int, player: int) -> Text:
    square = move % SQUARES
    gain = before.gain(square)
    params = {"player": player, "tile": TILE_NAMES[move // SQUARES], "square": square_name(square, WIDTH), "gain": gain}
    return Text("placed_for_points" if gain else "placed", params)


def _drawn(before: Latice, move: int, after: Latice, seat: int | None) -> list[Text]:
    """What a player drew is told to him alone; the others see it in the sizes."""
    mover = before.mover()
    if after.draws == before.draws or (seat != mover and not after.terms.options["open_racks"]):
        return []
    drawn: list[int] = list(after.racks[mover])
    if move != EXCHANGE:
        kept = list(before.racks[mover])
        if move < BUY:
            kept.remove(move // SQUARES)
        for tile in kept:
            drawn.remove(tile)
    return [Text("drew", {"player": mover + 1, "tiles": tile_names(drawn)})]


def _outcome(state: Latice) -> Text:
    result = state.result()
    params: dict[str, Any] = {"first": state.laid[0], "second": state.laid[1]}
    if result[0] == result[1]:
        return Text("drawn_game", params)
    winner = 0 if result[0] > result[1] else 1
    code = "won_empty" if state.emptied(winner) else "won_more"
    return Text(code, {**params, "player": winner + 1})


def high_scores(state: Latice) -> list[HighScore]:
    """Tiles laid, in games of so many turns."""
    turns = {"turns": int(state.terms.turns)}
    return [HighScore(seat, "best_laid", turns, int(laid)) for seat, laid in enumerate(state.laid)]


def render(view: dict[str, Any]) -> str:
    """The board row by row: tiles as colour and shape, `*` a sun, `o` the moon, `.` a plain square."""
    lines = [_headline(view), "", "    " + "".join(f" {letter} " for letter in LETTERS[:WIDTH]).rstrip()]
    for row in range(WIDTH):
        names = [square_name(row * WIDTH + column, WIDTH) for column in range(WIDTH)]
        lines.append(f"{row + 1:>3} " + " ".join(_cell(view["board"].get(name), name) for name in names).rstrip())
    lines.append("")
    for seat in range(2):
        lines.append(_player(view, seat))
    return "\n".join(lines)


def _cell(tile: str | None, name: str) -> str:
    if tile is not None:
        return tile
    return " *" if name in SUN_SET else " o" if name == MOON_NAME else " ."


def _player(view: dict[str, Any], seat: int) -> str:
    rack = view["racks"][seat]
    shown = " ".join(rack) if rack is not None else " ".join(["??"] * view["rack_sizes"][seat])
    params = {
        "player": seat + 1,
        "mark": ">" if view["to_move"] == seat else " ",
        "rack": (shown or "-").ljust(3 * RACK - 1),
        "pool": view["pool_sizes"][seat],
        "points": view["points"][seat],
        "laid": view["laid"][seat],
    }
    return TRANSLATIONS.format(Text("board_player", params))


def _headline(view: dict[str, Any]) -> str:
    if view["to_move"] is None:
        winners = [seat + 1 for seat, share in enumerate(view["result"]) if share == 1]
        return TRANSLATIONS.format(Text("headline_won", {"player": winners[0]}) if winners else Text("headline_drawn"))
    params = {"turn": view["turn"] + 1, "turns": view["turns"], "player": view["to_move"] + 1}
    return TRANSLATIONS.format(Text("headline", {**params, "actions": view["actions"]}))

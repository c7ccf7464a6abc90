"""What each seat sees of Latice, the log of a move, and the text board."""

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

SUN_SQUARES: Final = frozenset(SUN_NAMES.split())
MOON_SQUARE: Final = square_name(MOON, WIDTH)
COLOUR_NAMES: Final = {"r": "red", "y": "yellow", "g": "green", "b": "blue", "c": "cyan", "m": "magenta"}
BOARD_COLOURS: Final = {
    **{rf"\b{letter}[{SHAPES}]\b": f"on {colour}" for letter, colour in COLOUR_NAMES.items()},
    r"\*": "yellow",
    r"(?<= )o(?= |$)": "bold",
    r"(?<= )\.(?= |$)": "dim",
    r"\?\?|^ {4,}[a-i].*|^ +\d": "dim",
    r"^> Player \d": "bold",
}
"""Colours of the text board: tiles on their own colour, suns and moon marked, the frame dimmed."""


def make_view(state: Latice, seat: int | None) -> dict[str, Any]:
    to_move = state.seat()
    open_racks = bool(state.ruleset.options["open_racks"])
    return {
        "board": board_names(state),
        "racks": [tile_names(rack) if open_racks or owner == seat else None for owner, rack in enumerate(state.racks)],
        "rack_sizes": [len(rack) for rack in state.racks],
        "pool_sizes": [state.pool_size(owner) for owner in range(2)],
        "points": list(state.points),
        "laid": list(state.laid),
        "turn": state.turns,
        "turns": state.ruleset.options["turns"],
        "actions": state.actions,
        "placed_this_turn": state.placed_this_turn,
        "to_move": None if to_move == NOBODY else to_move,
        "result": state.result() if to_move == NOBODY else None,
        "options": dict(state.ruleset.options),
    }


def make_choices(state: Latice, seat: int | None) -> dict[str, Any]:
    """Return, for each tile of the rack, the squares it fits with the points it would earn, and the other moves."""
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
        texts = [Text("bought", {"player": player, "price": PRICE, "left": after.points[mover]})]
    elif move == EXCHANGE:
        texts = [Text("exchanged", {"player": player, "count": len(before.racks[mover])})]
    elif move == END:
        texts = [Text("ended", {"player": player})]
    else:
        texts = [_placed(before, move, player)]
    texts += _drawn(before, move, after, seat)
    if after.seat() == NOBODY:
        texts.append(_outcome(after))
    elif after.turns != before.turns and move < BUY:
        texts.append(Text("turn_over", {"player": player}))
    return texts


def _placed(before: Latice, move: int, player: int) -> Text:
    square = move % SQUARES
    gain = before.gain(square)
    params = {"player": player, "tile": TILE_NAMES[move // SQUARES], "square": square_name(square, WIDTH), "gain": gain}
    return Text("placed_for_points" if gain else "placed", params)


def _drawn(before: Latice, move: int, after: Latice, seat: int | None) -> list[Text]:
    """Name the tiles drawn, to their owner only unless racks are open; others see just the sizes."""
    mover = before.mover()
    if after.draw_count == before.draw_count or (seat != mover and not after.ruleset.options["open_racks"]):
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
    code = "won_empty" if state.has_no_tiles(winner) else "won_more"
    return Text(code, {**params, "player": winner + 1})


def high_scores(state: Latice) -> list[HighScore]:
    """Score the tiles laid, separately for each number of turns."""
    turns = {"turns": int(state.ruleset.turns)}
    return [HighScore(seat, "highscore_laid", turns, int(laid)) for seat, laid in enumerate(state.laid)]


def render(view: dict[str, Any]) -> str:
    """Draw the board: tiles as colour and shape, `*` for a sun, `o` for the moon, `.` for any other square."""
    lines = [_headline(view), "", "    " + "".join(f" {letter} " for letter in LETTERS[:WIDTH]).rstrip()]
    for row in range(WIDTH):
        names = [square_name(row * WIDTH + column, WIDTH) for column in range(WIDTH)]
        lines.append(f"{row + 1:>3} " + " ".join(_square(view["board"].get(name), name) for name in names).rstrip())
    lines.append("")
    for seat in range(2):
        lines.append(_player(view, seat))
    return "\n".join(lines)


def _square(tile: str | None, name: str) -> str:
    if tile is not None:
        return tile
    return " *" if name in SUN_SQUARES else " o" if name == MOON_SQUARE else " ."


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

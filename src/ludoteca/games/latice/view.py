"""What each seat sees of Latice and the log of a move."""

from typing import Any

from ludoteca.core.highscores import HighScore
from ludoteca.core.squares import square_name
from ludoteca.core.state import NOBODY
from ludoteca.core.translations import Text
from ludoteca.games.latice.rules import BUY, END, EXCHANGE, PRICE, SQUARES, TILE_NAMES, WIDTH, Latice
from ludoteca.games.latice.text import board_names, tile_names


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
    """Return, for each tile of the rack, the squares it fits with the points it would earn, and the other moves.

    Without an action, `targets_after_buying` holds the squares that a bought one would allow.
    """
    if seat is None or seat != state.seat():
        return {}
    moves = [int(move) for move in state.moves()]
    others = [{BUY: "buy", EXCHANGE: "exchange", END: "end"}[move] for move in moves if move >= BUY]
    choices = {"kind": "tiles", "targets": _targets(state, moves), "moves": others}
    if not state.actions and BUY in moves:
        count = state.list_placements()
        choices["targets_after_buying"] = _targets(state, [int(move) for move in state.move_buffer[:count]])
    return choices


def _targets(state: Latice, moves: list[int]) -> dict[str, dict[str, int]]:
    """Return, for each tile of the rack, the squares of the placements among the moves and the points they earn."""
    targets: dict[str, dict[str, int]] = {TILE_NAMES[tile]: {} for tile in state.racks[state.mover()]}
    for move in moves:
        if move < BUY:
            targets[TILE_NAMES[move // SQUARES]][square_name(move % SQUARES, WIDTH)] = state.gain(move % SQUARES)
    return targets


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

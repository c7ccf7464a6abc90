"""Explanations of good moves in Latice, from what the mover can see."""

from ludoteca.core.squares import square_name
from ludoteca.core.translations import Text
from ludoteca.games.latice.bot.evaluation import BIT, UNITS_PER_POINT, follow_up_points, opened_points
from ludoteca.games.latice.rules import BUY, EXCHANGE, PRICE, SQUARES, TILE_NAMES, WIDTH, Latice


def explain(state: Latice, move: int) -> list[Text]:
    if move == BUY:
        return [_explain_buy(state)]
    if move == EXCHANGE:
        return [Text("explain_fresh" if state.list_placements() else "explain_stuck")]
    if move > BUY:
        return [_explain_end(state)]
    return _explain_place(state, move // SQUARES, move % SQUARES)


def _explain_place(state: Latice, tile: int, square: int) -> list[Text]:
    seat = state.mover()
    if len(state.racks[seat]) == 1 and state.pool_size(seat) == 0:
        return [Text("explain_wins")]
    gain = state.gain(square)
    texts = []
    if gain:
        texts.append(Text("explain_repays" if gain >= PRICE else "explain_earns", {"gain": gain}))
    texts += _explain_neighbours(state, tile, square)
    return texts[:2] or [Text("explain_lays")]


def _explain_neighbours(state: Latice, tile: int, square: int) -> list[Text]:
    """Explain what the placement allows next to it, for the mover and for the opponent."""
    rest = list(state.racks[state.mover()])
    rest.remove(tile)
    follow_ups = [(int(follow_up_points(state, tile, square, BIT[other])), other) for other in rest]
    points, next_tile = max(follow_ups, default=(0, tile))
    if points >= PRICE:
        return [Text("explain_follow", {"tile": TILE_NAMES[next_tile], "gain": points})]
    return [Text("explain_opens_little")] if opened_points(state, tile, square) < UNITS_PER_POINT // 2 else []


def _explain_buy(state: Latice) -> Text:
    count = state.list_placements()
    best = max(list(state.move_buffer)[:count], key=lambda move: int(state.gain(move % SQUARES)), default=EXCHANGE)
    if best < BUY and state.gain(best % SQUARES):
        square = best % SQUARES
        params = {"tile": TILE_NAMES[best // SQUARES], "square": square_name(square, WIDTH)}
        return Text("explain_buy", {**params, "gain": int(state.gain(square))})
    return Text("explain_buy_tile", {"points": int(state.points[state.mover()])})


def _explain_end(state: Latice) -> Text:
    points = int(state.points[state.mover()])
    if state.list_placements() == 0:
        return Text("explain_stuck")
    return Text("explain_keep", {"points": points}) if points else Text("explain_done")

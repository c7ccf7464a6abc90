"""What speaks for a move in Latice, in words: from what its player sees alone."""

from ludoteca.core.squares import square_name
from ludoteca.core.translations import Text
from ludoteca.games.latice.bot.evaluation import BIT, PARTS, follow, opening
from ludoteca.games.latice.rules import BUY, EXCHANGE, PRICE, SQUARES, TILE_NAMES, WIDTH, Latice


def explain(state: Latice, move: int) -> list[Text]:
    if move == BUY:
        return [_why_buy(state)]
    if move == EXCHANGE:
        return [Text("because_fresh" if state.list_placements() else "because_stuck")]
    if move > BUY:
        return [_why_end(state)]
    return _why_place(state, move // SQUARES, move % SQUARES)


def _why_place(state: Latice, tile: int, square: int) -> list[Text]:
    seat = state.mover()
    if len(state.racks[seat]) == 1 and state.undrawn(seat) == 0:
        return [Text("because_wins")]
    gain = state.gain(square)
    reasons = []
    if gain:
        reasons.append(Text("because_repays" if gain >= PRICE else "because_earns", {"gain": gain}))
    reasons += _why_beside(state, tile, square)
    return reasons[:2] or [Text("because_lays")]


def _why_beside(state: Latice, tile: int, square: int) -> list[Text]:
    rest = list(state.racks[state.mover()])
    rest.remove(tile)
    earned = [(int(follow(state, tile, square, BIT[other])), other) for other in rest]
    points, next_tile = max(earned, default=(0, tile))
    if points >= PRICE:
        return [Text("because_follow", {"tile": TILE_NAMES[next_tile], "gain": points})]
    return [Text("because_opens_little")] if opening(state, tile, square) < PARTS // 2 else []


def _why_buy(state: Latice) -> Text:
    count = state.list_placements()
    best = max(list(state.scratch)[:count], key=lambda move: int(state.gain(move % SQUARES)), default=EXCHANGE)
    if best < BUY and state.gain(best % SQUARES):
        square = best % SQUARES
        params = {"tile": TILE_NAMES[best // SQUARES], "square": square_name(square, WIDTH)}
        return Text("because_buy", {**params, "gain": int(state.gain(square))})
    return Text("because_buy_tile", {"points": int(state.points[state.mover()])})


def _why_end(state: Latice) -> Text:
    points = int(state.points[state.mover()])
    if state.list_placements() == 0:
        return Text("because_stuck")
    return Text("because_keep", {"points": points}) if points else Text("because_done")

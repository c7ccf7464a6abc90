"""Players of Latice: three first levels, and the fallback for an empty chair."""

from typing import Final

from ludoteca.core.game import Bot
from ludoteca.core.generator import Random
from ludoteca.games.latice.rules import BUY, END, EXCHANGE, PRICE, SQUARES, Latice


def fallback(state: Latice, random: Random) -> int:
    """For a player who is away: any tile that fits, else the turn is ended."""
    placements = _placements(state)
    return random.choice(placements) if placements else END


def random_player(state: Latice, random: Random, simulations: int = 0) -> int:
    """Any legal move whatever."""
    return random.choice(state.moves())


def greedy(state: Latice, random: Random, simulations: int = 0) -> int:
    """Takes the most points with every tile, and buys as long as a tile can be laid for it."""
    if state.actions:
        best = _best(state, random)
        return END if best < 0 else best
    return END if _next_best(state, random) < 0 else BUY


def thrifty(state: Latice, random: Random, simulations: int = 0) -> int:
    """Buys only when the next tile repays its price, or in its last turn; exchanges a rack that is stuck."""
    if state.actions:
        best = _best(state, random)
        if best < 0:
            return EXCHANGE if state.why_not(EXCHANGE) is None else END
        return best
    best = _next_best(state, random)
    if best < 0:
        return END
    last = state.turns + 2 >= int(state.terms.options["turns"])
    return BUY if last or state.gain(best % SQUARES) >= PRICE else END


def _next_best(state: Latice, random: Random) -> int:
    """The best placement for an action that would be bought; -1 when none can be, or nothing fits."""
    if state.why_not(BUY) is not None:
        return -1
    bought = state.copy()
    bought.play(BUY)
    return _best(bought, random)


def _placements(state: Latice) -> list[int]:
    return [move for move in state.moves() if move < BUY]


def _best(state: Latice, random: Random) -> int:
    """The placement that earns most, any of several; -1 when there is none."""
    best: list[int] = []
    most = -1
    for move in _placements(state):
        gain = state.gain(move % SQUARES)
        if gain > most:
            best, most = [], gain
        if gain == most:
            best.append(move)
    return random.choice(best) if best else -1


BOTS: Final = (
    Bot(
        level=1,
        name="random",
        about="Any legal move.",
        choose=random_player,
    ),
    Bot(
        level=2,
        name="greedy",
        about="Takes the most points, buys whenever it can.",
        choose=greedy,
    ),
    Bot(
        level=3,
        name="thrifty",
        about="Buys when the next tile repays it, and spends all in its last turn.",
        choose=thrifty,
    ),
)

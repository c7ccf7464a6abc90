"""Reference opponents for Latice, against which the levels are measured."""

from typing import Final

from ludoteca.core.game import Bot
from ludoteca.core.generator import Random
from ludoteca.games.latice.rules import BUY, END, EXCHANGE, PRICE, SQUARES, Latice


def greedy(state: Latice, random: Random, simulations: int = 0) -> int:
    """Take the most points with every tile, and buy as long as a tile can be laid for it."""
    if state.actions:
        best = _best_placement(state, random)
        return END if best < 0 else best
    return END if _best_after_buying(state, random) < 0 else BUY


def thrifty(state: Latice, random: Random, simulations: int = 0) -> int:
    """Buy only if the next tile repays the price or in the last turn; exchange a rack that is stuck."""
    if state.actions:
        best = _best_placement(state, random)
        if best < 0:
            return EXCHANGE if state.why_not(EXCHANGE) is None else END
        return best
    best = _best_after_buying(state, random)
    if best < 0:
        return END
    is_last_turn = state.turns + 2 >= int(state.ruleset.options["turns"])
    return BUY if is_last_turn or state.gain(best % SQUARES) >= PRICE else END


def list_placements(state: Latice) -> list[int]:
    return [move for move in state.moves() if move < BUY]


def _best_after_buying(state: Latice, random: Random) -> int:
    """Return the best placement for a bought action, or -1 if none can be bought or nothing fits."""
    if state.why_not(BUY) is not None:
        return -1
    bought = state.copy()
    bought.play(BUY)
    return _best_placement(bought, random)


def _best_placement(state: Latice, random: Random) -> int:
    """Return the placement that earns the most, a random one of equals, or -1 if there is none."""
    best: list[int] = []
    most = -1
    for move in list_placements(state):
        gain = state.gain(move % SQUARES)
        if gain > most:
            best, most = [], gain
        if gain == most:
            best.append(move)
    return random.choice(best) if best else -1


BASELINES: Final = (
    Bot(
        level=0,
        name="greedy",
        about="Takes the most points, buys whenever it can.",
        choose=greedy,
    ),
    Bot(
        level=0,
        name="thrifty",
        about="Buys when the next tile repays it, and spends all in its last turn.",
        choose=thrifty,
    ),
)

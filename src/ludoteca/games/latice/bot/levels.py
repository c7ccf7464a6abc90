"""Players of Latice: five levels, two sparring partners, and the fallback for an empty chair."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ludoteca.core.game import Bot
from ludoteca.core.generator import Random
from ludoteca.games.latice.bot.evaluation import Style, first_step, wanted
from ludoteca.games.latice.bot.search import Foresight, think
from ludoteca.games.latice.rules import BUY, END, EXCHANGE, PRICE, RACK, SQUARES, Latice

Choose = Callable[[Latice, Random, int], int]


def fallback(state: Latice, random: Random) -> int:
    """For a player who is away: any tile that fits, else the turn is ended."""
    placements = _placements(state)
    return random.choice(placements) if placements else END


# The levels

NEVER: Final = 1000
"""More than anything is worth."""
CARELESS: Final = Style(looks=1, blur=150, follows=0, opens=0, buys=0, keeps=0)
HASTY: Final = Style(looks=2, blur=128, follows=0, opens=0, buys=128, keeps=NEVER)
PLAIN: Final = Style(looks=RACK, blur=32, follows=0, opens=0, buys=128, keeps=NEVER)
SHREWD: Final = Style(looks=RACK, blur=0, follows=16, opens=4, buys=58, keeps=2)
"""Weights found by letting styles play many thousands of games against each other."""


def judging(style: Style) -> Choose:
    """A player who judges by the look of things."""

    def choose(state: Latice, random: Random, simulations: int) -> int:
        return first_step(state, wanted(state, style, random))

    return choose


def thinking(sight: Foresight) -> Choose:
    """A player who tries his moves in imagined deals."""

    def choose(state: Latice, random: Random, simulations: int) -> int:
        return think(state, random, simulations, sight)

    return choose


BOTS: Final = (
    Bot(
        level=1,
        name="beginner",
        about="Looks at one tile at a time, lays it where it earns something, and buys whenever it can.",
        choose=judging(CARELESS),
        rating=631,
    ),
    Bot(
        level=2,
        name="easy",
        about="Looks at two of its tiles, with a fair eye for points, and buys when the next one repays it.",
        choose=judging(HASTY),
        rating=938,
    ),
    Bot(
        level=3,
        name="fair",
        about="Looks at all its tiles, takes the most points, and spends what is left in its last turn.",
        choose=judging(PLAIN),
        rating=1219,
    ),
    Bot(
        level=4,
        name="strong",
        about="Sees which tile can follow and what it opens to you, and tries its best moves on a few imagined deals.",
        choose=thinking(Foresight(SHREWD, width=6, turns=4)),
        simulations=80,
        rating=1506,
    ),
    Bot(
        level=5,
        name="master",
        about="Tries every good move on hundreds of imagined deals, four turns ahead.",
        choose=thinking(Foresight(SHREWD, width=16, turns=4)),
        simulations=3000,
        rating=1667,
    ),
)


# The sparring partners


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

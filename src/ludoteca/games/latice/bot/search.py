"""Thinking ahead in Latice: the likely moves are tried on the same imagined deals, the better half of them on more.

After each move some turns are played by quick judgement, and how things stand then counts. That all moves meet the same
deals takes most of the luck out of the comparison; that the worse half is dropped again and again spends the thought
where it is needed (sequential halving, Karnin, Koren and Somekh 2013).
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

from ludoteca.core.generator import Random
from ludoteca.core.ints import Ints, append, i64, vec
from ludoteca.core.state import NOBODY, determinize
from ludoteca.games.latice.bot.evaluation import Style, carry_out, first_step, judge, most, play_turn, wanted
from ludoteca.games.latice.rules import BUY, END, EXCHANGE, Latice

SURE: Final = 1_000_000
"""What a won game is worth, as a whole number."""
TILE: Final = 0.01
"""What a tile more is worth once the game is over, in games won."""
POINT: Final = 0.45
"""What a point in hand is worth while it runs, in tiles."""
FEWEST: Final = 4
"""Simulations that a move must get for the comparison to mean anything."""


class Foresight:
    """How a player thinks ahead."""

    def __init__(self, style: Style, width: i64, turns: i64) -> None:
        self.style = style
        """How the turns to come are determinized."""
        self.width = width
        """How many placements are tried."""
        self.turns = turns
        """How far it looks, the turn at hand included."""


class Option:
    """A move that is tried, and what it was worth altogether."""

    def __init__(self, move: i64) -> None:
        self.move = move
        self.worth: i64 = 0


def think(state: Latice, random: Random, simulations: i64, sight: Foresight) -> i64:
    """The move that turns out best in so many simulations; with too few of them, the one judged best."""
    width = min(sight.width, simulations // FEWEST)
    if width < 2:
        return first_step(state, wanted(state, sight.style, random))
    options = [Option(move) for move in candidates(state, width, sight.style, random)]
    return first_step(state, _best(state, options, random, simulations, sight).move)


def candidates(state: Latice, width: i64, style: Style, random: Random) -> Ints:
    """The placements judged best, at most `width`, and what else there is to do.

    Without an action a placement is one to buy for. An action is not given away while a tile fits.
    """
    count: i64 = state.list_placements()
    moves = vec[i64]()
    if state.actions or state.may_buy():
        worths = judge(state, count, style, random)
        while worths and len(moves) < width:
            best = most(worths)
            moves = append(moves, state.scratch[best])
            # The last takes the place of the one that is listed.
            state.scratch[best] = state.scratch[len(worths) - 1]
            worths[best] = worths[len(worths) - 1]
            worths = worths[: len(worths) - 1]
    if state.may_exchange():
        moves = append(moves, EXCHANGE)
    if state.actions and state.terms.buy_before and state.may_buy() and not state.has_enough():
        moves = append(moves, BUY)
    if state.actions == 0 or count == 0:
        moves = append(moves, END)
    return moves


def _best(state: Latice, options: list[Option], random: Random, simulations: i64, sight: Foresight) -> Option:
    seat = state.mover()
    rounds: i64 = 1
    while (len(options) - 1) >> rounds:
        rounds += 1
    while len(options) > 1:
        deals = max(simulations // (rounds * len(options)), 1)
        while deals:
            deals -= 1
            determinized = determinize(state, seat, random)
            for option in options:
                option.worth += _try(determinized.copy(), option.move, random, sight)
        options.sort(key=lambda option: -option.worth)
        del options[(len(options) + 1) // 2 :]
    return options[0]


def _try(state: Latice, move: i64, random: Random, sight: Foresight) -> i64:
    """What a move is worth to its mover, as one imagined deal goes on."""
    seat = state.mover()
    until = state.turns + sight.turns
    carry_out(state, move)
    while state.turns < until and state.seat() != NOBODY:
        play_turn(state, sight.style, random)
    return int(SURE * _prospects(state, seat))


def _prospects(state: Latice, seat: i64) -> float:
    """How likely the seat wins: by the lead in tiles and points, which says the more the fewer turns are left."""
    lead = float(state.laid[seat] - state.laid[1 - seat])
    if state.seat() == NOBODY:
        return state.result()[seat] + TILE * lead
    lead += POINT * float(state.points[seat] - state.points[1 - seat])
    return 1.0 / (1.0 + exp(-lead / sqrt(float(state.terms.turns - state.turns))))

"""A quick judgement of Latice: what a placement is worth by the look of it, and how a turn is played by that.

Worths are counted in parts of a point, PARTS to one. A placement that is wanted while there is no action means that one
is bought for it: `first_step` and `carry_out` see to that.
"""

from __future__ import annotations

from typing import Final

from ludoteca.core.generator import Random
from ludoteca.core.ints import Ints, append, i64, vec
from ludoteca.core.state import NOBODY
from ludoteca.games.latice.rules import (
    ALL_KINDS,
    BESIDE,
    BUY,
    EMPTY,
    END,
    EXCHANGE,
    FITS_BESIDE,
    KINDS,
    POINTS,
    PRICE,
    RACK,
    SQUARES,
    SUN_POINTS,
    SUNS,
    Latice,
)

PARTS: Final = 64
UNSEEN: Final = -1_000_000
"""Less than any placement is worth that is looked at."""
BIT: Final = vec[i64]([2**tile for tile in range(KINDS)])
TWELVE: Final = 2**12 - 1
"""Twelve kinds, a third of all, as bits."""
COUNTS: Final = vec[i64]([kinds.bit_count() for kinds in range(TWELVE + 1)])
CHANCE: Final = vec[i64]([round(PARTS * (1 - (1 - kinds / KINDS) ** RACK)) for kinds in range(KINDS + 1)])
"""By how many kinds fit a square: the chance that an unknown rack holds one of them, PARTS being sure."""


class Style:
    """What a player looks at, and how much it weighs, in parts of a point."""

    def __init__(self, looks: i64, blur: i64, follows: i64, opens: i64, buys: i64, keeps: i64) -> None:
        self.looks = looks
        """How many tiles of the rack are looked at; which, is chance each time."""
        self.blur = blur
        """How far off the judgement of a placement may be."""
        self.follows = follows
        """What a point counts that his own next tile could earn beside this one."""
        self.opens = opens
        """What a point counts that the squares beside it promise the other."""
        self.buys = buys
        """How much a placement must be worth for an action to be bought."""
        self.keeps = keeps
        """Whole points that are kept for each turn to come; what is over may be spent on any tile."""


def first_step(state: Latice, move: i64) -> i64:
    """The move to make now for a move that is wanted."""
    return BUY if move < BUY and state.actions == 0 else move


def carry_out(state: Latice, move: i64) -> None:
    if first_step(state, move) != move:
        state.play(BUY)
    state.play(move)


def play_turn(state: Latice, style: Style, random: Random) -> None:
    """The rest of the turn, as a player of this style plays it."""
    turn = state.turns
    while state.turns == turn and state.seat() != NOBODY:
        carry_out(state, wanted(state, style, random))


def wanted(state: Latice, style: Style, random: Random) -> i64:
    """The move that a player of this style wants."""
    rich = has_spare(state, style)
    if rich and state.terms.buy_before and state.may_buy() and not state.has_enough():
        return BUY
    count = state.list_placements()
    worths = judge(state, count, style, random)
    best = most(worths)
    if count == 0 or worths[best] == UNSEEN:
        return EXCHANGE if state.may_exchange() else END
    if state.actions == 0 and not (state.may_buy() and (rich or worths[best] >= style.buys)):
        return END
    return state.scratch[best]


def most(worths: Ints) -> i64:
    """Where the greatest is, the first of several."""
    best: i64 = 0
    for index in range(len(worths)):
        if worths[index] > worths[best]:
            best = index
    return best


def has_spare(state: Latice, style: Style) -> bool:
    """The mover can buy an action and still keep what he wants for later turns."""
    later = (state.terms.turns - 1 - state.turns) // 2
    return state.points[state.mover()] >= PRICE + style.keeps * later


def judge(state: Latice, count: i64, style: Style, random: Random) -> Ints:
    """What each of the listed placements is worth."""
    rack = state.racks[state.mover()]
    seen = _glance(rack, style.looks, random)
    worths = vec[i64](capacity=count)
    rest: i64 = 0
    last: i64 = EMPTY
    for index in range(count):
        tile = state.scratch[index] // SQUARES
        square = state.scratch[index] % SQUARES
        if tile != last:
            rest = _without(rack, tile)
            last = tile
        worth: i64 = UNSEEN
        if (seen >> tile) & 1:
            worth = state.gain(square) * PARTS
            if style.follows:
                worth += style.follows * follow(state, tile, square, rest)
            if style.opens:
                worth -= style.opens * opening(state, tile, square) // PARTS
            if style.blur:
                worth += random.below(style.blur)
        worths = append(worths, worth)
    return worths


def _glance(rack: Ints, looks: i64, random: Random) -> i64:
    """The set of kinds in the rack that are looked at: all, or any few."""
    if looks >= len(rack):
        return ALL_KINDS
    tiles = rack[:]
    random.shuffle(tiles)
    seen: i64 = 0
    for tile in tiles[:looks]:
        seen |= BIT[tile]
    return seen


def follow(state: Latice, tile: i64, square: i64, rest: i64) -> i64:
    """The most points that another tile, one of the set `rest`, could earn beside this placement."""
    points: i64 = 0
    for other in BESIDE[square]:
        if state.board[other] == EMPTY and state.fits[other] & FITS_BESIDE[tile] & rest:
            points = max(points, POINTS[state.near[other] + 1] + SUN_POINTS * SUNS[other])
    return points


def opening(state: Latice, tile: i64, square: i64) -> i64:
    """How many parts of a point the squares beside this placement promise the other, more than they did before."""
    more: i64 = 0
    for other in BESIDE[square]:
        if state.board[other] == EMPTY:
            near = state.near[other]
            fits = state.fits[other]
            more += _promise(near + 1, SUNS[other], fits & FITS_BESIDE[tile])
            if near:
                more -= _promise(near, SUNS[other], fits)
    return more


def _promise(near: i64, sun: i64, fits: i64) -> i64:
    kinds = COUNTS[fits & TWELVE] + COUNTS[(fits >> 12) & TWELVE] + COUNTS[fits >> 24]
    return (POINTS[near] + SUN_POINTS * sun) * CHANCE[kinds]


def _without(rack: Ints, tile: i64) -> i64:
    """The set of kinds in the rack once a tile has left it."""
    rest: i64 = 0
    left = False
    for other in rack:
        if other == tile and not left:
            left = True
        else:
            rest |= BIT[other]
    return rest

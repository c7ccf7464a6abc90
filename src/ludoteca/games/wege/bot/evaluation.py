"""What a move of Wege is worth at first sight, without playing it.

It follows from counting. A link that ties an inner group to another saves it from becoming a pond or an island; one
between two groups that both reach the border, or within a group, saves none. On a full board of land and water cards
ponds less islands is a number fixed by the cards laid, plus half of one for each link between two water groups that
both reached the border, less half of one for each such link of land. How many such links there are is fixed too. So
each player wants as many of them as possible to be of the other's colour, except where one brings a new side.
"""

from __future__ import annotations

from typing import Final

from ludoteca.core.generator import Random
from ludoteca.core.ints import Ints, append, i64, vec
from ludoteca.games.wege.bot.board import Ground
from ludoteca.games.wege.cards import BRIDGE, COSSACK, GNOME_CORNER, ROTATIONS, WATERY
from ludoteca.games.wege.rules import NOWHERE, SWAP
from ludoteca.games.wege.scoring import GNOME_POINTS, MOST_SIDES, SIDE_POINTS

JOINED: Final = 4
"""What a link between two border groups costs their owner, in halves of a point: half a pond."""
SAVED: Final = 2
"""What a bridge brings, in halves of a point, where it links an inner group; a cossack in its place loses that."""


def judged_moves(ground: Ground) -> Ints:
    """All moves that differ, each after its worth to the mover, in halves of a point: worth, move, worth, move."""
    if ground.free == ground.park.cells:
        return _first_moves(ground)
    card = ground.hand
    found = vec[i64]()
    for index in range(ground.rim):
        cell = ground.edge[index]
        worth = _worth(ground, card, cell)
        move = cell * ROTATIONS + ground.rotation(card, cell)
        if GNOME_CORNER[card] < 0:
            found = append(append(found, worth), move)
        else:
            for turned in range(move, move + ROTATIONS, 2):
                found = append(append(found, worth + _gnome_worth(ground, card, turned)), turned)
    if card == BRIDGE:
        found = _add_swaps(found, ground)
    return found


def _first_moves(ground: Ground) -> Ints:
    """In one quarter of the park, for the others are the same to look at."""
    found = vec[i64]()
    park = ground.park
    for cell in range(park.cells):
        if cell // park.cols <= (park.rows - 1) // 2 and cell % park.cols <= (park.cols - 1) // 2:
            found = append(append(found, 0), cell * ROTATIONS)
            found = append(append(found, 0), cell * ROTATIONS + 1)
    return found


def _add_swaps(found: Ints, ground: Ground) -> Ints:
    for cell in range(ground.park.cells):
        if ground.may_be_replaced(cell):
            worth = _swap_worth(ground, cell)
            rotation = ground.rotation(BRIDGE, cell)
            found = append(append(found, worth), SWAP + cell * ROTATIONS + rotation)
            if ground.free == ground.park.cells - 1:
                found = append(append(found, worth), SWAP + cell * ROTATIONS + 1 - rotation)
    return found


def quick_move(ground: Ground, random: Random) -> i64:
    """The best move at first sight, any of several; there is a card on the board."""
    card = ground.hand
    has_gnome = GNOME_CORNER[card] >= 0
    best: i64 = NOWHERE
    most: i64 = 0
    # From any place on, in turn: this takes one random number, and chooses well enough among equals.
    start = random.below(ground.rim)
    for further in range(ground.rim):
        index = start + further
        cell = ground.edge[index if index < ground.rim else index - ground.rim]
        worth = _worth(ground, card, cell)
        move = cell * ROTATIONS + ground.rotation(card, cell)
        if has_gnome:
            one = _gnome_worth(ground, card, move)
            other = _gnome_worth(ground, card, move + 2)
            worth += max(one, other)
            if other > one:
                move += 2
        if best == NOWHERE or worth > most:
            best = move
            most = worth
    if card == BRIDGE:
        for cell in range(ground.park.cells):
            if ground.may_be_replaced(cell):
                worth = _swap_worth(ground, cell)
                if worth > most:
                    best = SWAP + cell * ROTATIONS + ground.rotation(BRIDGE, cell)
                    most = worth
    return best


def _worth(ground: Ground, card: i64, cell: i64) -> i64:
    """What the links of a card on this cell are worth to the mover."""
    land = ground.land_corner(cell)
    water = land ^ 1
    if card == BRIDGE:
        worth = _link_worth(ground, land, 0, SAVED) - _link_worth(ground, water, 1, SAVED)
    elif card == COSSACK:
        worth = (SAVED if _saves(ground, water) else 0) - (SAVED if _saves(ground, land) else 0)
    elif WATERY[card]:
        worth = -_link_worth(ground, water, 1, 0)
    else:
        worth = _link_worth(ground, land, 0, 0)
    return worth if ground.mover == 0 else -worth


def _swap_worth(ground: Ground, cell: i64) -> i64:
    """What a bridge in place of this card is worth to the mover: only the link of the other colour is new."""
    land = ground.land_corner(cell)
    if WATERY[ground.board[cell] // ROTATIONS]:
        worth = _link_worth(ground, land, 0, SAVED)
    else:
        worth = -_link_worth(ground, land ^ 1, 1, SAVED)
    return worth if ground.mover == 0 else -worth


def _saves(ground: Ground, corner: i64) -> bool:
    """Whether a link from this corner to the opposite one would tie an inner group to another."""
    one = ground.root(ground.park.corners[corner])
    other = ground.root(ground.park.corners[corner + 2])
    return one != other and (ground.borders[one] == 0 or ground.borders[other] == 0)


def _link_worth(ground: Ground, corner: i64, owner: i64, saved: i64) -> i64:
    """What a link from this corner to the opposite one is worth to its owner; `saved` if it ties an inner group."""
    one = ground.root(ground.park.corners[corner])
    other = ground.root(ground.park.corners[corner + 2])
    if one == other:
        return 0
    first = ground.borders[one]
    second = ground.borders[other]
    if first == 0 or second == 0:
        return saved
    most = ground.path_sides if owner == 0 else ground.stream_sides
    return 2 * (SIDE_POINTS[max(most, MOST_SIDES[first | second])] - SIDE_POINTS[most]) - JOINED


def _gnome_worth(ground: Ground, card: i64, move: i64) -> i64:
    """What the gnome of the card is worth to the mover, if the card is placed so."""
    point = ground.gnome_point(move // ROTATIONS, card * ROTATIONS + move % ROTATIONS)
    met = ground.gnomes[point]
    points = 2 * (GNOME_POINTS[met + 1] - GNOME_POINTS[met])
    return points if (ground.park.colours[point] + ground.terrain) % 2 == ground.mover else -points

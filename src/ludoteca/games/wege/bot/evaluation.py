"""Move evaluation for Wege: the value of a move without playing it, for move ordering and playouts.

The values follow from counting. A link from an inner group to any other saves it from becoming a pond or an island. A
link within a group, or between two groups that both reach the border, saves none. On a full board of land and water
cards, ponds minus islands is a constant of the cards laid, plus 1/2 for each link between two water groups that both
reach the border, minus 1/2 for each such link of land. The number of such links is constant too. So each player wants
as many of them as possible to be of the opponent's colour, unless one brings a new side.
"""

from __future__ import annotations

from typing import Final

from ludoteca.core.generator import Random
from ludoteca.core.ints import Ints, append, i64, vec
from ludoteca.games.wege.bot.board import SearchBoard
from ludoteca.games.wege.cards import BRIDGE, COSSACK, GNOME_CORNER, IS_WATER, ROTATIONS
from ludoteca.games.wege.rules import NOWHERE, SWAP
from ludoteca.games.wege.scoring import GNOME_POINTS, MOST_SIDES, SIDE_POINTS

BORDER_LINK_COST: Final = 4
"""Cost to its owner of a link between two border groups, in half points: half a pond."""
INNER_LINK_VALUE: Final = 2
"""Value of a bridge that links an inner group, in half points; a cossack on the same cell loses it."""


def evaluate_moves(board: SearchBoard) -> Ints:
    """Return all distinct moves with their value to the mover in half points: value, move, value, move ..."""
    if board.free_cells == board.park.cells:
        return _first_moves(board)
    card = board.hand
    found = vec[i64]()
    for index in range(board.frontier_size):
        cell = board.frontier[index]
        value = _placement_value(board, card, cell)
        move = cell * ROTATIONS + board.lowest_rotation(card, cell)
        if GNOME_CORNER[card] < 0:
            found = append(append(found, value), move)
        else:
            for rotated in range(move, move + ROTATIONS, 2):
                found = append(append(found, value + _gnome_value(board, card, rotated)), rotated)
    if card == BRIDGE:
        found = _add_swaps(found, board)
    return found


def _first_moves(board: SearchBoard) -> Ints:
    """Return the moves in one quarter of the park; the others are symmetric."""
    found = vec[i64]()
    park = board.park
    for cell in range(park.cells):
        if cell // park.cols <= (park.rows - 1) // 2 and cell % park.cols <= (park.cols - 1) // 2:
            found = append(append(found, 0), cell * ROTATIONS)
            found = append(append(found, 0), cell * ROTATIONS + 1)
    return found


def _add_swaps(found: Ints, board: SearchBoard) -> Ints:
    for cell in range(board.park.cells):
        if board.may_be_replaced(cell):
            value = _swap_value(board, cell)
            rotation = board.lowest_rotation(BRIDGE, cell)
            found = append(append(found, value), SWAP + cell * ROTATIONS + rotation)
            if board.free_cells == board.park.cells - 1:
                found = append(append(found, value), SWAP + cell * ROTATIONS + 1 - rotation)
    return found


def playout_move(board: SearchBoard, random: Random) -> i64:
    """Return the move with the best value, one of the best if several are equal. Needs a card on the board."""
    card = board.hand
    has_gnome = GNOME_CORNER[card] >= 0
    best: i64 = NOWHERE
    best_value: i64 = 0
    # Start at a random index: one random number is enough to break ties.
    start = random.below(board.frontier_size)
    for offset in range(board.frontier_size):
        index = start + offset
        cell = board.frontier[index if index < board.frontier_size else index - board.frontier_size]
        value = _placement_value(board, card, cell)
        move = cell * ROTATIONS + board.lowest_rotation(card, cell)
        if has_gnome:
            one = _gnome_value(board, card, move)
            other = _gnome_value(board, card, move + 2)
            value += max(one, other)
            if other > one:
                move += 2
        if best == NOWHERE or value > best_value:
            best = move
            best_value = value
    if card == BRIDGE:
        for cell in range(board.park.cells):
            if board.may_be_replaced(cell):
                value = _swap_value(board, cell)
                if value > best_value:
                    best = SWAP + cell * ROTATIONS + board.lowest_rotation(BRIDGE, cell)
                    best_value = value
    return best


def _placement_value(board: SearchBoard, card: i64, cell: i64) -> i64:
    """Return the value to the mover of the links of a card on this cell."""
    land = board.land_corner(cell)
    water = land ^ 1
    if card == BRIDGE:
        value = _link_value(board, land, 0, INNER_LINK_VALUE) - _link_value(board, water, 1, INNER_LINK_VALUE)
    elif card == COSSACK:
        lost_by_water = INNER_LINK_VALUE if _links_inner_group(board, water) else 0
        lost_by_land = INNER_LINK_VALUE if _links_inner_group(board, land) else 0
        value = lost_by_water - lost_by_land
    elif IS_WATER[card]:
        value = -_link_value(board, water, 1, 0)
    else:
        value = _link_value(board, land, 0, 0)
    return value if board.mover == 0 else -value


def _swap_value(board: SearchBoard, cell: i64) -> i64:
    """Return the value to the mover of swapping a bridge in here: only the link of the other colour is new."""
    land = board.land_corner(cell)
    if IS_WATER[board.cards[cell] // ROTATIONS]:
        value = _link_value(board, land, 0, INNER_LINK_VALUE)
    else:
        value = -_link_value(board, land ^ 1, 1, INNER_LINK_VALUE)
    return value if board.mover == 0 else -value


def _links_inner_group(board: SearchBoard, corner: i64) -> bool:
    """Return whether a link from this corner to the opposite one would join an inner group to another."""
    one = board.root(board.park.corners[corner])
    other = board.root(board.park.corners[corner + 2])
    return one != other and (board.borders[one] == 0 or board.borders[other] == 0)


def _link_value(board: SearchBoard, corner: i64, owner: i64, inner_link_value: i64) -> i64:
    """Return the value to its owner of a link from this corner to the opposite one.

    `inner_link_value` is the value if it joins an inner group to another.
    """
    one = board.root(board.park.corners[corner])
    other = board.root(board.park.corners[corner + 2])
    if one == other:
        return 0
    first = board.borders[one]
    second = board.borders[other]
    if first == 0 or second == 0:
        return inner_link_value
    sides = board.path_sides if owner == 0 else board.stream_sides
    return 2 * (SIDE_POINTS[max(sides, MOST_SIDES[first | second])] - SIDE_POINTS[sides]) - BORDER_LINK_COST


def _gnome_value(board: SearchBoard, card: i64, move: i64) -> i64:
    """Return the value to the mover of the card's gnome after this placement."""
    point = board.gnome_point(move // ROTATIONS, card * ROTATIONS + move % ROTATIONS)
    count = board.gnomes[point]
    points = 2 * (GNOME_POINTS[count + 1] - GNOME_POINTS[count])
    return points if (board.park.colours[point] + board.terrain) % 2 == board.mover else -points

"""The park as a player thinks ahead in it: the rules once more, but kept so that a move costs next to nothing.

Every card is a link between two land points, or two water points, or both, or none, and a link is never taken away: a
bridge swapped in only adds one. So groups are kept up by joining them, and with them all points at the end.
"""

from __future__ import annotations

from ludoteca.core.ints import filled, i64, vec
from ludoteca.games.wege.cards import (
    BRIDGE,
    COSSACK,
    GNOME_CORNER,
    LAND,
    NO_CARD,
    ROTATIONS,
    WATER,
    WATERY,
)
from ludoteca.games.wege.park import OUTSIDE, SIDES, Park
from ludoteca.games.wege.rules import NOWHERE, OPEN, SWAP, Wege
from ludoteca.games.wege.scoring import (
    COSSACK_POINTS,
    ENCLOSED_POINTS,
    FACING,
    GNOME_POINTS,
    MOST_SIDES,
    SIDE_POINTS,
)


class Ground:
    """Board, groups, card in hand and deck; it is copied for every line of thought."""

    def __init__(self, park: Park) -> None:
        self.park = park
        self.terrain: i64 = OPEN
        self.board = vec[i64]()
        self.gnomes = vec[i64]()
        self.edge = vec[i64]()
        """Free cells with a neighbour, in no order, up to `rim`; what follows says nothing."""
        self.rim: i64 = 0
        self.places = vec[i64]()
        """Per cell, where it stands in `edge`, or NOWHERE."""
        self.roots = vec[i64]()
        """Per point another one of its group, or itself: the root."""
        self.borders = vec[i64]()
        """Per root, the sides and corners of the park that its group touches."""
        self.islands: i64 = 0
        """Land groups without a border point so far."""
        self.ponds: i64 = 0
        self.path_sides: i64 = 0
        self.stream_sides: i64 = 0
        self.lead: i64 = 0
        """What land has more than water from gnomes and cossacks."""
        self.free: i64 = 0
        self.hand: i64 = NO_CARD
        self.deck = vec[i64]()
        self.drawn: i64 = 0
        self.mover: i64 = 0

    def copy(self) -> Ground:
        other = Ground(self.park)
        other.terrain = self.terrain
        other.board = self.board[:]
        other.gnomes = self.gnomes[:]
        other.edge = self.edge[:]
        other.rim = self.rim
        other.places = self.places[:]
        other.roots = self.roots[:]
        other.borders = self.borders[:]
        other.islands = self.islands
        other.ponds = self.ponds
        other.path_sides = self.path_sides
        other.stream_sides = self.stream_sides
        other.lead = self.lead
        other.free = self.free
        other.hand = self.hand
        other.deck = self.deck[:]
        other.drawn = self.drawn
        other.mover = self.mover
        return other

    def difference(self) -> i64:
        """By how much land is ahead when all cells are filled."""
        sides = SIDE_POINTS[self.path_sides] - SIDE_POINTS[self.stream_sides]
        return sides + ENCLOSED_POINTS * (self.ponds - self.islands) + self.lead

    # Playing

    def fix_terrain(self, terrain: i64) -> None:
        """Before any link is made: every point is a group of its own."""
        self.terrain = terrain
        park = self.park
        self.borders = park.borders[:]
        self.islands = 0
        self.ponds = 0
        for point in range(park.points):
            self.roots[point] = point
            if park.borders[point] == 0:
                if park.colours[point] == terrain:
                    self.islands += 1
                else:
                    self.ponds += 1
        self.path_sides = 1
        self.stream_sides = 1

    def play(self, move: i64) -> None:
        if move >= SWAP:
            self._swap((move - SWAP) // ROTATIONS, move % ROTATIONS)
        else:
            self.lay(self.hand, move // ROTATIONS, move % ROTATIONS)
            if self.hand == COSSACK:
                self.lead += COSSACK_POINTS if self.mover == 0 else -COSSACK_POINTS
            self.hand = NO_CARD
            if self.free:
                self.hand = self.deck[self.drawn]
                self.drawn += 1
        self.mover = 1 - self.mover

    def lay(self, card: i64, cell: i64, rotation: i64) -> None:
        park = self.park
        if self.free == park.cells:
            self.fix_terrain((rotation + park.cell_colours[cell] + WATERY[card]) % 2)
        self.board[cell] = card * ROTATIONS + rotation
        if card != COSSACK:
            self._link_card(card, cell)
        point = self.gnome_point(cell, self.board[cell])
        if point != NOWHERE:
            self._add_gnome(point)
        self.free -= 1
        self._leave_edge(cell)
        for side in range(SIDES):
            other = park.beside[SIDES * cell + side]
            if other != OUTSIDE and self.board[other] == NO_CARD and self.places[other] == NOWHERE:
                self.places[other] = self.rim
                self.edge[self.rim] = other
                self.rim += 1

    def _leave_edge(self, cell: i64) -> None:
        place = self.places[cell]
        if place != NOWHERE:
            self.rim -= 1
            last = self.edge[self.rim]
            self.edge[place] = last
            self.places[last] = place
            self.places[cell] = NOWHERE

    def _swap(self, cell: i64, rotation: i64) -> None:
        laid = self.board[cell]
        card = laid // ROTATIONS
        point = self.gnome_point(cell, laid)
        if point != NOWHERE:
            self.gnomes[point] -= 1
        self.board[cell] = BRIDGE * ROTATIONS + rotation
        if self.free == self.park.cells - 1:
            self.fix_terrain((rotation + self.park.cell_colours[cell]) % 2)
            self._link_card(BRIDGE, cell)
        else:
            self._link_card(LAND if WATERY[card] else WATER, cell)
        self.hand = card

    def _add_gnome(self, point: i64) -> None:
        met = self.gnomes[point]
        self.gnomes[point] = met + 1
        points = GNOME_POINTS[met + 1] - GNOME_POINTS[met]
        self.lead += points if self.park.colours[point] == self.terrain else -points

    # Groups

    def _link_card(self, card: i64, cell: i64) -> None:
        corners = self.park.corners
        land = self.land_corner(cell)
        water = land ^ 1
        if card == BRIDGE or not WATERY[card]:
            self._link(corners[land], corners[land + 2], True)
        if card == BRIDGE or WATERY[card]:
            self._link(corners[water], corners[water + 2], False)

    def land_corner(self, cell: i64) -> i64:
        """Where in `park.corners` the cell's first land corner is: the other is two further, water in between."""
        return SIDES * cell + (self.park.cell_colours[cell] + self.terrain) % 2

    def root(self, point: i64) -> i64:
        roots = self.roots
        root = roots[point]
        while root != point:
            point = root
            root = roots[point]
        return point

    def _link(self, one: i64, other: i64, land: bool) -> None:
        one = self.root(one)
        other = self.root(other)
        if one == other:
            return
        first = self.borders[one]
        second = self.borders[other]
        self.roots[other] = one
        self.borders[one] = first | second
        if first == 0 or second == 0:
            if land:
                self.islands -= 1
            else:
                self.ponds -= 1
        else:
            sides = MOST_SIDES[first | second]
            if land:
                self.path_sides = max(self.path_sides, sides)
            else:
                self.stream_sides = max(self.stream_sides, sides)

    # What fits

    def rotation(self, card: i64, cell: i64) -> i64:
        """The lower of the two rotations in which the card fits."""
        return (self.terrain + self.park.cell_colours[cell] + WATERY[card]) % 2

    def gnome_point(self, cell: i64, laid: i64) -> i64:
        """Where the gnome of a card in a rotation sits on this cell, or NOWHERE."""
        corner = GNOME_CORNER[laid // ROTATIONS]
        return self.park.corners[SIDES * cell + (laid + corner) % ROTATIONS] if corner >= 0 else NOWHERE

    def may_be_replaced(self, cell: i64) -> bool:
        laid = self.board[cell]
        if laid == NO_CARD or laid // ROTATIONS >= COSSACK:
            return False
        point = self.gnome_point(cell, laid)
        return point == NOWHERE or self.gnomes[point] < FACING


def survey(state: Wege) -> Ground:
    """The ground as the state has it."""
    park = state.park
    ground = Ground(park)
    ground.terrain = state.terrain
    ground.board = filled(park.cells, NO_CARD)
    ground.gnomes = filled(park.points, 0)
    ground.edge = filled(park.cells, NOWHERE)
    ground.places = filled(park.cells, NOWHERE)
    ground.roots = filled(park.points, 0)
    ground.borders = filled(park.points, 0)
    ground.free = park.cells
    for cell in range(park.cells):
        laid = state.board[cell]
        if laid != NO_CARD:
            ground.lay(laid // ROTATIONS, cell, laid % ROTATIONS)
            if laid // ROTATIONS == COSSACK:
                ground.lead += COSSACK_POINTS if state.by[cell] == 0 else -COSSACK_POINTS
    ground.hand = state.hand
    ground.deck = state.deck[:]
    ground.mover = state.mover
    return ground

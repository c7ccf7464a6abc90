"""A search board for Wege: the rules again, with incremental scoring, so that a move costs next to nothing.

Every card links two land points, two water points, both or none, and a link is never removed: swapping a bridge in only
adds one. So a union-find structure keeps the groups, and with them the final score.
"""

from __future__ import annotations

from ludoteca.core.generator import Random
from ludoteca.core.ints import filled, i64, vec
from ludoteca.core.state import NOBODY, State
from ludoteca.games.wege.cards import (
    BRIDGE,
    COSSACK,
    GNOME_CORNER,
    IS_WATER,
    LAND,
    NO_CARD,
    ROTATIONS,
    WATER,
)
from ludoteca.games.wege.park import OUTSIDE, SIDES, Park
from ludoteca.games.wege.rules import NO_TERRAIN, NOWHERE, SWAP, Wege
from ludoteca.games.wege.scoring import (
    COSSACK_POINTS,
    ENCLOSED_POINTS,
    FACING,
    GNOME_POINTS,
    MOST_SIDES,
    SIDE_POINTS,
)


class SearchBoard(State):
    """Cards, groups, card in hand and deck; copied for every simulation.

    Of a State it has what a search needs: `copy`, `seat`, `play` and `determinize`.
    """

    def __init__(self, park: Park) -> None:
        self.park = park
        self.terrain: i64 = NO_TERRAIN
        self.cards = vec[i64]()
        self.gnomes = vec[i64]()
        self.frontier = vec[i64]()
        """Free cells next to a card, unordered. Only the first `frontier_size` entries count."""
        self.frontier_size: i64 = 0
        self.frontier_index = vec[i64]()
        """Per cell, its index in `frontier`, or NOWHERE."""
        self.parents = vec[i64]()
        """Per point, its parent in the union-find forest; a root is its own parent."""
        self.borders = vec[i64]()
        """Per root, the sides and corners of the park that its group touches."""
        self.islands: i64 = 0
        """Land groups without a border point."""
        self.ponds: i64 = 0
        """Water groups without a border point."""
        self.path_sides: i64 = 0
        self.stream_sides: i64 = 0
        self.bonus_lead: i64 = 0
        """Land's lead over water in points for gnomes and cossacks."""
        self.free_cells: i64 = 0
        self.hand: i64 = NO_CARD
        self.deck = vec[i64]()
        self.drawn: i64 = 0
        self.mover: i64 = 0

    def copy(self) -> SearchBoard:
        other = SearchBoard(self.park)
        other.terrain = self.terrain
        other.cards = self.cards[:]
        other.gnomes = self.gnomes[:]
        other.frontier = self.frontier[:]
        other.frontier_size = self.frontier_size
        other.frontier_index = self.frontier_index[:]
        other.parents = self.parents[:]
        other.borders = self.borders[:]
        other.islands = self.islands
        other.ponds = self.ponds
        other.path_sides = self.path_sides
        other.stream_sides = self.stream_sides
        other.bonus_lead = self.bonus_lead
        other.free_cells = self.free_cells
        other.hand = self.hand
        other.deck = self.deck[:]
        other.drawn = self.drawn
        other.mover = self.mover
        return other

    def seat(self) -> i64:
        return self.mover if self.free_cells else NOBODY

    def determinize(self, seat: i64, random: Random) -> None:
        """Shuffle the deck; for nothing was drawn from it on this board."""
        random.shuffle(self.deck)

    def final_lead(self) -> i64:
        """Return land's lead over water; exact when all cells are filled."""
        sides = SIDE_POINTS[self.path_sides] - SIDE_POINTS[self.stream_sides]
        return sides + ENCLOSED_POINTS * (self.ponds - self.islands) + self.bonus_lead

    # Moves

    def fix_terrain(self, terrain: i64) -> None:
        """Set the terrain and reset the groups: without links, every point is a group of its own."""
        self.terrain = terrain
        park = self.park
        self.borders = park.borders[:]
        self.islands = 0
        self.ponds = 0
        for point in range(park.points):
            self.parents[point] = point
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
                self.bonus_lead += COSSACK_POINTS if self.mover == 0 else -COSSACK_POINTS
            self.hand = NO_CARD
            if self.free_cells:
                self.hand = self.deck[self.drawn]
                self.drawn += 1
        self.mover = 1 - self.mover

    def lay(self, card: i64, cell: i64, rotation: i64) -> None:
        park = self.park
        if self.free_cells == park.cells:
            self.fix_terrain((rotation + park.cell_colours[cell] + IS_WATER[card]) % 2)
        self.cards[cell] = card * ROTATIONS + rotation
        if card != COSSACK:
            self._link_card(card, cell)
        point = self.gnome_point(cell, self.cards[cell])
        if point != NOWHERE:
            self._add_gnome(point)
        self.free_cells -= 1
        self._leave_frontier(cell)
        for side in range(SIDES):
            other = park.neighbours[SIDES * cell + side]
            if other != OUTSIDE and self.cards[other] == NO_CARD and self.frontier_index[other] == NOWHERE:
                self.frontier_index[other] = self.frontier_size
                self.frontier[self.frontier_size] = other
                self.frontier_size += 1

    def _leave_frontier(self, cell: i64) -> None:
        index = self.frontier_index[cell]
        if index != NOWHERE:
            self.frontier_size -= 1
            last = self.frontier[self.frontier_size]
            self.frontier[index] = last
            self.frontier_index[last] = index
            self.frontier_index[cell] = NOWHERE

    def _swap(self, cell: i64, rotation: i64) -> None:
        laid = self.cards[cell]
        card = laid // ROTATIONS
        point = self.gnome_point(cell, laid)
        if point != NOWHERE:
            self.gnomes[point] -= 1
        self.cards[cell] = BRIDGE * ROTATIONS + rotation
        if self.free_cells == self.park.cells - 1:
            self.fix_terrain((rotation + self.park.cell_colours[cell]) % 2)
            self._link_card(BRIDGE, cell)
        else:
            self._link_card(LAND if IS_WATER[card] else WATER, cell)
        self.hand = card

    def _add_gnome(self, point: i64) -> None:
        count = self.gnomes[point]
        self.gnomes[point] = count + 1
        points = GNOME_POINTS[count + 1] - GNOME_POINTS[count]
        self.bonus_lead += points if self.park.colours[point] == self.terrain else -points

    # Groups

    def _link_card(self, card: i64, cell: i64) -> None:
        corners = self.park.corners
        land = self.land_corner(cell)
        water = land ^ 1
        if card == BRIDGE or not IS_WATER[card]:
            self._link(corners[land], corners[land + 2], True)
        if card == BRIDGE or IS_WATER[card]:
            self._link(corners[water], corners[water + 2], False)

    def land_corner(self, cell: i64) -> i64:
        """Return the index in `park.corners` of the cell's first land corner; the other is two further on."""
        return SIDES * cell + (self.park.cell_colours[cell] + self.terrain) % 2

    def root(self, point: i64) -> i64:
        """Return the root of the point's group."""
        parents = self.parents
        parent = parents[point]
        while parent != point:
            point = parent
            parent = parents[point]
        return point

    def _link(self, one: i64, other: i64, land: bool) -> None:
        one = self.root(one)
        other = self.root(other)
        if one == other:
            return
        first = self.borders[one]
        second = self.borders[other]
        self.parents[other] = one
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

    # Fitting and replacing

    def lowest_rotation(self, card: i64, cell: i64) -> i64:
        """Return the lower of the two rotations in which the card fits."""
        return (self.terrain + self.park.cell_colours[cell] + IS_WATER[card]) % 2

    def gnome_point(self, cell: i64, laid: i64) -> i64:
        """Return the point of the gnome if this card lies on this cell, or NOWHERE."""
        corner = GNOME_CORNER[laid // ROTATIONS]
        return self.park.corners[SIDES * cell + (laid + corner) % ROTATIONS] if corner >= 0 else NOWHERE

    def may_be_replaced(self, cell: i64) -> bool:
        laid = self.cards[cell]
        if laid == NO_CARD or laid // ROTATIONS >= COSSACK:
            return False
        point = self.gnome_point(cell, laid)
        return point == NOWHERE or self.gnomes[point] < FACING


def make_search_board(state: Wege) -> SearchBoard:
    """Return a search board that equals the state."""
    park = state.park
    board = SearchBoard(park)
    board.terrain = state.terrain
    board.cards = filled(park.cells, NO_CARD)
    board.gnomes = filled(park.points, 0)
    board.frontier = filled(park.cells, NOWHERE)
    board.frontier_index = filled(park.cells, NOWHERE)
    board.parents = filled(park.points, 0)
    board.borders = filled(park.points, 0)
    board.free_cells = park.cells
    for cell in range(park.cells):
        laid = state.board[cell]
        if laid != NO_CARD:
            board.lay(laid // ROTATIONS, cell, laid % ROTATIONS)
            if laid // ROTATIONS == COSSACK:
                board.bonus_lead += COSSACK_POINTS if state.laid_by[cell] == 0 else -COSSACK_POINTS
    board.hand = state.hand
    board.deck = state.deck[:]
    board.mover = state.mover
    return board

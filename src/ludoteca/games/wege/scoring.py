"""The scoring of Wege, final and provisional.

Only grid points with a card count. While cells are free, a group is a pond or an island only if all cells around its
points are filled. On a full board that is always so, and one function computes both scores.
"""

from __future__ import annotations

from itertools import product
from typing import Final

from ludoteca.core.ints import Ints, append, filled, i64, vec
from ludoteca.games.wege.cards import COSSACK, JOINED_PAIRS, NO_CARD, ROTATIONS
from ludoteca.games.wege.park import CORNER_BIT, SIDE_BIT, SIDES, Park

SIDE_POINTS: Final = vec[i64]([0, 0, 4, 7, 12])
"""Points by the number of sides that the best group touches."""
ENCLOSED_POINTS: Final = 4
"""Points for each pond, to land, and for each island, to water."""
GNOME_POINTS: Final = vec[i64]([0, 0, 2, 5, 8])
"""Points by the number of gnomes that meet at a point."""
COSSACK_POINTS: Final = 1
FACING: Final = 2
"""Gnomes face each other when at least this many meet at one point."""

NO_GROUP: Final = -1


def _most_sides(border: int) -> int:
    """Return the number of sides that a group touches, with each corner counted for the side where it helps more."""
    corners = [corner for corner in range(SIDES) if border & CORNER_BIT[corner]]
    own = {side for side in range(SIDES) if border & SIDE_BIT[side]}
    # Corner k of the park ends its sides k and k-1.
    chosen = product(*[(corner, (corner - 1) % SIDES) for corner in corners])
    return max(len(own.union(sides)) for sides in chosen)


MOST_SIDES: Final = vec[i64]([_most_sides(border) for border in range(256)])
"""Number of sides that a group touches, by its border bits."""


class ScoreSheet:
    """The four score lines of land and water, and the groups behind them."""

    def __init__(self, park: Park, board: Ints) -> None:
        around = filled(park.points, 0)
        self.groups = _groups(park, board, around)
        """Per point, the lowest point of its group, or NO_GROUP without a card."""
        self.borders = filled(park.points, 0)
        """Per group, at its lowest point: the sides and corners of the park that it touches, as bits."""
        self.gaps = filled(park.points, 0)
        """Per group, the number of cells around its points that are free or outside the park."""
        self.sizes = filled(park.points, 0)
        """Per group, its number of points."""
        for point in range(park.points):
            group = self.groups[point]
            if group != NO_GROUP:
                self.borders[group] |= park.borders[point]
                self.gaps[group] += SIDES - around[point]
                self.sizes[group] += 1
        self.best = filled(2, NO_GROUP)
        """The path and the stream that touch the most sides, the largest of equals."""
        self.sides = filled(2, 0)
        """The number of sides that they touch."""
        self.enclosed = vec[Ints]([vec[i64](), vec[i64]()])
        """The ponds, which score for land, and the islands, which score for water."""
        self.gnomes = filled(2, 0)
        self.cossacks = filled(2, 0)

    def lines(self, seat: i64) -> Ints:
        """Return the points for sides, for ponds or islands, for gnomes and for cossacks."""
        sides = SIDE_POINTS[self.sides[seat]]
        enclosed = ENCLOSED_POINTS * len(self.enclosed[seat])
        return vec[i64]([sides, enclosed, self.gnomes[seat], self.cossacks[seat]])

    def total(self, seat: i64) -> i64:
        lines = self.lines(seat)
        return lines[0] + lines[1] + lines[2] + lines[3]

    def is_better(self, group: i64, seat: i64) -> bool:
        """Return whether the group touches more sides than the best so far, or as many and is larger."""
        best = self.best[seat]
        sides = MOST_SIDES[self.borders[group]]
        if best == NO_GROUP or sides > self.sides[seat]:
            return True
        return sides == self.sides[seat] and self.sizes[group] > self.sizes[best]


def compute_score(park: Park, board: Ints, laid_by: Ints, gnomes: Ints, terrain: i64) -> ScoreSheet:
    """Score the cards on the board; grid points of the colour `terrain` are land."""
    sheet = ScoreSheet(park, board)
    for point in range(park.points):
        if sheet.groups[point] == NO_GROUP:
            continue
        seat = (park.colours[point] + terrain) % 2
        sheet.gnomes[seat] += GNOME_POINTS[gnomes[point]]
        if sheet.groups[point] != point:
            continue
        if sheet.is_better(point, seat):
            sheet.best[seat] = point
            sheet.sides[seat] = MOST_SIDES[sheet.borders[point]]
        if sheet.borders[point] == 0 and sheet.gaps[point] == 0:
            sheet.enclosed[1 - seat] = append(sheet.enclosed[1 - seat], point)
    for cell in range(park.cells):
        if board[cell] // ROTATIONS == COSSACK:
            sheet.cossacks[laid_by[cell]] += COSSACK_POINTS
    return sheet


def _groups(park: Park, board: Ints, around: Ints) -> Ints:
    """Return, per point, the lowest point of its group, and count the cards around each point in `around`."""
    groups = filled(park.points, NO_GROUP)
    for cell in range(park.cells):
        if board[cell] == NO_CARD:
            continue
        first = SIDES * cell
        for corner in range(SIDES):
            point = park.corners[first + corner]
            around[point] += 1
            if groups[point] == NO_GROUP:
                groups[point] = point
        rotation = board[cell] % ROTATIONS
        for pair in range(JOINED_PAIRS[board[cell] // ROTATIONS]):
            one = park.corners[first + (rotation + pair) % ROTATIONS]
            other = park.corners[first + (rotation + pair + 2) % ROTATIONS]
            _join(groups, one, other)
    for point in range(park.points):
        # In ascending order, so all lower points already refer to the lowest of their group.
        if groups[point] != NO_GROUP:
            groups[point] = groups[groups[point]]
    return groups


def _join(groups: Ints, one: i64, other: i64) -> None:
    while groups[one] != one:
        one = groups[one]
    while groups[other] != other:
        other = groups[other]
    if one < other:
        groups[other] = one
    else:
        groups[one] = other

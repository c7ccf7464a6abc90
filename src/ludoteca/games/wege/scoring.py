"""The points of Wege, at the end and, provisionally, before it.

Only points with a card count. While cells are free a group is a pond or an island only if all cells round its points
are filled; when all are, that says nothing more, so one telling serves both.
"""

from __future__ import annotations

from itertools import product
from typing import Final

from ludoteca.core.ints import Ints, append, filled, i64, vec
from ludoteca.games.wege.cards import COSSACK, JOINS, NO_CARD, ROTATIONS
from ludoteca.games.wege.park import CORNER_BIT, SIDE_BIT, SIDES, Park

SIDE_POINTS: Final = vec[i64]([0, 0, 4, 7, 12])
"""By the number of sides of the park that the best group touches."""
ENCLOSED_POINTS: Final = 4
"""For each pond, to land; for each island, to water."""
GNOME_POINTS: Final = vec[i64]([0, 0, 2, 5, 8])
"""By the number of gnomes that meet at a point."""
COSSACK_POINTS: Final = 1
FACING: Final = 2
"""So many gnomes at one point face each other."""

NO_GROUP: Final = -1


def _most_sides(border: int) -> int:
    """The sides that a group with these border points touches, each corner counted for the side where it helps more."""
    corners = [corner for corner in range(SIDES) if border & CORNER_BIT[corner]]
    own = {side for side in range(SIDES) if border & SIDE_BIT[side]}
    # Corner k of the park ends its sides k and k-1.
    chosen = product(*[(corner, (corner - 1) % SIDES) for corner in corners])
    return max(len(own.union(sides)) for sides in chosen)


MOST_SIDES: Final = vec[i64]([_most_sides(border) for border in range(256)])
"""By the border bits of a group."""


class Score:
    """The four lines of both players, land and water, and the groups they were counted from."""

    def __init__(self, park: Park, board: Ints) -> None:
        around = filled(park.points, 0)
        self.groups = _groups(park, board, around)
        """Per point, the lowest point of its group; NO_GROUP where no card lies."""
        self.borders = filled(park.points, 0)
        """Per group, at its lowest point, the sides and corners of the park that it touches, as bits."""
        self.gaps = filled(park.points, 0)
        """Per group, how many cells round its points are still free, or lie outside."""
        self.sizes = filled(park.points, 0)
        """Per group, how many points it has."""
        for point in range(park.points):
            group = self.groups[point]
            if group != NO_GROUP:
                self.borders[group] |= park.borders[point]
                self.gaps[group] += SIDES - around[point]
                self.sizes[group] += 1
        self.best = filled(2, NO_GROUP)
        """The path and the stream that touch most sides, of several the largest."""
        self.sides = filled(2, 0)
        """How many sides those touch."""
        self.enclosed = vec[Ints]([vec[i64](), vec[i64]()])
        """The ponds, which land is paid for, and the islands, which water is."""
        self.gnomes = filled(2, 0)
        self.cossacks = filled(2, 0)

    def lines(self, seat: i64) -> Ints:
        """Points for sides, for ponds or islands, for gnomes, for cossacks."""
        sides = SIDE_POINTS[self.sides[seat]]
        enclosed = ENCLOSED_POINTS * len(self.enclosed[seat])
        return vec[i64]([sides, enclosed, self.gnomes[seat], self.cossacks[seat]])

    def total(self, seat: i64) -> i64:
        lines = self.lines(seat)
        return lines[0] + lines[1] + lines[2] + lines[3]

    def is_better(self, group: i64, seat: i64) -> bool:
        """The group touches more sides than the best found so far, or as many and is larger."""
        best = self.best[seat]
        sides = MOST_SIDES[self.borders[group]]
        if best == NO_GROUP or sides > self.sides[seat]:
            return True
        return sides == self.sides[seat] and self.sizes[group] > self.sizes[best]


def score(park: Park, board: Ints, by: Ints, gnomes: Ints, terrain: i64) -> Score:
    """The points for the cards on the board; points of the colour `terrain` are land."""
    found = Score(park, board)
    for point in range(park.points):
        if found.groups[point] == NO_GROUP:
            continue
        seat = (park.colours[point] + terrain) % 2
        found.gnomes[seat] += GNOME_POINTS[gnomes[point]]
        if found.groups[point] != point:
            continue
        if found.is_better(point, seat):
            found.best[seat] = point
            found.sides[seat] = MOST_SIDES[found.borders[point]]
        if found.borders[point] == 0 and found.gaps[point] == 0:
            found.enclosed[1 - seat] = append(found.enclosed[1 - seat], point)
    for cell in range(park.cells):
        if board[cell] // ROTATIONS == COSSACK:
            found.cossacks[by[cell]] += COSSACK_POINTS
    return found


def _groups(park: Park, board: Ints, around: Ints) -> Ints:
    """Per point, the lowest point of its group; counts the cards around each point on the way."""
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
        for pair in range(JOINS[board[cell] // ROTATIONS]):
            one = park.corners[first + (rotation + pair) % ROTATIONS]
            other = park.corners[first + (rotation + pair + 2) % ROTATIONS]
            _join(groups, one, other)
    for point in range(park.points):
        # Ascending, so what lies lower points at the lowest already.
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

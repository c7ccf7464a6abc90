"""What a brick can still earn at most in an end game, wherever and whenever it is laid.

No player can earn more than his bricks together. So whether somebody far behind may still catch up is often settled
long before the last brick.
"""

from __future__ import annotations

from typing import Final

from ludoteca.core.ints import Ints, append, filled, i64, vec
from ludoteca.games.rowsandcols.board import ALL_KINDS, BESIDE, BIT, DOWN, KINDS, RIGHT
from ludoteca.games.rowsandcols.bot.board import SearchBoard
from ludoteca.games.rowsandcols.rules import FULL_ROW, worth

COLOUR_SETS: Final = vec[i64]([63 * 64**colour for colour in range(6)])
"""Per colour, the set of its kinds."""


class ScoreBounds:
    """Of the bricks in both hands, on a board whose edge is all cells where one of them fits.

    A brick more never makes more fit, so what cannot be earned now cannot be earned later.
    """

    def __init__(self, ground: SearchBoard) -> None:
        self._ground = ground
        self._kinds = vec[i64]()
        """In the hands, each once; and the set of them."""
        self._held: i64 = 0
        self._others: i64 = 0
        """How many bricks are left besides the one that is looked at."""
        self._joined = filled(KINDS, 0)
        """Per kind, the longest row that it may join as a brick further on from the edge."""
        self._points = filled(KINDS, 0)
        """Per kind, what the row across earns on the cell that is looked at."""
        self._length: i64 = 0
        """Of the row through that cell as it is; what may join it; and what of that its ends allow."""
        self._suits: i64 = 0
        self._fits_back: i64 = 0
        self._fits_ahead: i64 = 0
        self._back = filled(FULL_ROW + 1, 0)
        """By how much it grows this way with no brick more, with one, with two, as long as there is room."""
        self._ahead = filled(FULL_ROW + 1, 0)

    def look(self, hands: vec[Ints], known: Ints) -> Ints:
        """Per kind, the most points of a single brick, and never more than was known."""
        self._take_up(hands)
        most = filled(KINDS, 0)
        ground = self._ground
        for cell in ground.edge:
            fits = ground.fits[cell] & self._held
            if fits:
                self._stretch(cell, RIGHT)
                for kind in self._kinds:
                    if fits & BIT[kind]:
                        self._points[kind] = worth(self._longest(kind))
                self._stretch(cell, DOWN)
                for kind in self._kinds:
                    if fits & BIT[kind]:
                        most[kind] = max(most[kind], self._points[kind] + worth(self._longest(kind)))
        for kind in self._kinds:
            most[kind] = min(max(most[kind], self._off_the_edge(kind)), known[kind])
        return most

    def _take_up(self, hands: vec[Ints]) -> None:
        self._kinds = vec[i64](capacity=KINDS)
        self._held = 0
        self._others = -1
        for hand in hands:
            self._others += len(hand)
            for brick in hand:
                if self._held & BIT[brick] == 0:
                    self._held |= BIT[brick]
                    self._kinds = append(self._kinds, brick)
                    self._joined[brick] = 0

    def _stretch(self, cell: i64, step: i64) -> None:
        """Learn how the row through a cell of the edge can grow."""
        ground = self._ground
        self._length = ground.length(cell, step)
        self._suits = ground.suits(cell, step) & ground.suits(cell, -step) & self._held
        self._fits_ahead = self._fits(ground.end(cell, step))
        self._fits_back = self._fits(ground.end(cell, -step))
        self._note_gains(cell, step, self._ahead)
        self._note_gains(cell, -step, self._back)

    def _fits(self, cell: i64) -> i64:
        """The kinds that a free cell allows; all of them where it touches nothing yet."""
        if self._ground.touches(cell):
            return self._ground.fits[cell]
        return ALL_KINDS

    def _note_gains(self, cell: i64, step: i64, gains: Ints) -> None:
        ground = self._ground
        room = FULL_ROW - self._length
        end = ground.end(cell, step)
        gain: i64 = 0
        more: i64 = 0
        while gain <= room and more < FULL_ROW:
            next_end = ground.end(end, step)
            gain += (next_end - end) // step
            end = next_end
            more += 1
            gains[more] = gain

    def _longest(self, kind: i64) -> i64:
        """How long the row can be by the time a brick of this kind lies on the cell."""
        suits = self._suits & BESIDE[kind]
        room = FULL_ROW - self._length
        if suits == 0 or room <= 0:
            return self._length
        more = min(self._count(suits), self._others)
        most_ahead = more
        if self._fits_ahead & suits == 0:
            most_ahead = 0
        most_back = more
        if self._fits_back & suits == 0:
            most_back = 0
        gain: i64 = 0
        ahead: i64 = 0
        while ahead <= most_ahead and self._ahead[ahead] <= room:
            back: i64 = 0
            while back <= min(most_back, more - ahead) and self._ahead[ahead] + self._back[back] <= room:
                gain = max(gain, self._ahead[ahead] + self._back[back])
                back += 1
            ahead += 1
        if gain > 0:
            for other in self._kinds:
                if suits & BIT[other]:
                    self._joined[other] = max(self._joined[other], self._length + gain)
        return self._length + gain

    def _off_the_edge(self, kind: i64) -> i64:
        """The same for a cell that touches nothing yet: each row there needs another new brick."""
        alike = BESIDE[kind] & self._held
        joined = self._joined[kind]
        if alike == 0 or (joined == 0 and self._others < 2):
            return 0
        of_colour = self._count(alike & COLOUR_SETS[kind // 6])
        new = max(of_colour, self._count(alike) - of_colour)
        points = worth(max(joined, 1 + min(new, self._others)))
        if self._others < 2:
            return points
        return 2 * points

    def _count(self, kinds: i64) -> i64:
        count: i64 = 0
        for kind in self._kinds:
            if kinds & BIT[kind]:
                count += 1
        return count

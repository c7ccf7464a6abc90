"""Upper bounds: the most that a brick can still earn in an end game, on any cell and in any later turn.

A player's bricks bound what the player can earn. That often decides long before the last brick whether a player who is
far behind can catch up.
"""

from __future__ import annotations

from typing import Final

from ludoteca.core.ints import Ints, append, filled, i64, vec
from ludoteca.games.rowsandcols.board import ALL_KINDS, BIT, COMPATIBLE, DOWN, KINDS, RIGHT
from ludoteca.games.rowsandcols.bot.board import SearchBoard
from ludoteca.games.rowsandcols.rules import FULL_ROW, row_points

COLOUR_SETS: Final = vec[i64]([63 * 64**colour for colour in range(6)])
"""Per colour, the set of its kinds."""


class ScoreBounds:
    """Bounds for the bricks in both hands, on a board whose frontier is all cells where one of them fits.

    Another brick never makes more kinds fit, so what cannot be earned now cannot be earned later.
    """

    def __init__(self, board: SearchBoard) -> None:
        self._board = board
        self._kinds = vec[i64]()
        """The kinds in the hands, each once; below, the set of them."""
        self._held: i64 = 0
        self._others: i64 = 0
        """The number of bricks in the hands besides the current one."""
        self._reachable_lengths = filled(KINDS, 0)
        """Per kind, the longest row that it may join off the frontier."""
        self._points = filled(KINDS, 0)
        """Per kind, what the row through the current cell earns."""
        self._length: i64 = 0
        """The row through the current cell: length, kinds that may join it, and kinds that fit at its two ends."""
        self._row_fits: i64 = 0
        self._fits_back: i64 = 0
        self._fits_ahead: i64 = 0
        self._gains_back = filled(FULL_ROW + 1, 0)
        """How much longer the row gets in this direction with 0, 1, 2 ... more bricks."""
        self._gains_ahead = filled(FULL_ROW + 1, 0)

    def compute(self, hands: vec[Ints], limits: Ints) -> Ints:
        """Return per kind the most points a single brick can earn, at most `limits`."""
        self._set_hands(hands)
        most = filled(KINDS, 0)
        board = self._board
        for cell in board.frontier:
            fits = board.fits[cell] & self._held
            if fits:
                self._scan_row(cell, RIGHT)
                for kind in self._kinds:
                    if fits & BIT[kind]:
                        self._points[kind] = row_points(self._max_length(kind))
                self._scan_row(cell, DOWN)
                for kind in self._kinds:
                    if fits & BIT[kind]:
                        most[kind] = max(most[kind], self._points[kind] + row_points(self._max_length(kind)))
        for kind in self._kinds:
            most[kind] = min(max(most[kind], self._off_frontier(kind)), limits[kind])
        return most

    def _set_hands(self, hands: vec[Ints]) -> None:
        self._kinds = vec[i64](capacity=KINDS)
        self._held = 0
        self._others = -1
        for hand in hands:
            self._others += len(hand)
            for brick in hand:
                if self._held & BIT[brick] == 0:
                    self._held |= BIT[brick]
                    self._kinds = append(self._kinds, brick)
                    self._reachable_lengths[brick] = 0

    def _scan_row(self, cell: i64, step: i64) -> None:
        """Look at how the row through a frontier cell can grow."""
        board = self._board
        self._length = board.length(cell, step)
        self._row_fits = board.fit_with_run(cell, step) & board.fit_with_run(cell, -step) & self._held
        self._fits_ahead = self._fits(board.next_free(cell, step))
        self._fits_back = self._fits(board.next_free(cell, -step))
        self._fill_gains(cell, step, self._gains_ahead)
        self._fill_gains(cell, -step, self._gains_back)

    def _fits(self, cell: i64) -> i64:
        """Return the kinds that fit on a free cell; all of them where it touches nothing yet."""
        if self._board.touches(cell):
            return self._board.fits[cell]
        return ALL_KINDS

    def _fill_gains(self, cell: i64, step: i64, gains: Ints) -> None:
        board = self._board
        room = FULL_ROW - self._length
        end = board.next_free(cell, step)
        gain: i64 = 0
        more: i64 = 0
        while gain <= room and more < FULL_ROW:
            next_end = board.next_free(end, step)
            gain += (next_end - end) // step
            end = next_end
            more += 1
            gains[more] = gain

    def _max_length(self, kind: i64) -> i64:
        """Return how long the row can get with a brick of this kind on the cell."""
        fits = self._row_fits & COMPATIBLE[kind]
        room = FULL_ROW - self._length
        if fits == 0 or room <= 0:
            return self._length
        more = min(self._count(fits), self._others)
        most_ahead = more
        if self._fits_ahead & fits == 0:
            most_ahead = 0
        most_back = more
        if self._fits_back & fits == 0:
            most_back = 0
        gain: i64 = 0
        ahead: i64 = 0
        while ahead <= most_ahead and self._gains_ahead[ahead] <= room:
            back: i64 = 0
            while back <= min(most_back, more - ahead) and self._gains_ahead[ahead] + self._gains_back[back] <= room:
                gain = max(gain, self._gains_ahead[ahead] + self._gains_back[back])
                back += 1
            ahead += 1
        if gain > 0:
            for other in self._kinds:
                if fits & BIT[other]:
                    self._reachable_lengths[other] = max(self._reachable_lengths[other], self._length + gain)
        return self._length + gain

    def _off_frontier(self, kind: i64) -> i64:
        """Return the most points on a cell that touches nothing yet, where each row needs another new brick."""
        compatible = COMPATIBLE[kind] & self._held
        length = self._reachable_lengths[kind]
        if compatible == 0 or (length == 0 and self._others < 2):
            return 0
        of_colour = self._count(compatible & COLOUR_SETS[kind // 6])
        new = max(of_colour, self._count(compatible) - of_colour)
        points = row_points(max(length, 1 + min(new, self._others)))
        if self._others < 2:
            return points
        return 2 * points

    def _count(self, kinds: i64) -> i64:
        count: i64 = 0
        for kind in self._kinds:
            if kinds & BIT[kind]:
                count += 1
        return count

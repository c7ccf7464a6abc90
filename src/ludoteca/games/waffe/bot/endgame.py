"""The end of the game played perfectly. When the pack is empty all is known: what one does not see, the other holds."""

from __future__ import annotations

from typing import Final

from ludoteca.core.ints import Ints, append, i64, vec
from ludoteca.core.state import NOBODY
from ludoteca.games.waffe.cards import size, types_of
from ludoteca.games.waffe.play_index import Counted
from ludoteca.games.waffe.rules import PASS, Waffe

LOSS: Final = 0
HALF: Final = 1
WIN: Final = 2
UNKNOWN: Final = -1

Key = tuple[i64, i64, i64, i64, i64, i64, i64]


class Ending:
    """Goes through all moves of both, as far as a number of positions allows."""

    def __init__(self, limit: i64) -> None:
        self.left = limit
        """Positions that may still be made."""
        self.known: dict[Key, i64] = {}
        self.move: i64 = PASS
        """The best move in the position that was asked for last."""

    def worth(self, state: Waffe) -> i64:
        """What a position with an empty pack is worth to the player to move; UNKNOWN where the limit is too low."""
        mover = state.mover
        own = state.hands[mover] | state.tables[mover]
        if types_of(state.field | own) & state.allowed():
            self.move = own
            return WIN
        hands, tables = state.hands, state.tables
        key = (state.field, state.types, hands[mover], tables[mover], hands[1 - mover], tables[1 - mover], state.passes)
        known = self.known.get(key, UNKNOWN)
        if known != UNKNOWN:
            return known
        best: i64 = UNKNOWN
        best_move: i64 = PASS
        for move in self._moves(state, own):
            worth = self._after(state, move)
            if worth == UNKNOWN:
                return UNKNOWN
            if worth > best:
                best = worth
                best_move = move
            if best == WIN:
                break
        if best != UNKNOWN:
            self.known[key] = best
            self.move = best_move
        return best

    def _moves(self, state: Waffe, own: i64) -> Ints:
        """All moves, those first that rid the mover of most; none where there are more than may be looked at."""
        ordered = vec[i64]()
        if Counted(state.reach(), state.allowed()).total > self.left:
            return ordered
        moves = state.moves()
        number = size(own)
        while number >= 0:
            for move in moves:
                if size(move & own) == number:
                    ordered = append(ordered, move)
            number -= 1
        return ordered

    def _after(self, state: Waffe, move: i64) -> i64:
        """What a move is worth to the one who makes it."""
        self.left -= 1
        if self.left < 0:
            return UNKNOWN
        after = state.copy()
        after.play(move)
        if after.seat() == NOBODY:
            mine = after.emptied(state.mover)
            return HALF if mine == after.emptied(after.mover) else WIN if mine else LOSS
        worth = self.worth(after)
        return UNKNOWN if worth == UNKNOWN else WIN - worth

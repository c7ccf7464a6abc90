"""Perfect play when the pack is empty: nothing is hidden then, since the opponent holds every card you do not see."""

from __future__ import annotations

from typing import Final

from ludoteca.core.ints import Ints, append, i64, vec
from ludoteca.core.state import NOBODY
from ludoteca.games.waffe.cards import BIT, CARDS, EVERY_TYPE, size, types_of
from ludoteca.games.waffe.play_index import PlayIndex
from ludoteca.games.waffe.rules import MAX_PASSES, PASS, Waffe
from ludoteca.search.transposition import NOTHING, TranspositionTable
from ludoteca.search.zobrist import zobrist_keys

LOSS: Final = 0
DRAW: Final = 1
WIN: Final = 2
UNKNOWN: Final = NOTHING

ZOBRIST_CARDS: Final = zobrist_keys(5 * CARDS, 2**60, "cards")
"""Per card on the field, in the mover's hand, on the mover's table, and in the opponent's hand and table."""
ZOBRIST_TYPES: Final = zobrist_keys(EVERY_TYPE + 1, 2**60, "types")
ZOBRIST_PASSES: Final = zobrist_keys(MAX_PASSES, 2**60, "passes")


class EndgameSolver:
    """Searches all moves of both players, up to a number of positions."""

    def __init__(self, limit: i64) -> None:
        self.positions_left = limit
        """Number of positions that may still be visited."""
        self.solved = TranspositionTable()
        """Values of the positions solved so far."""
        self.best_move: i64 = PASS
        """The best move in the position solved last."""

    def solve(self, state: Waffe) -> i64:
        """Return the value to the mover of a position with an empty pack, or UNKNOWN if the limit is too low."""
        mover = state.mover
        own = state.hands[mover] | state.tables[mover]
        if types_of(state.field | own) & state.allowed_types():
            self.best_move = own
            return WIN
        key = _key(state)
        solved = self.solved.get(key)
        if solved != UNKNOWN:
            return solved
        best: i64 = UNKNOWN
        best_move: i64 = PASS
        for move in self._ordered_moves(state, own):
            value = self._move_value(state, move)
            if value == UNKNOWN:
                return UNKNOWN
            if value > best:
                best = value
                best_move = move
            if best == WIN:
                break
        if best != UNKNOWN:
            self.solved.put(key, best)
            self.best_move = best_move
        return best

    def _ordered_moves(self, state: Waffe, own: i64) -> Ints:
        """Return all moves, those that shed the most cards first, or none if there are more than may be visited."""
        ordered = vec[i64]()
        if PlayIndex(state.playable(), state.allowed_types()).total > self.positions_left:
            return ordered
        moves = state.moves()
        count = size(own)
        while count >= 0:
            for move in moves:
                if size(move & own) == count:
                    ordered = append(ordered, move)
            count -= 1
        return ordered

    def _move_value(self, state: Waffe, move: i64) -> i64:
        """Return the value of a move to the mover."""
        self.positions_left -= 1
        if self.positions_left < 0:
            return UNKNOWN
        after = state.copy()
        after.play(move)
        if after.seat() == NOBODY:
            mine = after.has_no_cards(state.mover)
            return DRAW if mine == after.has_no_cards(after.mover) else WIN if mine else LOSS
        value = self.solve(after)
        return UNKNOWN if value == UNKNOWN else WIN - value


def _key(state: Waffe) -> i64:
    """Return the key of a position, the same whoever is to move."""
    mover = state.mover
    key = ZOBRIST_TYPES[state.types] ^ ZOBRIST_PASSES[state.passes]
    key ^= _cards_key(state.field, 0)
    key ^= _cards_key(state.hands[mover], CARDS)
    key ^= _cards_key(state.tables[mover], 2 * CARDS)
    key ^= _cards_key(state.hands[1 - mover], 3 * CARDS)
    return key ^ _cards_key(state.tables[1 - mover], 4 * CARDS)


def _cards_key(cards: i64, offset: i64) -> i64:
    """Return the key of a set of cards in one place."""
    key: i64 = 0
    for card in range(CARDS):
        if cards & BIT[card]:
            key ^= ZOBRIST_CARDS[offset + card]
    return key

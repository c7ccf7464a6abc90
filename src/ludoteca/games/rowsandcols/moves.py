"""Moves as numbers: placements first, then END and PASS, then swaps.

A placement is brick * CELLS + cell. A swap is SWAP plus the bricks as digits in ascending order, 1 for the first kind.
So equal bricks give one move, and swaps of fewer bricks come first.
"""

from __future__ import annotations

from typing import Final

from ludoteca.core.ints import Ints, append, i64, vec
from ludoteca.games.rowsandcols.board import CELLS, KINDS

HAND_SIZE: Final = 6
END: Final = KINDS * CELLS
PASS: Final = END + 1
SWAP: Final = PASS
SWAP_BASE: Final = KINDS + 1


def swap_move(bricks: Ints) -> i64:
    """Return the move that swaps these bricks, given in ascending order."""
    code: i64 = 0
    for brick in bricks:
        code = code * SWAP_BASE + brick + 1
    return SWAP + code


def swapped_bricks(move: i64) -> Ints:
    """Return the bricks of a swap, ascending; empty if the number is no swap."""
    digits = vec[i64]()
    code = move - SWAP
    last: i64 = SWAP_BASE
    while code > 0:
        digit = code % SWAP_BASE
        if digit == 0 or digit > last or len(digits) == HAND_SIZE:
            return vec[i64]()
        digits = append(digits, digit)
        last = digit
        code //= SWAP_BASE
    bricks = vec[i64]()
    for index in range(len(digits) - 1, -1, -1):
        bricks = append(bricks, digits[index] - 1)
    return bricks


def all_swaps(hand: Ints, most: i64) -> Ints:
    """Return every swap of 1 to `most` bricks of an ascending hand, ascending and without duplicates."""
    # Each size extends the previous one by a brick that stands further on in the hand.
    codes = vec[i64]([0])
    lasts = vec[i64]([-1])
    begin: i64 = 0
    for _ in range(most):
        end: i64 = len(codes)
        for shorter in range(begin, end):
            last: i64 = -1
            for index in range(lasts[shorter] + 1, len(hand)):
                if hand[index] != last:
                    last = hand[index]
                    codes = append(codes, codes[shorter] * SWAP_BASE + last + 1)
                    lasts = append(lasts, index)
        begin = end
    moves = codes[1:]
    for which in range(len(moves)):
        moves[which] += SWAP
    return moves

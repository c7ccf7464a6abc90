"""Zobrist keys: random numbers whose sum or exclusive or is the key of a position in a transposition table."""

from __future__ import annotations

from typing import Final

from ludoteca.core.generator import Random
from ludoteca.core.ints import Ints, filled, i64

KEY_MASK: Final = 2**62 - 1
"""A position's key has 62 bits; sums of keys are cut to them."""


def zobrist_keys(count: i64, below: i64, seed: str) -> Ints:
    """Return `count` random keys below a power of two, 2**60 at most; equal seeds give equal keys."""
    random = Random(seed)
    keys = filled(count, 0)
    for index in range(count):
        keys[index] = (random.below(2**30) * 2**30 + random.below(2**30)) % below
    return keys

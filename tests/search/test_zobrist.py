"""Zobrist keys."""

from __future__ import annotations

from itertools import combinations

import pytest

from ludoteca.search.zobrist import zobrist_keys


@pytest.mark.parametrize("bits", [27, 30, 60])
def test_keys_are_in_range_and_repeat_with_their_seed(bits: int) -> None:
    keys = list(zobrist_keys(200, 2**bits, "one"))
    assert keys == list(zobrist_keys(200, 2**bits, "one"))
    assert keys != list(zobrist_keys(200, 2**bits, "another"))
    assert all(0 <= key < 2**bits for key in keys)
    assert all(any(key >> bit & 1 for key in keys) for bit in range(bits)), "every bit is used"


def test_small_sets_have_different_keys() -> None:
    keys = list(zobrist_keys(60, 2**60, "sets"))
    pairs = {one ^ other for one, other in combinations(keys, 2)}
    assert len(pairs | set(keys)) == 60 * 59 // 2 + 60

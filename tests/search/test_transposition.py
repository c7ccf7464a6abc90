"""The table of what is known."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ludoteca.search.transposition import INITIAL_SLOTS, NOTHING, TranspositionTable

CROWDED = st.integers(0, 3).map(lambda number: number * INITIAL_SLOTS)
KEYS = st.integers(0, 2**62 - 1) | CROWDED


@given(st.lists(st.tuples(KEYS, st.integers(0, 2**60)), max_size=60))
def test_it_knows_what_was_put_last(pairs: list[tuple[int, int]]) -> None:
    known, told = TranspositionTable(), dict(pairs)
    for key, value in pairs:
        known.put(key, value)
    assert {key: known.get(key) for key in told} == told
    assert known.get(2**62 - 7) == told.get(2**62 - 7, NOTHING)


def test_it_grows() -> None:
    known = TranspositionTable()
    for number in range(3 * INITIAL_SLOTS):
        known.put(number * number, number)
    assert all(known.get(number * number) == number for number in range(3 * INITIAL_SLOTS))
    assert known.get(2) == NOTHING

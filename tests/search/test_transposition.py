"""The transposition table."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ludoteca.search.transposition import INITIAL_SLOTS, NOTHING, TranspositionTable

COLLIDING = st.integers(0, 3).map(lambda number: number * INITIAL_SLOTS)
KEYS = st.integers(0, 2**62 - 1) | COLLIDING


@given(st.lists(st.tuples(KEYS, st.integers(0, 2**60)), max_size=60))
def test_a_key_has_the_value_that_was_put_last(pairs: list[tuple[int, int]]) -> None:
    table, expected = TranspositionTable(), dict(pairs)
    for key, value in pairs:
        table.put(key, value)
    assert {key: table.get(key) for key in expected} == expected
    assert table.get(2**62 - 7) == expected.get(2**62 - 7, NOTHING)


def test_it_grows() -> None:
    table = TranspositionTable()
    for number in range(3 * INITIAL_SLOTS):
        table.put(number * number, number)
    assert all(table.get(number * number) == number for number in range(3 * INITIAL_SLOTS))
    assert table.get(2) == NOTHING

"""Arrays that are encoded here are what PostgreSQL reads."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from postgres_cluster import Cluster

from ludoteca.store.postgres.arrays import bigint_array, bytea_array, text_array
from ludoteca.store.postgres.connections import Connection, connect

LONG = "\N{SNOWMAN}" * 3000
TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")) | st.just(LONG)
COLUMNS = st.tuples(
    st.lists(TEXTS | st.none()),
    st.lists(st.integers(-(2**63), 2**63 - 1)),
    st.lists(st.binary() | st.just(bytes(5000))),
)


@pytest.fixture(scope="module")
def connection(postgres: Cluster) -> Any:
    with connect(postgres.url("postgres")) as opened:
        yield opened


@given(COLUMNS)
@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_arrays_arrive_as_they_were(connection: Connection, columns: tuple[list[Any], list[Any], list[Any]]) -> None:
    texts, numbers, data = columns
    values = (text_array(texts), bigint_array(numbers), bytea_array(data))
    found = connection.execute("SELECT %b::text[], %b::bigint[], %b::bytea[]", values, binary=True).fetchone()
    assert found == (texts, numbers, data)


@pytest.mark.parametrize("number", [2**63, -(2**63) - 1])
def test_a_number_that_is_too_large_is_the_writers_own_fault(number: int) -> None:
    with pytest.raises(OverflowError):
        bigint_array([1, number])

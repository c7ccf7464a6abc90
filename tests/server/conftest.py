"""The rooms here may play the dummy game, as the tables do, and start without a countdown."""

from collections.abc import Iterator

import pytest
from postgres_cluster import Cluster
from server import live_server
from table.conftest import dummy_game_is_registered as dummy_game_is_registered


@pytest.fixture(autouse=True, scope="module")
def nobody_counts_down() -> Iterator[None]:
    """Start games as soon as everybody is ready; tests/table/test_ready.py is about the countdown."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ludoteca.table.deal.COUNTDOWN_MS", 0)
        yield


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run the tests of modules with BOTH_STORES against both; those that are not `quick` in the slow suite."""
    wanted = getattr(metafunc.module, "BOTH_STORES", None)
    if wanted is not None:
        marks = () if wanted == "quick" else (pytest.mark.slow,)
        kinds = ["sqlite", pytest.param("postgres", marks=marks)]
        metafunc.parametrize("store_kind", kinds, indirect=True)


@pytest.fixture(autouse=True)
def store_kind(request: pytest.FixtureRequest) -> Iterator[str]:
    """Choose the store of servers in this test."""
    kind: str = getattr(request, "param", "sqlite")
    if kind == "sqlite":
        yield kind
        return
    cluster: Cluster = request.getfixturevalue("postgres")
    live_server.postgres = cluster
    yield kind
    live_server.postgres = None

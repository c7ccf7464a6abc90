"""The tests run the source, whatever was compiled here; `LUDOTECA_PLAIN=0 make test` runs what was."""

import os
import signal
from collections.abc import Iterator

import pytest
from hypothesis import settings
from postgres_cluster import LOGIC, Cluster, running_cluster

os.environ.setdefault("LUDOTECA_PLAIN", "1")
os.environ["LC_ALL"] = "C.UTF-8"  # the terminal would speak the developer's language

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in the background: what the tests start must hear Ctrl-C
    signal.signal(signal.SIGINT, signal.default_int_handler)

# No test fails because a machine is slow.
settings.register_profile("ludoteca", deadline=None)
settings.load_profile("ludoteca")


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: tests in a browser wait more than they work. Two more gain nothing."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the longest tests first."""
    items.sort(key=lambda item: item.get_closest_marker("early") is None)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """Run one PostgreSQL for all tests of this worker; each makes its own databases."""
    with running_cluster(*LOGIC) as cluster:
        yield cluster

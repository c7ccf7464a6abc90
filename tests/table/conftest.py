"""Register the dummy game for these tests."""

from collections.abc import Iterator
from importlib.metadata import EntryPoint

import pytest

from ludoteca.core import registry


@pytest.fixture(autouse=True, scope="module")
def dummy_game_is_registered() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(registry._entries(), "dummy", EntryPoint("dummy", "dummy_game:DummyGame", registry.GROUP))
        patch.setitem(
            registry._entries(), "open_dummy", EntryPoint("open_dummy", "dummy_game:OpenDummyGame", registry.GROUP)
        )
        yield

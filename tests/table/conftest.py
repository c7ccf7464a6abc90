"""Lots is no installed game; here the registry knows it all the same."""

from collections.abc import Iterator
from importlib.metadata import EntryPoint

import pytest

from ludoteca.core import registry


@pytest.fixture(autouse=True, scope="module")
def lots_is_known() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(registry._found(), "lots", EntryPoint("lots", "lots:GAME", registry.GROUP))
        patch.setitem(registry._found(), "open_lots", EntryPoint("open_lots", "lots:OPEN", registry.GROUP))
        yield

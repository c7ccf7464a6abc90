"""Lots is no installed game; here the catalogue knows it all the same."""

from collections.abc import Iterator
from importlib.metadata import EntryPoint

import pytest

from ludoteca.core import catalogue


@pytest.fixture(autouse=True, scope="module")
def lots_is_known() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(catalogue._found(), "lots", EntryPoint("lots", "lots:GAME", catalogue.GROUP))
        patch.setitem(catalogue._found(), "open_lots", EntryPoint("open_lots", "lots:OPEN", catalogue.GROUP))
        yield

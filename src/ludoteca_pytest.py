"""The plugin for pytest: a game's tests check the whole contract in two lines.

    def test_the_game_keeps_the_contract(ludoteca_conformance):
        ludoteca_conformance("nim")

It lies beside the package so that pytest does not import Ludoteca for tests that do not use it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from ludoteca import Game

    Conformance = Callable[["str | Game[Any]"], None]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options that make the check more thorough, or repeat one."""
    group = parser.getgroup("ludoteca", "conformance of games")
    group.addoption("--ludoteca-deals", type=_at_least_one, default=2, help="random games per set of options (2)")
    group.addoption("--ludoteca-states", type=_at_least_one, default=12, help="states to check per game (12)")
    group.addoption("--ludoteca-seed", default="conformance", help="seed of the random games (conformance)")


def _at_least_one(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise ValueError(text)
    return int(text)


@pytest.fixture
def ludoteca_conformance(request: pytest.FixtureRequest) -> Conformance:
    """Check a game: an installed one by its name, or any by its instance. The test fails with one sentence."""
    import ludoteca

    def check(game: str | Game[Any]) -> None:
        option = request.config.getoption
        try:
            ludoteca.conformance.check(
                ludoteca.game(game) if isinstance(game, str) else game,
                deals=option("--ludoteca-deals"),
                state_count=option("--ludoteca-states"),
                seed=option("--ludoteca-seed"),
            )
        except ludoteca.conformance.ConformanceError as error:
            # The sentence is enough, except for an error of the game's own code: its traceback says more.
            pytest.fail(str(error), pytrace=error.__cause__ is not None)

    return check

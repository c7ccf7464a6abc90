"""Conformance of Wege over park sizes and numbers of specials."""

import pytest

from ludoteca.core.conformance import check_game
from ludoteca.games.wege import GAME

SIZES = [(3, 3), (3, 10), (10, 3), (4, 5), (7, 5), (8, 8)]


@pytest.mark.parametrize(("rows", "cols"), SIZES)
def test_parks_of_many_sizes_conform(rows: int, cols: int) -> None:
    for specials in (1, 5):
        options = GAME.check_options({"rows": rows, "cols": cols, "specials": specials})
        check_game(GAME, 2, options, f"{rows}x{cols}", state_count=4)


@pytest.mark.slow
@pytest.mark.parametrize("rows", range(3, 11))
def test_every_park_conforms(rows: int) -> None:
    """With the standard deck, and with a different number of specials for each park."""
    for cols in range(3, 11):
        for specials in ("standard", 1 + (rows + cols) % 5):
            options = GAME.check_options({"rows": rows, "cols": cols, "specials": specials})
            check_game(GAME, 2, options, f"slow {rows}x{cols}", state_count=3)

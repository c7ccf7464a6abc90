"""Conformance of Wege over park sizes and numbers of specials."""

import pytest

from ludoteca.core.conformance import check_game
from ludoteca.games.wege import WegeGame

GAME = WegeGame()

SIZES = [(3, 3), (3, 16), (16, 3), (4, 5), (7, 5), (8, 8)]


@pytest.mark.parametrize(("rows", "cols"), SIZES)
def test_parks_of_many_sizes_conform(rows: int, cols: int) -> None:
    for specials in (0, 9):
        options = GAME.check_options({"rows": rows, "cols": cols, "specials": specials})
        check_game(GAME, 2, options, f"{rows}x{cols}", state_count=4)


@pytest.mark.slow
@pytest.mark.parametrize("rows", [3, 4, 7, 10, 16])
def test_parks_of_all_sizes_conform(rows: int) -> None:
    """With the standard deck, and with a different number of specials for each park."""
    for cols in (3, 5, 8, 13, 16):
        for specials in ("standard", (rows + cols) % 10):
            options = GAME.check_options({"rows": rows, "cols": cols, "specials": specials})
            check_game(GAME, 2, options, f"slow {rows}x{cols}", state_count=3)

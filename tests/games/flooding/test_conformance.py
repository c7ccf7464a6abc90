"""The contract on islands of every size."""

import pytest

from ludoteca.core.conformance import check_game
from ludoteca.games.flooding import FloodingGame
from ludoteca.games.flooding.rules import SIZE

GAME = FloodingGame()


@pytest.mark.parametrize("size", [4, 7, 13])  # the suite over every game has the smallest, largest and default size
def test_other_sizes_conform(size: int) -> None:
    check_game(GAME, 2, {"size": size}, f"size {size}", state_count=8)


@pytest.mark.slow
@pytest.mark.parametrize("size", range(SIZE.low, SIZE.high + 1))
def test_every_size_conforms_over_more_games(size: int) -> None:
    for deal in range(3):
        check_game(GAME, 2, {"size": size}, f"slow {deal}", state_count=30)

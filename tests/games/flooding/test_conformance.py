"""The contract on islands of every size."""

import pytest

from ludoteca.core.conformance import check_game
from ludoteca.games.flooding import GAME
from ludoteca.games.flooding.rules import SIZE


@pytest.mark.parametrize("size", range(SIZE.low, SIZE.high + 1))
def test_every_size_conforms(size: int) -> None:
    check_game(GAME, 2, {"size": size}, f"size {size}", state_count=8)


@pytest.mark.slow
@pytest.mark.parametrize("size", range(SIZE.low, SIZE.high + 1))
def test_every_size_conforms_over_more_games(size: int) -> None:
    for deal in range(6):
        check_game(GAME, 2, {"size": size}, f"slow {deal}", state_count=40)

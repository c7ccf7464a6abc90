"""The game keeps Ludoteca's contract, and its rules are as the rules page says."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import ludoteca


def test_the_game_keeps_the_contract(ludoteca_conformance: Callable[[str], None]) -> None:
    ludoteca_conformance("my_game")


def test_three_in_a_row_win() -> None:
    game = ludoteca.game("my_game")
    state = game.new()
    for move in ("a1", "b1", "a2", "b2", "a3"):
        assert game.result(state) is None
        state = game.play(state, move)
    assert game.result(state) == [1.0, 0.0]


def test_a_full_board_is_a_draw() -> None:
    game = ludoteca.game("my_game")
    state = game.load({"rows": ["xox", "xoo", "ox."], "to_move": 0})
    assert game.result(game.play(state, "c3")) == [0.5, 0.5]


def test_a_taken_square_is_refused() -> None:
    game = ludoteca.game("my_game")
    with pytest.raises(ludoteca.IllegalMove, match=r"^b2 is taken\.$"):
        game.play(game.play(game.new(), "b2"), "b2")

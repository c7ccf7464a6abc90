"""The first levels: each beats the one below, in both roles."""

from __future__ import annotations

import pytest

import ludoteca
from ludoteca.games.flooding import GAME as CORE
from ludoteca.lab.legs import play_deal, play_leg

GAME = ludoteca.game("flooding")
CAREFREE, WATCHFUL = CORE.bot("carefree"), CORE.bot("watchful")


def test_watchful_beats_carefree_in_two_leg_matches() -> None:
    matches = [play_deal(CORE, WATCHFUL, CAREFREE, {"size": 5}, f"seed {number}") for number in range(3)]
    assert all(match.outcome("scores") == 1 for match in matches)


@pytest.mark.parametrize("size", [3, 4, 6])
def test_a_watchful_weather_traps_a_carefree_journeyman_soon(size: int) -> None:
    days = [play_leg(CORE, (CAREFREE, WATCHFUL), {"size": size}, f"seed {number}").scores[0] for number in range(20)]
    assert max(days) <= 40
    assert sum(days) / len(days) < 10


def test_a_carefree_weather_traps_a_carefree_journeyman_some_time() -> None:
    days = [play_leg(CORE, (CAREFREE, CAREFREE), {"size": 5}, f"seed {number}").scores[0] for number in range(20)]
    assert min(days) < 40 < max(days)


def test_the_watchful_take_a_win_that_is_there() -> None:
    trap = {"size": 5, "journeyman": "a1", "flooded": ["b2"], "day": 3, "to_move": "weather"}
    last = {"size": 5, "journeyman": "a1", "flooded": ["b2"], "day": 364, "to_move": "journeyman"}
    for seed in range(5):
        assert GAME.bot(2, seed=seed).move(GAME.load(trap)) == "b1 a2"
        assert GAME.result(GAME.play(GAME.load(last), GAME.bot(2, seed=seed).move(GAME.load(last)))) == [1.0, 0.0]


def test_the_watchful_journeyman_does_not_walk_into_a_trap() -> None:
    corner = {"size": 5, "journeyman": "b1", "flooded": ["b2"], "day": 3, "to_move": "journeyman"}
    for seed in range(5):
        assert GAME.bot(2, seed=seed).move(GAME.load(corner)) != "a1"

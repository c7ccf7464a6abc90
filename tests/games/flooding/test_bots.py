"""The five levels: a weather that wins by force, and a journeyman that holds out."""

from __future__ import annotations

import itertools

import pytest
from games.flooding.exhaustive_search import BOUNDS, longest_survival

import ludoteca
from ludoteca.core.generator import Random
from ludoteca.core.state import NOBODY
from ludoteca.games.flooding import GAME as FLOODING
from ludoteca.games.flooding.rules import start_game
from ludoteca.lab.pairings import play_deal, play_game

GAME = ludoteca.game("flooding")
MASTER = FLOODING.bot(5)


def test_there_are_five_levels() -> None:
    names = [(bot.level, bot.name) for bot in FLOODING.bots]
    assert names == [(1, "beginner"), (2, "easy"), (3, "fair"), (4, "strong"), (5, "master")]
    assert [bot.name for bot in FLOODING.baselines] == ["carefree", "watchful"]


@pytest.mark.parametrize("size", [3, 4])
def test_the_weather_wins_by_force_on_small_islands(size: int) -> None:
    assert longest_survival(size) == BOUNDS[size]


@pytest.mark.parametrize(("size", "least"), [(4, 7), (6, 12), (10, 15)])
def test_the_journeyman_holds_out(size: int, least: int) -> None:
    state, random = start_game(size), Random("last")
    while state.seat() != NOBODY:
        state.play(MASTER.choose(state, random, 20))
    assert least <= state.day <= BOUNDS[size]


@pytest.mark.parametrize("level", range(1, 6))
def test_the_same_seed_gives_the_same_move(level: int) -> None:
    for size in (3, 6, 12, 20):
        state = GAME.play(GAME.new(options={"size": size}), "b2")
        assert GAME.bot(level, seed=7).move(state) == GAME.bot(level, seed=7).move(state)


@pytest.mark.parametrize("level", range(1, 6))
def test_every_level_moves_on_an_almost_flooded_island(level: int) -> None:
    sea = ["b1", "c1", "a2", "c2", "a3", "b3", "c3"]
    alone = {"size": 3, "journeyman": "b2", "day": 3, "to_move": "weather"}
    trapped = GAME.load({**alone, "flooded": ["a1", *sea]})
    assert GAME.bot(level, seed=1).move(trapped) in ("b2", "-")
    free = GAME.load({**alone, "flooded": ["b2", *sea]})
    assert GAME.bot(level, seed=1).move(free) in ("a1", "-")


def test_the_master_takes_a_win_that_is_there() -> None:
    trap = {"size": 5, "journeyman": "a1", "flooded": ["b2"], "day": 3, "to_move": "weather"}
    last = {"size": 5, "journeyman": "a1", "flooded": ["b2"], "day": 364, "to_move": "journeyman"}
    assert GAME.bot(5, seed=0).move(GAME.load(trap)) == "b1 a2"
    assert GAME.result(GAME.play(GAME.load(last), GAME.bot(5, seed=0).move(GAME.load(last)))) == [1.0, 0.0]


def test_the_master_does_not_walk_into_a_trap() -> None:
    corner = {"size": 5, "journeyman": "b1", "flooded": ["b2"], "day": 3, "to_move": "journeyman"}
    assert all(GAME.bot(5, seed=seed).move(GAME.load(corner)) != "a1" for seed in range(5))


@pytest.mark.slow
def test_the_strong_level_beats_the_baselines_in_both_roles() -> None:
    carefree, strong = FLOODING.bot("carefree"), FLOODING.bot("strong")
    for seed in range(3):
        caught = play_game(FLOODING, (carefree, strong), {"size": 6}, f"seed {seed}").scores[0]
        lasted = play_game(FLOODING, (strong, carefree), {"size": 6}, f"seed {seed}").scores[0]
        assert caught <= 13 < lasted


@pytest.mark.slow
@pytest.mark.parametrize("size", [6, 10])
def test_a_level_beats_the_one_below_but_not_always(size: int) -> None:
    for below, above in itertools.pairwise(FLOODING.bots[:3]):
        matches = [play_deal(FLOODING, above, below, {"size": size}, f"levels {deal}") for deal in range(20)]
        assert 0.6 < sum(match.outcome("scores") for match in matches) / len(matches) < 1.0


def test_a_hint_says_how_many_days_are_left() -> None:
    trap = FLOODING.read_position(
        {"size": 5, "journeyman": "a1", "flooded": ["b2"], "day": 3, "to_move": "weather"}, Random("0")
    )
    texts = FLOODING.explain(trap, int(MASTER.choose(trap, Random("0"), 0)))
    assert [FLOODING.translations.format(text) for text in texts] == ["Traps the journeyman."]
    start = FLOODING.explain(start_game(6), 7)
    assert [FLOODING.translations.format(text) for text in start] == [
        "From there a perfect weather may still need up to 12 days."
    ]

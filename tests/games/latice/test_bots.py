"""The levels of Latice, the baselines, the search and the explanations."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from games.latice.test_rules import build

from ludoteca.core.generator import Random
from ludoteca.core.state import NOBODY, determinize
from ludoteca.games.latice import LaticeGame
from ludoteca.games.latice.rules import BUY, Latice
from ludoteca.lab.pairings import play_deal

GAME = LaticeGame()
LEVELS = [bot.name for bot in GAME.levels]
OPTIONS: list[dict[str, Any]] = [{}, {"refill": "each"}, {"buy": "before"}, {"refill": "each", "buy": "before"}]


def states(seed: str, options: dict[str, Any] | None = None) -> list[Latice]:
    """Return every state of a random game."""
    random = Random(seed)
    state = GAME.start(2, GAME.check_options(options or {}), random.fork())
    passed = []
    while state.seat() != NOBODY:
        passed.append(state.copy())
        state.play(state.random_move(random))
    return passed


def test_there_are_five_levels_and_two_baselines() -> None:
    assert LEVELS == ["beginner", "easy", "fair", "strong", "master"]
    assert [bot.level for bot in GAME.levels] == [1, 2, 3, 4, 5]
    assert [bot.name for bot in GAME.baselines] == ["greedy", "thrifty"]


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("name", LEVELS)
def test_every_level_moves_legally_with_any_number_of_simulations(name: str, options: dict[str, Any]) -> None:
    for number, state in enumerate(states("legal", options)[::7]):
        for simulations in (0, 2, 12):
            move = GAME.find_bot(name).choose(state.copy(), Random(f"{number}"), simulations)
            assert state.why_not(move) is None


@pytest.mark.parametrize("name", LEVELS)
def test_hidden_tiles_change_no_move(name: str) -> None:
    for state in states("blind")[::20]:
        moves = {
            GAME.find_bot(name).choose(determinize(state, state.seat(), Random(f"other {deal}")), Random("same"), 24)
            for deal in range(3)
        }
        assert len(moves) == 1


@pytest.mark.parametrize("name", LEVELS)
def test_every_level_lays_a_winning_last_tile(name: str) -> None:
    state = GAME.read_position(build("rf@e5", rack="rb", other="ml ml", pool=0), Random("last"))
    assert GAME.find_bot(name).choose(state, Random("last"), 24) < BUY


def test_every_move_is_explained() -> None:
    for state in states("reasons"):
        for move in list(state.moves()):
            told = GAME.explain(state, move)
            assert 1 <= len(told) <= 2
            assert all(GAME.translations.format(news) for news in told)


def test_a_random_move_is_drawn_from_all_moves() -> None:
    one, other = Random("sample"), Random("sample")
    for options in OPTIONS:
        for state in states("sample", options):
            assert state.random_move(one) == other.choice(state.moves())


@pytest.mark.parametrize(("upper", "lower"), [("thrifty", "greedy"), ("fair", "easy"), ("easy", "beginner")])
def test_a_higher_level_wins_more(upper: Any, lower: Any) -> None:
    bots, options = (GAME.find_bot(upper), GAME.find_bot(lower)), GAME.check_options({})
    shares = [play_deal(GAME, *bots, options, f"seed {number}").share for number in range(15)]
    assert sum(shares) / len(shares) >= 0.55


def test_the_policy_of_strong_alone_beats_thrifty() -> None:
    without_search, options = replace(GAME.find_bot("strong"), simulations=0), GAME.check_options({})
    deals = [
        play_deal(GAME, without_search, GAME.find_bot("thrifty"), options, f"deal {number}") for number in range(25)
    ]
    assert sum(deal.share for deal in deals) / 25 >= 0.56


@pytest.mark.slow
def test_search_beats_its_own_policy() -> None:
    with_search, options = replace(GAME.find_bot("strong"), simulations=80), GAME.check_options({})
    without_search = replace(with_search, simulations=0)
    deals = [play_deal(GAME, with_search, without_search, options, f"deal {number}") for number in range(15)]
    assert sum(deal.share for deal in deals) / 15 >= 0.6

"""The conformance checks pass on good games and catch every fault, each on a game with just that fault."""

from __future__ import annotations

import re
from typing import Any

import pytest
from core.broken_games import FAULTS, FallingCounter
from dummy_game import GAME, change_game

from ludoteca.core.conformance import CHECKS, ConformanceError, check, option_sweep
from ludoteca.core.conformance.failures import Where
from ludoteca.core.generator import KeyedRandom, Random
from ludoteca.core.records import begin
from ludoteca.core.registry import find_game, game_names
from ludoteca.core.state import determinize

PLAYING_CHECKS = ("start_returns_a_state", "games_end_within_max_moves", "games_of_fallbacks_end")
"""What is checked while random games are played."""


@pytest.mark.parametrize("name", game_names())
def test_every_installed_game_conforms(name: str) -> None:
    check(find_game(name), deals=1)


@pytest.mark.slow
@pytest.mark.parametrize("name", game_names())
def test_every_installed_game_conforms_on_more_deals(name: str) -> None:
    check(find_game(name), deals=3, seed="more")


def test_a_game_with_hidden_information_and_chance_conforms() -> None:
    check(GAME, deals=5)


@pytest.mark.parametrize("name", ["latice", "rowsandcols", "waffe"])
def test_a_true_game_uses_the_keyed_stream_and_bots_the_fast_generator(name: str) -> None:
    game = find_game(name)
    state: Any = begin(game, 2, game.check_options({}), "seed", None)
    loaded: Any = begin(game, 2, game.check_options({}), "seed", game.write_position(state))
    assert type(state.random) is type(loaded.random) is type(state.copy().random) is KeyedRandom
    assert type(determinize(state, 0, Random("bot")).random) is Random


def test_a_game_that_declares_chance_and_has_none_is_caught() -> None:
    with pytest.raises(ConformanceError, match="neither draws from the keyed stream nor keeps it"):
        check(change_game(find_game("flooding"), chance=True, rules=lambda: "# Flooding Islands"))


def test_the_option_sweep_covers_every_edge_once() -> None:
    sweep = option_sweep(GAME)
    assert {"cards": 24, "open": True, "mood": "wild"} in sweep
    assert {options["cards"] for options in sweep} == {12, 16, 24}
    assert len(sweep) == len({str(options) for options in sweep})


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_caught_in_one_sentence_with_check_seed_and_moves(fault: str) -> None:
    break_game, complaint = FAULTS[fault]
    with pytest.raises(ConformanceError, match=re.escape(complaint)) as caught:
        check(break_game(GAME), deals=3)
    error = caught.value
    assert error.where is not None
    assert error.check in {*(one.__name__ for one in CHECKS), *PLAYING_CHECKS}
    moves = f"moves: {', '.join(error.where.moves)}" if error.where.moves else "before the first move"
    head = f"dummy fails {error.check}: {error.complaint} ("
    options = f"{error.where.seats} seats, options {error.where.options}"
    assert str(error) == f"{head}{options}, seed 'conformance/{error.where.seed[-1]}', {moves})"
    assert "\n" not in str(error)


def test_the_game_of_a_sentence_can_be_played_again() -> None:
    with pytest.raises(ConformanceError) as caught:
        check(change_game(GAME, start=FallingCounter))
    where = caught.value.where
    assert where is not None
    state = GAME.new(where.seats, where.seed, dict(where.options))
    for move in where.moves:
        state = GAME.play(state, move)


def test_a_long_game_is_shown_by_its_last_moves() -> None:
    where = Where(2, {}, "s", tuple(f"m{number}" for number in range(100)))
    assert "100 moves, of which the last 60 are: m40, m41, " in str(where)
    assert str(where).endswith("m99")

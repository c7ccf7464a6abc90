"""The tree search is deterministic and blind, keeps its budget, and beats the random player."""

from __future__ import annotations

import time
from typing import Any

import dummy_game
import pytest

from ludoteca.core.game import Game
from ludoteca.core.generator import Random
from ludoteca.core.records import begin
from ludoteca.core.registry import find_game, game_names
from ludoteca.core.state import NOBODY, State
from ludoteca.search.tree import SearchPolicy, SearchResult, search

GAMES = [*(find_game(name) for name in game_names()), dummy_game.GAME]
SMALL: dict[str, dict[str, int]] = {"flooding": {"size": 4}}


def some_state(game: Game[Any], moves: int = 6, seats: int | None = None) -> State:
    state = begin(game, seats or game.seats[0], game.check_options(SMALL.get(game.name, {})), "search", None)
    random = Random("some moves")
    for _ in range(moves):
        state.play(state.random_move(random))
    return state


def think(state: State, iterations: int = 60, seed: str = "thought") -> SearchResult:
    return search(state, state.seat(), Random(seed), iterations)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_equal_seeds_give_equal_visits_and_leave_the_state_alone(game: Game[Any]) -> None:
    state = next(state for state in (some_state(game, moves) for moves in range(6, 20)) if len(state.moves()) > 1)
    before = game.write_position(state)
    once, twice, other = think(state), think(state), think(state, seed="another")
    assert game.write_position(state) == before
    assert (once.moves, once.visits, once.values) == (twice.moves, twice.visits, twice.values)
    assert (once.moves, once.visits) != (other.moves, other.visits)
    assert sum(once.visits) == once.iterations == 60
    assert set(once.moves) <= set(state.moves())
    assert once.best() in once.moves
    assert all(0 <= value <= 1 for value in once.values)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_hidden_information_does_not_change_the_search(game: Game[Any]) -> None:
    state = some_state(game)
    other = state.copy()
    other.determinize(state.seat(), Random("other cards"))
    assert think(state).visits == think(other).visits


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_search_handles_more_seats_and_turns_of_several_moves(seats: int) -> None:
    state = some_state(dummy_game.GAME, moves=1, seats=seats)
    assert state.seat() == 0, "the first of two moves is played"
    assert think(state).moves == [dummy_game.END]
    state.play(dummy_game.END)
    assert sum(think(state).visits) == 60


def test_the_search_finds_a_win_in_one_move() -> None:
    flooding = find_game("flooding")
    trap = {"size": 3, "journeyman": "a1", "flooded": ["b2"], "day": 3, "to_move": "weather"}
    found = search(
        flooding.read_position(trap, Random("any")), 1, Random("thought"), 200, policy=SearchPolicy(max_playout_moves=0)
    )
    assert flooding.write_move(flooding.read_position(trap, Random("any")), found.best()) == "b1 a2"


def test_the_budget_is_kept() -> None:
    state = some_state(find_game("latice"))
    begun = time.perf_counter()
    found = search(state, state.seat(), Random("thought"), iterations=1_000_000, seconds=0.1)
    assert time.perf_counter() - begun < 5
    assert 1 <= found.iterations < 1_000_000
    assert search(state, state.seat(), Random("thought"), iterations=0).iterations == 1


def test_a_playout_that_is_cut_off_is_decided_by_the_scores() -> None:
    state = some_state(find_game("flooding"), moves=2)
    found = search(state, 0, Random("thought"), 20, policy=SearchPolicy(max_playout_moves=0))
    assert found.values == [1.0] * len(found.moves), "the journeyman leads by his days"


def test_a_finished_game_is_not_searched() -> None:
    game = find_game("flooding")
    last = {"size": 5, "journeyman": "a1", "flooded": [], "day": 365, "to_move": None}
    with pytest.raises(ValueError, match="over"):
        think(game.read_position(last, Random("any")))


def duel(game: Game[Any], searcher: int, iterations: int, number: int) -> float:
    """Return the result of the searching seat against the random player."""
    state = begin(game, 2, game.check_options(SMALL.get(game.name, {})), f"duel {number}", None)
    random = Random(f"chance {number}")
    while (seat := state.seat()) != NOBODY:
        found = seat == searcher and search(state, seat, random, iterations, policy=SearchPolicy(max_playout_moves=60))
        state.play(found.best() if found else state.random_move(random))
    return state.result()[searcher]


@pytest.mark.parametrize(("name", "searcher"), [("latice", 0), ("latice", 1), ("flooding", 1)])
def test_the_search_beats_the_random_player(name: str, searcher: int) -> None:
    game = find_game(name)
    assert sum(duel(game, searcher, 40, number) for number in range(6)) >= 5

"""The tree search is deterministic and blind, keeps its budget, and beats the random player."""

from __future__ import annotations

import time
from typing import Any

import dummy_game
import pytest
from hypothesis import given
from hypothesis import strategies as st
from search.small_games import LOOK, SAFE, SAFE_SHARE, Bandit, Coin, CoinPolicy, OrderedBanditPolicy

from ludoteca.core.game import Game
from ludoteca.core.generator import Random
from ludoteca.core.ints import i64, vec
from ludoteca.core.records import begin
from ludoteca.core.registry import find_game, game_names
from ludoteca.core.state import NOBODY, State
from ludoteca.search.policy import SearchPolicy
from ludoteca.search.tree import Node, SearchResult, tree_search

GAMES = [*(find_game(name) for name in game_names()), dummy_game.GAME]
SMALL: dict[str, dict[str, int]] = {"flooding": {"size": 4}}


def some_state(game: Game[Any], moves: int = 6, seats: int | None = None) -> State:
    state = begin(game, seats or game.seats[0], game.check_options(SMALL.get(game.name, {})), "search", None)
    random = Random("some moves")
    for _ in range(moves):
        state.play(state.random_move(random))
    return state


def think(state: State, iterations: int = 60, seed: str = "thought") -> SearchResult:
    return tree_search(state, state.seat(), Random(seed), iterations)


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
    found = tree_search(
        flooding.read_position(trap, Random("any")), 1, Random("thought"), 200, policy=SearchPolicy(max_playout_moves=0)
    )
    assert flooding.write_move(flooding.read_position(trap, Random("any")), found.best()) == "b1 a2"


def test_the_budget_is_kept() -> None:
    state = some_state(find_game("latice"))
    begun = time.perf_counter()
    found = tree_search(state, state.seat(), Random("thought"), iterations=1_000_000, seconds=0.1)
    assert time.perf_counter() - begun < 5
    assert 1 <= found.iterations < 1_000_000
    assert tree_search(state, state.seat(), Random("thought"), iterations=0).iterations == 1


def test_a_playout_that_is_cut_off_is_decided_by_the_scores() -> None:
    state = some_state(find_game("flooding"), moves=2)
    found = tree_search(state, 0, Random("thought"), 20, policy=SearchPolicy(max_playout_moves=0))
    assert found.values == [1.0] * len(found.moves), "the journeyman leads by his days"


def test_a_finished_game_is_not_searched() -> None:
    game = find_game("flooding")
    last = {"size": 5, "journeyman": "a1", "flooded": [], "day": 365, "to_move": None}
    with pytest.raises(ValueError, match="over"):
        think(game.read_position(last, Random("any")))


@pytest.mark.parametrize("fixed", [False, True])
def test_what_chance_showed_has_a_node_of_its_own(fixed: bool) -> None:
    """Who sees the coin before saying how it lies is always right; without these nodes that is a guess."""
    seen = tree_search(Coin(0), 0, Random("coin"), 400, policy=CoinPolicy(fixed))
    assert (seen.moves, seen.best()) == ([LOOK, SAFE], LOOK)
    assert seen.values[LOOK] > 0.9
    guessed = tree_search(Coin(0), 0, Random("coin"), 400, policy=SearchPolicy[Coin](fixed_candidates=fixed))
    assert guessed.best() == SAFE
    assert guessed.values[SAFE] == pytest.approx(SAFE_SHARE)


@given(st.permutations(range(9)), st.integers(1, 4), st.integers(1, 120))
def test_fixed_candidates_are_tried_in_their_order_and_no_more_than_widening_allows(
    order: list[int], widening: int, iterations: int
) -> None:
    bandit = Bandit([arm / 10 for arm in range(9)], [0.0])
    found = tree_search(bandit, 0, Random("order"), iterations, policy=OrderedBanditPolicy(order, widening))
    assert found.moves == order[: len(found.moves)]
    assert sum(found.visits) == found.iterations == iterations
    tried = 0
    for visits in range(iterations):
        tried += tried < 9 and tried <= widening * visits**0.5
    assert len(found.moves) == tried
    assert found.values == pytest.approx([move / 10 for move in found.moves])


@given(st.lists(st.integers(0, 30), unique=True, max_size=12), st.integers(1, 3))
def test_a_node_keeps_statistics_and_children_with_their_moves(moves: list[int], outcomes: int) -> None:
    """Moves that vary are added at any time and kept in order."""
    node = Node(0, vec[i64]())
    children: dict[int, Node] = {}
    for number, move in enumerate(moves):
        index = node.add(move, outcomes)
        assert node.moves[index] == move
        for _visit in range(number + 1):
            node.update(index, 0.5)
        if not node.children:
            node.children = [None] * outcomes
        children[move] = node.children[index * outcomes + number % outcomes] = Node(1, vec[i64]())
    assert list(node.moves) == sorted(moves)
    assert node.visits == sum(node.move_visits)
    for number, move in enumerate(moves):
        index = sorted(moves).index(move)
        assert node.move_visits[index] == number + 1
        assert node.value_sums[index] == (number + 1) / 2
        assert node.children[index * outcomes + number % outcomes] is children[move]


def duel(game: Game[Any], searcher: int, iterations: int, number: int) -> float:
    """Return the result of the searching seat against the random player."""
    state = begin(game, 2, game.check_options(SMALL.get(game.name, {})), f"duel {number}", None)
    random = Random(f"chance {number}")
    while (seat := state.seat()) != NOBODY:
        if seat == searcher:
            state.play(tree_search(state, seat, random, iterations, policy=SearchPolicy(max_playout_moves=60)).best())
        else:
            state.play(state.random_move(random))
    return state.result()[searcher]


@pytest.mark.parametrize(("name", "searcher"), [("latice", 0), ("latice", 1), ("flooding", 1)])
def test_the_search_beats_the_random_player(name: str, searcher: int) -> None:
    game = find_game(name)
    assert sum(duel(game, searcher, 40, number) for number in range(6)) >= 5

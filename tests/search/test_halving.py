"""Sequential halving: it finds the best candidate, keeps its budget, and compares on common deals."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import dummy_game
import pytest
from hypothesis import given
from hypothesis import strategies as st
from search.small_games import Bandit, BanditPolicy

from ludoteca.core.game import Game
from ludoteca.core.generator import Random
from ludoteca.core.ints import packed
from ludoteca.core.records import begin
from ludoteca.core.registry import find_game, game_names
from ludoteca.core.state import NOBODY
from ludoteca.search import RankedMove, SearchPolicy, sequential_halving

GAMES = [*(find_game(name) for name in game_names()), dummy_game.GAME]
PAYOFFS = st.lists(st.integers(0, 6).map(float), min_size=1, max_size=20)
LUCKS = st.lists(st.integers(-9, 9).map(float), min_size=1, max_size=5)
BUDGETS = st.integers(0, 300)


def halve(
    payoffs: list[float], lucks: list[float], simulations: int, carry_over: bool
) -> tuple[list[RankedMove], BanditPolicy]:
    policy = BanditPolicy()
    bandit = Bandit(payoffs, lucks)
    return sequential_halving(bandit, 0, Random("halve"), simulations, policy, carry_over=carry_over), policy


@given(PAYOFFS, LUCKS, BUDGETS, st.booleans())
def test_the_best_arm_wins_whatever_the_luck_of_the_deals(
    payoffs: list[float], lucks: list[float], simulations: int, carry_over: bool
) -> None:
    ranked, _policy = halve(payoffs, lucks, simulations, carry_over)
    assert sorted(arm.move for arm in ranked) == list(range(len(payoffs)))
    assert ranked[0].move == payoffs.index(max(payoffs)), "the first of equals"
    assert [payoffs[arm.move] for arm in ranked] == sorted(payoffs, reverse=True)


@given(PAYOFFS, LUCKS, BUDGETS, st.booleans())
def test_all_that_are_left_are_tried_on_the_same_deals(
    payoffs: list[float], lucks: list[float], simulations: int, carry_over: bool
) -> None:
    ranked, policy = halve(payoffs, lucks, simulations, carry_over)
    counts = [arm.simulations for arm in ranked]
    assert counts == sorted(counts, reverse=True), "who stays longer is tried more often"
    tried = [len(arms) for arms in policy.tried]
    assert tried == sorted(tried, reverse=True)
    for number, arms in enumerate(policy.tried):
        assert sorted(arms) == sorted(arm.move for arm in ranked if arm.simulations > number)
    rounds = sorted(set(tried), reverse=True)
    assert all(later == (earlier + 1) // 2 for earlier, later in pairwise(rounds))
    for arm in ranked:
        expected = [payoffs[arm.move] + lucks[deal % len(lucks)] for deal in range(arm.simulations)]
        assert arm.mean() == (sum(expected) / len(expected) if expected else 0)


@given(PAYOFFS.filter(lambda payoffs: len(payoffs) > 1), BUDGETS)
def test_every_round_uses_its_share_of_the_budget_or_one_deal(payoffs: list[float], simulations: int) -> None:
    _ranked, policy = halve(payoffs, [0.0], simulations, False)
    tried = [len(arms) for arms in policy.tried]
    assert tried[0] == len(payoffs)
    assert tried[-1] == 2
    for left in set(tried):
        share = simulations / len(set(tried))
        assert share - left < left * tried.count(left) <= max(share, left)


@given(PAYOFFS.filter(lambda payoffs: len(payoffs) > 1), BUDGETS)
def test_with_carry_over_nothing_is_left_unused_and_the_search_ends_with_its_budget(
    payoffs: list[float], simulations: int
) -> None:
    ranked, policy = halve(payoffs, [0.0], simulations, True)
    used = sum(arm.simulations for arm in ranked)
    assert simulations - 1 <= used
    assert used - len(policy.tried[-1]) < max(simulations, 1), "the last deal was begun within the budget"


def test_an_only_candidate_is_not_simulated() -> None:
    ranked, policy = halve([3.0], [0.0], 100, False)
    assert [(arm.move, arm.simulations, arm.mean()) for arm in ranked] == [(0, 0, 0.0)]
    assert policy.tried == []


class ChancePolicy(BanditPolicy):
    """What an arm pays is drawn from the deal's own stream; playouts draw from the search's."""

    def play_out(self, state: Bandit, random: Random) -> None:
        random.below(state.chosen + 1)
        state.luck = float(state.random.below(1_000_000))


def test_chance_after_the_deal_is_the_same_for_all_candidates_and_new_in_each_deal() -> None:
    policy, bandit = ChancePolicy(), Bandit([0.0] * 4, [0.0])
    ranked = sequential_halving(bandit, 0, Random("chance"), 4, policy, packed([0, 1, 2, 3]), carry_over=True)
    assert len({arm.mean() for arm in ranked}) == 1
    ranked = sequential_halving(bandit, 0, Random("chance"), 400, policy, packed([0, 1]))
    assert ranked[0].mean() == ranked[1].mean() == pytest.approx(500_000, rel=0.2)


def some_state(game: Game[Any]) -> Any:
    state, random = begin(game, game.seats[0], game.check_options({}), "halving", None), Random("some moves")
    while len(state.moves()) < 2 or state.turn() < 3:
        state.play(state.random_move(random))
    return state


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_any_game_can_be_searched_blindly_and_equal_seeds_give_equal_ranks(game: Game[Any]) -> None:
    state = some_state(game)
    other = state.copy()
    other.determinize(state.seat(), Random("other pieces"))
    before = game.write_position(state)
    found = []
    for one in (state, state, other):
        candidates = packed(list(state.moves())[:5])
        policy: SearchPolicy[Any] = SearchPolicy(max_playout_moves=20)
        ranked = sequential_halving(one, state.seat(), Random("thought"), 20, policy, candidates)
        found.append([(move.move, move.simulations, move.mean()) for move in ranked])
    assert game.write_position(state) == before
    assert found[0] == found[1] == found[2]
    assert all(0 <= mean <= 1 for _move, _simulations, mean in found[0])


def test_the_policy_lists_the_candidates_unless_they_are_given() -> None:
    state = some_state(dummy_game.GAME)
    ranked = sequential_halving(state, state.seat(), Random("thought"), 10)
    assert sorted(move.move for move in ranked) == state.moves()


def test_a_finished_game_is_not_searched() -> None:
    bandit = Bandit([1.0], [0.0])
    bandit.play(0)
    assert bandit.seat() == NOBODY
    with pytest.raises(ValueError, match="over"):
        sequential_halving(bandit, 0, Random("thought"), 10)

"""Ratings from a table of results."""

from __future__ import annotations

import random
from itertools import combinations, pairwise

import pytest

from ludoteca.lab.ratings import PairResult, fit

TRUE = {"random": 500.0, "1": 620.0, "2": 800.0, "3": 1010.0, "4": 1130.0}
PLAYERS = list(TRUE)


def chance(a: str, b: str) -> float:
    return float(1 / (1 + 10 ** ((TRUE[b] - TRUE[a]) / 400)))


def test_exact_results_give_the_true_ratings() -> None:
    results = [PairResult(a, b, chance(a, b), 1e7) for a, b in combinations(PLAYERS, 2)]
    for entry in fit(PLAYERS, results, "random"):
        assert entry.rating == pytest.approx(TRUE[entry.player], abs=0.5)
    assert fit(PLAYERS, results, "random")[0].rating == 500


@pytest.mark.parametrize("pairs", [list(combinations(PLAYERS, 2)), list(pairwise(PLAYERS))])
def test_intervals_of_played_results_hold_the_true_ratings(pairs: list[tuple[str, str]]) -> None:
    held = missed = 0
    for seed in range(60):
        draw = random.Random(seed)
        shares = {(a, b): sum(draw.random() < chance(a, b) for _ in range(200)) / 200 for a, b in pairs}
        ratings = fit(PLAYERS, [PairResult(a, b, share, 200) for (a, b), share in shares.items()], "random")
        assert (ratings[0].rating, ratings[0].error) == (500.0, 0.0)
        held += sum(entry.low <= TRUE[entry.player] <= entry.high for entry in ratings[1:])
        missed += sum(not entry.low <= TRUE[entry.player] <= entry.high for entry in ratings[1:])
    assert held / (held + missed) > 0.9


def test_a_player_who_wins_everything_has_a_finite_rating_and_a_wide_interval() -> None:
    low, high = fit(["random", "1"], [PairResult("1", "random", 1.0, 100)], "random")
    assert low.rating == 500
    assert 1300 < high.rating < 1700
    assert high.error > 200
    few = fit(["random", "1"], [PairResult("1", "random", 1.0, 10)], "random")[1]
    assert few.rating < high.rating


def test_results_that_contradict_each_other_balance() -> None:
    circle = [PairResult("a", "b", 0.7, 100), PairResult("b", "c", 0.7, 100), PairResult("c", "a", 0.7, 100)]
    assert [entry.rating for entry in fit(["a", "b", "c"], circle, "a")] == pytest.approx([500, 500, 500])


def test_a_player_without_results_cannot_be_rated() -> None:
    with pytest.raises(ValueError, match="not linked"):
        fit(["a", "b", "c"], [PairResult("a", "b", 0.7, 100)], "a")

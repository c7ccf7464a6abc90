"""Intervals, Elo differences, and the sequential test."""

from __future__ import annotations

import math
import random
from statistics import fmean

import pytest

from ludoteca.lab.pairings import DealResult, ThinkingTime
from ludoteca.lab.sequential import SequentialTest, confidence_bounds
from ludoteca.lab.statistics import compute_statistics, effective_games, elo_difference, wilson


def deal(*results: float) -> DealResult:
    return DealResult(
        list(results), [2 * result - 1 for result in results], ThinkingTime(10, 1.0, 0.2), ThinkingTime(10, 2.0, 0.4)
    )


def outcomes(seed: int, count: int, chance: float) -> list[float]:
    """Return the outcomes of deals of two games, each won with the same probability."""
    draw = random.Random(seed)
    return [sum(draw.random() < chance for _ in range(2)) / 2 for _ in range(count)]


def test_independent_games_count_as_games_and_correlated_ones_as_deals() -> None:
    assert effective_games(outcomes(1, 1000, 0.6)) == pytest.approx(2000, rel=0.1)
    correlated = [float(random.Random(number).random() < 0.6) for number in range(1000)]
    assert effective_games(correlated) == 1000
    seat_decides = [0.5] * 990 + [1.0] * 10
    assert effective_games(seat_decides) > 20_000


def test_the_interval_has_a_width_at_both_ends() -> None:
    for share, ends in ((1.0, (0.963, 1.0)), (0.0, (0.0, 0.037))):
        assert wilson(share, effective_games([share] * 100)) == pytest.approx(ends, abs=1e-3)
    low, high = wilson(0.5, effective_games([0.5] * 10))
    assert 0.35 < low < 0.45 < 0.55 < high < 0.65


def test_the_interval_holds_the_true_share_almost_always() -> None:
    held = 0
    for seed in range(400):
        found = outcomes(seed, 60, 0.8)
        low, high = wilson(fmean(found), effective_games(found))
        held += low <= 0.8 <= high
    assert held / 400 > 0.925


def test_elo_differences() -> None:
    assert elo_difference(0.5) == 0
    assert elo_difference(10 / 11) == pytest.approx(400)
    assert elo_difference(1 / 3, even=1 / 3) == 0
    # 400 points more are ten times the odds, here against two equal opponents.
    assert elo_difference(10 / 12, even=1 / 3) == pytest.approx(400)
    assert elo_difference(1.0) == math.inf
    assert elo_difference(0.0) == -math.inf


def test_the_statistics_of_three_deals() -> None:
    found = compute_statistics([deal(1, 0), deal(1, 1), deal(0.5, 1)], "games")
    assert (found.games, found.share, found.margin) == (6, 0.75, 0.5)
    assert found.low < 0.75 < found.high
    assert found.elo == pytest.approx(190.8, abs=0.1)
    assert (found.a.turns, found.a.seconds, found.b.longest_turn) == (30, 3.0, 0.4)
    by_scores = compute_statistics([deal(1, 0), deal(1, 1), deal(0.5, 1)], "scores")
    assert by_scores.share == pytest.approx(2.5 / 3)
    assert by_scores.share_of_games == 0.75


def stopped(found: list[float], share: float) -> tuple[str | None, int]:
    test = SequentialTest(share)
    for number, outcome in enumerate(found, start=1):
        test.add(outcome)
        if test.verdict:
            return test.verdict, number
    return None, len(found)


def test_the_sequential_test_stops_soon_if_the_difference_is_large() -> None:
    for seed in range(20):
        verdict, deals = stopped(outcomes(seed, 400, 0.9), 0.65)
        assert verdict == "above"
        assert deals < 80
        assert stopped(outcomes(seed, 400, 0.4), 0.65)[0] == "below"


def test_the_sequential_test_is_seldom_wrong_although_it_looks_after_every_deal() -> None:
    wrong = [stopped(outcomes(seed, 300, 0.65), 0.65)[0] for seed in range(200)]
    assert sum(verdict is not None for verdict in wrong) / 200 < 0.06


def test_the_sequential_test_stops_when_its_interval_leaves_the_share() -> None:
    found = outcomes(3, 400, 0.8)
    verdict, deals = stopped(found, 0.65)
    assert verdict == "above"
    assert confidence_bounds(found[:deals])[0] > 0.65 - 1e-6
    assert confidence_bounds(found[: deals - 1])[0] < 0.65
    low, high = confidence_bounds(found)
    ordinary = wilson(fmean(found), effective_games(found))
    assert low < ordinary[0] < ordinary[1] < high
    assert confidence_bounds([1.0, 0.0]) == pytest.approx((0, 1), abs=0.02)

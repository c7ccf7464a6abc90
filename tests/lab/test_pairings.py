"""Paired deals: every seat once, the same deal for all games, all simulations, nothing hidden is shown."""

from __future__ import annotations

from typing import Any

import dummy_game
import pytest
from dummy_game import DummyState, replace_bots

from ludoteca.core.errors import IllegalMove
from ludoteca.core.game import Bot, Game
from ludoteca.core.generator import KeyedRandom, Random
from ludoteca.lab.pairings import DealResult, ThinkingTime, play_deal, play_game

OPTIONS = dummy_game.GAME.check_options({})


class RecordingBot:
    """A greedy player of the dummy game that records what it is given."""

    def __init__(self) -> None:
        self.first_hands: list[tuple[int, list[int]]] = []
        self.simulations: set[int] = set()
        self.decks: list[list[int]] = []

    def choose(self, state: DummyState, random: Random, simulations: int) -> int:
        if not state.played and not state.swaps:
            self.first_hands.append((state.mover, state.hands[state.mover][:]))
            self.decks.append(state.deck[:])
        self.simulations.add(simulations)
        return dummy_game.greedy(state, random)


def watched(seats: int) -> tuple[RecordingBot, RecordingBot, DealResult]:
    a, b = RecordingBot(), RecordingBot()
    bots = [Bot(1, "a", "", a.choose, simulations=400), Bot(2, "b", "", b.choose, simulations=30)]
    return a, b, play_deal(replace_bots(*bots), bots[0], bots[1], OPTIONS, "deal", seats)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_sits_in_every_seat_once_on_the_same_deal(seats: int) -> None:
    a, b, deal = watched(seats)
    true = dummy_game.GAME.start(seats, OPTIONS, KeyedRandom("deal")).hands
    assert len(deal.results) == len(deal.margins) == seats
    # The first to move sees the whole first hand: A once, B in every other played.
    assert a.first_hands == [(0, true[0])]
    assert b.first_hands == [(0, true[0])] * (seats - 1)


def test_simulations_are_exact_even_uncompiled() -> None:
    a, b, _ = watched(2)
    assert (a.simulations, b.simulations) == ({400}, {30})


def test_a_bot_is_given_a_determinization() -> None:
    a, b, _ = watched(2)
    true = dummy_game.GAME.start(2, OPTIONS, KeyedRandom("deal")).deck
    assert sorted(a.decks[0]) != sorted(true) or a.decks[0] != true
    assert a.decks[0] != b.decks[0]


def test_the_same_seed_gives_the_same_deal() -> None:
    chance = dummy_game.GAME.find_bot("random")
    one, same, other = (play_deal(dummy_game.GAME, chance, chance, OPTIONS, seed, 3) for seed in ("x", "x", "y"))
    assert (one.results, one.margins) == (same.results, same.margins)
    assert one.margins != other.margins


def test_margins_are_relative_to_the_mean_of_the_others() -> None:
    chance = dummy_game.GAME.find_bot("random")
    deal = play_deal(dummy_game.GAME, chance, chance, OPTIONS, "x", 3)
    played = play_game(dummy_game.GAME, [chance] * 3, OPTIONS, "x", "1")
    assert deal.margins[1] == played.scores[1] - (played.scores[0] + played.scores[2]) / 2
    assert deal.results[1] == played.result[1]


def test_games_and_scores_measure_a_deal_differently() -> None:
    def deal(results: list[float], margins: list[float]) -> DealResult:
        return DealResult(results, margins, ThinkingTime(), ThinkingTime())

    assert deal([1.0, 0.0], [3.0, -1.0]).outcome("games") == 0.5
    assert deal([1.0, 0.0], [3.0, -1.0]).outcome("scores") == 1.0
    assert deal([1.0, 0.0], [3.0, -3.0]).outcome("scores") == 0.5
    assert deal([1.0, 0.5], [1.0, -2.0]).outcome("games") == 0.75
    assert deal([1.0, 0.5], [1.0, -2.0]).outcome("scores") == 0.0


def test_time_is_counted_by_turns() -> None:
    time = ThinkingTime()
    for turn, seconds in [(0, 1.0), (0, 2.0), (2, 1.0), (4, 2.5)]:
        time.add(turn, seconds)
    assert time == ThinkingTime(turns=3, seconds=6.5, longest_turn=3.0)


def test_an_illegal_move_is_refused() -> None:
    game: Game[Any] = replace_bots(Bot(1, "wrong", "", lambda state, random, simulations: dummy_game.END))
    with pytest.raises(IllegalMove, match="Play a card first"):
        play_deal(game, game.find_bot(1), game.find_bot(1), OPTIONS, "x")

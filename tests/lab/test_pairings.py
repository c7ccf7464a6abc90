"""One deal between two bots: every seat once, the same deal for all legs, all simulations, no secrets."""

from __future__ import annotations

from typing import Any

import dummy_game
import pytest
from dummy_game import DummyState, replace_bots

from ludoteca.core.errors import IllegalMove
from ludoteca.core.game import Bot, Game
from ludoteca.core.generator import KeyedRandom, Random
from ludoteca.lab.pairings import Deal, ThinkingTime, play_deal, play_game

OPTIONS = dummy_game.GAME.check_options({})


class Watching:
    """A greedy player of the dummy game that notes what it was handed."""

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


def watched(seats: int) -> tuple[Watching, Watching, Deal]:
    a, b = Watching(), Watching()
    bots = [Bot(1, "a", "", a.choose, simulations=400), Bot(2, "b", "", b.choose, simulations=30)]
    return a, b, play_deal(replace_bots(*bots), bots[0], bots[1], OPTIONS, "deal", seats)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_sits_in_every_seat_once_on_the_same_deal(seats: int) -> None:
    a, b, deal = watched(seats)
    true = dummy_game.GAME.start(seats, OPTIONS, KeyedRandom("deal")).hands
    assert len(deal.results) == len(deal.margins) == seats
    # The first to move sees the whole first hand: A once, B in every other leg.
    assert a.first_hands == [(0, true[0])]
    assert b.first_hands == [(0, true[0])] * (seats - 1)


def test_simulations_are_exact_even_uncompiled() -> None:
    a, b, _ = watched(2)
    assert (a.simulations, b.simulations) == ({400}, {30})


def test_a_bot_is_handed_a_deal_of_its_own() -> None:
    a, b, _ = watched(2)
    true = dummy_game.GAME.start(2, OPTIONS, KeyedRandom("deal")).deck
    assert sorted(a.decks[0]) != sorted(true) or a.decks[0] != true
    assert a.decks[0] != b.decks[0]


def test_the_same_seed_gives_the_same_deal() -> None:
    chance = dummy_game.GAME.bot("random")
    one, same, other = (play_deal(dummy_game.GAME, chance, chance, OPTIONS, seed, 3) for seed in ("x", "x", "y"))
    assert (one.results, one.margins) == (same.results, same.margins)
    assert one.margins != other.margins


def test_margins_are_towards_the_mean_of_the_others() -> None:
    chance = dummy_game.GAME.bot("random")
    deal = play_deal(dummy_game.GAME, chance, chance, OPTIONS, "x", 3)
    leg = play_game(dummy_game.GAME, [chance] * 3, OPTIONS, "x", "1")
    assert deal.margins[1] == leg.scores[1] - (leg.scores[0] + leg.scores[2]) / 2
    assert deal.results[1] == leg.result[1]


def test_the_two_measures() -> None:
    def deal(results: list[float], margins: list[float]) -> Deal:
        return Deal(results, margins, ThinkingTime(), ThinkingTime())

    assert deal([1.0, 0.0], [3.0, -1.0]).outcome("games") == 0.5
    assert deal([1.0, 0.0], [3.0, -1.0]).outcome("scores") == 1.0
    assert deal([1.0, 0.0], [3.0, -3.0]).outcome("scores") == 0.5
    assert deal([1.0, 0.5], [1.0, -2.0]).outcome("games") == 0.75
    assert deal([1.0, 0.5], [1.0, -2.0]).outcome("scores") == 0.0


def test_time_is_counted_by_turns() -> None:
    thought = ThinkingTime()
    for turn, seconds in [(0, 1.0), (0, 2.0), (2, 1.0), (4, 2.5)]:
        thought.spend(turn, seconds)
    assert thought == ThinkingTime(turns=3, seconds=6.5, longest=3.0)


def test_an_illegal_move_is_refused() -> None:
    game: Game[Any] = replace_bots(Bot(1, "wrong", "", lambda state, random, simulations: dummy_game.END))
    with pytest.raises(IllegalMove, match="Play a card first"):
        play_deal(game, game.bot(1), game.bot(1), OPTIONS, "x")

"""The second best move of a hint, in every game."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from dummy_game import DummyGame

import ludoteca
from ludoteca.bots.second_best import second_best
from ludoteca.bots.worker import answer
from ludoteca.bots.workers import make_request
from ludoteca.core.bot_player import choose_move
from ludoteca.core.game import RANDOM, Bot, Game
from ludoteca.core.generator import Random
from ludoteca.core.registry import find_game
from ludoteca.core.state import NOBODY, State, determinize

POSITIONS = 12
SIMULATIONS = 400
"""Plain Python makes a twentieth of these."""


def strongest(game: Game[Any]) -> Bot[Any]:
    bot = game.levels[-1]
    return replace(bot, simulations=min(bot.simulations, SIMULATIONS))


def positions(game: Game[Any], seed: str) -> list[State]:
    """Return positions of random games with more than one legal move."""
    found: list[State] = []
    random, deal = Random(seed), 0
    while len(found) < POSITIONS:
        state = game.new(seed=f"{seed} {deal}")
        deal += 1
        while state.seat() != NOBODY and len(found) < POSITIONS:
            if random.below(4) == 0 and len(state.moves()) > 1:
                found.append(determinize(state, state.seat(), random.fork()))
            state.play(choose_move(RANDOM, state, random))
    return found


@pytest.mark.parametrize("name", ludoteca.game_names())
def test_where_there_are_two_legal_moves_there_is_a_second_best(name: str) -> None:
    game = find_game(name)
    for number, state in enumerate(positions(game, "second")):
        ranked = strongest(game).rank_moves(state.copy(), Random(f"rank {number}"))
        second = second_best(game, state, ranked, Random("other"))
        assert second is not None
        assert second != ranked[0]
        assert state.why_not(second) is None


@pytest.mark.parametrize("name", ludoteca.game_names())
def test_the_first_of_the_ranking_is_the_bots_own_move(name: str) -> None:
    game = find_game(name)
    bot = strongest(game)
    assert bot.rank is not None
    for number, state in enumerate(positions(game, "first")[:4]):
        ranked = bot.rank_moves(state.copy(), Random(f"{number}"))
        if name == "flooding" and not state.night:  # type: ignore[attr-defined]
            continue  # equal walks are drawn
        assert ranked[0] == bot.move(state.copy(), Random(f"{number}"))


def test_a_bot_that_ranks_nothing_has_a_second_best_too() -> None:
    game = DummyGame()
    state = game.new(seed=1)
    best = state.moves()[0]
    second = second_best(game, state, [best], Random("dummy"))
    assert second in [move for move in state.moves() if move != best]


def test_an_only_move_has_no_second_best() -> None:
    game = find_game("flooding")
    state = game.load({**game.position(game.new(options={"size": 3})), "flooded": ["b1", "a2"]})
    assert game.moves(state) == ["b2"]
    ranked = strongest(game).rank_moves(state.copy(), Random("only"))
    assert second_best(game, state, ranked, Random("only")) is None


def test_a_worker_answers_a_hint_with_both_moves_and_their_reasons() -> None:
    game = find_game("flooding")
    state = game.new(options={"size": 5})
    request = make_request(game, state, 0, game.levels[-1].level, "seed")
    found = answer(as_line({**request, "id": 1, "explain": True, "second": True}))
    assert found["move"] in game.moves(state)
    assert found["second"]["move"] in game.moves(state)
    assert found["second"]["move"] != found["move"]
    assert found["second"]["explanations"]
    assert "second" not in answer(as_line({**request, "id": 2, "explain": True}))


def as_line(request: dict[str, Any]) -> bytes:
    return json.dumps(request).encode()

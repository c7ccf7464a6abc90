"""The public Python API does what it promises."""

from __future__ import annotations

import doctest
import json
import pickle
from typing import Any

import dummy_game
import pytest

import ludoteca
from ludoteca.core.game import Bot

FLOODING = ludoteca.game("flooding")


def test_games_are_listed_and_found() -> None:
    assert "flooding" in ludoteca.game_names()
    assert ludoteca.game_names() == sorted(ludoteca.game_names())
    assert ludoteca.game("flooding").title == "Flooding Islands"


@pytest.mark.parametrize("name", ["chess", "", "Flooding", 3, None, []])
def test_an_unknown_game_is_refused_with_the_names(name: Any) -> None:
    with pytest.raises(ludoteca.UnknownGame) as refused:
        ludoteca.game(name)
    assert "flooding" in refused.value.sentence


def test_playing_leaves_the_old_state_untouched() -> None:
    before = FLOODING.new(seats=2, seed=7, options={"size": 4})
    position = FLOODING.position(before)
    after = FLOODING.play(before, "b2")
    assert FLOODING.position(before) == position
    assert FLOODING.position(after)["journeyman"] == "b2"


def test_an_illegal_move_carries_a_reason() -> None:
    state = FLOODING.new(options={"size": 4})
    with pytest.raises(ludoteca.IllegalMove) as refused:
        FLOODING.play(state, "d4")
    assert refused.value.reason == "d4 is not next to a1, where the journeyman stands."
    assert refused.value.code == "too_far"
    assert refused.value.params == {"field": "d4", "from": "a1"}
    assert isinstance(refused.value, ludoteca.LudotecaError)


def test_a_move_that_is_not_text_is_refused() -> None:
    bad: Any = 7
    with pytest.raises(ludoteca.IllegalMove, match="A move is a text, not 7"):
        FLOODING.play(FLOODING.new(), bad)


def test_there_is_no_result_before_the_end() -> None:
    state = FLOODING.new(options={"size": 3})
    assert FLOODING.result(state) is None
    assert FLOODING.seat(state) == 0
    over = FLOODING.load({"size": 3, "journeyman": "a1", "flooded": ["b1", "a2", "b2"], "day": 2, "to_move": None})
    assert FLOODING.seat(over) is None
    assert FLOODING.result(over) == [0.0, 1.0]
    assert FLOODING.scores(over) == [2, -2]
    assert FLOODING.moves(over) == []
    with pytest.raises(ludoteca.IllegalMove, match="The game is over"):
        FLOODING.play(over, "b2")
    with pytest.raises(ludoteca.IllegalMove, match="The game is over"):
        FLOODING.bot(1).move(over)


@pytest.mark.parametrize("seats", [1, 3, "2", 2.0, True])
def test_a_wrong_number_of_seats_is_refused(seats: Any) -> None:
    with pytest.raises(ludoteca.OptionError, match="seats must be a whole number from 2 to 2"):
        FLOODING.new(seats=seats)


@pytest.mark.parametrize("seed", ["", "x" * 513, 1.5, [], True, 10**512, 10**700])
def test_a_bad_seed_is_refused(seed: Any) -> None:
    with pytest.raises(ludoteca.OptionError, match="seed must be a whole number or a text of 1 to 512 characters"):
        FLOODING.new(seed=seed)


@pytest.mark.parametrize("seed", ["", "x" * 513, 1.5, True, 10**512])
def test_a_bad_seed_is_refused_with_a_position_and_a_bot_too(seed: Any) -> None:
    sentence = "seed must be a whole number or a text of 1 to 512 characters"
    with pytest.raises(ludoteca.OptionError, match=sentence):
        FLOODING.load(FLOODING.position(FLOODING.new()), seed=seed)
    with pytest.raises(ludoteca.OptionError, match=sentence):
        FLOODING.bot(1, seed=seed)
    with pytest.raises(ludoteca.OptionError, match=sentence):
        ludoteca.record("flooding", seed=seed)


def test_a_seed_that_utf8_cannot_encode_is_refused() -> None:
    sentence = "seed must be a text of 1 to 512 characters that can be written in UTF-8"
    with pytest.raises(ludoteca.OptionError, match=sentence):
        FLOODING.new(seed="\ud800")
    record = {**ludoteca.record("flooding", seed="x"), "seed": "\ud800"}
    with pytest.raises(ludoteca.RecordError, match=sentence):
        ludoteca.replay(record)


@pytest.mark.parametrize("seed", ["x", "x" * 512, "🎲" * 512, 10**511, -1, "\x00", " "])
def test_a_seed_has_1_to_512_characters_of_any_kind(seed: int | str) -> None:
    game = ludoteca.game("waffe")
    record = ludoteca.record(game, seed=seed)
    assert record["seed"] == str(seed)
    assert game.position(ludoteca.replay(record)) == game.position(game.new(seed=seed))


def test_a_number_and_its_digits_are_the_same_seed() -> None:
    game = ludoteca.Game(dummy_game.GAME)
    assert game.position(game.new(seed=7)) == game.position(game.new(seed="7"))
    assert game.position(game.new(seed=7)) != game.position(game.new(seed=8))
    assert game.position(game.new()) != game.position(game.new())


@pytest.mark.parametrize("seat", [2, -1, "0", True])
def test_only_seats_and_spectators_have_a_view(seat: Any) -> None:
    with pytest.raises(ludoteca.OptionError, match="seat must be a seat from 0 to 1, or None"):
        FLOODING.view(FLOODING.new(), seat)


def test_views_leave_out_hidden_information() -> None:
    game = ludoteca.Game(dummy_game.GAME)
    state = game.new(seats=3, seed="hide")
    assert [hand is None for hand in game.view(state, 1)["hands"]] == [True, False, True]
    assert game.view(state)["hands"] == [None, None, None]
    assert game.choices(state, 1) == {}
    assert game.choices(state, 0)["kind"] == "list"


def test_bots_are_found_by_level_and_name_and_play_equally_with_equal_seeds() -> None:
    state = FLOODING.new(options={"size": 6})
    assert [bot.level for bot in FLOODING.bots] == [1, 2, 3, 4, 5]
    assert all(bot.name and bot.about and bot.rating >= 0 for bot in FLOODING.bots)
    assert FLOODING.bot("easy").level == FLOODING.bot(2).level == FLOODING.bot("2").level == 2
    assert FLOODING.bot(1, seed=5).move(state) == FLOODING.bot(1, seed=5).move(state)
    with pytest.raises(ludoteca.UnknownBot, match=r"1 \(beginner\), 2 \(easy\)"):
        FLOODING.bot(9)


def test_a_bot_gets_a_determinized_state() -> None:
    seen = []

    def spy(state: dummy_game.DummyState, random: Any, simulations: int) -> int:
        seen.append((state.hands[1], state.hands[0], state.deck))
        return state.moves()[0]

    bot = Bot(1, "spy", "", spy)
    game = ludoteca.Game(dummy_game.replace_bots(bot))
    true: Any = game.new(seed="truth")
    for number in range(20):
        game.bot("spy", seed=number).move(true)
    assert {tuple(own) for _, own, _ in seen} == {tuple(true.hands[0])}
    assert len({tuple(other) for other, _, _ in seen}) > 5
    assert len({tuple(deck) for _, _, deck in seen}) == 20


def test_errors_survive_pickling() -> None:
    try:
        FLOODING.play(FLOODING.new(), "zz")
    except ludoteca.IllegalMove as error:
        copy = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
        assert (copy.sentence, copy.code) == (error.sentence, error.code)


def test_views_choices_and_positions_are_json() -> None:
    state = FLOODING.play(FLOODING.new(), "b2")
    for given in (FLOODING.view(state, 0), FLOODING.choices(state, 1), FLOODING.position(state)):
        assert json.loads(json.dumps(given)) == given


def test_the_example_of_the_package() -> None:
    result = doctest.testmod(ludoteca)
    assert result.failed == 0
    assert result.attempted > 3


def test_a_long_text_is_read_to_its_end() -> None:
    state = FLOODING.new(options={"size": 4})
    assert FLOODING.position(FLOODING.play(state, "b2" + " " * 5000))["journeyman"] == "b2"
    with pytest.raises(ludoteca.IllegalMove):
        FLOODING.play(state, "b2" + " " * 5000 + "x")


@pytest.mark.parametrize("name", ludoteca.game_names())
def test_ratings_rise_from_a_little_above_the_random_player(name: str) -> None:
    ratings = [bot.rating for bot in ludoteca.game(name).bots]
    assert len(ratings) == 5
    assert ratings == sorted(set(ratings))
    # A weather that catches anybody is far above a random one, which never does.
    assert 500 < ratings[0] < (2000 if name == "flooding" else 700)

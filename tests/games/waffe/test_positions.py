"""Waffe positions: round trips and refusals."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest
from games.waffe.reference_rules import DECK, GAME, TYPES, build, types
from hypothesis import given, settings
from hypothesis import strategies as st

import ludoteca
from ludoteca.core.generator import Random

FIELD = "7S J1"


def without(name: str) -> dict[str, Any]:
    return {field: value for field, value in build(FIELD, hand="2C", other="AC").items() if field != name}


@pytest.mark.parametrize(
    "position",
    [
        build(),
        build(FIELD, hand="2C", table="3C", other="AC", other_table="4C", pack=7, passes=0),
        build(FIELD, hand="2C", other="AC", types=["pairs"]),
        build(FIELD, hand="2C", other="AC", types=["straight", "pairs"], mover=1),
        build(hand="2C", other="AC", passes=3, pack=0, options={"hand": 5, "must_play": True}),
        build(hand="2C", other="AC", options={"jokers": 0, "transitions": "free", "shared_table": False}),
        build(" ".join(DECK[:8]), hand="3C", other="KC"),
    ],
)
def test_a_position_survives_a_round_trip(position: dict[str, Any]) -> None:
    if not position["hands"][0]:
        position = {**position, "to_move": None}
    assert GAME.position(GAME.load(position)) == position


def test_only_the_order_of_the_pack_matters() -> None:
    position = build("7S J1", hand="2C KD 3S", other="AC", pack=5)
    position["pack"].reverse()
    mixed = {name: value[::-1] if name in ("field", "gone", "types") else value for name, value in position.items()}
    mixed["hands"] = [hand[::-1] for hand in position["hands"]]
    assert GAME.position(GAME.load(mixed)) == position


def test_missing_types_are_all_types_of_the_field() -> None:
    assert GAME.position(GAME.load(without("types")))["types"] == ["suit", "straight", "pairs"]
    empty = build(hand="2C", other="AC")
    del empty["types"]
    assert GAME.position(GAME.load(empty))["types"] == []


def test_missing_options_take_their_defaults() -> None:
    assert GAME.position(GAME.load(without("options")))["options"] == GAME.position(GAME.new())["options"]
    short = build(FIELD, hand="2C", other="AC", options={"hand": 7})
    loaded = GAME.load({**short, "options": {"hand": 7}})
    assert GAME.position(loaded)["options"] == {
        "shared_table": True,
        "transitions": "strict",
        "must_play": False,
        "hand": 7,
        "jokers": 3,
    }


@pytest.mark.parametrize(
    ("position", "result"),
    [
        (build(hand="2C", to_move=None), [0.0, 1.0]),
        (build(other_table="2C", to_move=None), [1.0, 0.0]),
        (build(to_move=None), [0.5, 0.5]),
        (build(hand="2C", other="3C", passes=4, to_move=None), [0.5, 0.5]),
    ],
)
def test_a_position_that_is_over_is_recognized(position: dict[str, Any], result: list[float]) -> None:
    assert GAME.result(GAME.load(position)) == result
    assert GAME.position(GAME.load({**position, "to_move": 1})) == position


CARDS = "such as 7S (ranks A23456789TJQK, suits CDHS) or jokers (here: 3)"


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"field": "7S"}, 'field must be a list, not "7S".'),
        ({"field": ["7S", "J1", "1S"]}, f'field must hold cards {CARDS}, not "1S".'),
        ({"field": ["7s", "J1"]}, f'field must hold cards {CARDS}, not "7s".'),
        ({"field": [7]}, f"field must hold cards {CARDS}, not 7."),
        ({"gone": [["7S"]]}, f"gone must hold cards {CARDS}, not a list."),
        ({"field": ["7S", "J1", "7S"]}, "7S is there twice, in field and in field."),
        ({"hands": [["2C", "7S"], ["AC"]]}, "7S is there twice, in field and in hands."),
        ({"field": ["7S"]}, "J1 is missing: every card must be in field, hands, tables, pack or gone."),
        ({"hands": [["2C"]]}, "hands must be two lists of cards, one for each player."),
        ({"tables": [[], [], []]}, "tables must be two lists of cards, one for each player."),
        ({"tables": [{}, []]}, "tables must be two lists of cards, one for each player."),
        ({"types": []}, "types must not be empty beside a field: some of suit, straight, pairs."),
        ({"types": ["fours"]}, 'types must be some of suit, straight, pairs, which the field has, not "fours".'),
        ({"types": [1]}, "types must be some of suit, straight, pairs, which the field has, not 1."),
        ({"types": ["suit", "suit"]}, "types names suit twice."),
        ({"types": None}, "types must be a list, not None."),
        ({"passes": 5}, "passes must be a whole number from 0 to 4, not 5."),
        ({"passes": True}, "passes must be a whole number from 0 to 4, not True."),
        ({"to_move": 2}, "to_move must be a whole number from 0 to 1, not 2."),
        ({"to_move": None}, "to_move is null, but the game is not over in this position."),
        ({"options": {"hand": 16}}, "hand must be a whole number from 5 to 15, not 16."),
        ({"options": {"jokers": 2}}, 'not "J3".'),
        ({"options": []}, "options must be an object of names and values, not a list."),
        ({"deck": []}, 'A position of this game has no field "deck"'),
    ],
)
def test_a_bad_position_is_refused_in_one_sentence(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ludoteca.PositionError) as error:
        GAME.load({**build(FIELD, hand="2C", other="AC"), **change})
    assert sentence in error.value.sentence


def test_a_field_without_a_type_is_refused_with_its_violations() -> None:
    with pytest.raises(ludoteca.PositionError) as error:
        GAME.load(build("7S 7H 8D", hand="2C", other="AC", types=[]))
    assert error.value.sentence.startswith("field must have a type: no suit, as 7H and 7S differ; no straight")
    with pytest.raises(ludoteca.PositionError) as empty:
        GAME.load(build(hand="2C", other="AC", types=["suit"]))
    assert empty.value.sentence == 'types must be some of none, which the field has, not "suit".'


@pytest.mark.parametrize("name", ["field", "hands", "tables", "pack", "gone", "to_move", "passes"])
def test_a_missing_field_is_named(name: str) -> None:
    with pytest.raises(ludoteca.PositionError) as error:
        GAME.load(without(name))
    assert error.value.sentence == f"The position has no field {name}."


@settings(max_examples=150, deadline=None)
@given(st.permutations(DECK), st.lists(st.integers(0, 55), min_size=6, max_size=6), st.data())
def test_any_deal_of_the_cards_loads_and_plays_or_is_refused(deck: list[str], cuts: list[int], data: Any) -> None:
    a, b, c, d, e, f = sorted(cuts)
    a = min(a, 9)
    field = deck[:a]
    position = {
        "field": field,
        "hands": [deck[a:b], deck[b:c]],
        "tables": [deck[c:d], deck[d:e]],
        "pack": deck[e:f],
        "gone": deck[f:],
        "to_move": data.draw(st.sampled_from([0, 1])),
        "passes": data.draw(st.integers(0, 4)),
    }
    if field and not types(field):
        with pytest.raises(ludoteca.PositionError):
            GAME.load(position)
        return
    state: Any = GAME.load(position)
    assert GAME.position(GAME.load(GAME.position(state))) == GAME.position(state)
    assert set(GAME.position(state)["types"]) <= set(TYPES)
    words = data.draw(st.lists(st.sampled_from([*DECK, "play", "pass", "1", "7", "x"]), max_size=5))
    with contextlib.suppress(ludoteca.IllegalMove):
        GAME.play(state, " ".join(words))
    if GAME.seat(state) is not None:
        assert GAME.choices(state, GAME.seat(state))["kind"] == "cards"
        for bot in GAME.levels:
            assert state.why_not(bot.choose(state, Random("1"), 2)) is None

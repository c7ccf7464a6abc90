"""Wege positions: round trips and refusals."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest
from games.wege.parks import CARDS, GAME, Json, park
from hypothesis import given, settings
from hypothesis import strategies as st

import ludoteca

LAID = {"kind": "land", "gnome": None, "rotation": 0, "by": 0}


@pytest.mark.parametrize(
    "position",
    [
        park("l.. .w. ..c", hand="P", to_move=1, by=1),
        park("... ... ...", hand="b"),
        park("lwcb PQOU wwww", top_left="water", half_turned=["a1", "b2", "c2"]),
        park("lw. ... ... ...", hand="U", replaced=True),
        park("..l ... ...", deck="l" * 500),
    ],
)
def test_a_position_survives_a_round_trip(position: Json) -> None:
    assert GAME.position(GAME.load(position)) == position


def test_cards_come_back_in_the_order_of_their_cells() -> None:
    position = park("lw. ... ...")
    shuffled = {**position, "cards": dict(reversed(position["cards"].items()))}
    assert list(GAME.position(GAME.load(shuffled))["cards"]) == ["a1", "b1"]


def test_the_standard_size_may_be_left_out() -> None:
    position = park(" ".join(["......"] * 6))
    del position["rows"], position["cols"]
    assert GAME.position(GAME.load(position)) == {**position, "rows": 6, "cols": 6}


def test_a_full_park_is_over_whatever_to_move_says() -> None:
    position = {**park("lll lll lll"), "to_move": 1}
    state = GAME.load(position)
    assert GAME.seat(state) is None
    assert GAME.position(state)["to_move"] is None


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"rows": 2}, "rows must be a whole number from 3 to 16, not 2."),
        ({"cols": 17}, "cols must be a whole number from 3 to 16, not 17."),
        ({"cols": True}, "cols must be a whole number from 3 to 16, not True."),
        ({"cards": []}, "cards must be an object of cells and cards, not a list."),
        ({"cards": {"d1": LAID}}, 'cards must name a square from a1 to c3, not "d1".'),
        ({"cards": {"A1": LAID}}, 'cards must name a square from a1 to c3, not "A1".'),
        (
            {"cards": {"a1": "land"}},
            'cards a1 must be a card, an object with kind, gnome, rotation, by, not "land".',
        ),
        (
            {"cards": {"a1": {**LAID, "kind": "sea"}}},
            'cards a1 kind must be one of land, water, bridge, cossack, not "sea".',
        ),
        ({"cards": {"a1": {**LAID, "gnome": "big"}}}, 'cards a1 gnome must be one of path, off, null, not "big".'),
        (
            {"cards": {"a1": {**LAID, "kind": "bridge", "gnome": "path"}}},
            'cards a1 gnome must be null on a bridge, not "path": only land and water cards carry a gnome.',
        ),
        ({"cards": {"a1": {**LAID, "rotation": 4}}}, "cards a1 rotation must be a whole number from 0 to 3, not 4."),
        ({"cards": {"a1": {**LAID, "by": 2}}}, "cards a1 by must be a whole number from 0 to 1, not 2."),
        ({"cards": {"a1": {"kind": "land"}}}, "The position has no field cards a1 gnome."),
        (
            {"cards": {"a1": {**LAID, "colour": 1}}},
            'A position of this game has no field "cards a1 colour"; it has: cards a1 kind, cards a1 gnome',
        ),
        (
            {"cards": {"a1": LAID, "b1": LAID}},
            "cards b1 does not agree with cards a1: all cards must fit one chess-board colouring of land and water.",
        ),
        ({"cards": {"a1": LAID, "c3": {**LAID, "rotation": 1}}}, "cards c3 does not agree with cards a1"),
        ({"hand": None}, "hand must be a card while there are empty cells, not null."),
        ({"hand": {"kind": "land"}}, "The position has no field hand gnome."),
        ({"hand": 3}, "hand must be a card, an object with kind, gnome, not 3."),
        ({"hand": {**CARDS["l"], "rotation": 0}}, 'A position of this game has no field "hand rotation"'),
        ({"hand_is_replaced": 1}, "hand_is_replaced must be true or false, not 1."),
        (
            {"hand": CARDS["b"], "hand_is_replaced": True},
            "hand_is_replaced can be true only with a land or water card in hand.",
        ),
        ({"deck": {}}, "deck must be a list, not an object."),
        ({"deck": [CARDS["l"]] * 6}, "deck must have at least 7 cards to fill the park, not 6."),
        ({"deck": [CARDS["l"]] * 1000}, "deck must have at most 999 cards, not 1000."),
        ({"deck": [CARDS["l"]] * 7 + ["x"]}, 'deck 8 must be a card, an object with kind, gnome, not "x".'),
        ({"to_move": 2}, "to_move must be a whole number from 0 to 1, not 2."),
        ({"to_move": "land"}, 'to_move must be a whole number from 0 to 1, not "land".'),
        ({"to_move": None}, "to_move is null, but the game is not over in this position."),
        ({"specials": 2}, 'A position of this game has no field "specials"'),
    ],
)
def test_a_bad_position_is_refused_in_one_sentence(change: Json, sentence: str) -> None:
    with pytest.raises(ludoteca.PositionError) as error:
        GAME.load({**park("l.. ... ..."), **change})
    assert sentence in error.value.sentence


@pytest.mark.parametrize("field", ["cards", "hand", "hand_is_replaced", "deck", "to_move"])
def test_only_the_size_may_be_missing(field: str) -> None:
    position = park("l.. ... ...")
    del position[field]
    with pytest.raises(ludoteca.PositionError, match=f"The position has no field {field}"):
        GAME.load(position)


def test_a_full_park_has_no_card_in_hand() -> None:
    with pytest.raises(ludoteca.PositionError, match="hand must be null when all cells are filled"):
        GAME.load({**park("lll lll lll"), "hand": CARDS["l"]})


junk = st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.lists(st.integers(), max_size=2)
almost_cards = st.fixed_dictionaries(
    {"kind": st.sampled_from(["land", "water", "bridge", "cossack"]), "gnome": st.sampled_from(["path", "off", None])},
    optional={"rotation": st.integers(-1, 4) | junk, "by": st.integers(0, 1) | junk},
)
names = st.sampled_from(["a1", "b1", "c1", "a2", "c3", "d9"])


@settings(max_examples=300, deadline=None)
@given(
    st.fixed_dictionaries(
        {},
        optional={
            "cards": st.dictionaries(names, almost_cards | junk, max_size=5) | junk,
            "hand": almost_cards | junk,
            "hand_is_replaced": junk,
            "deck": st.lists(almost_cards | junk, min_size=6, max_size=9) | junk,
            "to_move": junk,
        },
    )
)
def test_any_position_is_loaded_or_refused(change: dict[str, Any]) -> None:
    with contextlib.suppress(ludoteca.PositionError):
        state = GAME.load({**park("l.. ... ..."), **change})
        assert GAME.position(GAME.load(GAME.position(state))) == GAME.position(state)

"""No text, option, position or record raises anything but a LudotecaError."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludoteca
from ludoteca.core.records import parse_record

GAME = ludoteca.game("flooding")
FIELDS = ["a1", "b1", "c3", "d4", "a0", "z9", "A1", ""]

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=True) | st.text() | st.sampled_from(FIELDS),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=10,
)
almost_positions = st.fixed_dictionaries(
    {},
    optional={
        "size": st.integers(2, 6) | json_values,
        "journeyman": st.sampled_from(FIELDS) | json_values,
        "flooded": st.lists(st.sampled_from(FIELDS)) | json_values,
        "day": st.sampled_from([0, 1, 364, 365, 366]) | json_values,
        "to_move": st.sampled_from(["journeyman", "weather", None]) | json_values,
        "other": json_values,
    },
)
good_positions = st.fixed_dictionaries(
    {
        "size": st.integers(4, 6),
        "journeyman": st.sampled_from(FIELDS[:4]),
        "flooded": st.lists(st.sampled_from(FIELDS[:4]), unique=True),
        "day": st.integers(0, 365),
        "to_move": st.sampled_from(["journeyman", "weather"]),
    }
)
almost_moves = st.text() | st.lists(st.sampled_from([*FIELDS, "-", " ", "\t"])).map(" ".join)


@settings(max_examples=400, deadline=None)
@given(good_positions, almost_moves)
def test_any_text_is_a_move_or_refused(position: dict[str, Any], text: str) -> None:
    state = GAME.load(position)
    before = GAME.position(state)
    try:
        after = GAME.play(state, text)
    except ludoteca.IllegalMove as refused:
        assert refused.sentence
        refused.sentence.encode()
    else:
        assert GAME.position(after) != before
    assert GAME.position(state) == before


@settings(max_examples=300, deadline=None)
@given(json_values | st.fixed_dictionaries({"size": json_values}))
def test_any_options_are_taken_or_refused(options: Any) -> None:
    with contextlib.suppress(ludoteca.OptionError):
        assert 3 <= GAME.position(GAME.new(options=options))["size"] <= 20


@settings(max_examples=600, deadline=None)
@given(json_values | almost_positions)
def test_any_position_is_loaded_or_refused(position: Any) -> None:
    try:
        state = GAME.load(position)
    except ludoteca.PositionError as refused:
        assert refused.sentence
        return
    assert GAME.position(GAME.load(GAME.position(state))) == GAME.position(state)


@pytest.mark.parametrize("name", ludoteca.game_names())
@settings(max_examples=150, deadline=None)
@given(st.data())
def test_any_change_of_a_position_is_loaded_or_refused_in_every_game(name: str, data: st.DataObject) -> None:
    game = ludoteca.game(name)
    state = game.new(seed="hostile")
    for _ in range(data.draw(st.integers(0, 6))):
        moves = game.moves(state)
        state = game.play(state, moves[data.draw(st.integers(0, len(moves) - 1))])
    position = game.position(state)
    field = data.draw(st.sampled_from([*position, "other"]))
    try:
        loaded = game.load({**position, field: data.draw(json_values)})
    except ludoteca.PositionError as refused:
        assert refused.sentence
        return
    assert game.position(game.load(game.position(loaded))) == game.position(loaded)
    for text in (data.draw(st.text()), data.draw(st.sampled_from(game.moves(loaded) or [""]))):
        with contextlib.suppress(ludoteca.IllegalMove):
            game.play(loaded, text)


@settings(max_examples=300, deadline=None)
@given(good_positions)
def test_good_positions_load(position: dict[str, Any]) -> None:
    written = GAME.position(GAME.load(position))
    assert written["journeyman"] == position["journeyman"]
    assert set(written["flooded"]) == set(position["flooded"])


RECORD = ludoteca.record("flooding", ["b2", "-", "b3"], seed="x", options={"size": 4})


@settings(max_examples=400, deadline=None)
@given(st.sampled_from([*RECORD, "start", "more"]), json_values | almost_positions | st.lists(almost_moves))
def test_any_record_is_replayed_or_refused(field: str, value: Any) -> None:
    with contextlib.suppress(ludoteca.RecordError):
        ludoteca.replay({**RECORD, field: value})


@settings(max_examples=300, deadline=None)
@given(st.binary() | st.text() | json_values.map(json.dumps))
def test_any_file_is_read_or_refused(content: str | bytes) -> None:
    with contextlib.suppress(ludoteca.RecordError):
        parse_record(content)


@settings(max_examples=100, deadline=None)
@given(json_values, json_values)
def test_any_name_of_a_game_or_bot_is_found_or_refused(name: Any, level: Any) -> None:
    with contextlib.suppress(ludoteca.UnknownGame):
        ludoteca.game(name)
    with contextlib.suppress(ludoteca.UnknownBot):
        GAME.bot(level)

"""Records are written, read and replayed; a bad one is refused with the reason and the number of the move."""

from __future__ import annotations

import json
from typing import Any

import pytest

import ludoteca
from ludoteca.core.records import parse_record

GOOD: dict[str, Any] = {
    "game": "flooding",
    "rules_version": 1,
    "options": {"size": 4},
    "seed": "7",
    "seats": [{"name": "Ada", "bot": None}, {"name": "watchful", "bot": 2}],
    "moves": ["b2", "a1 c3", "b3"],
}


def test_a_record_replays_to_its_end() -> None:
    position = ludoteca.game("flooding").position(ludoteca.replay(GOOD))
    assert position == {"size": 4, "journeyman": "b3", "flooded": ["a1"], "day": 2, "to_move": "weather"}


def test_steps_are_the_start_and_every_move() -> None:
    assert [state.scores()[0] for state in ludoteca.steps(GOOD)] == [0, 1, 1, 2]


def test_reading_and_writing_a_record_changes_nothing() -> None:
    assert json.loads(parse_record(json.dumps(GOOD)).text()) == GOOD


def test_moves_are_recorded_in_their_standard_form() -> None:
    record = ludoteca.record("flooding", [" B2", "C3  a1"], seed=7, options={"size": 4})
    assert record["moves"] == ["b2", "a1 c3"]
    assert record["seed"] == "7"
    assert record["seats"] == [{"name": "journeyman", "bot": None}, {"name": "weather", "bot": None}]


def test_a_record_can_start_from_a_position() -> None:
    start = {"size": 3, "journeyman": "b2", "flooded": ["a1"], "day": 5, "to_move": "weather"}
    record = ludoteca.record("flooding", ["-"], seed="x", start=start)
    assert record["start"] == start
    assert ludoteca.game("flooding").position(ludoteca.replay(record)) == {**start, "to_move": "journeyman"}


def test_missing_options_of_a_record_have_their_defaults() -> None:
    assert ludoteca.replay({**GOOD, "options": {}, "moves": []}).scores() == [0, 0]


def changed(**changes: Any) -> dict[str, Any]:
    return {**GOOD, **changes}


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        (changed(moves=["b2", "b2 zz"]), 'Move 2, "b2 zz", cannot be played: "zz" is not a field of this island'),
        (changed(moves=["b2", "-", "d4"]), 'Move 3, "d4", cannot be played: d4 is not next to b2'),
        (changed(game="chess"), 'The game of the record cannot be used: There is no game called "chess"'),
        (changed(game=["flooding"]), "The game of the record cannot be used"),
        (changed(rules_version=2), "version 2 of the rules of Flooding Islands; this is version 1"),
        (changed(rules_version=True), "version True of the rules"),
        (changed(options={"size": 99}), "The options of the record cannot be used: size must be a whole number"),
        (changed(seed=7), "seed must be a text of 1 to 512 characters, not 7."),
        (changed(seed=""), "seed must be a whole number or a text of 1 to 512 characters"),
        (changed(seed="x" * 513), "seed must be a whole number or a text of 1 to 512 characters"),
        (changed(seats=[]), "seats must be a list of 2 to 2 objects"),
        (changed(seats=[{"name": "Ada"}, {"bot": 1}]), "Entry 1 of seats must have a name"),
        (changed(seats=[{"name": "Ada", "bot": True}, {"name": "Bo"}]), "Entry 0 of seats"),
        (changed(moves="b2"), "moves must be a list of texts"),
        (changed(moves=[1]), "moves must be a list of texts"),
        (changed(moves=["-"] * 730), "The record has 730 moves; a game of Flooding Islands has at most 729."),
        (changed(start=[]), "The start of the record cannot be used: A position must be an object, not a list."),
        (changed(extra=1), 'A record has no field "extra"'),
        ({key: value for key, value in GOOD.items() if key != "seed"}, "The record has no field seed."),
        ([], "A record must be an object, not a list."),
    ],
)
def test_a_bad_record_is_refused_with_the_reason(record: Any, sentence: str) -> None:
    with pytest.raises(ludoteca.RecordError) as refused:
        ludoteca.replay(record)
    assert sentence in refused.value.sentence


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "NaN", '"x"', b"\xff\xfe\x00", "1" * 5000, '{"a": \ud800}'])
def test_a_broken_file_is_refused(text: str | bytes) -> None:
    with pytest.raises(ludoteca.RecordError):
        parse_record(text)


@pytest.mark.parametrize("name", ["latice", "rowsandcols", "waffe", "wege"])
def test_a_record_of_earlier_rules_is_refused_in_one_sentence(name: str) -> None:
    game = ludoteca.game(name)
    record = {**ludoteca.record(game, seed="7"), "rules_version": 1}
    with pytest.raises(ludoteca.RecordError) as refused:
        ludoteca.replay(record)
    sentence = f"The record was made under version 1 of the rules of {game.title}; this is version 2."
    assert refused.value.sentence == sentence

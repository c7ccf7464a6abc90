"""The rules of Flooding Islands, one by one, and against a naive reference implementation."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludoteca
from ludoteca.core.state import NOBODY
from ludoteca.core.translations import Refusal
from ludoteca.games.flooding import FloodingGame
from ludoteca.games.flooding.rules import LAST_DAY, NIGHT_BASE, WEATHER, Flooding, start_game

GAME = FloodingGame()


def load(journeyman: str, flooded: str = "", day: int = 1, to_move: str | None = "journeyman", size: int = 4) -> Any:
    position = {"size": size, "journeyman": journeyman, "flooded": flooded.split(), "day": day, "to_move": to_move}
    return GAME.load(position)


def refused(state: Any, move: str) -> str:
    with pytest.raises(ludoteca.IllegalMove) as error:
        GAME.play(state, move)
    return error.value.sentence


def test_the_start() -> None:
    assert GAME.position(GAME.new()) == {
        "size": 10,
        "journeyman": "a1",
        "flooded": [],
        "day": 0,
        "to_move": "journeyman",
    }
    assert GAME.moves(GAME.new(options={"size": 3})) == ["b1", "a2", "b2"]


def test_a_day_dries_the_orthogonal_neighbours_only() -> None:
    state = GAME.play(load("a1", "b1 c1 a2 c2 b3 c3 d4"), "b2")
    assert GAME.position(state)["flooded"] == ["c1", "c3", "d4"]
    assert GAME.position(state)["day"] == 2
    assert GAME.position(state)["to_move"] == "weather"


def test_a_number_beyond_the_island_is_refused_and_the_last_field_is_named() -> None:
    beyond = Refusal("no_field", {"last": "d4"})
    day, night = load("a1"), load("a1", to_move="weather")
    assert [day.why_not(move) for move in (-1, 16)] == [beyond, beyond]
    assert [night.why_not(move) for move in (17, 16 * NIGHT_BASE + 17, 17 * NIGHT_BASE + 1)] == [beyond] * 3
    assert night.why_not(15 * NIGHT_BASE + 16) is None


def test_the_journeymans_own_field_may_be_flooded() -> None:
    state = GAME.play(GAME.play(load("a1"), "b2"), "b2")
    assert GAME.position(state)["flooded"] == ["b2"]
    assert "a1" in GAME.moves(state)


def test_a_day_must_go_to_a_dry_neighbour() -> None:
    state = load("b2", "c3")
    assert refused(state, "b2") == "The journeyman stands on b2 and may not stay."
    assert refused(state, "c3") == "c3 is flooded."
    assert refused(state, "d4") == "d4 is not next to b2, where the journeyman stands."
    assert refused(state, "e5") == '"e5" is not a field of this island; its fields are a1 to d4.'
    assert refused(state, "a1 b1") == "The journeyman walks to one field, named from a1 to d4."
    assert refused(state, "") == "The journeyman walks to one field, named from a1 to d4."
    assert refused(state, "-") == '"-" is not a field of this island; its fields are a1 to d4.'


def test_a_night_floods_up_to_two_different_dry_fields() -> None:
    state = load("b2", "c3", to_move="weather")
    assert refused(state, "c3") == "c3 is flooded already."
    assert refused(state, "a1 c3") == "c3 is flooded already."
    assert refused(state, "a1 a1") == "a1 is named twice."
    assert refused(state, "a1 b1 c1") == "The weather floods at most 2 fields a night, not 3."
    assert refused(state, "a1 x9") == '"x9" is not a field of this island; its fields are a1 to d4.'
    assert refused(state, " ") == "Name the fields to flood, or - for none."
    for move, flooded in (("-", ["c3"]), ("d4", ["c3", "d4"]), ("D4  a1", ["a1", "c3", "d4"])):
        assert GAME.position(GAME.play(state, move))["flooded"] == flooded


def test_moves_of_a_night_are_none_singles_and_pairs_in_order() -> None:
    state = load("b2", "b1 c1 a2 c2 b3", to_move="weather", size=3)
    assert GAME.moves(state) == ["-", "a1", "b2", "a3", "c3", *["a1 b2", "a1 a3", "a1 c3", "b2 a3", "b2 c3", "a3 c3"]]
    assert len(GAME.moves(GAME.play(GAME.new(), "b2"))) == 1 + 100 + 100 * 99 // 2 == 5051


def test_the_weather_wins_when_no_neighbour_is_dry_after_a_night() -> None:
    state = GAME.play(load("a1", "b2", to_move="weather"), "b1 a2")
    assert GAME.result(state) == [0.0, 1.0]
    assert GAME.position(state)["to_move"] is None
    assert GAME.scores(state) == [1, -1]


def test_a_trap_only_counts_after_the_night() -> None:
    state = load("a1", "b1 a2 b2", to_move="weather")
    assert GAME.seat(state) == WEATHER
    assert GAME.result(GAME.play(state, "-")) == [0.0, 1.0]


def test_the_journeyman_wins_on_day_365_at_once() -> None:
    state = load("b2", "a1", day=LAST_DAY - 1)
    state = GAME.play(state, "b3")
    assert GAME.result(state) == [1.0, 0.0]
    assert GAME.seat(state) is None
    assert GAME.scores(state) == [365, -365]


def test_day_364_has_a_night() -> None:
    assert GAME.seat(GAME.play(load("b2", day=LAST_DAY - 2), "b3")) == WEATHER


# Positions


def test_a_position_survives_a_round_trip() -> None:
    for to_move, day in (("journeyman", 0), ("weather", 12), (None, LAST_DAY)):
        position = {"size": 5, "journeyman": "c3", "flooded": ["b1", "e5"], "day": day, "to_move": to_move}
        assert GAME.position(GAME.load(position)) == position


def test_floods_are_accepted_in_any_order_and_the_size_has_a_default() -> None:
    position = {"journeyman": "j10", "flooded": ["c3", "a1"], "day": 3, "to_move": "weather"}
    assert GAME.position(GAME.load(position)) == {**position, "size": 10, "flooded": ["a1", "c3"]}


def test_the_position_itself_decides_whether_the_game_is_over() -> None:
    assert GAME.result(load("a1", "b1 a2 b2", to_move="journeyman")) == [0.0, 1.0]
    assert GAME.result(load("a1", "b1 a2 b2", to_move=None)) == [0.0, 1.0]
    for to_move in ("journeyman", "weather", None):
        assert GAME.result(load("a1", day=LAST_DAY, to_move=to_move)) == [1.0, 0.0]
    with pytest.raises(ludoteca.PositionError, match="to_move is null, but the game is not over"):
        load("a1", to_move=None)


GOOD: dict[str, Any] = {"size": 4, "journeyman": "a1", "flooded": [], "day": 0, "to_move": "journeyman"}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"size": 2}, "size must be a whole number from 3 to 20, not 2."),
        ({"size": "4"}, 'size must be a whole number from 3 to 20, not "4".'),
        ({"journeyman": "e1"}, 'journeyman must name a square from a1 to d4, not "e1".'),
        ({"journeyman": None}, "journeyman must name a square from a1 to d4, not None."),
        ({"flooded": "a1"}, 'flooded must be a list, not "a1".'),
        ({"flooded": ["a1", "a1"]}, "flooded names a1 twice."),
        ({"flooded": [["a1"]]}, "flooded must name a square from a1 to d4, not a list."),
        ({"day": 366}, "day must be a whole number from 0 to 365, not 366."),
        ({"day": True}, "day must be a whole number from 0 to 365, not True."),
        ({"to_move": "sun"}, 'to_move must be one of journeyman, weather, null, not "sun".'),
        ({"to_move": 0}, "to_move must be one of journeyman, weather, null, not 0."),
        (
            {"night": True},
            'A position of this game has no field "night"; it has: size, journeyman, flooded, day, to_move.',
        ),
    ],
)
def test_a_bad_position_is_refused_with_a_sentence(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ludoteca.PositionError) as error:
        GAME.load({**GOOD, **change})
    assert error.value.sentence == sentence


@pytest.mark.parametrize("field", ["journeyman", "flooded", "day", "to_move"])
def test_a_missing_field_is_named(field: str) -> None:
    with pytest.raises(ludoteca.PositionError, match=f"The position has no field {field}."):
        GAME.load({name: value for name, value in GOOD.items() if name != field})


# A naive implementation of the rules, with sets of coordinates, as a reference.


class ReferenceRules:
    def __init__(self, size: int) -> None:
        self.size, self.at, self.wet, self.day, self.night = size, (0, 0), set[tuple[int, int]](), 0, False

    def near(self, steps: list[tuple[int, int]]) -> set[tuple[int, int]]:
        x, y = self.at
        return {(x + i, y + j) for i, j in steps if 0 <= x + i < self.size and 0 <= y + j < self.size}

    def moves(self) -> set[str]:
        if self.over():
            return set()
        if not self.night:
            return {name(field) for field in self.near(EIGHT) - self.wet}
        dry = sorted({(y, x) for x in range(self.size) for y in range(self.size)} - {(y, x) for x, y in self.wet})
        names = [name((x, y)) for y, x in dry]
        return {"-", *names, *(f"{one} {two}" for one, two in combinations(names, 2))}

    def play(self, text: str) -> None:
        fields = [(ord(part[0]) - ord("a"), int(part[1:]) - 1) for part in text.split() if part != "-"]
        if self.night:
            self.wet |= set(fields)
        else:
            self.at, self.day = fields[0], self.day + 1
            self.wet -= self.near(FOUR)
        self.night = not self.night

    def over(self) -> bool:
        return self.day == LAST_DAY or (not self.night and self.near(EIGHT) <= self.wet)


FOUR = [(1, 0), (-1, 0), (0, 1), (0, -1)]
EIGHT = [*FOUR, (1, 1), (1, -1), (-1, 1), (-1, -1)]


def name(field: tuple[int, int]) -> str:
    return f"{'abcdefghijklmnopqrst'[field[0]]}{field[1] + 1}"


@settings(max_examples=30, deadline=None)
@given(st.integers(3, 7), st.data())
def test_the_reference_rules_agree(size: int, data: st.DataObject) -> None:
    reference, state = ReferenceRules(size), GAME.new(options={"size": size})
    for _ in range(30):
        moves = GAME.moves(state)
        assert set(moves) == reference.moves()
        assert (GAME.seat(state) is None) == reference.over()
        position = GAME.position(state)
        assert position["journeyman"] == name(reference.at)
        assert set(position["flooded"]) == {name(field) for field in reference.wet}
        assert position["day"] == reference.day
        if not moves:
            break
        # Prefer floods near the journeyman, or games hardly ever end.
        close = [
            move for move in moves if reference.night and set(move.split()) <= {name(f) for f in reference.near(EIGHT)}
        ]
        move = data.draw(st.sampled_from(close[-10:] or moves))
        state = GAME.play(state, move)
        reference.play(move)


# The value of the smallest island, by exhaustive search.


def survives(state: Flooding, days: int, cache: dict[tuple[int, str, int], bool]) -> bool:
    """Return whether the journeyman, to move, can complete this many more days against every weather."""
    if state.winner != NOBODY:
        return False
    key = (state.journeyman, str(state.flooded), days)
    if key not in cache:
        cache[key] = any(outlasts(after(state, move), days - 1, cache) for move in state.moves())
    return cache[key]


def outlasts(state: Flooding, days: int, cache: dict[tuple[int, str, int], bool]) -> bool:
    """Return the same with the weather to move."""
    return days == 0 or all(survives(after(state, move), days, cache) for move in state.moves())


def after(state: Flooding, move: int) -> Flooding:
    copy = state.copy()
    copy.play(move)
    return copy


def test_on_3x3_perfect_play_lasts_exactly_4_days() -> None:
    assert survives(start_game(3), 4, {})
    assert not survives(start_game(3), 5, {})

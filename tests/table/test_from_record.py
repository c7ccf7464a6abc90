"""Rooms from records."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from table.local_room import ANN, SHORT, secret

from ludoteca.core.generator import Random
from ludoteca.core.records import Record, Seat
from ludoteca.core.registry import find_game
from ludoteca.core.state import NOBODY
from ludoteca.core.translations import Refusal
from ludoteca.table.create_room import from_record
from ludoteca.table.fold import fold
from ludoteca.table.table import Table

WHOLE = Record(find_game("flooding"), {"size": 3}, "seed", (Seat("Ann"), Seat("x", 1)), SHORT)


def folded(record: Record) -> Table:
    log = from_record(record, secret(0), secret(1), ANN)
    assert isinstance(log, list)
    return fold((seq, 1000, event) for seq, event in enumerate(log, start=1))


def played(name: str, moves: int) -> Record:
    game: Any = find_game(name)
    random = Random("moves")
    record = Record(game, game.check_options({}), "seed", tuple(Seat(f"P{seat}") for seat in range(game.seats[0])), ())
    state = record.begin()
    texts: list[str] = []
    while state.seat() != NOBODY and len(texts) < moves:
        move = state.random_move(random)
        texts.append(game.write_move(state, move))
        state.play(move)
    return replace(record, moves=tuple(texts))


def test_a_finished_record_is_a_room_that_is_over() -> None:
    table = folded(WHOLE)
    assert table.phase == "over"
    assert table.imported
    assert table.casual
    assert [made.by for made in table.moves] == ["person", "bot", "person", "bot"]
    assert table.record() == WHOLE


def test_an_unfinished_record_continues_on_this_device() -> None:
    table = folded(replace(WHOLE, moves=SHORT[:2], seats=(Seat("Ann"), Seat("Bo"))))
    assert table.phase == "playing"
    assert table.seats_of(ANN) == [0, 1]
    assert [made.text for made in table.moves] == list(SHORT[:2])


@pytest.mark.parametrize("name", ["flooding", "latice", "rowsandcols", "waffe", "wege"])
def test_every_game_comes_back_as_it_was(name: str) -> None:
    record = played(name, 12)
    table = folded(record)
    assert table.record() == record
    assert table.game.write_position(table.state) == table.game.write_position(record.end())


def test_a_record_from_a_position_starts_there() -> None:
    middle = played("latice", 6)
    start = middle.game.write_position(middle.end())
    table = folded(replace(middle, moves=(), start=start))
    assert table.start == start
    assert table.game.write_position(table.state) == start


def test_moves_are_kept_in_their_standard_text() -> None:
    assert [made.text for made in folded(replace(WHOLE, moves=("  A2", "B2", "a1", "a2 B1"))).moves] == list(SHORT)


def test_names_are_shortened() -> None:
    seats = (Seat("  Ann   of\tthe many, many, many names"), Seat("\x00"))
    names = [player.name for player in folded(replace(WHOLE, seats=seats)).players]
    assert names == ["Ann of the many, many, m", "Guest"]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"moves": ("a2", "a2 c9")}, "record_move"),
        ({"moves": (*SHORT, "a1")}, "record_move"),
        ({"seats": (Seat("Ann"), Seat("x", 99))}, "unknown_bot"),
    ],
)
def test_what_cannot_be_played_is_refused(change: dict[str, Any], code: str) -> None:
    refusal = from_record(replace(WHOLE, **change), secret(0), secret(1), ANN)
    assert isinstance(refusal, Refusal)
    assert refusal.code == code

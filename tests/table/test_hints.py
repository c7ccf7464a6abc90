"""Hints and autoplay: where they are allowed, and that they make the game casual."""

from __future__ import annotations

from table.local_room import ANN, BO, started, with_bot

from ludoteca.table import commands as c
from ludoteca.table.deadlines import Deadline, next_deadline


def test_a_hint_makes_the_game_casual() -> None:
    room = with_bot()
    assert not room.table.casual
    assert room.do(ANN, c.Hint(0, room.version)) == ["hint_given"]
    assert room.table.casual


def test_a_bot_plays_the_rest_of_the_turn_and_no_more() -> None:
    room = with_bot(game="latice")
    assert room.do(ANN, c.AutoplayTurn(0, room.version)) == ["autoplay_started"]
    assert next_deadline(room.table, {}) == Deadline(room.table.changed_ms, "bot", 0)
    assert room.table.bot_level(0) == room.table.game.bots[-1].level
    assert room.table.bot_level(1) == 1
    room.play(room.first("end"))
    room.play(room.first("end"))
    assert (room.table.to_move(), room.table.automated_by(0)) == (0, None)
    assert room.table.casual


def test_two_people_get_hints_only_in_a_casual_room() -> None:
    room = started(ANN, BO)
    assert room.no(ANN, c.Hint(0, room.version)) == room.no(ANN, c.AutoplayTurn(0, room.version)) == "help_closed"
    room = started(ANN, BO, casual=True)
    assert room.no(BO, c.Hint(1, room.version)) == "not_your_turn"
    assert room.no(BO, c.Hint(0, room.version)) == "not_your_seat"
    room.do(ANN, c.Hint(0, room.version))


def test_one_device_with_both_seats_gets_hints() -> None:
    room = started(ANN, ANN)
    room.do(ANN, c.Hint(0, room.version))


def test_undo_ends_autoplay() -> None:
    room = with_bot()
    room.do(ANN, c.AutoplayTurn(0, room.version))
    room.play("b2")
    room.do(ANN, c.Undo(0, room.version))
    assert room.table.automated_by(0) is None

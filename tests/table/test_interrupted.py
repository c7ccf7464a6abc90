"""The store lost events: a running game ends without a result, and the next one has a new secret."""

from __future__ import annotations

from table.local_room import ANN, BO, Room, finish, started

from ludoteca.table import commands as c


def phase(room: Room) -> str:
    return room.table.phase


def test_a_running_game_ends_without_a_result_and_another_can_be_played() -> None:
    room = started(ANN, BO).play("b2", "-")
    assert room.do(c.SERVER, c.Interrupt()) == ["interrupted"]
    assert phase(room) == "over"
    assert room.table.result() is None
    assert room.table.epoch == 1
    assert "table_interrupted" in [text.code for entry in room.table.log_entries for text in entry.texts_for(None)]
    secret = room.table.secret
    for device in (ANN, BO):
        room.do(device, room.play_again(device))
    assert phase(room) == "playing"
    assert room.table.epoch == 1
    assert secret not in room.table.secret


def test_between_games_only_the_secret_changes() -> None:
    room = finish(started(ANN, BO))
    result, secret = room.table.result(), room.table.secret
    room.do(c.SERVER, c.Interrupt())
    assert room.table.result() == result
    assert room.table.secret not in ("", secret)
    waiting = Room()
    before = waiting.table.secret
    waiting.do(c.SERVER, c.Interrupt())
    assert waiting.table.phase == "waiting"
    assert waiting.table.secret not in ("", before)


def test_nobody_but_the_server_says_so() -> None:
    room = started(ANN, BO)
    assert room.no(ANN, c.Interrupt()) == "not_playing"

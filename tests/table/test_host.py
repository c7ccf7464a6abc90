"""What only the host may do, and until when."""

from __future__ import annotations

import pytest
from table.local_room import ANN, BO, CY, SHORT, Room, started, with_bot

from ludoteca.table import commands as c
from ludoteca.table.table import Player


def test_the_host_seats_a_bot_and_changes_its_level() -> None:
    room = Room()
    assert room.do(ANN, c.SeatBot(1, 1)) == ["bot_seated"]
    assert room.do(ANN, c.SeatBot(1, 2)) == ["bot_seated"]
    assert room.table.players[1] == Player(name="Nell", level=2)
    assert room.do(ANN, c.Sit(0, "Ann")) == ["seated", "started"]


def test_a_bot_on_the_last_seat_starts_the_game() -> None:
    room = Room()
    room.do(ANN, c.Sit(0, "Ann"))
    assert room.do(ANN, c.SeatBot(1, 1)) == ["bot_seated", "started"]


def test_bots_alone_wait_for_a_person() -> None:
    room = Room()
    room.do(ANN, c.SeatBot(0, 1))
    assert room.do(ANN, c.SeatBot(1, 1)) == ["bot_seated"]
    assert room.do(ANN, c.SeatBot(1, 2)) == ["bot_seated"]
    assert room.do(ANN, c.Stand(0)) == ["vacated"]
    assert room.do(BO, c.Sit(0, "Bo")) == ["seated", "started"]


def test_an_unknown_bot_level_is_refused_with_the_levels() -> None:
    assert "has no bot 7; its bots are: 1 (beginner), 2 (easy)" in Room().sentence(ANN, c.SeatBot(1, 7))


def test_a_bot_takes_nobodys_seat() -> None:
    room = Room()
    room.do(BO, c.Sit(1, "Bo"))
    assert room.no(ANN, c.SeatBot(1, 1)) == "seat_taken"


def test_nobody_sits_on_a_bots_seat() -> None:
    room = Room()
    room.do(ANN, c.SeatBot(1, 1))
    assert room.no(BO, c.Sit(1, "Bo")) == "seat_taken"


def test_the_host_removes_anybody_before_the_start() -> None:
    room = Room()
    room.do(BO, c.Sit(1, "Bo"))
    room.do(ANN, c.Stand(1))
    assert room.table.players[1].is_free
    room.do(ANN, c.SeatBot(1, 1))
    assert room.no(BO, c.Stand(1)) == "not_your_seat"
    room.do(ANN, c.Stand(1))
    assert room.table.players[1].is_free


def test_the_host_changes_settings_one_by_one() -> None:
    room = Room()
    room.do(ANN, c.SetSettings({"legs": 2}))
    room.do(ANN, c.SetSettings({"absence_timeout_s": 60, "casual": True}))
    settings = room.table.settings
    assert (settings.legs, settings.absence_timeout_s, settings.casual) == (2, 60, True)
    assert room.table.casual, "known before the start"


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (c.SetSettings({"legs": 0}), "legs must be a whole number from 1 to 2, not 0"),
        (c.SetSettings({"legs": 3}), "legs must be a whole number from 1 to 2, not 3"),
        (
            c.SetSettings({"absence_timeout_s": 29}),
            "absence_timeout_s must be a whole number from 30 to 2592000, not 29",
        ),
        (
            c.SetSettings({"absence_timeout_s": 2592001}),
            "absence_timeout_s must be a whole number from 30 to 2592000, not 2592001",
        ),
        (c.SetSettings({"legs": 2, "absence_timeout_s": -1}), "absence_timeout_s must be"),
    ],
)
def test_settings_have_bounds(settings: c.SetSettings, words: str) -> None:
    room = Room()
    assert words in room.sentence(ANN, settings)
    assert (room.table.settings.legs, room.table.settings.absence_timeout_s) == (1, 24 * 3600)


def test_a_match_of_two_legs_is_for_two() -> None:
    assert "legs must be a whole number from 1 to 1" in Room("dummy", 3).sentence(ANN, c.SetSettings({"legs": 2}))


def test_only_the_host_can_do_this() -> None:
    room = Room()
    room.do(BO, c.Sit(1, "Bo"))
    for device in (BO, CY):
        for command in (c.SeatBot(0, 1), c.SetSettings({"legs": 2, "public": True}), c.Close()):
            assert room.no(device, command) == "only_host"
    assert room.no(CY, c.Stand(1)) == "not_your_seat"


def test_deep_undo_is_for_casual_rooms_and_for_one_person_among_bots() -> None:
    assert with_bot().table.deep_undo_allowed
    assert not started(ANN, ANN).table.deep_undo_allowed
    assert not started(ANN, BO).table.deep_undo_allowed
    assert started(ANN, BO, casual=True).table.deep_undo_allowed
    assert not with_bot().table.casual, "it counts until somebody does so"


def test_settings_that_cannot_be_read_are_refused() -> None:
    for changes in ({"legs": "two"}, {"leg": 1}, {"casual": None}, {"clock": {"per": "day"}}):
        assert Room().no(ANN, c.SetSettings(changes)) == "message_unreadable"


def test_the_host_closes_before_the_start_and_after_a_game() -> None:
    room = Room()
    assert room.do(ANN, c.Close()) == ["closed"]
    room = started(ANN, BO).play(*SHORT)
    assert room.no(BO, c.Close()) == "only_host"
    assert room.do(ANN, c.Close()) == ["closed"]
    assert room.table.result() == [0.0, 1.0]


def test_closing_a_running_game_is_losing_it() -> None:
    room = started(ANN, BO)
    assert room.no(BO, c.Close()) == "only_host"
    assert room.do(ANN, c.Close()) == ["resigned", "closed"]
    assert room.table.result() == [0.0, 1.0]
    room = with_bot()
    assert room.do(ANN, c.Close()) == ["abandoned", "closed"], "where nobody else plays it just ends"
    room = started(BO, CY)
    assert room.no(ANN, c.Close()) == "game_running", "a host who does not play"


def test_a_closed_room_refuses_every_command() -> None:
    room = started(ANN, BO)
    room.play(*SHORT).do(ANN, c.Close())
    commands: list[c.Command] = [
        c.Sit(0, "Cy"),
        c.Close(),
        c.PlayAgain(0, room.version),
        c.Link(0),
        c.Claim("x"),
        c.Sit(9, ""),
    ]
    assert {room.no(ANN, command) for command in commands} == {"room_closed"}
    assert room.no(c.SERVER, c.Return(0)) == "room_closed"

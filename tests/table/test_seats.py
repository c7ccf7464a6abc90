"""Before the start: creating a room, taking and leaving seats, options."""

from __future__ import annotations

from typing import Any

import pytest
from table.local_room import ANN, BO, CY, SHORT, Room, request_for, secret, started

from ludoteca.core.registry import find_game
from ludoteca.core.translations import Refusal
from ludoteca.table import commands as c
from ludoteca.table.create_room import SeatRequest, create_room
from ludoteca.table.names import MAX_NAME_LENGTH


def test_a_room_opens_with_free_seats() -> None:
    room = Room()
    assert (room.table.phase, room.table.host, room.table.is_full) == ("waiting", ANN, False)
    assert (room.table.settings.legs, room.table.settings.absence_timeout_s, room.table.options) == (
        1,
        24 * 3600,
        {"size": 3},
    )
    assert [room.table.name(seat) for seat in range(2)] == ["Journeyman", "Weather"]


def test_a_room_that_is_full_from_the_beginning_starts_at_once() -> None:
    room = Room(seats=[SeatRequest("here", " Ann  B "), SeatRequest("bot", level=2)])
    assert (room.table.phase, room.names) == ("playing", ["Ann B", "Nell"])
    assert room.table.seed == f"{secret(0)}//"


def test_bots_alone_do_not_start() -> None:
    assert Room(seats=[SeatRequest("bot"), SeatRequest("bot")]).table.phase == "waiting"


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"seats": [SeatRequest()] * 3}, "seats must be a whole number from 2 to 2, not 3"),
        ({"options": {"size": 2}}, "size must be a whole number from 3 to 20, not 2"),
        (
            {"seats": [SeatRequest("here", "x" * 25), SeatRequest()]},
            "name must be a text of 1 to 24 printable characters",
        ),
        ({"seats": [SeatRequest("bot", level=9), SeatRequest()]}, "Flooding Islands has no bot 9"),
        ({"legs": 3}, "legs must be a whole number from 1 to 2, not 3"),
        ({"absence_timeout_s": 0}, "absence_timeout_s must be a whole number from 30 to 2592000, not 0"),
    ],
)
def test_a_bad_request_is_refused(body: dict[str, Any], words: str) -> None:
    game = find_game("flooding")
    refused = create_room(game, request_for("flooding", **body), ANN, "seed")
    assert isinstance(refused, Refusal)
    assert words in game.translations.format(refused)


def test_the_game_starts_by_itself_when_the_last_seat_is_filled() -> None:
    room = Room()
    assert room.do(BO, c.Sit(1, "Bo")) == ["seated"]
    assert room.do(ANN, c.Sit(0, "Ann")) == ["seated", "started"]
    assert (room.table.phase, room.names, room.table.to_move()) == ("playing", ["Ann", "Bo"], 0)
    assert room.table.seed == f"{secret(0)}//"
    assert room.version == room.table.seq


def test_a_role_is_picked_by_its_seat() -> None:
    room = Room()
    room.do(ANN, c.Sit(1, "Ann"))
    assert room.table.seats_of(ANN) == [1]
    room.do(ANN, c.Stand(1))
    room.do(ANN, c.Sit(0, "Ann"))
    assert room.table.seats_of(ANN) == [0]


def test_one_device_may_hold_several_seats() -> None:
    room = started(ANN, ANN)
    assert room.table.seats_of(ANN) == [0, 1]
    assert room.play("a2", "b2").table.to_move() == 0


def test_a_taken_seat_is_refused_with_the_name_of_its_holder() -> None:
    room = Room()
    room.do(ANN, c.Sit(0, "Ann"))
    assert room.sentence(BO, c.Sit(0, "Bo")) == "The seat Journeyman is taken by Ann."
    assert room.no(ANN, c.Sit(0, "Ann")) == "seat_taken"


@pytest.mark.parametrize("seat", [-1, 2, 99, 10**30])
def test_an_unknown_seat_is_refused(seat: int) -> None:
    room = started(ANN, BO)
    wrong: list[c.Command] = [c.Sit(seat, "Cy"), c.Stand(seat), c.SeatBot(seat, 1), c.Link(seat), c.Move(seat, "a2", 3)]
    wrong += [c.Undo(seat, 3), c.AnswerUndo(seat, True, 3), c.Resign(seat, 3), c.Abandon(seat, 3), c.PlayAgain(seat, 3)]
    for command in wrong:
        assert "seat must be a seat from 0 to 1, not " in room.sentence(ANN, command)
    automated: list[c.Command] = [c.AutomatedMove(seat, "a2", 3), c.AbsenceTimeout(seat), c.Return(seat)]
    assert {room.no(c.SERVER, command) for command in automated} == {"seat_range"}


@pytest.mark.parametrize("name", ["x" * (MAX_NAME_LENGTH + 1), "a\u202eb", "a\x00b", "\ud800", "x" * 10**5])
def test_a_bad_name_is_refused_with_its_bounds(name: str) -> None:
    room = Room()
    assert "name must be a text of 1 to 24 printable characters" in room.sentence(ANN, c.Sit(0, name))
    assert room.table.players[0].is_free


@pytest.mark.parametrize(
    ("name", "shown"), [(" Ann \n Lee ", "Ann Lee"), ("x" * MAX_NAME_LENGTH, "x" * MAX_NAME_LENGTH), ("José", "José")]
)
def test_a_name_is_shown_without_extra_blanks(name: str, shown: str) -> None:
    room = Room()
    room.do(ANN, c.Sit(0, name))
    assert room.names == [shown, ""]


def test_players_leave_only_their_own_seat() -> None:
    room = Room()
    room.do(BO, c.Sit(0, "Bo"))
    assert room.no(CY, c.Stand(0)) == "not_your_seat"
    assert room.no(BO, c.Stand(1)) == "seat_empty"
    assert room.do(BO, c.Stand(0)) == ["vacated"]
    assert room.table.players[0].is_free


def test_seats_are_fixed_after_the_start() -> None:
    room = started(ANN, BO)
    for command in (c.Sit(0, "Cy"), c.Stand(0), c.SeatBot(0, 1), c.SetSettings({"legs": 2})):
        assert room.no(ANN, command) == "started_already"


def test_anybody_seated_changes_the_options() -> None:
    room = Room("dummy", 3)
    room.do(BO, c.Sit(1, "Bo"))
    room.do(BO, c.SetOptions({"cards": 24}))
    room.do(ANN, c.SetOptions({"open": True}))
    assert room.table.options == {"cards": 24, "open": True, "mood": "calm"}
    assert room.no(CY, c.SetOptions({"cards": 12})) == "only_seated"
    room.do(BO, c.Stand(1))
    assert room.no(BO, c.SetOptions({"cards": 12})) == "only_seated"


def test_options_are_locked_when_the_game_has_started() -> None:
    room = started(ANN, BO)
    assert room.no(ANN, c.SetOptions({"size": 5})) == "started_already"
    assert room.position["size"] == 3
    room.play(*SHORT)
    assert room.no(ANN, c.SetOptions({"size": 5})) == "started_already"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"size": 21}, "size must be a whole number from 3 to 20, not 21"),
        ({"size": True}, "size must be a whole number from 3 to 20, not True"),
        ({"size": "ten"}, 'size must be a whole number from 3 to 20, not "ten"'),
        ({"width": 3}, 'There is no option "width"; the options are: size'),
    ],
)
def test_a_bad_option_is_refused_with_field_and_bounds(options: dict[str, Any], words: str) -> None:
    room = Room()
    assert words in room.sentence(ANN, c.SetOptions(options))
    assert room.table.options == {"size": 3}


def test_seats_and_options_are_logged() -> None:
    room = Room()
    room.do(BO, c.Sit(1, "Bo"))
    room.do(BO, c.SetOptions({"size": 4}))
    translations = room.table.game.translations
    texts = [translations.format(text) for entry in room.table.log_entries for text in entry.texts_for(None)]
    assert texts == ["Bo sits down as Weather.", "Bo changed the options: Island: 4."]


def test_the_seed_is_not_logged() -> None:
    room = started(ANN, BO, game="dummy")
    (entry,) = room.table.log_entries
    assert entry.texts_for(0) == entry.texts_for(None)
    assert (entry.texts_for(None)[0].code, entry.texts_for(None)[0].params) == ("table_started", {})


def test_side_commands_cannot_fill_a_log(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludoteca.table.decide.MAX_SIDE_EVENTS", 8)
    room = Room()
    while room.table.seq < 8:
        room.do(ANN, c.SetOptions({"size": 3 + room.table.seq % 2}))
    assert room.no(ANN, c.SetOptions({"size": 5})) == "changed_too_often"
    room.do(ANN, c.Sit(0, "Ann"))
    assert room.no(ANN, c.Link(0)) == "changed_too_often"
    room.do(BO, c.Sit(1, "Bo"))
    room.do(ANN, c.Link(0))

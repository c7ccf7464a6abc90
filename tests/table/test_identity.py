"""Names and tokens of people: guests, roles, and what follows a player from seat to seat."""

from __future__ import annotations

from dataclasses import replace

import pytest
from table.local_room import ANN, BO, CY, SHORT, Room, request_for, started

from ludoteca.core.records import Record, Seat
from ludoteca.core.registry import find_game
from ludoteca.core.translations import Refusal
from ludoteca.rooms.table_messages import seat_infos
from ludoteca.table import commands as c
from ludoteca.table import events as e
from ludoteca.table.create_room import SeatRequest, create_room, from_record
from ludoteca.table.fold import fold

BAD_AVATARS = ["Bird", "b1rd", "bird ", "é", "a" * 13, "a" * 10**5, "\ud800", "<svg>"]


def avatars(room: Room) -> list[str]:
    return [player.avatar for player in room.table.players]


@pytest.mark.parametrize("name", ["", "  ", "Guest", "gUEST", "Weather", "journeyman", " WEATHER "])
def test_a_person_without_a_name_is_a_guest(name: str) -> None:
    room = Room(seats=[SeatRequest("here", name), SeatRequest()])
    room.do(BO, c.Sit(1, name))
    assert room.names == ["Guest", "Guest 2"]


def test_guests_at_one_screen_can_be_told_apart() -> None:
    room = Room("rowsandcols", [SeatRequest("here") for _ in range(4)])
    assert room.names == ["Guest", "Guest 2", "Guest 3", "Guest 4"]


def test_after_a_rematch_nobody_is_named_after_the_role_of_the_other() -> None:
    room = Room(seats=[SeatRequest("here", "Journeyman"), SeatRequest("bot")]).play(*SHORT[:1])
    room.do(ANN, c.Resign(0, room.version))
    room.do(ANN, c.PlayAgain(0, room.version))
    assert room.names == ["Pip", "Guest"]


def test_a_record_names_nobody_after_a_role() -> None:
    game = find_game("flooding")
    record = Record(game, {"size": 3}, "seed", (Seat("journeyman"), Seat("weather", 2)), ())
    log = from_record(record, "0" * 32, "1" * 32, ANN)
    assert isinstance(log, list)
    assert fold((seq, 0, event) for seq, event in enumerate(log, 1)).names() == ["Guest", "Nell"]
    twice = from_record(replace(record, seats=(Seat(""), Seat("Guest"))), "0" * 32, "1" * 32, ANN)
    assert isinstance(twice, list)
    assert [event.name for event in twice if isinstance(event, e.Seated)] == ["Guest", "Guest 2"]


def test_a_token_follows_its_player() -> None:
    room = Room(seats=[SeatRequest("here", "Ann", avatar="boat"), SeatRequest()])
    room.do(BO, c.Sit(1, "Bo", ready=False, avatar="hat"))
    assert [seat.avatar for seat in seat_infos(room.table)] == ["boat", "hat"]
    room.do(BO, c.SwapSeats(seat=0, other=1))
    assert avatars(room) == ["hat", "boat"]


def test_a_rematch_keeps_the_tokens() -> None:
    room = Room(seats=[SeatRequest("here", "Ann", avatar="boat"), SeatRequest("bot")]).play(*SHORT[:1])
    room.do(ANN, c.Resign(0, room.version))
    room.do(ANN, c.PlayAgain(0, room.version))
    assert avatars(room) == ["", "boat"]


def test_a_seat_that_moves_to_another_device_keeps_its_token() -> None:
    room = Room(seats=[SeatRequest("here", "Ann", avatar="boat"), SeatRequest("bot")])
    asked = room.asked + 1
    room.do(ANN, c.Link(0))
    room.do(CY, c.Claim(key=f"{asked:032x}"))
    assert (room.table.players[0].device, avatars(room)[0]) == (CY, "boat")


@pytest.mark.parametrize("avatar", BAD_AVATARS)
def test_a_bad_token_is_refused(avatar: str) -> None:
    room = Room()
    assert "avatar must be up to 12 small letters from a to z" in room.sentence(ANN, c.Sit(0, "Ann", avatar=avatar))
    refused = create_room(
        find_game("flooding"),
        request_for("flooding", seats=[SeatRequest("here", "Ann", avatar=avatar), SeatRequest()]),
        ANN,
        "seed",
    )
    assert isinstance(refused, Refusal)
    assert refused.code == "avatar"


def test_a_log_from_before_tokens_is_read() -> None:
    event = e.read_event('{"kind":"seated","seat":0,"device":"d","name":"Ann","address":"","ready":true}')
    assert event == e.Seated(0, "d", "Ann")


def test_a_player_may_take_another_name() -> None:
    room = started(ANN, BO)
    assert room.do(ANN, c.Rename(0, " Anna  Lee ", "sun")) == ["renamed"]
    assert (room.names, avatars(room)) == (["Anna Lee", "Bo"], ["sun", ""])
    entry = room.table.log_entries[-1].texts_for(None)[0]
    assert room.table.game.translations.format(entry) == "Ann is now Anna Lee."
    room.do(ANN, c.Rename(0, "Anna Lee", "star"))
    assert room.table.log_entries[-1].texts_for(None)[0] is entry
    room.do(ANN, c.Rename(0, ""))
    assert room.names == ["Guest", "Bo"]


def test_nobody_renames_others_or_takes_their_names() -> None:
    room = Room(seats=[SeatRequest("here", "Ann"), SeatRequest("bot")])
    assert room.no(ANN, c.Rename(0, "pip")) == "name_taken"
    room = started(ANN, BO)
    assert room.no(BO, c.Rename(0, "Bo 2")) == "not_your_seat"
    assert room.no(BO, c.Rename(1, "ann")) == "name_taken"
    assert room.no(BO, c.Rename(1, "x" * 25)) == "name"
    assert room.no(BO, c.Rename(1, "Bo", "<b>")) == "avatar"

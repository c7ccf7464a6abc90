"""Rooms whose first game starts from a position: no fair deal, and a casual game."""

from __future__ import annotations

from table.local_room import ANN, BO, Room, finish, nonce, secret, started

from ludoteca.core.receipts import commit
from ludoteca.core.registry import find_game
from ludoteca.core.translations import Refusal
from ludoteca.rooms.table_messages import room_info, seat_infos
from ludoteca.table import commands as c
from ludoteca.table import events as e
from ludoteca.table.create_room import CreateRoom, SeatRequest, create_room

FIRST = commit(secret(0))


def position() -> dict[str, object]:
    room = started(ANN, BO, game="latice")
    return dict(room.position)


def test_a_game_from_a_position_starts_at_once_and_warns_about_hidden_pieces() -> None:
    room = Room("latice", 2, start=position())
    assert room.table.deal is None
    room.do(ANN, c.Sit(0, "Ann"))
    assert room.no(BO, c.Sit(1, "Bo", nonce=nonce(BO), commitment=FIRST)) == "no_deal"
    assert room.do(BO, c.Sit(1, "Bo")) == ["seated", "started"]
    assert (room.table.seed, room.table.deal, room.table.casual) == (f"{secret(0)}//", None, True)
    words = [room.table.game.translations.format(line) for line in room.table.log_entries[-1].texts_for(None)]
    assert "somebody may know the hidden pieces" in words[-1]
    info = room_info("ABCDEF", room.table, seat_infos(room.table))
    assert (info.origin, info.deal, info.next_deal) == ("position", None, None)


def test_the_game_after_one_from_a_position_is_dealt() -> None:
    room = finish(Room("latice", 2, start=position()).sit(ANN, BO))
    info = room_info("ABCDEF", room.table, seat_infos(room.table))
    assert info.deal is None
    assert info.next_deal is not None
    for device in (ANN, BO):
        room.do(device, room.play_again(device))
    assert room.table.deal is not None
    assert room.table.deal.game == 2


def test_two_rooms_from_one_position_do_not_share_their_chance() -> None:
    game = find_game("latice")
    seats = [SeatRequest("here", "Ann"), SeatRequest("here", "Bo")]
    logs = [
        create_room(game, CreateRoom("latice", seats=seats, start=position()), ANN, secret(number)) for number in (1, 2)
    ]
    assert not any(isinstance(log, Refusal) for log in logs)
    first, second = (log[-1] for log in logs if isinstance(log, list))
    assert isinstance(first, e.Started)
    assert isinstance(second, e.Started)
    assert first.seed != second.seed

"""Bots have names: each at a table its own, and none that a person has."""

from __future__ import annotations

from table.local_room import BO, Room

from ludoteca.table import commands as c
from ludoteca.table.create_room import SeatRequest

BOT = SeatRequest("bot", level=3)


def test_bots_of_one_level_can_be_told_apart() -> None:
    room = Room("rowsandcols", seats=[BOT, SeatRequest("here", "Ann"), BOT, BOT, SeatRequest("bot", level=1), BOT])
    assert room.names == ["Otto", "Ann", "Mira", "Jon", "Pip", "Ella"]


def test_no_bot_has_the_name_of_a_person() -> None:
    room = Room("rowsandcols", seats=[BOT, SeatRequest("here", "otto"), BOT])
    assert room.names == ["Mira", "otto", "Jon"]


def test_nobody_takes_the_name_of_a_bot_at_the_table() -> None:
    room = Room("rowsandcols", seats=[BOT, SeatRequest("here", "Ann"), SeatRequest()])
    assert "Otto" in room.sentence(BO, c.Sit(2, "Otto"))
    room.do(BO, c.Sit(2, "Mira"))
    assert room.names == ["Otto", "Ann", "Mira"]

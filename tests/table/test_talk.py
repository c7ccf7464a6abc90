"""Chat: who is heard by whom, how much, and that the host can close it."""

from __future__ import annotations

import pytest
from table.helpers import ANN, BO, CY, SHORT, started

from ludoteca.table import commands as c
from ludoteca.table.talk import heard


def test_players_are_heard_by_all_and_lookers_on_by_their_like() -> None:
    room = started(ANN, BO)
    room.do(ANN, c.Say("good  luck\n"))
    room.do(CY, c.Say("b2 is weak", "Cy"))
    assert [(line.name, line.seat, line.text) for line in heard(room.table, CY, 0)] == [
        ("Ann", 0, "good luck"),
        ("Cy", None, "b2 is weak"),
    ]
    assert [line.name for line in heard(room.table, BO, 0)] == ["Ann"]
    on = room.on
    room.play(*SHORT)
    assert on < room.on
    assert [line.name for line in heard(room.table, BO, 0)] == ["Ann", "Cy"], "after the game"


def test_talk_changes_no_position_and_nobody_may_call_himself_a_player() -> None:
    room = started(ANN, BO)
    on = room.on
    room.do(BO, c.Say("hello", "Ann"))
    assert room.on == on
    assert room.table.chat[-1].name == "Bo"
    room.play("b2")


@pytest.mark.parametrize("text", ["", " \n ", "x" * 301, "bell\x07", "turn\u202eround"])
def test_lines_that_cannot_be_shown_are_refused(text: str) -> None:
    assert started(ANN, BO).no(ANN, c.Say(text)) == "chat_line"


def test_lookers_on_need_a_name() -> None:
    assert started(ANN, BO).no(CY, c.Say("hello")) == "name"


def test_too_many_lines_at_once() -> None:
    room = started(ANN, BO)
    for number in range(5):
        room.do(ANN, c.Say(f"line {number}"))
    assert room.no(ANN, c.Say("one more")) == "chat_fast"
    room.do(BO, c.Say("I may"))
    room.now += 10_000
    room.do(ANN, c.Say("later"))


def test_the_host_closes_and_opens_the_chat() -> None:
    room = started(ANN, BO)
    assert room.no(BO, c.SetChat(False)) == "only_host"
    assert room.no(ANN, c.SetChat(True)) == "chat_already"
    room.do(ANN, c.SetChat(False))
    assert room.no(BO, c.Say("hello")) == "chat_off"
    room.do(ANN, c.SetChat(True))
    room.do(BO, c.Say("hello"))


def test_only_so_much_talk_is_kept_at_hand() -> None:
    room = started(ANN, BO)
    for number in range(220):
        room.now += 10_000
        room.do(ANN, c.Say(f"line {number}"))
    assert [line.text for line in room.table.chat][:1] == ["line 20"]

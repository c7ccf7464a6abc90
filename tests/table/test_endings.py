"""Ending a game early: resigning, and abandoning without a result."""

from __future__ import annotations

import pytest
from table.local_room import ANN, BO, CY, SHORT, Room, started, with_bot

from ludoteca.core.state import NOBODY
from ludoteca.table import commands as c
from ludoteca.table.create_room import SeatRequest


def play_out(room: Room) -> None:
    while room.table.to_move() != NOBODY:
        room.play(room.first())


def test_with_two_players_the_other_wins() -> None:
    room = started(ANN, BO)
    assert room.do(BO, c.Resign(1, room.version)) == ["resigned"]
    assert (room.table.phase, room.table.result()) == ("over", [1.0, 0.0])


def test_players_resign_at_any_time_but_only_their_own_seat() -> None:
    room = Room()
    room.do(ANN, c.Sit(0, "Ann"))
    assert room.no(ANN, c.Resign(0, room.version)) == "not_started"
    room.do(BO, c.Sit(1, "Bo"))
    for device in (BO, CY, c.SERVER):
        assert room.no(device, c.Resign(0, room.version)) == "not_your_seat"
    room.play(*SHORT)
    assert room.no(ANN, c.Resign(0, room.version)) == "game_over"


def test_against_a_bot_the_bot_wins() -> None:
    room = with_bot()
    room.do(ANN, c.Resign(0, room.version))
    assert room.table.result() == [0.0, 1.0]
    assert room.no(c.SERVER, c.Resign(1, room.version)) == "not_your_seat"


def test_with_three_players_the_others_play_on_and_the_fallback_fills_in() -> None:
    room = started(ANN, BO, CY, game="dummy")
    room.do(ANN, c.Resign(0, room.version))
    assert (room.table.phase, room.table.automated_by(0)) == ("playing", "fallback")
    assert room.no(ANN, c.Move(0, room.first(), room.version)) == "resigned_already"
    assert room.no(ANN, c.Resign(0, room.version)) == "resigned_already"
    room.play("swap")
    assert room.no(ANN, c.Move(0, "end", room.version)) == "not_your_turn"
    room.do(CY, c.Resign(2, room.version))
    assert (room.table.phase, room.table.result()) == ("over", [0.0, 1.0, 0.0])


@pytest.mark.parametrize("resigned", [0, 1, 2])
def test_with_three_players_the_best_of_those_who_stayed_wins(resigned: int) -> None:
    people = (ANN, BO, CY)
    room = started(*people, game="dummy")
    room.do(people[resigned], c.Resign(resigned, room.version))
    play_out(room)
    state = room.table.state
    assert state is not None
    scores, result = state.scores(), room.table.result()
    assert result is not None
    best = max(score for seat, score in enumerate(scores) if seat != resigned)
    winners = [seat for seat, score in enumerate(scores) if seat != resigned and score == best]
    assert result == [1 / len(winners) if seat in winners else 0.0 for seat in range(3)]


def test_bots_play_on_when_the_only_person_resigns() -> None:
    room = Room("dummy", [SeatRequest("here", "Ann"), SeatRequest("bot"), SeatRequest("bot")])
    room.do(ANN, c.Resign(0, room.version))
    play_out(room)
    assert room.table.phase == "over"


def test_a_person_alone_abandons_at_once() -> None:
    for room in (with_bot(), started(ANN, ANN)):
        assert room.do(ANN, c.Abandon(0, room.version)) == ["abandon_asked", "abandoned"]
        assert (room.table.phase, room.table.result()) == ("over", None)


def test_two_abandon_by_agreement() -> None:
    room = started(ANN, BO)
    assert room.do(ANN, c.Abandon(0, room.version)) == ["abandon_asked"]
    assert room.no(ANN, c.Abandon(0, room.version)) == "asked_already"
    assert room.do(BO, c.Abandon(1, room.version)) == ["abandon_asked", "abandoned"]
    assert room.table.result() is None


def test_an_offer_to_abandon_can_be_declined() -> None:
    room = started(ANN, BO)
    assert room.no(BO, c.Abandon(1, room.version, yes=False)) == "nothing_asked"
    room.do(ANN, c.Abandon(0, room.version))
    assert room.do(BO, c.Abandon(1, room.version, yes=False)) == ["abandon_refused"]
    assert (room.table.phase, room.table.abandon_asked) == ("playing", set())
    assert room.do(BO, c.Abandon(1, room.version)) == ["abandon_asked"]


def test_an_offer_to_abandon_can_be_withdrawn() -> None:
    room = started(ANN, BO, CY, game="dummy")
    room.do(ANN, c.Abandon(0, room.version))
    room.do(BO, c.Abandon(1, room.version))
    assert room.no(CY, c.Withdraw(2, "abandon", room.version)) == "nothing_asked"
    assert room.do(ANN, c.Withdraw(0, "abandon", room.version)) == ["withdrawn"]
    assert (room.table.phase, room.table.abandon_asked) == ("playing", {1})
    assert room.do(CY, c.Abandon(2, room.version)) == ["abandon_asked"], "one of three does not agree any more"


def test_one_device_agrees_with_all_its_seats() -> None:
    room = started(ANN, ANN, BO, game="dummy")
    assert room.do(ANN, c.Abandon(0, room.version)) == ["abandon_asked"]
    assert room.no(ANN, c.Abandon(1, room.version)) == "asked_already"
    assert room.do(BO, c.Abandon(2, room.version)) == ["abandon_asked", "abandoned"]


def test_players_who_resigned_have_no_say_in_abandoning() -> None:
    room = started(ANN, BO, CY, game="dummy")
    room.do(ANN, c.Resign(0, room.version))
    room.do(BO, c.Abandon(1, room.version))
    assert room.no(ANN, c.Abandon(0, room.version)) == "resigned_already"
    assert room.no(ANN, c.Abandon(0, room.version, yes=False)) == "resigned_already"
    assert room.do(CY, c.Abandon(2, room.version)) == ["abandon_asked", "abandoned"]


def test_players_who_resigned_need_not_agree() -> None:
    room = started(ANN, BO, CY, game="dummy")
    room.do(ANN, c.Abandon(0, room.version))
    room.do(BO, c.Abandon(1, room.version))
    room.do(CY, c.Resign(2, room.version))
    assert room.do(ANN, c.Abandon(0, room.version)) == ["abandon_asked", "abandoned"]


def test_only_a_running_game_is_abandoned() -> None:
    room = started(ANN, BO)
    assert room.no(CY, c.Abandon(0, room.version)) == "not_your_seat"
    room.play(*SHORT)
    assert room.no(ANN, c.Abandon(0, room.version)) == "game_over"
    assert room.table.result() == [0.0, 1.0]

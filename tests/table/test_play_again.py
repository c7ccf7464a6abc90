"""The next game: a rematch with the seats rotated, and a match of two legs."""

from __future__ import annotations

from table.local_room import ANN, BO, CY, LONG, SHORT, Room, secret, started, with_bot

from ludoteca.table import commands as c
from ludoteca.table import events as e
from ludoteca.table.create_room import SeatRequest


def again(room: Room) -> Room:
    """Ask for the next game on all devices."""
    for device in dict.fromkeys(room.table.players[seat].device or "" for seat in room.table.person_seats):
        room.do(device, room.play_again(device))
    return room


def test_a_rematch_starts_when_everybody_has_asked() -> None:
    room = started(ANN, BO).play(*SHORT)
    assert room.do(BO, c.PlayAgain(1, room.version)) == ["play_again_asked"]
    assert room.no(BO, c.PlayAgain(1, room.version)) == "asked_already"
    assert room.do(ANN, c.PlayAgain(0, room.version)) == ["play_again_asked", "rotated", "started"]
    assert (room.table.phase, room.names, room.table.seats_of(ANN)) == ("playing", ["Bo", "Ann"], [1])
    assert (room.table.moves, room.table.resigned, room.table.result()) == ([], set(), None)


def test_asking_for_a_rematch_can_be_withdrawn() -> None:
    room = started(ANN, BO).play(*SHORT)
    assert room.no(BO, c.Withdraw(1, "play_again", room.version)) == "nothing_asked"
    room.do(BO, c.PlayAgain(1, room.version))
    assert room.do(BO, c.Withdraw(1, "play_again", room.version)) == ["withdrawn"]
    assert (room.table.phase, room.table.play_again_asked) == ("over", set())
    assert room.do(ANN, c.PlayAgain(0, room.version)) == ["play_again_asked"], "the other must ask once more"
    assert room.do(BO, c.PlayAgain(1, room.version)) == ["play_again_asked", "rotated", "started"]


def test_no_rematch_before_the_end() -> None:
    room = started(ANN, BO)
    assert room.no(ANN, c.PlayAgain(0, room.version)) == "not_over"
    room.play(*SHORT)
    assert room.no(CY, c.PlayAgain(0, room.version)) == "not_your_seat"


def test_every_game_has_a_seed_of_its_own() -> None:
    room = started(ANN, BO).play(*SHORT)
    first = room.table.seed
    assert again(room).table.seed not in ("", first)


def test_one_device_asks_once_for_all_its_seats() -> None:
    room = started(ANN, ANN).play(*SHORT)
    assert room.do(ANN, c.PlayAgain(1, room.version)) == ["play_again_asked", "play_again_asked", "rotated", "started"]


def test_bots_rotate_too_and_need_not_be_asked() -> None:
    room = with_bot().play(*SHORT)
    assert room.do(ANN, c.PlayAgain(0, room.version)) == ["play_again_asked", "rotated", "started"]
    assert room.names == ["Pip", "Ann"]
    assert room.table.automated_by(0) == "bot"
    assert room.table.deep_undo_allowed


def test_three_move_up_one_seat_each() -> None:
    room = started(ANN, BO, CY, game="dummy")
    room.do(ANN, c.Resign(0, room.version))
    room.do(BO, c.Resign(1, room.version))
    assert again(room).names == ["Cy", "Ann", "Bo"]
    assert [room.table.seats_of(device) for device in (ANN, BO, CY)] == [[1], [2], [0]]


def test_after_an_abandoned_game_there_may_be_another() -> None:
    room = with_bot()
    room.do(ANN, c.Abandon(0, room.version))
    room.do(ANN, c.PlayAgain(0, room.version))
    assert (room.table.phase, room.table.abandoned, room.table.abandon_asked) == ("playing", False, set())


def test_absent_players_play_themselves_in_the_next_game() -> None:
    room = started(ANN, BO).play(*SHORT[:3])
    room.do(c.SERVER, c.AbsenceTimeout(1))
    room.do(ANN, c.Resign(0, room.version))
    assert again(room).table.away == set()


def test_a_match_is_won_by_days() -> None:
    room = started(ANN, BO, legs=2).play(*SHORT)
    assert (room.table.leg, room.table.totals, room.table.match_result()) == (1, [2, -2], None)
    again(room)
    assert (room.table.leg, room.table.totals) == (2, [-2, 2])
    room.play(*LONG)
    assert room.table.totals == [1, -1]
    assert room.names == ["Bo", "Ann"]
    assert room.table.match_result() == [1.0, 0.0]
    assert room.table.result() == [0.0, 1.0]


def test_a_match_can_be_tied() -> None:
    room = again(started(ANN, BO, legs=2).play(*SHORT)).play(*SHORT)
    assert room.table.totals == [0, 0]
    assert room.table.match_result() == [0.5, 0.5]


def test_the_third_game_starts_a_new_match() -> None:
    room = again(started(ANN, BO, legs=2).play(*SHORT)).play(*LONG)
    again(room)
    assert (room.table.leg, room.table.totals, room.names) == (1, [0, 0], ["Ann", "Bo"])
    again(room.play(*LONG)).play(*SHORT)
    assert room.table.match_result() == [0.0, 1.0]


def test_resigning_a_leg_loses_the_match() -> None:
    room = started(ANN, BO, legs=2)
    room.do(ANN, c.Resign(0, room.version))
    again(room).play(*SHORT)
    assert room.names == ["Bo", "Ann"]
    assert room.table.match_result() == [1.0, 0.0]
    again(room).play(*LONG)
    assert again(room).play(*SHORT).table.match_result() == [0.0, 1.0]


def test_a_lost_match_stays_lost_on_another_device() -> None:
    room = started(ANN, BO, legs=2)
    room.do(ANN, c.Resign(0, room.version))
    room.do(ANN, c.Link(0))
    room.do(CY, c.Claim(secret(room.asked)))
    assert again(room).play(*SHORT).table.match_result() == [1.0, 0.0]


def test_namesakes_on_one_device_do_not_lose_together() -> None:
    room = Room(seats=[SeatRequest("here", "Ann"), SeatRequest("here", "Ann")], legs=2)
    room.do(ANN, c.Resign(0, room.version))
    assert again(room).play(*SHORT).table.match_result() == [1.0, 0.0]


def test_where_each_resigned_a_leg_the_points_decide() -> None:
    room = started(ANN, BO, legs=2).play("a2")
    room.do(ANN, c.Resign(0, room.version))
    again(room)
    room.do(BO, c.Resign(0, room.version))
    assert room.table.totals == [-1, 1]
    assert room.table.match_result() == [0.0, 1.0]


def test_a_match_with_an_abandoned_leg_has_no_result() -> None:
    room = started(ANN, ANN, legs=2)
    room.do(ANN, c.Abandon(0, room.version))
    assert again(room).play(*SHORT).table.match_result() is None
    again(room).play(*SHORT)
    assert again(room).play(*SHORT).table.match_result() == [0.5, 0.5]


def test_a_single_game_is_no_match() -> None:
    room = again(started(ANN, BO).play(*SHORT)).play(*SHORT)
    assert (room.table.leg, room.table.totals, room.table.match_result()) == (1, [2, -2], None)


def test_rotation_is_in_the_log_before_the_start() -> None:
    room = again(with_bot().play(*SHORT))
    assert [type(event) for _, _, event in room.log[-3:]] == [e.PlayAgainAsked, e.Rotated, e.Started]

"""Deadlines of bots, absent players and their substitutes."""

from __future__ import annotations

from table.local_room import ANN, BO, CY, SHORT, Room, started, with_bot

from ludoteca.core.registry import find_game
from ludoteca.table import commands as c
from ludoteca.table import events as e
from ludoteca.table.create_room import SeatRequest
from ludoteca.table.deadlines import Deadline, next_deadline


def test_nothing_is_due_unless_a_game_is_played() -> None:
    room = Room()
    assert next_deadline(room.table, {}) is None
    room.do(ANN, c.Sit(0, "Ann"))
    assert next_deadline(room.table, {ANN: 0}) is None
    room.do(BO, c.Sit(1, "Bo"))
    room.play(*SHORT)
    assert next_deadline(room.table, {BO: 0, ANN: 0}) is None


def test_connected_players_have_no_deadline() -> None:
    room = started(ANN, BO)
    assert next_deadline(room.table, {}) is None
    assert next_deadline(room.table, {BO: 0}) is None


def test_an_absent_player_has_the_time_that_the_host_set() -> None:
    room = started(ANN, BO, absence_timeout_s=60)
    left = room.now + 5000
    assert next_deadline(room.table, {ANN: left}) == Deadline(left + 60_000, "absence_timeout", 0)


def test_the_absence_timeout_starts_with_the_turn() -> None:
    room = started(ANN, BO, absence_timeout_s=60)
    room.now += 7000
    room.play("a2")
    assert next_deadline(room.table, {BO: room.now - 6000}) == Deadline(room.now + 60_000, "absence_timeout", 1)


def test_an_offer_does_not_restart_the_absence_timeout() -> None:
    room = started(ANN, BO, absence_timeout_s=60).play("a2")
    began = room.now
    room.now += 5000
    room.do(ANN, c.Undo(0, room.version))
    assert next_deadline(room.table, {BO: 0}) == Deadline(began + 60_000, "absence_timeout", 1)


def test_an_empty_room_stands_still() -> None:
    room = started(ANN, BO)
    assert next_deadline(room.table, {ANN: 0, BO: 0}) is None
    room.do(c.SERVER, c.AbsenceTimeout(0))
    assert next_deadline(room.table, {ANN: 0, BO: 0}) is None
    assert next_deadline(room.table, {BO: 0}) is None


def test_a_person_alone_among_bots_gets_no_substitute() -> None:
    assert next_deadline(with_bot().table, {ANN: 0}) is None
    assert next_deadline(started(ANN, ANN).table, {ANN: 0}) is None


def test_a_substitute_plays_for_an_absent_player() -> None:
    room = started(ANN, BO).play("a2")
    assert room.do(c.SERVER, c.AbsenceTimeout(1)) == ["away"]
    assert next_deadline(room.table, {BO: 0}) == Deadline(room.now, "bot", 1)
    room.do(c.SERVER, c.AutomatedMove(1, "-", room.version))
    assert room.log[-1][2] == e.Moved(1, "-", "bot")
    assert next_deadline(room.table, {BO: 0}) is None
    assert room.table.casual


def test_a_returning_player_gets_the_seat_back() -> None:
    room = started(ANN, BO).play("a2")
    room.do(c.SERVER, c.AbsenceTimeout(1))
    assert room.do(c.SERVER, c.Return(1)) == ["back"]
    assert next_deadline(room.table, {}) is None
    assert room.no(c.SERVER, c.AutomatedMove(1, "-", room.version)) == "not_your_seat"
    assert room.do(BO, c.Move(1, "-", room.version)) == ["moved"]


def test_an_absent_player_returns_by_moving() -> None:
    room = started(ANN, BO).play("a2")
    room.do(c.SERVER, c.AbsenceTimeout(1))
    assert room.no(BO, c.Move(1, "zz", room.version)) == "not_a_field"
    assert 1 in room.table.away
    assert room.do(BO, c.Move(1, "b2", room.version)) == ["back", "moved"]
    assert room.table.away == set()


def test_only_the_server_sends_absence_timeouts() -> None:
    room = started(ANN, BO)
    for device in (ANN, BO, CY):
        assert room.no(device, c.AbsenceTimeout(0)) == "not_playing"
    room.do(c.SERVER, c.AbsenceTimeout(0))
    for device in (ANN, BO, CY):
        assert room.no(device, c.Return(0)) == "not_away"


def test_a_player_leaves_and_returns_only_once() -> None:
    room = started(ANN, BO)
    assert room.no(c.SERVER, c.Return(0)) == "not_away"
    room.do(c.SERVER, c.AbsenceTimeout(0))
    assert room.no(c.SERVER, c.AbsenceTimeout(0)) == "away_already"


def test_a_bot_is_never_away() -> None:
    assert with_bot().no(c.SERVER, c.AbsenceTimeout(1)) == "not_playing"


def test_nobody_is_away_without_a_game() -> None:
    room = Room()
    room.do(ANN, c.Sit(0, "Ann"))
    assert room.no(c.SERVER, c.AbsenceTimeout(0)) == "not_playing"
    room.do(BO, c.Sit(1, "Bo"))
    room.play(*SHORT)
    assert room.no(c.SERVER, c.AbsenceTimeout(0)) == "not_playing"


def test_a_bot_is_due_at_once() -> None:
    room = with_bot(bot_seat=0)
    assert next_deadline(room.table, {}) == next_deadline(room.table, {ANN: 0}) == Deadline(room.now, "bot", 0)


def test_a_seat_that_resigned_is_played_by_the_fallback_at_once() -> None:
    room = started(ANN, BO, CY, game="dummy")
    room.do(ANN, c.Resign(0, room.version))
    assert (
        next_deadline(room.table, {})
        == next_deadline(room.table, {ANN: 0, BO: 0, CY: 0})
        == Deadline(room.now, "fallback", 0)
    )
    room.do(c.SERVER, c.AutomatedMove(0, room.first("play"), room.version))
    assert room.log[-1][2] == e.Moved(0, room.table.moves[-1].text, "fallback")
    room.play("end")
    assert next_deadline(room.table, {}) is None


def test_a_substitute_waits_while_only_bots_would_see_it() -> None:
    room = Room("dummy", [SeatRequest("here", "Ann"), SeatRequest(), SeatRequest("bot")])
    room.do(BO, c.Sit(1, "Bo", **room.answer(BO)))
    room.do(c.SERVER, c.AbsenceTimeout(0))
    assert next_deadline(room.table, {ANN: 0}) == Deadline(room.now, "bot", 0)
    assert next_deadline(room.table, {ANN: 0, BO: 0}) is None


def test_the_server_plays_for_no_connected_player() -> None:
    room = started(ANN, BO)
    assert room.no(c.SERVER, c.AutomatedMove(0, "a2", room.version)) == "not_your_seat"
    assert room.no(c.SERVER, c.AutomatedMove(1, "-", room.version)) == "not_your_turn"
    assert room.no(ANN, c.AutomatedMove(0, "a2", room.version)) == "not_your_seat"


def test_an_illegal_automated_move_is_refused() -> None:
    room = with_bot(bot_seat=0)
    assert room.no(c.SERVER, c.AutomatedMove(0, "zz", room.version)) == "not_a_field"


def test_a_substitute_has_the_level_that_the_host_set() -> None:
    room = started(ANN, BO, substitute_level=1).play("b2")
    assert room.do(c.SERVER, c.AbsenceTimeout(1)) == ["away"]
    assert (room.table.automated_by(1), room.table.bot_level(1), room.table.casual) == ("bot", 1, True)
    room.play("-")
    room.do(c.SERVER, c.Return(1))
    assert (room.table.automated_by(1), room.table.players[1].device) == (None, BO)


def test_a_substitute_has_the_middle_level_by_default() -> None:
    assert Room().table.settings.substitute_level == 3
    assert Room("dummy").table.settings.substitute_level == find_game("dummy").bots[0].level
    room = Room(substitute_level=4, on_absence="win")
    assert (room.table.settings.substitute_level, room.table.settings.on_absence) == (4, "win")
    room.do(ANN, c.SetSettings({"substitute_level": 1}))
    assert (room.table.settings.substitute_level, room.table.settings.on_absence) == (1, "win")
    assert room.no(ANN, c.SetSettings({"substitute_level": 99})) == "unknown_bot"


def test_absence_can_call_the_game_off() -> None:
    room = started(ANN, BO, on_absence="call_off").play("b2")
    assert room.do(c.SERVER, c.AbsenceTimeout(1)) == ["called_off"]
    assert (room.table.phase, room.table.result()) == ("over", None)


def test_absence_can_lose_the_game() -> None:
    room = started(ANN, BO, on_absence="win").play("b2")
    assert room.do(c.SERVER, c.AbsenceTimeout(1)) == ["forfeited"]
    assert (room.table.phase, room.table.result(), room.table.forfeited) == ("over", [1.0, 0.0], {1})


def test_with_three_players_absence_counts_as_resigning() -> None:
    room = started(ANN, BO, CY, game="dummy", on_absence="win")
    room.do(c.SERVER, c.AbsenceTimeout(0))
    assert (room.table.phase, room.table.automated_by(0), room.table.resigned) == ("playing", "fallback", {0})


def test_a_player_who_returns_in_time_keeps_an_open_seat() -> None:
    room = started(ANN, BO).play("b2")
    room.absent = {BO}
    room.do(ANN, c.OpenSeat(1))
    room.do(c.SERVER, c.Return(1))
    assert room.no(CY, c.Sit(1, "Cy")) == "started_already"

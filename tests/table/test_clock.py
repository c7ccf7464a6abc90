"""Clocks per turn and per game, what a timeout does, and outages."""

from __future__ import annotations

from typing import Any

import pytest
from table.local_room import ANN, BO, Room, started, with_bot

from ludoteca.table import commands as c
from ludoteca.table.clock import GRACE_MS, Clock
from ludoteca.table.deadlines import Deadline, next_deadline

TURN = Clock("turn", 60)
GAME = Clock("game", 300, 10)


def after(room: Room, seconds: float) -> Room:
    room.now += int(1000 * seconds)
    return room


def flag(room: Room) -> list[str]:
    """Let the server act at the deadline, and not before."""
    wanted = next_deadline(room.table, {})
    assert wanted is not None
    assert wanted.action == "flag"
    room.now = wanted.at_ms - 1
    assert room.no(c.SERVER, c.Flag(wanted.seat)) == "not_overdue"
    room.now += 1
    return room.do(c.SERVER, c.Flag(wanted.seat))


def test_without_a_clock_nothing_is_due() -> None:
    assert next_deadline(started(ANN, BO).table, {}) is None


def test_every_turn_has_its_time() -> None:
    room = started(ANN, BO, clock=TURN)
    begun = room.now
    assert next_deadline(room.table, {}) == Deadline(begun + 60_000 + GRACE_MS, "flag", 0)
    after(room, 45).play("b2")
    assert next_deadline(room.table, {}) == Deadline(begun + 105_000 + GRACE_MS, "flag", 1)
    after(room, 10).play("-")
    assert room.table.clock_state.left_ms[0] == 60_000


def test_a_game_clock_gets_its_increment_after_each_turn() -> None:
    room = started(ANN, BO, clock=GAME)
    after(room, 100).play("b2")
    assert room.table.clock_state.left_ms == [210_000, 300_000]
    after(room, 20).play("-")
    assert room.table.clock_state.left_ms == [210_000, 290_000]
    assert next_deadline(room.table, {}) == Deadline(room.now + 210_000 + GRACE_MS, "flag", 0)


def test_a_turn_of_several_moves_gets_one_increment() -> None:
    room = started(ANN, BO, game="rowsandcols", clock=GAME)
    after(room, 5).play(room.first())
    assert room.table.to_move() == 0, "a turn goes on after its first brick"
    assert room.table.clock_state.left_ms[0] == 295_000
    after(room, 5).play("end")
    assert room.table.clock_state.left_ms[0] == 300_000


def test_on_timeout_the_fallback_plays_this_turn_only() -> None:
    room = started(ANN, BO, clock=TURN)
    assert flag(room) == ["overdue"]
    assert next_deadline(room.table, {}) == Deadline(room.table.changed_ms, "fallback", 0)
    room.play(room.first())
    assert room.table.to_move() == 1
    assert room.table.casual
    room.play("-")
    assert room.table.automated_by(0) is None


def test_a_timeout_can_lose_the_game() -> None:
    room = started(ANN, BO, clock=Clock("game", 300, 0, "loss")).play("b2")
    assert flag(room) == ["flagged"]
    assert room.table.result() == [1.0, 0.0]
    assert room.table.lost_on_time == {1}
    assert next_deadline(room.table, {}) is None


def test_time_in_which_the_server_was_down_does_not_count() -> None:
    room = started(ANN, BO, clock=TURN)
    begun = room.now
    after(room, 500)
    room.do(c.SERVER, c.RecordOutage([(room.now - 480_000, room.now)]))
    assert next_deadline(room.table, {}) == Deadline(begun + 540_000 + GRACE_MS, "flag", 0)
    assert room.no(ANN, c.RecordOutage([(0, room.now)])) == "not_playing", "only the server says so"


def test_undo_gives_no_time_back() -> None:
    room = started(ANN, BO, clock=GAME)
    after(room, 100).play("b2")
    after(room, 10).do(ANN, c.Undo(0, room.version))
    room.do(BO, c.AnswerUndo(1, True, room.version))
    assert room.table.clock_state.left_ms == [210_000, 290_000]
    assert room.table.clock_state.running == 0


def test_bots_have_no_clock() -> None:
    room = with_bot(clock=TURN).play("b2")
    assert next_deadline(room.table, {}) == Deadline(room.table.changed_ms, "bot", 1)


@pytest.mark.parametrize(
    ("clock", "field"),
    [
        (Clock("turn", 9), "seconds"),
        (Clock("turn", 10**9), "seconds"),
        (Clock("none", 5), "seconds"),
        (Clock("turn", 60, 5), "increment_s"),
        (Clock("game", 60, -1), "increment_s"),
        (Clock("game", 29), "seconds"),
    ],
)
def test_clocks_out_of_bounds_are_refused(clock: Clock, field: str) -> None:
    room = Room()
    assert room.why(ANN, c.SetSettings({"clock": clock})).params["field"] == field


def test_the_host_sets_the_clock_before_the_start() -> None:
    room = Room()
    room.do(ANN, c.SetSettings({"clock": TURN, "public": True}))
    assert (room.table.settings.clock, room.table.settings.public) == (TURN, True)
    room.do(ANN, c.SetSettings({"legs": 2}))
    assert (room.table.settings.clock, room.table.settings.public) == (TURN, True)
    room.sit(ANN, BO)
    assert room.no(ANN, c.SetSettings({"clock": Clock()})) == "started_already"


def test_a_rematch_has_full_time() -> None:
    room = started(ANN, BO, clock=GAME)
    moves: Any = ("a2", "b2", "a1", "b1 a2")
    after(room, 60).play(*moves)
    for device, seat in ((ANN, 0), (BO, 1)):
        room.do(device, c.PlayAgain(seat, room.version))
    assert room.table.clock_state.left_ms == [300_000, 300_000]

"""Before the start everybody seated may change the table; whoever did not make the change must agree to it."""

from __future__ import annotations

from table.local_room import ANN, BO, CY, Room, finish, secret

from ludoteca.table import commands as c
from ludoteca.table.create_room import SeatRequest
from ludoteca.table.deadlines import next_deadline
from ludoteca.table.deal import COUNTDOWN_MS, NONCE_TIMEOUT_MS

READY = c.SetReady(ready=True)
NOT_READY = c.SetReady(ready=False)


def table_of(game: str = "flooding", seats: list[SeatRequest] | None = None) -> Room:
    """Return a room that shows its countdown."""
    return Room(game, seats or [], slowly=True)


def with_guest() -> Room:
    """Return a room of Ann's in which Bo wants to change something first."""
    room = table_of(seats=[SeatRequest("here", "Ann"), SeatRequest()])
    room.do(BO, c.Sit(1, "Bo", ready=False))
    return room


def test_an_untouched_table_counts_down_when_the_guest_sits_down() -> None:
    room = table_of(seats=[SeatRequest("here", "Ann"), SeatRequest()])
    room.do(ANN, c.SetOptions({"size": 4}))  # nobody else is there to agree
    assert room.do(BO, c.Sit(1, "Bo")) == ["seated"]
    assert next_deadline(room.table, {}).at_ms == room.now + COUNTDOWN_MS  # type: ignore[union-attr]
    assert room.count_down() == ["started"]


def test_nobody_counts_down_alone() -> None:
    for last in (c.SeatBot(1, 1), c.Sit(1, "Abe")):
        room = table_of(seats=[SeatRequest("here", "Ann"), SeatRequest()])
        assert room.do(ANN, last)[-1] == "started"
    room = table_of(seats=[SeatRequest("here", "Ann"), SeatRequest()])
    room.do(ANN, NOT_READY)
    assert room.do(ANN, c.SeatBot(1, 1)) == ["bot_seated"]
    assert room.do(ANN, READY) == ["ready_set", "started"]


def test_the_next_game_waits_for_no_countdown() -> None:
    room = finish(Room().sit(ANN, BO))
    room.do(ANN, room.play_again(ANN))
    assert room.do(BO, room.play_again(BO)) == ["play_again_asked", "rotated", "started"]


def test_another_level_of_a_bot_must_be_agreed_to_but_not_a_change_to_the_same() -> None:
    room = table_of("rowsandcols", [SeatRequest("here", "Ann"), SeatRequest("bot"), SeatRequest(), SeatRequest()])
    room.do(BO, c.Sit(2, "Bo", **room.answer(BO)))
    room.do(ANN, c.SeatBot(1, 2))
    assert room.table.unready == {BO}
    room.do(BO, READY)
    room.do(ANN, c.SetSettings({"casual": False}))
    room.do(ANN, c.SeatBot(3, 1))
    assert room.table.unready == set()
    assert room.count_down() == ["started"]


def test_the_log_says_who_changed_what() -> None:
    room = with_guest()
    for command in (c.SetOptions({"size": 5}), c.SetSettings({"legs": 2}), c.SwapSeats(0, 1), READY, NOT_READY):
        room.do(BO, command)
    told = [(entry.seat, entry.texts_for(None)) for entry in room.table.log_entries[-5:]]
    sentences = [[room.table.game.translations.format(text) for text in texts] for _, texts in told]
    assert [seat for seat, _ in told] == [1, 1, 0, 0, 0]
    assert told[0][1][0].params["changes"] == {"size": 5}
    assert told[1][1][0].params["changes"] == {"legs": 2}
    assert sentences[0][0].startswith("Bo changed the options: ")
    assert sentences[1:] == [
        ["Bo changed the table settings."],
        ["Bo plays Journeyman now.", "Ann plays Weather now."],
        ["Bo is ready."],
        ["Bo is not ready."],
    ]


def test_a_guest_may_sit_down_to_change_something_first() -> None:
    room = with_guest()
    assert (room.table.phase, room.table.unready) == ("waiting", {BO})
    room.do(BO, c.SetOptions({"size": 5}))
    assert room.table.unready == {ANN, BO}
    room.do(BO, READY)
    assert next_deadline(room.table, {}) is None
    room.do(ANN, READY)
    assert room.count_down() == ["started"]
    assert (room.position["size"], room.now) == (5, room.table.changed_ms)


def test_the_countdown_can_be_stopped_by_anybody() -> None:
    for stop in (NOT_READY, c.SetOptions({"size": 6}), c.SetSettings({"legs": 2}), c.SwapSeats(0, 1), c.Stand(0)):
        room = with_guest()
        room.do(BO, READY)
        assert next_deadline(room.table, {}) is not None
        room.now += COUNTDOWN_MS - 1
        assert room.no(c.SERVER, c.Begin()) == "not_overdue"
        room.do(ANN, stop)
        room.now += 1
        assert next_deadline(room.table, {}) is None, stop
        assert room.no(c.SERVER, c.Begin()) == "not_overdue"


def test_a_seat_that_moves_to_the_other_device_ends_the_countdown() -> None:
    room = table_of(seats=[SeatRequest("here", "Ann"), SeatRequest()])
    room.do(ANN, c.Link(0))
    key = secret(room.asked)
    room.do(BO, c.Sit(1, "Bo"))
    room.do(BO, c.Claim(key))
    assert next_deadline(room.table, {}).at_ms == room.now  # type: ignore[union-attr]
    assert room.count_down() == ["started"]


def test_the_countdown_waits_for_nonces_too() -> None:
    room = table_of("dummy", [SeatRequest("here", "Ann"), SeatRequest()])
    room.do(BO, c.Sit(1, "Bo", ready=False))
    room.do(BO, READY)
    assert next_deadline(room.table, {}).at_ms == room.now + NONCE_TIMEOUT_MS  # type: ignore[union-attr]
    assert room.do(BO, room.ready(BO)) == ["nonce_added"]
    assert next_deadline(room.table, {}).at_ms == room.now + COUNTDOWN_MS  # type: ignore[union-attr]
    assert room.count_down() == ["started"]
    assert room.table.deal is not None
    assert room.table.deal.missing == ()


def test_players_swap_roles() -> None:
    room = with_guest()
    room.do(BO, c.SwapSeats(0, 1))
    assert (room.names, room.table.unready) == (["Bo", "Ann"], {ANN, BO})
    assert room.no(BO, c.SwapSeats(0, 2)) == "seat_range"
    room.do(BO, READY)
    room.do(ANN, READY)
    room.count_down()
    assert (room.names, room.table.unready) == (["Bo", "Ann"], set())


def test_a_player_moves_to_a_free_seat() -> None:
    room = table_of("rowsandcols", [SeatRequest("here", "Ann"), SeatRequest(), SeatRequest()])
    room.do(ANN, c.SwapSeats(0, 2))
    assert [player.name for player in room.table.players] == ["", "", "Ann"]


def test_strangers_change_nothing() -> None:
    room = with_guest()
    for command in (READY, c.SwapSeats(0, 1), c.SetOptions({"size": 5}), c.SetSettings({"legs": 2})):
        assert room.no(CY, command) == "only_seated"


def test_nothing_changes_after_the_start() -> None:
    room = Room().sit(ANN, BO)
    for command in (READY, c.SwapSeats(0, 1), c.SetSettings({"casual": True})):
        assert room.no(BO, command) == "started_already"


def test_who_leaves_need_not_agree() -> None:
    room = table_of("rowsandcols", [SeatRequest("here", "Ann"), SeatRequest(), SeatRequest()])
    room.do(BO, c.Sit(1, "Bo", ready=False))
    room.do(BO, c.Stand(1))
    assert room.table.unready == set()
    room.do(CY, c.Sit(1, "Cy", **room.answer(CY)))
    assert room.do(BO, c.Sit(2, "Bo", **room.answer(BO))) == ["seated", "nonce_added"]
    assert room.count_down() == ["started"]

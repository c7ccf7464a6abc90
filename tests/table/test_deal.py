"""The fair deal: a secret, its commitment, and a nonce of every device."""

from __future__ import annotations

from typing import Any

import pytest
from table.local_room import ANN, BO, CY, Room, finish, nonce, secret, started, with_bot

from ludoteca.core.receipts import commit
from ludoteca.rooms.table_messages import room_info, seat_infos
from ludoteca.table import commands as c
from ludoteca.table import events as e
from ludoteca.table.clock import GRACE_MS, Clock
from ludoteca.table.create_room import CreateRoom, SeatRequest
from ludoteca.table.deadlines import Deadline, next_deadline
from ludoteca.table.deal import NONCE_TIMEOUT_MS

FIRST = commit(secret(0))


def full(*people: str, **request: Any) -> Room:
    """Make a full room of the dummy game in which no device has added a nonce."""
    room = Room("dummy", len(people), **request)
    for seat, device in enumerate(people):
        room.do(device, c.Sit(seat, device))
    assert room.table.phase == "waiting"
    return room


def begin(room: Room) -> list[str]:
    """Let the server start the game when the time for nonces is over."""
    wanted = next_deadline(room.table, {})
    assert wanted is not None
    assert wanted.action == "begin"
    room.now = wanted.at_ms
    return room.do(c.SERVER, c.Begin())


# The start


def test_the_game_starts_with_the_last_nonce_and_the_seed_holds_all_of_them() -> None:
    room = full(ANN, BO)
    assert room.do(BO, room.ready(BO)) == ["nonce_added"]
    assert room.do(ANN, room.ready(ANN)) == ["nonce_added", "started"]
    assert room.table.seed == f"{secret(0)}/{nonce(ANN)}/{nonce(BO)}"
    assert room.log[-1][2] == e.Started(room.table.seed, [nonce(ANN), nonce(BO)])


def test_sitting_down_can_add_a_nonce() -> None:
    room = started(ANN, BO, game="dummy")
    assert room.table.phase == "playing"
    assert room.table.deal is not None
    assert (room.table.deal.nonces, room.table.deal.missing) == ((nonce(ANN), nonce(BO)), ())


def test_a_device_can_add_its_nonce_before_the_last_player_sits_down() -> None:
    room = Room("dummy", 2)
    room.do(BO, c.Sit(1, "Bo"))
    room.do(ANN, c.Sit(0, "Ann", **room.answer(ANN)))
    assert room.table.phase == "waiting"
    assert room.do(BO, room.ready(BO)) == ["nonce_added", "started"]


def test_after_five_seconds_the_game_starts_and_names_missing_nonces() -> None:
    room = full(ANN, BO)
    room.do(ANN, room.ready(ANN))
    assert next_deadline(room.table, {ANN: 0, BO: 0}) == Deadline(room.now + NONCE_TIMEOUT_MS, "begin", -1)
    room.now += NONCE_TIMEOUT_MS - 1
    assert room.no(c.SERVER, c.Begin()) == "not_overdue"
    room.now += 1
    assert room.do(c.SERVER, c.Begin()) == ["started"]
    assert room.table.seed == f"{secret(0)}/{nonce(ANN)}/"
    assert room.table.deal is not None
    assert room.table.deal.missing == (1,)


def test_nonces_do_not_restart_the_five_seconds() -> None:
    room = full(ANN, BO)
    since = room.now
    room.now += 3000
    room.do(BO, room.ready(BO))
    assert room.table.ready_ms == since
    room.do(BO, c.Stand(1))
    assert next_deadline(room.table, {}) is None
    room.now += 3000
    room.do(CY, c.Sit(1, "Cy"))
    assert room.table.ready_ms == room.now


def test_an_empty_nonce_is_accepted_and_named() -> None:
    room = full(ANN, BO)
    room.do(ANN, c.Ready(commitment=FIRST))
    assert room.do(BO, room.ready(BO)) == ["nonce_added", "started"]
    assert room.table.deal is not None
    assert room.table.deal.missing == (0,)


def test_a_room_created_full_waits_for_its_hosts_nonce() -> None:
    requests = [SeatRequest("here", "Ann"), SeatRequest("bot", level=1)]
    room = Room("dummy", requests, answering=False)
    assert (room.table.phase, room.table.ready_ms) == ("waiting", room.now)
    assert room.do(ANN, room.ready(ANN)) == ["nonce_added", "started"]
    assert begin(Room("dummy", requests, answering=False)) == ["started"]


def test_a_request_for_a_room_has_no_nonce() -> None:
    assert not {"nonce", "commitment"} & set(CreateRoom.__struct_fields__)


def test_bots_add_no_nonce_and_are_not_named() -> None:
    room = with_bot("dummy")
    assert room.table.seed == f"{secret(0)}/{nonce(ANN)}/"
    assert room.table.deal is not None
    assert room.table.deal.missing == ()


def test_a_device_with_several_seats_adds_one_nonce_on_its_lowest() -> None:
    room = full(BO, ANN, ANN)
    room.do(BO, room.ready(BO))
    room.do(ANN, room.ready(ANN))
    assert room.table.seed == f"{secret(0)}/{nonce(BO)}/{nonce(ANN)}/"
    silent = full(BO, ANN, ANN)
    begin(silent)
    assert silent.table.deal is not None
    assert silent.table.deal.missing == (0, 1)


def test_six_seats_with_the_longest_nonces_make_a_seed_that_is_allowed() -> None:
    people = [f"device-{number}" for number in range(6)]
    room = Room("rowsandcols", 6)
    for seat, device in enumerate(people):
        room.do(device, c.Sit(seat, f"P{seat}", nonce=f"{seat}" * 64, commitment=FIRST))
    assert room.table.phase == "playing"
    assert len(room.table.seed) == 32 + 6 * 65
    assert room.table.seed.split("/")[1:] == [f"{seat}" * 64 for seat in range(6)]


def test_a_change_while_nonces_are_missing_asks_the_others_again() -> None:
    room = full(ANN, BO)
    room.do(ANN, c.SetOptions({"cards": 24}))
    assert (room.table.unready, room.table.ready_ms) == ({BO}, None)


# Nonces


@pytest.mark.parametrize(
    ("given", "commitment", "code"),
    [
        ("short", FIRST, "nonce"),
        ("x" * 15, FIRST, "nonce"),
        ("x" * 65, FIRST, "nonce"),
        ("a nonce with blanks", FIRST, "nonce"),
        ("slash/slash/slash/slash", FIRST, "nonce"),
        ("x" * 16 + "\n", FIRST, "nonce"),
        ("äöüäöüäöüäöüäöüäöü", FIRST, "nonce"),
        (nonce(ANN), "", "no_commitment"),
        (nonce(ANN), "0" * 64, "other_commitment"),
        (nonce(ANN), FIRST.upper(), "other_commitment"),
        (nonce(ANN), secret(0), "other_commitment"),
    ],
)
def test_a_bad_nonce_is_refused_in_every_command(given: str, commitment: str, code: str) -> None:
    room = Room("dummy", 2)
    assert room.no(ANN, c.Sit(0, "Ann", nonce=given, commitment=commitment)) == code
    assert room.table.players[0].is_free
    room.do(ANN, c.Sit(0, "Ann"))
    assert room.no(ANN, c.Ready(nonce=given, commitment=commitment)) == code
    over = finish(started(ANN, BO, game="dummy"))
    good = commit(over.table.secret)
    assert (
        over.no(ANN, c.PlayAgain(0, over.version, nonce=given, commitment=good if commitment == FIRST else commitment))
        == code
    )
    assert over.table.play_again_asked == set()


def test_the_sentence_of_a_bad_nonce_has_its_bounds() -> None:
    room = Room("dummy", 2).sit(ANN)
    said = room.sentence(ANN, c.Ready(nonce="x", commitment=FIRST))
    assert said == 'nonce must be 16 to 64 letters, digits, - and _, or empty, not "x".'


def test_only_seated_devices_add_nonces() -> None:
    room = Room("dummy", 2).sit(ANN)
    assert room.no(BO, room.ready(BO)) == "ready_seated"


def test_ready_needs_a_commitment() -> None:
    assert Room("dummy", 2).sit(ANN).no(ANN, c.Ready()) == "no_commitment"


def test_a_nonce_for_the_previous_commitment_is_refused() -> None:
    room = finish(started(ANN, BO, game="dummy"))
    old = c.PlayAgain(0, room.version, nonce=nonce(ANN), commitment=FIRST)
    assert room.no(ANN, old) == "other_commitment"


def test_nonces_are_refused_during_a_game() -> None:
    room = started(ANN, BO, game="dummy")
    assert room.no(ANN, c.Ready(nonce=nonce(ANN), commitment=FIRST)) == "no_deal"


def test_a_second_nonce_of_a_device_replaces_the_first() -> None:
    room = full(ANN, BO)
    room.do(ANN, room.ready(ANN))
    room.do(ANN, c.Ready(nonce="typed-by-ann-herself", commitment=FIRST))
    room.do(BO, room.ready(BO))
    assert room.table.seed == f"{secret(0)}/typed-by-ann-herself/{nonce(BO)}"


def test_the_first_nonce_of_a_device_is_accepted_beyond_all_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludoteca.table.decide.MAX_SIDE_EVENTS", 8)
    room = Room("dummy", 3).sit(ANN, BO)
    while room.table.seq < 8:
        room.do(BO, room.ready(BO))
    assert room.no(BO, room.ready(BO)) == "changed_too_often"
    room.do(CY, c.Sit(2, "Cy"))
    assert room.do(CY, room.ready(CY)) == ["nonce_added", "started"]


def test_standing_up_drops_the_nonce() -> None:
    for device in (BO, ANN):  # by oneself, or by the host
        room = Room("dummy", 2)
        room.do(BO, c.Sit(0, "Bo", **room.answer(BO)))
        room.do(device, c.Stand(0))
        assert room.table.nonces == {}
        room.do(BO, c.Sit(0, "Bo"))
        room.do(ANN, c.Sit(1, "Ann", **room.answer(ANN)))
        assert room.table.phase == "waiting"


def test_a_seat_moved_before_the_start_needs_a_nonce_of_its_new_device() -> None:
    room = Room("dummy", 2).sit(ANN)
    room.do(ANN, c.Link(0))
    room.do(CY, c.Claim(secret(room.asked)))
    room.do(BO, c.Sit(1, "Bo", **room.answer(BO)))
    assert room.table.phase == "waiting"
    assert room.do(CY, room.ready(CY)) == ["nonce_added", "started"]
    assert room.table.seed == f"{secret(0)}/{nonce(CY)}/{nonce(BO)}"


# After the start


def test_nothing_changes_a_deal_after_the_start() -> None:
    room = started(ANN, BO, game="dummy")
    seed, deal = room.table.seed, room.table.deal
    room.do(BO, c.Link(1))
    room.do(CY, c.Claim(secret(room.asked)))
    room.play("play")
    room.do(ANN, c.Undo(0, room.version))
    assert (room.table.seed, room.table.deal) == (seed, deal)


# The next game


def test_the_next_secret_is_drawn_by_the_event_that_ends_the_game() -> None:
    resigned = finish(started(ANN, BO, CY, game="dummy"))
    ends = [event for _, _, event in resigned.log if isinstance(event, e.Resigned)]
    assert [bool(event.secret) for event in ends] == [False, True]
    assert resigned.table.secret == ends[-1].secret == secret(resigned.asked)
    called_off = started(ANN, ANN, game="dummy")
    called_off.do(ANN, c.Abandon(0, called_off.version))
    assert called_off.table.secret == secret(called_off.asked)
    played = started(ANN, ANN, game="dummy")
    while played.table.phase == "playing":
        assert played.table.secret == ""
        played.play(played.first())
    last = played.log[-1][2]
    assert isinstance(last, e.Moved)
    assert played.table.secret == last.secret == secret(played.asked)
    assert not any(event.secret for _, _, event in played.log[:-1] if isinstance(event, e.Moved))


def test_a_game_lost_on_time_draws_the_next_secret() -> None:
    clock = Clock("turn", 10, on_timeout="loss")
    room = started(ANN, BO, game="dummy", clock=clock)
    room.now += 10_000 + GRACE_MS
    assert room.do(c.SERVER, c.Flag(0)) == ["flagged"]
    assert room.table.secret == secret(room.asked)


def test_play_again_adds_nonces_that_follow_the_players() -> None:
    room = finish(started(ANN, BO, CY, game="dummy"))
    drawn = room.table.secret
    assert room.do(ANN, room.play_again(ANN)) == ["play_again_asked", "nonce_added"]
    assert room.do(BO, room.play_again(BO)) == ["play_again_asked", "nonce_added"]
    assert room.do(CY, room.play_again(CY)) == ["play_again_asked", "nonce_added", "rotated", "started"]
    assert room.table.seed == f"{drawn}/{nonce(CY)}/{nonce(ANN)}/{nonce(BO)}"
    assert room.table.deal is not None
    assert room.table.deal.game == 2


def test_a_rematch_waits_five_seconds_for_nonces() -> None:
    room = finish(started(ANN, BO, game="dummy"))
    room.do(ANN, c.PlayAgain(0, room.version))
    assert next_deadline(room.table, {}) is None
    room.do(BO, room.play_again(BO))
    assert room.table.phase == "over"
    assert begin(room) == ["rotated", "started"]
    assert room.table.deal is not None
    assert room.table.deal.missing == (1,)
    assert room.table.players[1].device == ANN


def test_the_second_leg_has_a_deal_of_its_own() -> None:
    room = finish(started(ANN, BO, game="dummy", legs=2))
    for device in (ANN, BO):
        room.do(device, room.play_again(device))
    assert (room.table.leg, room.table.phase) == (2, "playing")
    assert room.table.deal is not None
    assert room.table.deal.commitment != FIRST


def test_a_device_on_all_seats_adds_its_nonce_on_the_lowest_of_the_next_game() -> None:
    room = started(ANN, ANN, game="dummy")
    room.do(ANN, c.Resign(0, room.version))
    room.do(ANN, room.play_again(ANN))
    assert room.table.seed.split("/")[1:] == [nonce(ANN), ""]


# What is shown


def shown(room: Room) -> str:
    return str(room_info("ABCDEF", room.table, seat_infos(room.table)))


def test_the_secret_is_shown_only_after_the_game() -> None:
    room = Room("dummy", 2)
    assert FIRST in shown(room)
    assert secret(0) not in shown(room)
    room.sit(ANN, BO)
    assert FIRST in shown(room)
    assert secret(0) not in shown(room)
    finish(room)
    assert secret(0) in shown(room)
    assert commit(room.table.secret) in shown(room)
    assert room.table.secret not in shown(room)


def test_the_secret_of_a_game_that_was_called_off_is_shown() -> None:
    room = started(ANN, ANN, game="dummy")
    room.do(ANN, c.Close())
    assert room.table.phase == "closed"
    assert secret(0) in shown(room)
    assert room.table.secret not in shown(room)


def test_the_secret_of_a_game_that_never_started_is_never_shown() -> None:
    room = Room("dummy", 2).sit(ANN)
    room.do(ANN, c.Close())
    assert secret(0) not in shown(room)
    assert FIRST not in shown(room)


def test_a_game_without_chance_starts_at_once_and_has_no_deal() -> None:
    room = Room()
    room.do(ANN, c.Sit(0, "Ann"))
    assert room.do(BO, c.Sit(1, "Bo")) == ["seated", "started"]
    for text in (secret(0), FIRST):
        assert text not in shown(room)
    assert room.no(ANN, c.Ready(nonce=nonce(ANN), commitment=FIRST)) == "no_deal"
    finish(room)
    assert secret(0) not in shown(room)
    assert commit(room.table.secret) not in shown(room)

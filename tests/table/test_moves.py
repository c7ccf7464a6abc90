"""Moves: who may make them, when, for which version, and what is refused first."""

from __future__ import annotations

import pytest
from table.local_room import ANN, BO, CY, SHORT, Room, started, with_bot

from ludoteca.table import commands as c
from ludoteca.table import events as e
from ludoteca.table.decide import Stale


def test_a_move_is_kept_in_its_standard_text() -> None:
    room = started(ANN, BO)
    room.do(ANN, c.Move(0, "  A2 ", room.version))
    room.do(BO, c.Move(1, "c3   B2", room.version))
    assert [event for _, _, event in room.log][-2:] == [
        e.Moved(0, "a2", "person", room.now),
        e.Moved(1, "b2 c3", "person", room.now),
    ]
    assert room.position["flooded"] == ["b2", "c3"]


def test_nobody_moves_for_another() -> None:
    room = started(ANN, BO)
    for device in (BO, CY, c.SERVER):
        assert room.no(device, c.Move(0, "a2", room.version)) == "not_your_seat"
    assert room.sentence(CY, c.Move(0, "rubbish", 0)) == "You do not hold the seat Journeyman."


def test_not_your_turn_comes_before_anything_about_the_move() -> None:
    room = started(ANN, BO)
    for text in ("-", "rubbish", "", "z99"):
        assert room.sentence(BO, c.Move(1, text, room.version)) == "It is not your turn: Journeyman is to move."


def test_an_illegal_move_is_refused_with_the_reason_of_the_game() -> None:
    room = started(ANN, BO)
    assert room.sentence(ANN, c.Move(0, "c3", room.version)).startswith("c3 is not next to a1")
    assert '"zz" is not a field of this island' in room.sentence(ANN, c.Move(0, "zz", room.version))
    assert room.position["day"] == 0


@pytest.mark.parametrize("text", ["", " ", "\x00", "\ud800", "a2\n\n-- ;", "a2 " * 10**5, "\uff412"])
def test_a_broken_text_is_refused(text: str) -> None:
    room = started(ANN, BO)
    room.why(ANN, c.Move(0, text, room.version))


def test_no_move_before_the_start_or_after_the_end() -> None:
    room = Room()
    room.do(ANN, c.Sit(0, "Ann"))
    assert room.no(ANN, c.Move(0, "a2", room.version)) == "not_started"
    room.do(BO, c.Sit(1, "Bo"))
    room.play(*SHORT)
    assert room.table.phase == "over"
    assert room.no(ANN, c.Move(0, "b1", room.version)) == "game_over"


def test_a_move_for_an_older_version_changes_nothing() -> None:
    room = started(ANN, BO)
    seen = room.version
    room.play("a2", "-")
    for version in (seen, room.version - 1, room.version + 1, -1, 0):
        assert isinstance(room.ask(ANN, c.Move(0, "b2", version)), Stale)
    assert isinstance(room.ask(ANN, c.Move(0, "rubbish", seen)), Stale)


def test_every_command_with_a_version_can_be_stale() -> None:
    room = started(ANN, BO).play("a2")
    old = room.version - 1
    commands: list[c.Command] = [c.Undo(0, old), c.AnswerUndo(0, True, old), c.Resign(0, old)]
    commands += [c.Abandon(0, old), c.PlayAgain(0, old)]
    assert all(isinstance(room.ask(ANN, command), Stale) for command in commands)
    assert isinstance(room.ask(c.SERVER, c.AutomatedMove(1, "-", old)), Stale)
    assert {room.no(BO, command) for command in commands} == {"not_your_seat"}


def test_a_repeated_move_is_stale() -> None:
    room = started(ANN, BO)
    move = c.Move(0, "a2", room.version)
    room.do(ANN, move)
    assert isinstance(room.ask(ANN, move), Stale)


def test_offers_and_links_do_not_make_a_move_stale() -> None:
    room = started(ANN, BO).play("a2")
    seen = room.version
    for device, command in [(ANN, c.Undo(0, seen)), (ANN, c.Abandon(0, seen)), (ANN, c.Link(0))]:
        room.do(device, command)
    assert room.do(BO, c.Move(1, "-", seen)) == ["moved"]


def test_the_last_move_ends_the_game() -> None:
    room = started(ANN, BO).play(*SHORT)
    assert (room.table.phase, room.table.to_move(), room.table.result()) == ("over", -1, [0.0, 1.0])
    assert not room.table.casual
    assert room.table.match_result() is None


def test_the_server_moves_only_for_bots() -> None:
    room = with_bot(bot_seat=0)
    assert room.no(ANN, c.AutomatedMove(0, "a2", room.version)) == "not_your_seat"
    assert room.no(ANN, c.AutomatedMove(1, "-", room.version)) == "not_your_seat"
    assert room.no(ANN, c.Move(0, "a2", room.version)) == "not_your_seat"
    assert room.no(c.SERVER, c.AutomatedMove(1, "-", room.version)) == "not_your_turn"
    room.do(c.SERVER, c.AutomatedMove(0, "A2", room.version))
    assert room.log[-1][2] == e.Moved(0, "a2", "bot")
    assert room.no(c.SERVER, c.AutomatedMove(1, "-", room.version)) == "not_your_seat"
    assert room.no(c.SERVER, c.AutomatedMove(0, "a1", room.version)) == "not_your_turn"


def test_a_log_entry_tells_each_seat_what_it_may_know() -> None:
    room = started(ANN, BO, game="dummy")
    room.play("swap")
    entry = room.table.log_entries[-1]
    assert (entry.seat, entry.move, entry.seq) == (0, True, room.table.seq)
    assert [line.code for line in entry.texts_for(0)] == ["swapped_own"]
    assert [line.code for line in entry.texts_for(1)] == [line.code for line in entry.texts_for(None)] == ["swapped"]


def test_a_refusal_does_not_depend_on_hidden_cards() -> None:
    refusals = []
    for number in range(2):
        room = Room("dummy", 2)
        room.asked = 100 * number
        room.sit(ANN, BO)
        refusals.append([room.why(BO, c.Move(1, f"play {card}", room.version)) for card in range(1, 17)])
    assert refusals[0] == refusals[1]

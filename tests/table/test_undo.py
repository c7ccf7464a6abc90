"""The undo policy. Flooding reveals nothing; the dummy game reveals a card with each draw."""

from __future__ import annotations

import pytest
from table.local_room import ANN, BO, CY, SHORT, Room, started, with_bot

from ludoteca.core.generator import Random
from ludoteca.core.state import NOBODY
from ludoteca.core.translations import Refusal
from ludoteca.table import commands as c
from ludoteca.table import events as e
from ludoteca.table.create_room import SeatRequest
from ludoteca.table.fold import apply
from ludoteca.table.undo import plan


def moves(room: Room) -> list[str]:
    return [made.text for made in room.table.moves]


def test_without_a_move_there_is_nothing_to_undo() -> None:
    room = Room()
    room.do(ANN, c.Sit(0, "Ann"))
    assert room.no(ANN, c.Undo(0, room.version)) == "not_started"
    room.do(BO, c.Sit(1, "Bo"))
    assert room.no(ANN, c.Undo(0, room.version)) == "undo_nothing"
    room.play("a2")
    assert room.no(BO, c.Undo(1, room.version)) == "undo_nothing"


def test_undo_within_a_turn_happens_at_once() -> None:
    room = started(ANN, BO, game="dummy")
    before = room.position
    room.play("play")
    assert room.do(ANN, c.Undo(0, room.version)) == ["undone"]
    assert room.position == before
    assert not room.table.casual
    assert room.table.version == room.table.seq


def test_undo_does_not_reach_past_a_reveal() -> None:
    room = started(ANN, BO, game="dummy")
    room.play("play", "end")
    assert room.no(ANN, c.Undo(0, room.version)) == "undo_revealed"
    room.play("swap")
    assert room.no(ANN, c.Undo(0, room.version)) == "undo_revealed"
    assert room.no(BO, c.Undo(1, room.version)) == "undo_revealed"


def test_undo_within_a_turn_ends_where_the_turn_started() -> None:
    room = started(ANN, BO, game="dummy")
    room.play("swap", "play", "end", "play")
    assert room.do(ANN, c.Undo(0, room.version)) == ["undone"]
    assert room.no(ANN, c.Undo(0, room.version)) == "undo_revealed"


def test_undo_across_turns_needs_consent() -> None:
    room = started(ANN, BO).play("a2")
    assert room.do(ANN, c.Undo(0, room.version)) == ["undo_asked"]
    assert moves(room) == ["a2"]
    assert room.do(BO, c.AnswerUndo(1, True, room.version)) == ["undo_agreed", "undone"]
    assert moves(room) == []
    assert (room.table.to_move(), room.table.undo_offer, room.table.casual) == (0, None, False)


def test_the_moves_of_others_in_between_are_taken_back_too() -> None:
    room = started(ANN, BO).play("a2", "b2")
    room.do(ANN, c.Undo(0, room.version))
    room.do(BO, c.AnswerUndo(1, True, room.version))
    assert moves(room) == []
    assert room.position["flooded"] == []


def test_a_declined_undo_can_be_asked_for_again() -> None:
    room = started(ANN, BO).play("a2")
    room.do(ANN, c.Undo(0, room.version))
    assert room.do(BO, c.AnswerUndo(1, False, room.version)) == ["undo_refused"]
    assert (moves(room), room.table.undo_offer) == (["a2"], None)
    assert room.no(BO, c.AnswerUndo(1, True, room.version)) == "nothing_asked"
    assert room.no(ANN, c.Undo(0, room.version)) == "undo_later"
    room.play("-")
    assert room.do(ANN, c.Undo(0, room.version)) == ["undo_asked"]


def test_refusals_back_off() -> None:
    room = started(ANN, BO, options={"size": 6})
    waited = []
    for _ in range(4):
        moves_before = len(room.table.moves)
        room.play(room.first())
        while (decision := room.ask(ANN, c.Undo(0, room.version))) and isinstance(decision, Refusal):
            room.play(room.first())
        waited.append(len(room.table.moves) - moves_before)
        room.do(BO, c.AnswerUndo(1, False, room.version))
    assert waited == [1, 1, 3, 7]
    assert room.why(ANN, c.Undo(0, room.version)).params == {"moves": 15}


def test_a_move_in_between_cancels_the_offer() -> None:
    room = started(ANN, BO).play("a2")
    room.do(ANN, c.Undo(0, room.version))
    room.play("-")
    assert room.table.undo_offer is None
    assert room.no(BO, c.AnswerUndo(1, True, room.version)) == "nothing_asked"


def test_a_request_for_an_undo_can_be_withdrawn() -> None:
    room = started(ANN, BO).play("a2")
    assert room.no(ANN, c.Withdraw(0, "undo", room.version)) == "nothing_asked"
    room.do(ANN, c.Undo(0, room.version))
    assert room.no(BO, c.Withdraw(1, "undo", room.version)) == "nothing_asked"
    assert room.no(CY, c.Withdraw(0, "undo", room.version)) == "not_your_seat"
    assert room.do(ANN, c.Withdraw(0, "undo", room.version)) == ["withdrawn"]
    assert (moves(room), room.table.undo_offer) == (["a2"], None)
    assert room.no(BO, c.AnswerUndo(1, True, room.version)) == "nothing_asked"
    assert room.do(ANN, c.Undo(0, room.version)) == ["undo_asked"], "withdrawing is no refusal"


def test_only_one_undo_is_asked_for_at_a_time() -> None:
    room = started(ANN, BO).play("a2", "-")
    room.do(ANN, c.Undo(0, room.version))
    assert room.no(ANN, c.Undo(0, room.version)) == "asked_already"
    assert room.no(BO, c.Undo(1, room.version)) == "asked_already"
    assert room.no(ANN, c.AnswerUndo(0, True, room.version)) == "undo_own"
    assert room.no(CY, c.AnswerUndo(1, True, room.version)) == "not_your_seat"


def test_two_people_on_one_device_need_nobody() -> None:
    room = started(ANN, ANN).play("a2", "b2")
    assert room.do(ANN, c.Undo(0, room.version)) == ["undone"]
    assert moves(room) == []


def test_undo_against_a_bot_happens_at_once() -> None:
    room = with_bot().play("a2", "b2")
    assert room.do(ANN, c.Undo(0, room.version)) == ["undone"]
    assert (moves(room), room.table.casual) == ([], False)


def test_undo_against_bots_reaches_past_a_reveal_and_the_draws_repeat() -> None:
    room = with_bot("dummy")
    swap = room.first("swap")
    room.play(swap)
    drawn = room.position
    room.play("play")
    assert room.do(ANN, c.Undo(0, room.version)) == ["undone"]
    assert (moves(room), room.table.casual) == ([], True)
    assert room.play(swap).position == drawn


def test_a_game_still_counts_after_an_undo_that_reveals_nothing() -> None:
    room = with_bot("dummy")
    room.play("play")
    room.do(ANN, c.Undo(0, room.version))
    assert not room.table.casual


def test_a_casual_room_of_two_goes_further_back_by_consent() -> None:
    room = started(ANN, BO, game="dummy", casual=True)
    room.play("swap")
    assert room.do(ANN, c.Undo(0, room.version)) == ["undo_asked"]
    assert room.do(BO, c.AnswerUndo(1, True, room.version)) == ["undo_agreed", "undone"]
    assert room.table.casual


def test_a_casual_undo_into_an_earlier_turn_needs_consent() -> None:
    room = started(ANN, BO, game="dummy", casual=True)
    room.play("play", "end", "swap", "play")
    assert room.do(ANN, c.Undo(0, room.version)) == ["undone"]
    assert room.do(ANN, c.Undo(0, room.version)) == ["undo_asked"]


def test_a_game_stays_casual_until_the_next() -> None:
    room = with_bot("dummy")
    room.play("swap")
    room.do(ANN, c.Undo(0, room.version))
    room.do(ANN, c.Resign(0, room.version))
    assert room.table.casual
    room.do(ANN, room.play_again(ANN))
    assert not room.table.casual


def three(*people: str, casual: bool = True) -> Room:
    """Start a game of three in which the first player has moved."""
    room = started(*people, game="dummy", casual=casual)
    return room.play("swap")


def test_among_three_both_others_must_agree() -> None:
    room = three(ANN, BO, CY)
    room.do(ANN, c.Undo(0, room.version))
    assert room.do(CY, c.AnswerUndo(2, True, room.version)) == ["undo_agreed"]
    assert room.no(CY, c.AnswerUndo(2, True, room.version)) == "undo_own"
    assert room.do(BO, c.AnswerUndo(1, True, room.version)) == ["undo_agreed", "undone"]


def test_among_three_one_refusal_is_enough() -> None:
    room = three(ANN, BO, CY)
    room.do(ANN, c.Undo(0, room.version))
    room.do(CY, c.AnswerUndo(2, True, room.version))
    assert room.do(BO, c.AnswerUndo(1, False, room.version)) == ["undo_refused"]
    assert len(moves(room)) == 1


def test_one_answer_speaks_for_all_seats_of_a_device() -> None:
    room = three(ANN, BO, BO)
    room.do(ANN, c.Undo(0, room.version))
    assert room.do(BO, c.AnswerUndo(2, True, room.version)) == ["undo_agreed", "undone"]


def test_players_who_resigned_are_not_asked() -> None:
    room = three(ANN, BO, CY)
    room.do(CY, c.Resign(2, room.version))
    room.do(ANN, c.Undo(0, room.version))
    assert room.no(CY, c.AnswerUndo(2, False, room.version)) == "resigned_already"
    assert room.no(CY, c.Undo(2, room.version)) == "resigned_already"
    assert room.do(BO, c.AnswerUndo(1, True, room.version)) == ["undo_agreed", "undone"]
    room.play("swap").do(c.SERVER, c.AbsenceTimeout(1))
    assert room.do(ANN, c.Undo(0, room.version)) == ["undo_asked"], "who is away is asked"


def test_resigning_cancels_the_offer() -> None:
    room = three(ANN, BO, CY)
    room.do(ANN, c.Undo(0, room.version))
    room.do(CY, c.Resign(2, room.version))
    assert room.table.undo_offer is None


def test_a_player_can_undo_the_fallbacks_moves_for_them() -> None:
    room = started(ANN, BO).play("a2")
    room.do(c.SERVER, c.AbsenceTimeout(1))
    room.play("-")
    room.do(c.SERVER, c.Return(1))
    assert room.do(BO, c.Undo(1, room.version)) == ["undo_asked"]
    assert room.do(ANN, c.AnswerUndo(0, True, room.version)) == ["undo_agreed", "undone"]
    assert moves(room) == ["a2"]


def test_no_undo_after_the_end() -> None:
    room = started(ANN, ANN).play(*SHORT)
    assert room.no(ANN, c.Undo(1, room.version)) == "game_over"
    assert room.no(ANN, c.AnswerUndo(1, True, room.version)) == "nothing_asked"


def test_undo_removes_log_entries() -> None:
    room = with_bot().play("a2", "-", "b2", "-")
    room.do(ANN, c.Undo(0, room.version))
    assert [entry.move for entry in room.table.log_entries] == [0, 1, 2, 0]
    assert room.table.log_entries[-1].texts_for(None)[0].code == "table_undone"


def test_the_plan_says_whether_others_must_agree_and_whether_the_game_becomes_casual() -> None:
    room = three(ANN, BO, CY)
    planned = plan(room.table, 0)
    assert not isinstance(planned, Refusal)
    assert (planned.move_count, planned.needs_consent, planned.makes_casual) == (0, True, True)


def test_undo_past_a_reveal_within_a_turn_needs_consent() -> None:
    room = started(ANN, BO, game="dummy", casual=True).play("play")
    # As in a game whose turn continues after a draw.
    room.table.moves[-1].reveal_count -= 1
    planned = plan(room.table, 0)
    assert not isinstance(planned, Refusal)
    assert (planned.needs_consent, planned.makes_casual) == (True, True)


def test_a_seat_of_a_bot_has_no_undo() -> None:
    room = Room("dummy", [SeatRequest("here", "Ann"), SeatRequest("bot"), SeatRequest("bot")])
    room.play("swap", "play")
    assert room.no(ANN, c.Undo(1, room.version)) == "not_your_seat"
    assert room.no(c.SERVER, c.Undo(1, room.version)) == "not_your_seat"


@pytest.mark.parametrize("game", ["flooding", "dummy", "rowsandcols"])
def test_undo_of_any_depth_equals_a_replay(game: str) -> None:
    """Undo starts from the nearest checkpoint and replays the rest."""
    chance, table = Random(f"undo {game}"), Room(game, 2).sit(ANN, BO).table
    longest, seq = 0, table.seq
    for _ in range(600):
        seq += 1
        state = table.state
        assert state is not None
        if state.seat() == NOBODY or (table.moves and chance.below(5) == 0):
            depth = 1 + chance.below(min(len(table.moves), 2 ** chance.below(8)))
            apply(table, e.Undone(state.seat() if state.seat() != NOBODY else 0, len(table.moves) - depth), seq, seq)
            table.phase = "playing"
        else:
            apply(
                table,
                e.Moved(state.seat(), table.game.write_move(state, state.random_move(chance)), "person"),
                seq,
                seq,
            )
        longest = max(longest, len(table.checkpoints))
        again = table.record().end()
        assert table.state is not None
        assert table.game.write_position(table.state) == table.game.write_position(again)
        assert table.game.make_view(table.state, 0) == table.game.make_view(again, 0)
        moves_logged = [entry.move for entry in table.log_entries if entry.move]
        assert moves_logged == list(range(1, len(table.moves) + 1))
    assert longest <= 32

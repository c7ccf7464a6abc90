"""A table behaves the same for a client in its process and for one behind a socket."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from terminal.clients import Player, Table, open_host

from ludoteca.core.errors import LudotecaError
from ludoteca.core.records import Record, Seat, parse_record
from ludoteca.core.registry import find_game
from ludoteca.rooms import incoming
from ludoteca.rooms import messages as m
from ludoteca.store.database import FILE_NAME
from ludoteca.store.sqlite import SqliteStore
from ludoteca.store.terminal_games import new_token
from ludoteca.table import clock
from ludoteca.table import commands as c
from ludoteca.table.create_room import CreateRoom, SeatRequest
from ludoteca.table.settings import RoomSettings

ADA, BO, BOT = SeatRequest("here", "Ada"), SeatRequest("here", "Bo"), SeatRequest("bot", level=1)


@pytest.fixture(params=["local", "remote"])
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Table]:
    with open_host(request.param, tmp_path) as host:
        made = Table(host)
        yield made
        made.close()


def flooding(*seats: SeatRequest, **settings: bool) -> CreateRoom:
    return CreateRoom("flooding", {"size": 3}, list(seats), RoomSettings(**settings))  # type: ignore[arg-type]


def latice(*seats: SeatRequest) -> CreateRoom:
    return CreateRoom("latice", {"turns": 4}, list(seats))


# Undo


def test_undo_against_a_bot_takes_its_reply_back(table: Table) -> None:
    ada = table.open(flooding(ADA, BOT))
    ada.move("b2")
    ada.until(lambda table: table.room.moves == 2)
    undone = ada.send(c.Undo(seat=0, version=ada.turn().version))
    assert (undone.room.moves, undone.room.to_move, undone.room.casual) == (0, 0, False)


def test_undo_of_what_was_revealed_needs_a_casual_game(table: Table) -> None:
    two = table.open(latice(ADA, BO))
    lift(two, 0)
    two.move("exchange")
    lift(two, 1)
    refused = two.send(c.Undo(seat=0, version=two.table.version))
    assert (type(refused), refused.code) == (m.Refused, "undo_revealed")


def test_undo_between_people_needs_consent(table: Table) -> None:
    ada = table.open(flooding(ADA, SeatRequest()))
    bo = table.enter(ada.code)
    bo.send(c.Sit(seat=1, name="Bo"))
    ada.move("b2")
    bo.turn(1)
    assert ada.send(c.Undo(seat=0, version=ada.table.version)).room.offers.undo == 0
    bo.until(lambda table: table.room.offers.undo == 0)
    bo.send(c.AnswerUndo(seat=1, yes=True, version=bo.table.version))
    assert ada.until(lambda table: table.room.moves == 0).room.to_move == 0


# Hints


def test_a_hint_is_a_legal_move_and_makes_the_game_casual(table: Table) -> None:
    ada = table.open(flooding(ADA, BOT))
    version = ada.turn().version
    assert ada.send(c.Hint(seat=0, version=version)).room.casual
    hint = ada.next(m.HintResult)
    assert hint.version == version
    assert hint.advice.move in ("b1", "a2", "b2")
    assert hint.second.move in {"b1", "a2", "b2"} - {hint.advice.move}


def test_a_bot_finishes_the_turn_on_request(table: Table) -> None:
    ada = table.open(flooding(ADA, BO))
    ada.send(c.AutoplayTurn(seat=0, version=ada.turn().version))
    assert ada.turn(1).room.moves == 1


def test_moves_are_listed_for_the_player_to_move_alone(table: Table) -> None:
    ada = table.open(flooding(ADA, BOT))
    ada.turn()
    found = ada.send(incoming.ListMoves(seat=0, text="B"))
    assert (sorted(found.moves), found.found, found.total) == (["b1", "b2"], 2, 3)
    stranger = table.enter(ada.code)
    assert stranger.send(incoming.ListMoves(seat=0)).code == "seat_not_held"
    assert ada.send(incoming.ListMoves(seat=1)).code == "seat_not_held"


def test_hidden_cards_do_not_change_the_list_of_moves(table: Table) -> None:
    """A worker lists them from a determinized position, in which the other hand is another."""
    record = Record(find_game("waffe"), find_game("waffe").check_options({}), "list", (Seat("Ada"), Seat("", 1)), ())
    token = new_token()
    ada = table.enter(table.host.import_record(record, token), token)
    state = record.begin()
    legal = sorted(record.game.write_move(state, move) for move in state.moves())
    found = ada.send(incoming.ListMoves(seat=int(state.seat())))
    assert found.total == len(legal)
    assert set(found.moves) <= set(legal)


# Clocks


def test_time_runs_out_and_the_turn_is_played(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(clock.BOUNDS, "turn", (1, 10))
    request = flooding(ADA, BO)
    request.settings = RoomSettings(clock=clock.Clock("turn", 1))
    ada = table.open(request)
    first = ada.turn(0)
    assert first.room.clock is not None
    assert (first.room.clock.left_ms, first.room.clock.running) == ([1000, 1000], 0)
    after = ada.turn(1)
    assert (after.room.moves, after.room.casual) == (1, True)


# Scoring


@pytest.mark.parametrize("casual", [False, True])
def test_a_finished_game_counts_unless_it_is_casual(table: Table, casual: bool, tmp_path: Path) -> None:
    ada = table.open(flooding(ADA, SeatRequest("bot", level=5), casual=casual))
    while ada.until(lambda table: table.room.to_move == 0 or table.room.phase == "over").room.phase != "over":
        choices = ada.table.choices["fields"]
        ada.move(choices[0])
    assert ada.table.room.result == [0.0, 1.0]
    with SqliteStore(tmp_path / FILE_NAME) as store:
        found = [(score.name, score.against) for score in store.high_scores("flooding", 10)]
    assert found == ([] if casual else [("Ada", 5)])


# The curtain


def lift(player: Player, seat: int) -> m.TableMessage:
    """Lift the curtain for a seat, once it is to move."""
    player.turn(seat)
    shown = player.send(incoming.SetPerspective(seat=seat))
    assert isinstance(shown, m.TableMessage)
    assert (shown.you.seat, shown.you.curtain) == (seat, False)
    return shown


def test_at_one_screen_each_hand_is_shown_in_its_own_turn_alone(table: Table) -> None:
    two = table.open(latice(ADA, BO))
    hidden = two.turn(0)
    assert (hidden.you.seat, hidden.you.curtain) == (None, True)
    assert two.send(c.Move(seat=0, move="exchange", version=hidden.version)).code == "curtain"
    first = lift(two, 0)
    assert first.view is not None
    assert hidden.view is not None
    assert first.view != hidden.view
    assert two.send(incoming.SetPerspective(seat=1)).code == "perspective_later"
    two.move("exchange")
    after = two.turn(1)
    assert (after.you.seat, after.you.curtain) == (None, True)
    assert lift(two, 1).view != first.view


# Records, names and versions


def test_a_game_of_chance_gives_its_record_when_it_is_over(table: Table) -> None:
    ada = table.open(latice(ADA, BOT))
    ada.turn()
    with pytest.raises(LudotecaError, match="over"):
        table.host.record(ada.code)
    ada.send(c.Resign(seat=0, version=ada.table.version))
    assert parse_record(table.host.record(ada.code)).seats[0].name == "Ada"


def test_a_record_is_continued_as_a_casual_game(table: Table) -> None:
    game, token = find_game("flooding"), new_token()
    record = Record(game, game.check_options({"size": 3}), "mine", (Seat("Ada"), Seat("Bo")), ("b2", "c3"))
    ada = table.enter(table.host.import_record(record, token), token)
    assert (ada.table.room.moves, ada.table.room.casual, ada.table.you.seats) == (2, True, [0, 1])
    assert [seat.name for seat in ada.table.room.seats] == ["Ada", "Bo"]


def test_a_game_from_a_position_is_casual(table: Table) -> None:
    game = find_game("flooding")
    record = Record(game, game.check_options({"size": 3}), "0", (Seat("Ada"), Seat("Bo")), ("b2",))
    request = CreateRoom("flooding", {"size": 3}, [ADA, BO], start=game.write_position(record.end()))
    ada = table.open(request)
    assert (ada.turn(1).room.casual, ada.table.room.origin) == (True, "position")


def test_a_stale_move_changes_nothing(table: Table) -> None:
    ada = table.open(flooding(ADA, BO))
    version = ada.turn().version
    ada.move("b2")
    late = c.Move(seat=0, move="b1", version=version)
    answer = ada.send(late)
    assert (answer.stale, answer.room.moves) == ([late.id], 1)


def test_rooms_are_described_to_their_players_alone(table: Table) -> None:
    token = new_token()
    code = table.host.create(flooding(ADA, BOT), token)
    table.enter(code, token).move("b2")
    (summary,) = table.host.summaries([code, "AAAAAAAA"], token).values()
    assert (summary.code, summary.game, summary.own_seats, summary.untouched) == (code, "flooding", [0], False)
    assert table.host.summaries([code], new_token()) == {}

"""Writing, reading and folding logs, and logs that are refused."""

from __future__ import annotations

import msgspec
import pytest
from table.local_room import ANN, BO, SHORT, fingerprint, secret, started, with_bot

from ludoteca.core.records import parse_record
from ludoteca.table import commands as c
from ludoteca.table import events as e
from ludoteca.table.fold import apply, fold
from ludoteca.table.settings import RoomSettings
from ludoteca.table.table import Table, TableError

OPENED = e.RoomCreated("flooding", 1, {"size": 3}, 2, ANN, RoomSettings(), secret(0))
STARTED = e.Started("s", ["", ""])
BEGUN = [OPENED, e.Seated(0, ANN, "Ann"), e.Seated(1, BO, "Bo"), STARTED]


def folded(*events: e.Event) -> Table:
    return fold((seq, 0, event) for seq, event in enumerate(events, start=1))


def test_a_log_is_read_as_it_was_written() -> None:
    room = with_bot("dummy")
    room.play("swap", "play")
    room.do(ANN, c.Undo(0, room.version))
    written = [(seq, at_ms, e.write_event(event)) for seq, at_ms, event in room.log]
    read = fold((seq, at_ms, e.read_event(body)) for seq, at_ms, body in written)
    assert fingerprint(read) == fingerprint(room.table)


def test_the_kind_of_an_event_is_in_its_body() -> None:
    assert msgspec.json.decode(e.write_event(e.Moved(0, "a2", "person"))) == {
        "kind": e.kind_of(e.Moved),
        "seat": 0,
        "move": "a2",
        "by": "person",
    }


@pytest.mark.parametrize("body", ["", "{}", '{"kind": "seated"}', '{"kind": "rained"}', '{"kind": "closed", "x": 1}'])
def test_a_body_that_is_no_event_is_not_read(body: str) -> None:
    with pytest.raises(e.UnknownEvent):
        e.read_event(body)


def test_a_log_of_other_rules_is_refused() -> None:
    opened = msgspec.structs.replace(OPENED, rules_version=2)
    with pytest.raises(TableError, match="under version 2 of the rules of Flooding Islands; this is version 1"):
        folded(opened)


@pytest.mark.parametrize("name", ["latice", "rowsandcols", "waffe", "wege"])
def test_a_log_of_deals_before_the_keyed_stream_is_refused(name: str) -> None:
    opened = msgspec.structs.replace(OPENED, game=name, options={}, rules_version=1)
    with pytest.raises(TableError, match=r"under version 1 of the rules of .*; this is version 2"):
        folded(opened)


def test_a_log_of_an_unknown_game_is_refused() -> None:
    with pytest.raises(TableError, match='There is no game called "chess"'):
        folded(msgspec.structs.replace(OPENED, game="chess"))


def test_a_log_with_a_move_that_cannot_be_played_is_refused() -> None:
    with pytest.raises(TableError, match="Event 5 of the log cannot be replayed: c3 is not next to a1"):
        folded(*BEGUN, e.Moved(0, "c3", "person"))


@pytest.mark.parametrize(
    "events",
    [
        [STARTED],
        [e.Seated(0, ANN, "Ann"), OPENED],
        [OPENED, e.Moved(0, "a2", "person")],
        [OPENED, e.Seated(2, ANN, "Ann")],
        [OPENED, e.BotSeated(0, 9)],
        [OPENED, e.OptionsSet({}), *BEGUN[1:]],
        [*BEGUN, e.Undone(0, 0)],
        [*BEGUN, e.Moved(0, "a2", "person"), e.Undone(0, 1)],
        [*BEGUN, e.UndoAsked(7, 0)],
    ],
)
def test_a_broken_log_is_refused(events: list[e.Event]) -> None:
    with pytest.raises(TableError, match=r"Event [0-9] of the log cannot be replayed"):
        folded(*events)


def test_a_log_with_a_gap_is_refused() -> None:
    with pytest.raises(TableError, match="Event 3 of the log cannot be replayed: 2 is missing"):
        fold([(1, 0, OPENED), (3, 0, e.Closed())])


def test_applying_one_by_one_is_folding() -> None:
    table = Table()
    for seq, event in enumerate(BEGUN, start=1):
        apply(table, event, seq, 0)
    assert fingerprint(table) == fingerprint(folded(*BEGUN))


def test_a_table_makes_a_record_of_its_game() -> None:
    room = started(ANN, BO).play(*SHORT)
    record = parse_record(room.table.record().text())
    assert record.moves == SHORT
    assert [seat.name for seat in record.seats] == ["Ann", "Bo"]
    assert room.table.game.write_position(record.end()) == room.position

"""Recent events in SQLite: appended in one table, moved to another many at a time, and read as one log."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from store.store_writes import Answers, append, create, event, seqs

from ludoteca.store import database, logs, recent_events, sqlite, sqlite_writer
from ludoteca.store.check import CheckSummary, back_up, check_all
from ludoteca.store.copying import COLUMNS, copy_store
from ludoteca.store.expiry import ExpiryCutoffs
from ludoteca.store.logs import SnapshotRow
from ludoteca.store.sqlite import SqliteStore

MANY = 10


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SqliteStore]:
    monkeypatch.setattr(sqlite_writer, "RECENT_EVENTS", MANY)
    with SqliteStore(tmp_path / "folder" / "rooms.db") as opened:
        yield opened


def count(store: SqliteStore, table: str) -> int:
    """Count the rows of a table when everything before is written and tidied up."""
    answers = Answers()
    store.set_due("nobody", None, answers.ask())
    answers.all()
    with closing(sqlite3.connect(store.path)) as connection:
        number: int
        (number,) = connection.execute(f"SELECT count(*) FROM {table}").fetchone()  # noqa: S608 - one of ours
        return number


def test_events_are_moved_when_there_are_many_and_none_is_ever_missing(store: SqliteStore) -> None:
    create(store, "A", "B", "C")
    moved = 0
    for seq in range(2, 20):
        for number, code in enumerate("ABC"):
            assert append(store, code, event(seq)) is None
            recent, settled = count(store, "recent_event"), count(store, "event")
            assert recent < MANY
            assert settled >= moved
            assert recent + settled == 3 * seq - 2 + number
            moved = settled
    assert moved > 40
    assert [seqs(store, code) for code in "ABC"] == [list(range(1, 20))] * 3


def test_a_log_is_read_across_both_tables_from_any_event_on(store: SqliteStore) -> None:
    create(store, "A", "B")
    for seq in range(2, 15):
        assert append(store, "A", event(seq)) is None
    assert count(store, "recent_event") > 0
    assert count(store, "event") > 0
    for after in range(15):
        assert [row.seq for row in store.tail("A", after, 3)] == list(range(after + 1, 15))[:3]
    assert [row.seq for row in store.tail("B", 0, 3)] == [1]


@pytest.mark.parametrize("more", [0, MANY])
def test_a_snapshot_belongs_to_its_event_wherever_that_is(store: SqliteStore, more: int) -> None:
    create(store, "A")
    assert append(store, "A", event(2)) is None
    store.save_snapshot(SnapshotRow("A", 2, "release", 1, b"table"))
    for seq in range(3, 3 + more):
        assert append(store, "A", event(seq)) is None
    assert (count(store, "event") > 0) == (more > 0)
    found = store.find_log("A", "release", 100)
    assert found is not None
    assert (found.snapshot, found.begin.seq) == (b"table", 2)
    assert [row.seq for row in found.events] == list(range(3, 3 + more))


def test_a_closed_file_has_no_recent_events(store: SqliteStore) -> None:
    create(store, "A")
    assert append(store, "A", event(2)) is None
    assert count(store, "recent_event") == 2
    store.close()
    with closing(sqlite3.connect(store.path)) as connection:
        assert connection.execute("SELECT count(*) FROM recent_event").fetchone() == (0,)
        assert connection.execute("SELECT seq FROM event").fetchall() == [(1,), (2,)]


def test_events_that_cannot_be_moved_stay_where_they_are(store: SqliteStore, caplog: pytest.LogCaptureFixture) -> None:
    create(store, "A")
    connection = store._committer.connection
    assert connection is not None
    connection.execute("CREATE TEMP TRIGGER fail BEFORE INSERT ON main.event BEGIN SELECT raise(ABORT, 'no'); END")
    for seq in range(2, 2 * MANY):
        assert append(store, "A", event(seq)) is None
    assert count(store, "event") == 0
    assert "The recent events could not be moved" in caplog.text
    assert seqs(store, "A") == list(range(1, 2 * MANY))
    connection.execute("DROP TRIGGER fail")
    for seq in range(2 * MANY, 3 * MANY):
        assert append(store, "A", event(seq)) is None
    assert count(store, "recent_event") < MANY
    assert seqs(store, "A") == list(range(1, 3 * MANY))


def test_the_writer_survives_whatever_fails_in_between(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(connection: sqlite3.Connection) -> None:
        raise MemoryError

    create(store, "A")
    with monkeypatch.context() as failing:
        failing.setattr(recent_events, "move", fail)
        for seq in range(2, 2 * MANY):
            assert append(store, "A", event(seq)) is None
        assert count(store, "event") == 0
    assert seqs(store, "A") == list(range(1, 2 * MANY))


def test_tools_see_recent_events(store: SqliteStore, tmp_path: Path) -> None:
    create(store, "A", "B")
    last = 2 * MANY + 4
    for seq in range(2, last + 1):
        assert append(store, "A", event(seq)) is None
    assert count(store, "recent_event") > 0
    copy = tmp_path / "copy.db"
    back_up(store.path, copy)
    summary = CheckSummary()
    assert list(check_all(copy, summary)) == []
    assert (summary.rooms, summary.events) == (2, last + 1)
    assert copy_store(copy, tmp_path / "other" / "rooms.db").events == last + 1
    with SqliteStore(tmp_path / "other" / "rooms.db") as other:
        assert seqs(other, "A") == list(range(1, last + 1))
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute("UPDATE recent_event SET body = '{ }' WHERE seq = (SELECT max(seq) FROM recent_event)")
        connection.commit()
    (flaw,) = check_all(copy, CheckSummary())
    assert flaw == f"Room A, event {last}: it was changed."


def test_the_events_of_a_deleted_room_are_gone_from_both_tables(store: SqliteStore) -> None:
    create(store, "A", "B")
    for seq in range(2, MANY + 2):
        assert append(store, "A", event(seq)) is None
    assert count(store, "recent_event") > 0
    assert count(store, "event") > 0
    answers = Answers()
    store.remove("A", ExpiryCutoffs(10**6, 10**6, None), answers.ask())
    assert answers.all() == [None]
    assert count(store, "log") == 1
    assert store.load("A") is None
    create(store, "A")
    assert seqs(store, "A") == [1]


@pytest.mark.parametrize("query", [logs._TAIL, logs._SNAPSHOT, logs._SAVE_SNAPSHOT, sqlite._LOG])
def test_one_room_is_found_without_reading_what_others_have_settled(store: SqliteStore, query: str) -> None:
    marks = 2 if "?2" in query else query.count("?")
    with closing(sqlite3.connect(store.path)) as connection:
        plan = [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {query}", [None] * marks)]
    assert [step for step in plan if "event" in step and "SEARCH" in step]
    assert {step for step in plan if "SCAN" in step} <= {"SCAN recent_event"}, "there are never many of those"


def test_recent_events_of_an_older_database_are_kept(store: SqliteStore, tmp_path: Path) -> None:
    create(store, "A", "B")
    for seq in range(2, MANY + 4):
        assert append(store, "A", event(seq)) is None
    older = tmp_path / "older" / "rooms.db"
    older.parent.mkdir()
    back_up(store.path, older)
    with closing(sqlite3.connect(older)) as connection:
        connection.executescript("DROP VIEW log; DROP VIEW current_room; ALTER TABLE recent_event RENAME TO kept")
        connection.executescript(dict(database.scripts())[103])
        connection.execute(f"INSERT INTO recent_event SELECT {COLUMNS['event']} FROM kept")  # noqa: S608
        # Until then every commit wrote the heads of rooms.
        connection.execute(
            "UPDATE room SET seq = kept.seq, hash = kept.hash FROM kept WHERE room = code"
            " AND kept.seq = (SELECT max(seq) FROM kept WHERE room = code)"
        )
        connection.executescript("DROP TABLE kept; PRAGMA user_version = 103")
        assert connection.execute("SELECT count(*) FROM recent_event").fetchone() != (0,)
    with SqliteStore(older) as opened:
        assert seqs(opened, "A") == list(range(1, MANY + 4))
        assert append(opened, "A", event(MANY + 4)) is None
    summary = CheckSummary()
    assert list(check_all(older, summary)) == []
    assert (summary.rooms, summary.events) == (2, MANY + 5)


@pytest.mark.parametrize("cut", [1, 2, MANY])
def test_recent_events_that_are_cut_off_are_noticed(
    store: SqliteStore, tmp_path: Path, caplog: pytest.LogCaptureFixture, cut: int
) -> None:
    """The last event of a room tells nothing of what came after it, so the numbers of recent events have to."""
    create(store, "A", "B")
    for seq in range(2, MANY + 2):
        assert append(store, "AB"[seq % 2], event(1 + seq // 2)) is None
    recent = count(store, "recent_event")
    assert recent > 1
    copy = tmp_path / "copy" / "rooms.db"
    copy.parent.mkdir()
    back_up(store.path, copy)
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute(
            "DELETE FROM recent_event WHERE number IN (SELECT number FROM recent_event ORDER BY number DESC LIMIT ?)",
            (cut,),
        )
        connection.commit()
    missing = min(cut, recent)
    assert list(check_all(copy, CheckSummary())) == [
        f"{copy}: the last {missing} events that were written are missing."
    ]
    SqliteStore(copy).close()
    assert f"the last {missing} events that were written are missing" in caplog.text

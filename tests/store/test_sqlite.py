"""What only SQLite does: the file, its disk, its schema, and a process that is killed."""

from __future__ import annotations

import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path

import pytest
from store.store_writes import Answers, Pause, append, create, event, room, seqs

from ludoteca.store.chain import link
from ludoteca.store.expiry import ExpiryCutoffs
from ludoteca.store.rows import Conflict, Outcome, StoreError
from ludoteca.store.sqlite import SqliteStore
from ludoteca.store.writer import BATCH


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    with SqliteStore(tmp_path / "folder" / "rooms.db") as opened:
        yield opened


def writer(store: SqliteStore) -> sqlite3.Connection:
    assert store._committer.connection is not None
    return store._committer.connection


def test_what_is_queued_together_is_committed_and_delivered_together(tmp_path: Path) -> None:
    deliveries: list[int] = []

    def deliver(outcomes: list[tuple[Callable[[Outcome], None], Outcome]]) -> None:
        deliveries.append(len(outcomes))
        for done, outcome in outcomes:
            done(outcome)

    with SqliteStore(tmp_path / "rooms.db", deliver) as store:
        create(store, "A")
        answers = Answers()
        with Pause(store):
            statements: list[str] = []
            writer(store).set_trace_callback(statements.append)
            deliveries.clear()
            for seq in range(2, 2 * BATCH + 2):
                store.append("A", [event(seq)], seq, None, None, answers.ask())
        assert answers.all() == [None] * (2 * BATCH)
        assert statements.count("COMMIT") == 2
        assert deliveries == [BATCH, BATCH]
        assert len(statements) < 40


def test_a_batch_of_moves_is_one_statement(store: SqliteStore) -> None:
    """The first batch after a failed write, here that of `Pause`, reads where the rooms are; the next one knows."""
    codes = [f"R{number}" for number in range(BATCH)]
    create(store, *codes)
    answers = Answers()
    statements: list[str] = []
    with Pause(store):
        writer(store).set_trace_callback(statements.append)
        for seq in (2, 3):
            for code in codes:
                store.append(code, [event(seq)], None, None, None, answers.ask())
    assert answers.all() == [None] * 2 * BATCH
    first, second = ["BEGIN", "PRAGMA", "SELECT", "INSERT", "COMMIT"], ["INSERT"]
    # What a statement does inside begins with two dashes.
    outer = [statement.split()[0] for statement in statements if not statement.startswith("--")]
    assert outer == first + second
    assert all(seqs(store, code) == [1, 2, 3] for code in codes[::50])


def test_a_room_that_somebody_else_has_written_is_read_again(store: SqliteStore) -> None:
    """The writer knows the last event of a room that it wrote, but does not trust that."""
    create(store, "A", "B")
    with sqlite3.connect(store.path) as other:
        (before,) = other.execute("SELECT hash FROM log WHERE room = 'A'").fetchone()
        theirs = event(2, body="theirs")
        digest = link(before, "A", 2, theirs.at_ms, None, "theirs")
        columns = "room, seq, at_ms, kind, body, hash"
        row = ("A", 2, theirs.at_ms, "move", "theirs", digest)
        other.execute(f"INSERT INTO recent_event ({columns}) VALUES (?, ?, ?, ?, ?, ?)", row)  # noqa: S608
    other.close()
    answers = Answers()
    with Pause(store):
        store.append("B", [event(2)], None, None, None, answers.ask())
        store.append("A", [event(2, body="ours")], None, None, None, answers.ask())
    assert [type(outcome) for outcome in answers.all()] == [type(None), Conflict]
    assert append(store, "A", event(3)) is None
    loaded = store.load("A")
    assert loaded is not None
    assert [found.body for found in loaded[1]] == ["{}", "theirs", "{}"]
    assert seqs(store, "B") == [1, 2]


def test_nothing_follows_an_event_that_somebody_else_has_removed(store: SqliteStore) -> None:
    create(store, "A")
    assert append(store, "A", event(2)) is None
    with sqlite3.connect(store.path) as other:
        other.execute("DELETE FROM recent_event WHERE room = 'A' AND seq = 2")
    other.close()
    assert type(append(store, "A", event(3))) is Conflict
    assert append(store, "A", event(2)) is None
    assert store.load("A") == (room("A", 2), [event(1), event(2)])


def test_a_code_is_used_again_after_its_room_was_removed(store: SqliteStore) -> None:
    create(store, "A")
    assert append(store, "A", event(2)) is None
    answers = Answers()
    store.remove("A", ExpiryCutoffs(9, 9, 9), answers.ask())
    assert answers.all() == [None]
    assert type(append(store, "A", event(3))) is Conflict
    create(store, "A")
    assert append(store, "A", event(2)) is None
    assert seqs(store, "A") == [1, 2]


def test_a_full_disk_refuses_and_recovers(store: SqliteStore) -> None:
    create(store, "A", "B")
    connection = writer(store)
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages}")
    for _ in range(2):
        answers = Answers()
        with Pause(store):
            store.append("A", [event(2)], 9, 9, None, answers.ask())
            store.append("B", [event(2, body="x" * 50_000)], 9, 9, None, answers.ask())
        for outcome in answers.all():
            assert isinstance(outcome, StoreError)
            assert outcome.code == "store_full"
            assert "the disk is full. Nothing was changed" in outcome.sentence
        assert store.load("A") == (room("A"), [event(1)])
    connection.execute("PRAGMA max_page_count = 1000000")
    assert append(store, "A", event(2, body="x" * 50_000)) is None
    assert seqs(store, "A") == [1, 2]
    assert writer(store) is connection


def test_a_read_only_database_refuses_and_recovers(store: SqliteStore) -> None:
    create(store, "A")
    writer(store).execute("PRAGMA query_only = ON")
    for _ in range(2):
        outcome = append(store, "A", event(2))
        assert outcome is not None
        assert outcome.code == "store_readonly"
    writer(store).execute("PRAGMA query_only = OFF")
    assert append(store, "A", event(2)) is None
    assert seqs(store, "A") == [1, 2]


def test_a_database_locked_by_another_process_is_refused_after_a_while(store: SqliteStore) -> None:
    create(store, "A")
    writer(store).execute("PRAGMA busy_timeout = 50")
    other = sqlite3.connect(store.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    outcome = append(store, "A", event(2))
    assert outcome is not None
    assert outcome.code == "store_failed"
    assert seqs(store, "A") == [1]
    writer(store).execute("PRAGMA busy_timeout = 5000")
    answers = Answers()
    store.append("A", [event(2)], 2, None, None, answers.ask())
    time.sleep(0.05)
    other.execute("COMMIT")
    other.close()
    assert answers.all() == [None]


def test_a_broken_connection_is_replaced(store: SqliteStore) -> None:
    create(store, "A")
    writer(store).close()
    assert isinstance(append(store, "A", event(2)), StoreError)
    assert append(store, "A", event(2)) is None
    assert seqs(store, "A") == [1, 2]


def test_closing_writes_everything_that_is_queued(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "rooms.db")
    answers = Answers()
    store.create(room("A"), [event(1)], answers.ask())
    for seq in range(2, 3 * BATCH + 1):
        store.append("A", [event(seq)], seq, None, None, answers.ask())
    store.close()
    store.close()
    assert answers.all() == [None] * (3 * BATCH)
    late = append(store, "A", event(3 * BATCH + 1))
    assert late is not None
    assert late.code == "store_closed"
    with pytest.raises(StoreError, match="The server is stopping"):
        store.load("A")
    assert not (tmp_path / "rooms.db-wal").exists(), "a connection is still open"
    with SqliteStore(tmp_path / "rooms.db") as again:
        assert seqs(again, "A") == list(range(1, 3 * BATCH + 1))


def test_migrations_are_applied_once(tmp_path: Path) -> None:
    path = tmp_path / "rooms.db"
    newest = max(int(script.name[:4]) for script in files("ludoteca.store").joinpath("migrations").iterdir())
    for _ in range(2):
        with SqliteStore(path) as store:
            assert writer(store).execute("PRAGMA user_version").fetchone() == (newest,)
            assert writer(store).execute("PRAGMA journal_mode").fetchone() == ("wal",)
            assert writer(store).execute("PRAGMA synchronous").fetchone() == (2,)


def test_a_newer_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "rooms.db"
    with SqliteStore(path) as store:
        writer(store).execute("PRAGMA user_version = 9999")
    with pytest.raises(StoreError, match=r"rooms\.db was made by a newer program \(version 9999"):
        SqliteStore(path)
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA user_version").fetchone() == (9999,)
    connection.close()


def test_an_unusable_path_is_named(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("This is no database, whatever it is called. " * 100)
    (tmp_path / "folder").mkdir()
    for path in (tmp_path / "text", tmp_path / "folder", tmp_path / "text" / "rooms.db", tmp_path / "nul\0"):
        with pytest.raises(StoreError) as caught:
            SqliteStore(path)
        assert caught.value.code == "store_unwritable"
        assert str(path) in caught.value.sentence
    assert (tmp_path / "text").read_text().startswith("This is no database")


def test_a_path_that_looks_like_a_url_is_used_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "a?mode=memory&b#c%41 é.db"
    with SqliteStore(path) as store:
        create(store, "A")
    assert path.exists()


APPENDING = """
import sys, threading
from pathlib import Path
from ludoteca.store import sqlite_writer
from ludoteca.store.rows import StoredEvent, RoomRow
from ludoteca.store.sqlite import SqliteStore

sqlite_writer.RECENT_EVENTS = 100  # some are killed while they move them
store = SqliteStore(Path(sys.argv[1]))
lock = threading.Lock()

def run(code):
    loaded = store.load(code)
    seq = len(loaded[1]) if loaded else 0
    while True:
        there = threading.Event()
        outcome = []
        done = lambda o: (outcome.append(o), there.set())
        events = [StoredEvent(seq + 1, seq, "move", "x" * 300, f"c{seq}"), StoredEvent(seq + 2, seq, "move", "")]
        if seq:
            store.append(code, events, seq, seq, None, done)
        else:
            store.create(RoomRow(code, "flooding", 1, 0, 0), events, done)
        there.wait()
        assert outcome == [None], outcome[0]
        seq += 2
        with lock:
            print(code, seq, flush=True)

for code in "ABCD":
    threading.Thread(target=run, args=(code,)).start()
"""


def test_what_was_acknowledged_survives_a_kill(tmp_path: Path) -> None:
    path = tmp_path / "rooms.db"
    chance = random.Random(7)
    acknowledged = dict.fromkeys("ABCD", 0)
    for _ in range(10):
        process = subprocess.Popen([sys.executable, "-c", APPENDING, str(path)], stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        lines = [process.stdout.readline()]
        killer = threading.Timer(chance.uniform(0, 0.25), process.send_signal, [signal.SIGKILL])
        killer.start()
        lines += process.stdout.readlines()
        process.wait()
        killer.join()
        assert process.returncode == -signal.SIGKILL
        for line in lines:
            if line.endswith("\n"):
                code, seq = line.split()
                acknowledged[code] = max(acknowledged[code], int(seq))
        with SqliteStore(path) as store:
            for code, count in acknowledged.items():
                found = seqs(store, code) if count else []
                assert len(found) >= count
                assert len(found) % 2 == 0, "half an append"
                assert found == list(range(1, len(found) + 1))
    assert min(acknowledged.values()) > 0


def test_a_server_with_sqlite_never_loads_the_package_for_postgresql(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; import ludoteca, ludoteca.server.serve;"
        "from ludoteca.store.opening import open_store; open_store(Path(sys.argv[1])).close();"
        "sys.exit('psycopg' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program, str(tmp_path / "a.db")], check=True)

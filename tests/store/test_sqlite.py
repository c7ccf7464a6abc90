"""The store: acknowledged writes survive, refused ones leave no trace, and it recovers from failures."""

from __future__ import annotations

import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.store.rows import Conflict, Outcome, RoomRow, StoredEvent, StoreError
from ludoteca.store.sqlite import Store
from ludoteca.store.writer import BATCH

WAIT = 20.0


class Answers:
    """Outcomes, in the order of the writes."""

    def __init__(self) -> None:
        self._outcomes: list[Outcome] = []
        self._there: list[threading.Event] = []

    def ask(self) -> Callable[[Outcome], None]:
        number = len(self._there)
        self._there.append(threading.Event())
        self._outcomes.append(None)

        def done(outcome: Outcome) -> None:
            assert not self._there[number].is_set(), "answered twice"
            self._outcomes[number] = outcome
            self._there[number].set()

        return done

    def all(self) -> list[Outcome]:
        for there in self._there:
            assert there.wait(WAIT), "never answered"
        return self._outcomes


class Pause:
    """Holds the writer while entered, so that all writes in between form one batch."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._go = threading.Event()

    def __enter__(self) -> None:
        held = threading.Event()

        def hold(outcome: Outcome) -> None:
            held.set()
            self._go.wait(WAIT)

        self._store.set_due("nobody", None, hold)
        assert held.wait(WAIT)

    def __exit__(self, *error: object) -> None:
        self._go.set()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "folder" / "rooms.db") as opened:
        yield opened


def event(seq: int, command_id: str | None = None, body: str = "{}") -> StoredEvent:
    return StoredEvent(seq, 1000 + seq, "move", body, command_id)


def room(code: str, updated: int = 1, due_at: int | None = None) -> RoomRow:
    return RoomRow(code, "flooding", 1, 1, updated, due_at)


def create(store: Store, *codes: str) -> None:
    answers = Answers()
    for code in codes:
        store.create(room(code), [event(1)], answers.ask())
    assert answers.all() == [None] * len(codes)


def append(store: Store, code: str, *events: StoredEvent) -> Outcome:
    answers = Answers()
    store.append(code, events, 2, None, None, answers.ask())
    return answers.all()[0]


def seqs(store: Store, code: str) -> list[int]:
    loaded = store.load(code)
    assert loaded is not None
    return [event.seq for event in loaded[1]]


def writer(store: Store) -> sqlite3.Connection:
    assert store._writer._connection is not None
    return store._writer._connection


def test_what_is_written_is_loaded(store: Store) -> None:
    answers = Answers()
    made = RoomRow("ABCD", "flooding", 3, 10, 11, 12, None, True)
    first = StoredEvent(1, 10, "made", '{"é": "\\u0000"}')
    more = [StoredEvent(2, 20, "move", "a1\0b2 ♜", "x"), StoredEvent(3, 21, "move", "", "y")]
    store.create(made, [first], answers.ask())
    store.append("ABCD", more, 22, None, 23, answers.ask())
    assert answers.all() == [None, None]
    assert store.load("ABCD") == (RoomRow("ABCD", "flooding", 3, 10, 22, None, 23, True), [first, *more])
    assert store.load("abcd") is None


def test_a_database_is_reopened(tmp_path: Path) -> None:
    with Store(tmp_path / "rooms.db") as store:
        create(store, "A")
    with Store(tmp_path / "rooms.db") as store:
        assert append(store, "A", event(2)) is None
        assert seqs(store, "A") == [1, 2]


def test_due_rooms_come_earliest_first(store: Store) -> None:
    answers = Answers()
    for code, due_at in {"A": 30, "B": 10, "C": None, "D": 20}.items():
        store.create(room(code, due_at=due_at), [], answers.ask())
    store.set_due("D", 5, answers.ask())
    store.set_due("nobody", 5, answers.ask())
    assert [type(outcome) for outcome in answers.all()] == [type(None)] * 5 + [Conflict]
    assert store.due(10, 9) == ["D", "B"]
    assert store.due(99, 1) == ["D"]
    assert store.next_due() == 5
    store.set_due("A", None)
    store.set_due("B", None)
    store.set_due("D", None, answers.ask())
    answers.all()
    assert store.next_due() is None
    assert store.due(99, 9) == []


def test_setting_the_deadline_changes_nothing_else(store: Store) -> None:
    answers = Answers()
    with Pause(store):
        store.create(room("A"), [], answers.ask())
        store.append("A", [event(1)], 7, None, 8, answers.ask())
        store.set_due("A", 9, answers.ask())
    assert answers.all() == [None] * 3
    store.set_due("A", 10, answers.ask())
    answers.all()
    assert store.load("A") == (RoomRow("A", "flooding", 1, 1, 7, 10, 8), [event(1)])


def test_rooms_are_listed_newest_first(store: Store) -> None:
    answers = Answers()
    for number in range(5):
        store.create(room(str(number), updated=number), [], answers.ask())
    answers.all()
    assert [found.code for found in store.rooms(3)] == ["4", "3", "2"]
    assert store.count() == 5


@pytest.mark.parametrize(
    ("ask", "kind"),
    [
        (lambda s, done: s.append("A", [event(3), event(1)], 9, 9, 9, done), Conflict),
        (lambda s, done: s.append("A", [event(3), event(4, "cmd")], 9, 9, 9, done), Conflict),
        (lambda s, done: s.append("A", [event(4)], None, None, None, done), Conflict),
        (lambda s, done: s.append("nobody", [event(2)], None, None, None, done), Conflict),
        (lambda s, done: s.append("nobody", [event(2)], 9, 9, 9, done), Conflict),
        (lambda s, done: s.create(room("A", 9, 9), [event(2)], done), Conflict),
        (lambda s, done: s.set_due("nobody", 9, done), Conflict),
        (lambda s, done: s.append("A", [event(3)._replace(at_ms=2**70)], 9, 9, 9, done), StoreError),
        (lambda s, done: s.append("A", [event(3, body="\ud800")], 9, 9, 9, done), StoreError),
    ],
)
def test_one_refused_write_leaves_the_rest_of_its_batch(
    store: Store, ask: Callable[[Store, Callable[[Outcome], None]], None], kind: type[StoreError]
) -> None:
    create(store, "A")
    assert append(store, "A", event(2, "cmd")) is None
    before = store.load("A")
    answers = Answers()
    with Pause(store):
        for number in range(20):
            if number == 13:
                ask(store, answers.ask())
            store.create(room(f"B{number}"), [event(1)], answers.ask())
            store.append(f"B{number}", [event(2, "cmd")], 3, None, None, answers.ask())
    outcomes = answers.all()
    assert type(outcomes.pop(26)) is kind
    assert outcomes == [None] * 40
    assert store.load("A") == before
    assert store.load("nobody") is None
    assert all(seqs(store, f"B{number}") == [1, 2] for number in range(20))


def test_the_first_of_two_conflicting_writes_wins(store: Store) -> None:
    create(store, "A")
    answers = Answers()
    with Pause(store):
        store.append("B", [event(1)], 2, None, None, answers.ask())
        store.create(room("B"), [], answers.ask())
        store.append("A", [event(2, body="first")], 2, None, None, answers.ask())
        store.append("A", [event(2, body="second")], 3, None, None, answers.ask())
    assert [outcome is None for outcome in answers.all()] == [False, True, True, False]
    assert store.load("A") == (room("A", 2), [event(1), event(2, body="first")])
    assert store.load("B") == (room("B"), [])


WRITES = st.lists(
    st.tuples(
        st.sampled_from(["create", "append", "due"]),
        st.sampled_from("ABC"),
        st.lists(st.tuples(st.integers(1, 4), st.sampled_from([None, "x", "y", "z"])), max_size=3),
    ),
    max_size=12,
)


@given(WRITES)
@settings(max_examples=60, deadline=None)
def test_a_batch_equals_its_writes_one_by_one(writes: list[tuple[str, str, list[tuple[int, str | None]]]]) -> None:
    rooms: dict[str, RoomRow] = {}
    events: dict[str, list[StoredEvent]] = {}
    expected: list[bool] = []
    answers = Answers()
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "rooms.db") as store:
        with Pause(store):
            for number, (kind, code, raw) in enumerate(writes):
                new = [event(seq, command_id, str(number)) for seq, command_id in raw] if kind != "due" else []
                if kind == "create":
                    store.create(room(code, number, number), new, answers.ask())
                elif kind == "append":
                    store.append(code, new, number, number, number, answers.ask())
                else:
                    store.set_due(code, number, answers.ask())
                fits = (code in rooms) != (kind == "create")
                after = [*events.get(code, []), *new]
                cmds = [one.command_id for one in after if one.command_id]
                fits = fits and [one.seq for one in after] == list(range(1, len(after) + 1))
                fits = fits and len(set(cmds)) == len(cmds)
                expected.append(fits)
                if fits:
                    events[code] = after
                    old = rooms.get(code, room(code, number, number))
                    updated, ended = (number, number) if kind == "append" else (old.updated, old.ended)
                    rooms[code] = RoomRow(code, "flooding", 1, 1, updated, number, ended)
        assert [outcome is None for outcome in answers.all()] == expected
        for code in "ABC":
            found = (rooms[code], events[code]) if code in rooms else None
            assert store.load(code) == found


def test_what_is_queued_together_is_committed_and_delivered_together(tmp_path: Path) -> None:
    deliveries: list[int] = []

    def deliver(outcomes: list[tuple[Callable[[Outcome], None], Outcome]]) -> None:
        deliveries.append(len(outcomes))
        for done, outcome in outcomes:
            done(outcome)

    with Store(tmp_path / "rooms.db", deliver) as store:
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


def test_many_threads_append_to_many_rooms(store: Store) -> None:
    codes = [f"R{number}" for number in range(24)]
    create(store, *codes)

    def play(code: str) -> None:
        for seq in range(2, 32):
            assert append(store, code, event(seq, f"c{seq}")) is None
            assert seqs(store, code) == list(range(1, seq + 1))

    failed: list[BaseException] = []

    def run(code: str) -> None:
        try:
            play(code)
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=run, args=(code,)) for code in codes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    assert all(seqs(store, code) == list(range(1, 32)) for code in codes)


def test_a_full_disk_refuses_and_recovers(store: Store) -> None:
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


def test_a_read_only_database_refuses_and_recovers(store: Store) -> None:
    create(store, "A")
    writer(store).execute("PRAGMA query_only = ON")
    for _ in range(2):
        outcome = append(store, "A", event(2))
        assert outcome is not None
        assert outcome.code == "store_readonly"
    writer(store).execute("PRAGMA query_only = OFF")
    assert append(store, "A", event(2)) is None
    assert seqs(store, "A") == [1, 2]


def test_a_database_locked_by_another_process_is_refused_after_a_while(store: Store) -> None:
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


def test_a_broken_connection_is_replaced(store: Store) -> None:
    create(store, "A")
    writer(store).close()
    assert isinstance(append(store, "A", event(2)), StoreError)
    assert append(store, "A", event(2)) is None
    assert seqs(store, "A") == [1, 2]


def test_the_writer_survives_errors_of_its_callers(tmp_path: Path) -> None:
    def deliver(outcomes: list[tuple[Callable[[Outcome], None], Outcome]]) -> None:
        for done, outcome in outcomes:
            done(outcome)

    def bad(outcome: Outcome) -> None:
        raise SystemExit

    for number, way in enumerate([None, deliver]):
        with Store(tmp_path / f"{number}.db", way) as store:
            store.create(room("A"), [event(1)], bad)
            store.set_due("A", None, bad)
            time.sleep(0.05)
            assert append(store, "A", event(2)) is None


def test_closing_writes_everything_that_is_queued(tmp_path: Path) -> None:
    store = Store(tmp_path / "rooms.db")
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
    with Store(tmp_path / "rooms.db") as again:
        assert seqs(again, "A") == list(range(1, 3 * BATCH + 1))


def test_migrations_are_applied_once(tmp_path: Path) -> None:
    path = tmp_path / "rooms.db"
    newest = max(int(script.name[:4]) for script in files("ludoteca.store").joinpath("migrations").iterdir())
    for _ in range(2):
        with Store(path) as store:
            assert writer(store).execute("PRAGMA user_version").fetchone() == (newest,)
            assert writer(store).execute("PRAGMA journal_mode").fetchone() == ("wal",)
            assert writer(store).execute("PRAGMA synchronous").fetchone() == (2,)


def test_a_newer_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "rooms.db"
    with Store(path) as store:
        writer(store).execute("PRAGMA user_version = 9999")
    with pytest.raises(StoreError, match=r"rooms\.db was made by a newer program \(version 9999"):
        Store(path)
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA user_version").fetchone() == (9999,)
    connection.close()


def test_an_unusable_path_is_named(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("This is no database, whatever it is called. " * 100)
    (tmp_path / "folder").mkdir()
    for path in (tmp_path / "text", tmp_path / "folder", tmp_path / "text" / "rooms.db", tmp_path / "nul\0"):
        with pytest.raises(StoreError) as caught:
            Store(path)
        assert caught.value.code == "store_unwritable"
        assert str(path) in caught.value.sentence
    assert (tmp_path / "text").read_text().startswith("This is no database")


def test_a_path_that_looks_like_a_url_is_used_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "a?mode=memory&b#c%41 é.db"
    with Store(path) as store:
        create(store, "A")
    assert path.exists()


APPENDING = """
import sys, threading
from pathlib import Path
from ludoteca.store.rows import StoredEvent, RoomRow
from ludoteca.store.sqlite import Store

store = Store(Path(sys.argv[1]))
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
        with Store(path) as store:
            for code, count in acknowledged.items():
                found = seqs(store, code) if count else []
                assert len(found) >= count
                assert len(found) % 2 == 0, "half an append"
                assert found == list(range(1, len(found) + 1))
    assert min(acknowledged.values()) > 0

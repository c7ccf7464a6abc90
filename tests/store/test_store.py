"""What every store does: acknowledged writes survive, refused ones leave no trace, and a batch is like its writes."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from store.store_writes import WAIT, Answers, Pause, append, create, event, room, seqs

from ludoteca.store.chat import KEPT, ChatChange, ChatMessage, ChatRules
from ludoteca.store.expiry import ExpiryCutoffs
from ludoteca.store.logs import SnapshotRow
from ludoteca.store.opening import open_store
from ludoteca.store.protocol import Store
from ludoteca.store.rows import Conflict, HighScoreRow, Outcome, RoomRow, StoredEvent, StoreError
from ludoteca.store.writer import BATCH


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return where to open a new store, of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "folder" / "rooms.db")
    return str(request.getfixturevalue("postgres").database(str(tmp_path)))


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    with open_store(address) as opened:
        yield opened


def test_what_is_written_is_loaded(store: Store) -> None:
    answers = Answers()
    made = RoomRow("ABCD", "flooding", 3, 10, 11, 12, None, True)
    first = StoredEvent(1, 10, "made", '{"é": "\\u0000"}')
    more = [StoredEvent(2, 20, "move", "a1 b2 ♜", "x"), StoredEvent(3, 21, "move", "", "y")]
    store.create(made, [first], answers.ask())
    store.append("ABCD", more, 22, None, 23, answers.ask())
    assert answers.all() == [None, None]
    assert store.load("ABCD") == (RoomRow("ABCD", "flooding", 3, 10, 22, None, 23, True), [first, *more])
    assert store.load("abcd") is None


def test_a_database_is_reopened(address: str) -> None:
    with open_store(address) as store:
        create(store, "A")
    with open_store(address) as store:
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
        (lambda s, done: s.append("A", [event(3), event(5)], 9, 9, 9, done), Conflict),
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


EXAMPLES = count()
WRITES = st.lists(
    st.tuples(
        st.sampled_from(["create", "append", "due"]),
        st.sampled_from("ABC"),
        st.lists(st.tuples(st.integers(1, 4), st.sampled_from([None, "x", "y", "z"])), max_size=3),
    ),
    max_size=12,
)


@given(WRITES)
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_batch_equals_its_writes_one_by_one(
    store: Store, writes: list[tuple[str, str, list[tuple[int, str | None]]]]
) -> None:
    example = next(EXAMPLES)
    rooms: dict[str, RoomRow] = {}
    events: dict[str, list[StoredEvent]] = {}
    expected: list[bool] = []
    answers = Answers()
    with Pause(store):
        for number, (kind, letter, raw) in enumerate(writes):
            code = f"{letter}{example}"
            new = [event(seq, command_id, str(number)) for seq, command_id in raw] if kind != "due" else []
            if kind == "create":
                store.create(room(code, number, number), new, answers.ask())
            elif kind == "append":
                store.append(code, new, number, number, number, answers.ask())
            else:
                store.set_due(code, number, answers.ask())
            fits = (code in rooms) != (kind == "create")
            after = [*events.get(code, []), *new]
            fits = fits and [one.seq for one in after] == list(range(1, len(after) + 1))
            expected.append(fits)
            if fits:
                events[code] = after
                old = rooms.get(code, room(code, number, number))
                updated, ended = (number, number) if kind == "append" else (old.updated, old.ended)
                rooms[code] = RoomRow(code, "flooding", 1, 1, updated, number, ended)
    assert [outcome is None for outcome in answers.all()] == expected
    for code in (f"{letter}{example}" for letter in "ABC"):
        found = (rooms[code], events[code]) if code in rooms else None
        assert store.load(code) == found


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


def test_the_writer_survives_errors_of_its_callers(address: str) -> None:
    def deliver(outcomes: list[tuple[Callable[[Outcome], None], Outcome]]) -> None:
        for done, outcome in outcomes:
            done(outcome)

    called = threading.Semaphore(0)

    def bad(outcome: Outcome) -> None:
        called.release()
        raise SystemExit

    for code, way in (("A", None), ("B", deliver)):
        with open_store(address, way) as store:
            store.create(room(code), [event(1)], bad)
            assert called.acquire(timeout=WAIT)
            store.set_due(code, None, bad)
            assert called.acquire(timeout=WAIT)
            assert append(store, code, event(2)) is None


def test_closing_writes_everything_that_is_queued(address: str) -> None:
    store = open_store(address)
    answers = Answers()
    store.create(room("A"), [event(1)], answers.ask())
    for seq in range(2, BATCH + 40):
        store.append("A", [event(seq)], seq, None, None, answers.ask())
    store.close()
    store.close()
    assert answers.all() == [None] * (BATCH + 39)
    late = append(store, "A", event(BATCH + 40))
    assert late is not None
    assert late.code == "store_closed"
    with pytest.raises(StoreError, match="The server is stopping"):
        store.load("A")
    with open_store(address) as again:
        assert seqs(again, "A") == list(range(1, BATCH + 40))


SCORE = HighScoreRow("A/2", "flooding", "best", 0, 5, 5, "Ada", 2, 7)


def test_high_scores_come_with_the_append_or_not_at_all(store: Store) -> None:
    create(store, "A")
    answers = Answers()
    store.append("A", [event(3)], 2, None, None, answers.ask(), [SCORE])
    assert isinstance(answers.all()[0], Conflict)
    assert store.high_scores("flooding", 9) == []
    store.append("A", [event(2)], 2, None, None, answers.ask(), [SCORE])
    assert answers.all()[1] is None
    assert store.high_scores("flooding", 9) == [SCORE]
    store.add_high_scores([SCORE, SCORE._replace(source="else")], answers.ask())
    assert isinstance(answers.all()[2], Conflict)
    store.add_high_scores([SCORE._replace(source="else", rank=9, against=3)], answers.ask())
    assert answers.all()[3] is None
    assert [score.rank for score in store.high_scores("flooding", 9)] == [9, 5]
    assert [score.rank for score in store.high_scores("flooding", 9, "people")] == [5]
    assert [score.rank for score in store.high_scores("flooding", 9, 3)] == [9]


def test_a_chat_is_kept_with_its_rules(store: Store) -> None:
    create(store, "A")
    answers = Answers()
    said = [ChatMessage(number, number, "device", "address", "Ada", 0, f"text {number}", "") for number in (1, 2)]
    rules = ChatRules(False)
    store.save_chat([ChatChange("A", said, None)], answers.ask())
    store.save_chat([ChatChange("A", [said[1]._replace(number=KEPT + 1)], rules)], answers.ask())
    assert answers.all() == [None, None]
    assert store.load_chat("A") == (rules, [said[1], said[1]._replace(number=KEPT + 1)])
    assert store.load_chat("B") == (ChatRules(), [])


def test_a_log_is_read_from_its_snapshot(store: Store) -> None:
    create(store, "A")
    assert append(store, "A", event(2), event(3), event(4)) is None
    store.save_snapshot(SnapshotRow("A", 3, "1.0", 1, b"table"))
    assert append(store, "A", event(5)) is None
    whole, found = store.find_log("A", None, 2), store.find_log("A", "1.0", 9)
    assert whole is not None
    assert found is not None
    assert ([row.seq for row in whole.events], whole.snapshot, whole.end.seq) == ([1, 2], None, 5)
    assert ([row.seq for row in found.events], found.snapshot, found.begin.seq) == ([4, 5], b"table", 3)
    assert found.begin.hash == store.tail("A", 2, 1)[0].hash
    other = store.find_log("A", "2.0", 9)
    assert other is not None
    assert other.snapshot is None
    assert store.find_log("B", None, 9) is None


def test_only_rooms_that_have_expired_are_removed(store: Store) -> None:
    create(store, "A", "B", "C")
    answers = Answers()
    store.append("B", [event(2)], 5, None, None, answers.ask(), keeps=True)
    store.append("C", [event(2)], 5, None, 5, answers.ask(), keeps=True)
    store.visit("A", 7)
    answers.all()
    early, late = ExpiryCutoffs(6, 6, 4), ExpiryCutoffs(7, 7, 5)
    assert append(store, "nobody", event(1)) is not None  # after everything before it
    assert store.expirable(early, 9) == ([], ["B"], [])
    assert store.expirable(late, 9) == (["A"], ["B"], ["C"])
    for code in "ABC":
        store.remove(code, early, answers.ask())
        store.remove(code, late, answers.ask())
    removed = [outcome is None for outcome in answers.all()[2:]]
    assert removed == [False, True, False, False, False, True]
    assert [found.code for found in store.rooms(9)] == ["B"]
    assert store.tail("A", 0, 9) == []


def test_outages_are_kept_and_the_key_of_addresses_stays(address: str) -> None:
    with open_store(address) as store:
        begun = store.start_up(1000)
        store.add_outage(begun + 10, begun + 20)
        store.heartbeat(begun + 30)
        key = store.address_key()
    with open_store(address) as store:
        assert store.address_key() == key
        assert len(key) == 32
        now = store.start_up(begun + 100)
        assert now >= begun + 30
        assert store.outages(begun)[0] == (begun + 10, begun + 20)
        assert store.outages(now) == []

"""What only PostgreSQL does: several writers, lost connections, the schema of several releases."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import psycopg
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from postgres_cluster import Cluster
from store.store_writes import Answers, Pause, append, create, event, room, seqs

from ludoteca.store.expiry import ExpiryCutoffs
from ludoteca.store.hints import MAX_PAYLOAD, Hint, HintFaults, read_payload, write_payloads
from ludoteca.store.opening import open_store
from ludoteca.store.postgres.hints import PostgresHints
from ludoteca.store.postgres.store import PostgresStore
from ludoteca.store.rows import Conflict, RoomRow, StoreError, Unknown

CODES = (f"R{number}" for number in count())


@pytest.fixture
def url(postgres: Cluster, tmp_path: Path) -> str:
    return postgres.database(str(tmp_path))


@pytest.fixture
def store(url: str) -> Iterator[PostgresStore]:
    with PostgresStore(url) as opened:
        yield opened


@given(st.lists(st.integers(1, 3), min_size=2, max_size=6), st.integers(1, 3), st.sampled_from([None, 2]))
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_an_append_of_several_events_is_all_or_none(
    url: str, sizes: list[int], rivals: int, updated: int | None
) -> None:
    """Two writers append to the same rooms at once, one of them several events each time."""
    with PostgresStore(url) as one, PostgresStore(url) as two:
        codes = [next(CODES) for _ in sizes]
        create(one, *codes)
        mine, others = Answers(), Answers()
        with Pause(one), Pause(two):
            for code, size in zip(codes, sizes, strict=True):
                one.append(code, [event(2 + n, f"one {n}", "one") for n in range(size)], 2, None, None, mine.ask())
            for code in reversed(codes):
                for number in range(rivals):
                    two.append(code, [event(2 + number, None, "two")], updated, None, None, others.ask())
        outcomes = mine.all()
        others.all()
        for code, size, outcome in zip(codes, sizes, outcomes, strict=True):
            loaded = one.load(code)
            assert loaded is not None
            own = [found.seq for found in loaded[1] if found.body == "one"]
            assert own == (list(range(2, size + 2)) if outcome is None else [])
            assert outcome is None or isinstance(outcome, Conflict)


def test_writers_with_the_same_rooms_never_wait_for_each_other_in_a_circle(postgres: Cluster, url: str) -> None:
    codes = [f"ROOM{number:02}" for number in range(24)]
    with PostgresStore(url) as first:
        create(first, *codes)
    name = url.rpartition("/")[2]
    failed: list[BaseException] = []

    def write(shift: int) -> None:
        try:
            with PostgresStore(url) as store:
                for turn in range(12):
                    answers = Answers()
                    heads = store.heads(codes)
                    with Pause(store):
                        for code in codes[shift + turn :] + codes[: shift + turn]:
                            updated = turn if turn % 2 else None
                            store.append(code, [event(heads[code].seq + 1)], updated, None, None, answers.ask())
                            store.visit(code, turn)
                            store.set_due(code, turn, answers.ask())
                    outcomes = answers.all()
                    assert all(outcome is None or isinstance(outcome, Conflict) for outcome in outcomes), outcomes
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=write, args=(7 * number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    ((deadlocks,),) = postgres.execute(f"SELECT deadlocks FROM pg_stat_database WHERE datname = '{name}'")  # noqa: S608
    assert deadlocks == 0
    with PostgresStore(url) as store:
        for code in codes:
            assert seqs(store, code) == list(range(1, len(seqs(store, code)) + 1))


def test_appends_that_change_nothing_else_move_only_the_heads(store: PostgresStore) -> None:
    create(store, "A", "B")
    before = store.rooms(2)
    for seq in (2, 3):
        answers = Answers()
        with Pause(store):
            for code in "AB":
                store.append(code, [event(seq)], None, None, None, answers.ask())
            store.append("C", [event(seq)], None, None, None, answers.ask())
        assert [type(outcome) for outcome in answers.all()] == [type(None), type(None), Conflict]
    assert store.rooms(2) == before
    assert [seqs(store, code) for code in "AB"] == [[1, 2, 3]] * 2
    assert [head.seq for head in store.heads(["A", "B"]).values()] == [3, 3]


def test_a_connection_lost_during_a_commit_leaves_the_outcome_unknown(store: PostgresStore, url: str) -> None:
    create(store, "A")
    connection = store._committer.connection
    assert connection is not None
    with psycopg.connect(url) as other:
        other.execute("SELECT code FROM room WHERE code = 'A' FOR UPDATE")  # the append waits for this
        answers = Answers()
        store.append("A", [event(2)], 2, None, None, answers.ask())
        with psycopg.connect(url, autocommit=True) as admin:
            waiting = "SELECT 1 FROM pg_stat_activity WHERE pid = %s AND wait_event_type = 'Lock'"
            while not admin.execute(waiting, (connection.info.backend_pid,)).fetchone():
                pass
            admin.execute("SELECT pg_terminate_backend(%s)", (connection.info.backend_pid,))
        assert isinstance(answers.all()[0], Unknown)
    assert append(store, "A", event(2)) is None
    assert store.unknown_count == 1


def test_a_character_that_postgresql_does_not_take_is_refused_alone(store: PostgresStore) -> None:
    create(store, "A", "B")
    answers = Answers()
    with Pause(store):
        store.append("A", [event(2, body="a\0b")], 2, None, None, answers.ask())
        store.append("B", [event(2)], 2, None, None, answers.ask())
    bad, good = answers.all()
    assert isinstance(bad, StoreError)
    assert bad.code == "store_failed"
    assert good is None
    assert append(store, "A", event(2)) is None


def test_a_schema_of_a_newer_release_is_refused_only_if_it_must_be(postgres: Cluster, url: str) -> None:
    PostgresStore(url).close()
    name = url.rpartition("/")[2]
    postgres.execute("UPDATE schema_version SET version = 99", name)
    PostgresStore(url).close()  # it only adds something
    postgres.execute("UPDATE schema_version SET min_reader = 99", name)
    with pytest.raises(StoreError, match=r"was made by a newer program \(version 99; this one knows up to 3\)"):
        PostgresStore(url)


def test_tables_of_another_program_are_left_alone(postgres: Cluster, url: str) -> None:
    postgres.execute("CREATE TABLE room (number INT)", url.rpartition("/")[2])
    with pytest.raises(StoreError, match="has tables of another program"):
        PostgresStore(url)


def test_an_unusable_address_ends_with_one_sentence_and_no_password() -> None:
    with pytest.raises(StoreError) as caught:
        open_store("postgresql://ludoteca:secret@127.0.0.1:1/games")
    assert caught.value.code == "store_unwritable"
    assert "secret" not in caught.value.sentence
    with pytest.raises(StoreError, match="The address of the store cannot be read"):
        open_store("postgresql://[")


def test_leases_are_held_by_one_node_at_a_time(url: str) -> None:
    with PostgresStore(url, node="a") as one, PostgresStore(url, node="b") as two:
        create(one, "A", "B")
        assert one.keep(["A", "B"], 1000, 5000) == {"A", "B"}
        assert two.keep(["A", "B"], 2000, 6000) == set()
        assert one.keep(["A"], 4000, 9000) == {"A"}
        assert two.keep(["A", "B"], 5001, 9000) == {"B"}
        assert two.due(6000, 9) == ["B"]
        one.release()
        assert two.due(6000, 9) == ["A", "B"]


def test_a_node_wakes_and_closes_only_rooms_whose_rules_it_has(url: str) -> None:
    with PostgresStore(url, node="a") as store:
        answers = Answers()
        for code, game, version in (("A", "flooding", 1), ("B", "flooding", 2), ("C", "chess", 1)):
            store.create(RoomRow(code, game, version, 1, 1, 1), [event(1)], answers.ask(), keeps=True)
        assert answers.all() == [None] * 3
        assert store.due(1000, 9) == ["A"]
        assert store.expirable(ExpiryCutoffs(1000, 1000, None), 9).unvisited == ["A"]


def test_a_node_sends_hints_only_while_others_are_alive(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[str] = []
    monkeypatch.setattr(PostgresHints, "send", lambda self, hints: sent.extend(hint.room for hint in hints))

    def beat(store: PostgresStore, now_ms: int) -> None:
        answers = Answers()
        store.heartbeat(now_ms)
        store.set_due("A", None, answers.ask())
        assert answers.all() == [None]

    with PostgresStore(url, node="a") as one:
        now_ms = one.start_up(0)
        create(one, "A")
        assert append(one, "A", event(2)) is None
        assert sent == []
        with PostgresStore(url, node="b") as two:
            two.start_up(0)
            beat(one, now_ms)
            assert append(one, "A", event(3)) is None
            assert sent == ["A"]
            two.leave(draining=False)
        beat(one, now_ms)
        assert append(one, "A", event(4)) is None
        assert sent == ["A"]


def test_hints_fit_into_notifications_and_come_back_as_they_were() -> None:
    long = Hint("A", 2, 5, "key", "x" * 9000, b"\0" * 32)
    short = [Hint(f"R{n}", n + 1, 0, None, "y" * 700) for n in range(30)]
    hints = [Hint("A", 1, 5, "key", "body ♜", b"\1" * 32), long, *short]
    payloads = list(write_payloads("a", hints))
    assert all(len(payload.encode()) <= MAX_PAYLOAD for payload in payloads)
    found = [hint for payload in payloads for hint in read_payload(payload, "b")]
    assert [(hint.room, hint.seq, hint.hash) for hint in found] == [(hint.room, hint.seq, hint.hash) for hint in hints]
    assert found[0] == hints[0]
    assert found[1].body is None, "too long to be carried"
    assert [hint for payload in payloads for hint in read_payload(payload, "a")] == [], "one's own"
    assert read_payload("rubbish", "b") == []


@pytest.mark.parametrize("text", ["lose=0.1", "drop=2", "drop", "drop=x"])
def test_a_wrong_list_of_faults_is_refused(text: str) -> None:
    with pytest.raises(Exception, match="LUDOTECA_HINT_FAULTS takes drop, dup, delay, reorder"):
        HintFaults.read(text)


def test_a_room_row_says_what_was_written(store: PostgresStore) -> None:
    create(store, "A")
    answers = Answers()
    store.append("A", [event(2)], None, None, None, answers.ask())
    answers.all()
    assert store.load("A") == (room("A"), [event(1), event(2)])

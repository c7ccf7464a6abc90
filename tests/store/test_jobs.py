"""The table of jobs in PostgreSQL: leases, attempts and order, and a role that may do nothing else."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import psycopg
import pytest
from postgres_cluster import Cluster
from psycopg import errors

from ludoteca.bots.jobs import MAX_ANSWER, MAX_ATTEMPTS, MAX_POSITION, ClaimedJob, Job, JobStatus
from ludoteca.core.errors import LudotecaError
from ludoteca.store.opening import open_store
from ludoteca.store.postgres.hints import channel
from ludoteca.store.postgres.jobs import LONGEST_LEASE_MS, PostgresNodeJobs, PostgresWorkerJobs

PAGE = Path(__file__).parents[2] / "docs" / "several-nodes.md"
ROLE = "ludoteca_worker"
GAMES = {"latice": 1, "wege": 2}
LEASE_MS = LONGEST_LEASE_MS - 5000
"""So long that no lease runs out by chance."""
WAIT_S = 30.0


@pytest.fixture
def url(postgres: Cluster, tmp_path: Path) -> str:
    return prepare(postgres, str(tmp_path))


def prepare(cluster: Cluster, key: str) -> str:
    """Return the address of a database with a schema and a role for workers, as the documentation makes it."""
    url = cluster.database(key)
    with open_store(url):
        pass
    name = url.rpartition("/")[2]
    roles = cluster.execute("SELECT rolname FROM pg_roles")
    for statement in grants(name):
        if not ((ROLE,) in roles and statement.startswith("CREATE ROLE")):
            cluster.execute(statement, name)
    return url


def grants(database: str) -> list[str]:
    """Return the statements of the documentation that concern the role, for another database."""
    blocks = re.findall(r"^```sql\n(.*?)^```", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    (first,), (second,) = ([one for one in blocks if begin in one] for begin in ("CREATE DATABASE", f"ROLE {ROLE}"))
    revoke = [line for line in first.splitlines() if line.startswith("REVOKE")]
    assert revoke
    return [line.replace("DATABASE ludoteca", f"DATABASE {database}") for line in [*revoke, *second.splitlines()]]


def as_worker(url: str) -> str:
    return url.replace("ludoteca@", f"{ROLE}@")


@pytest.fixture
def node(url: str) -> Iterator[PostgresNodeJobs]:
    jobs = PostgresNodeJobs(url, "a")
    yield jobs
    jobs.close()


@pytest.fixture
def worker(url: str) -> Iterator[PostgresWorkerJobs]:
    jobs = PostgresWorkerJobs(as_worker(url), GAMES, "one", LEASE_MS)
    yield jobs
    jobs.close()


@pytest.fixture
def other(url: str) -> Iterator[PostgresWorkerJobs]:
    jobs = PostgresWorkerJobs(as_worker(url), GAMES, "two", LEASE_MS)
    yield jobs
    jobs.close()


def job(name: str, **changed: Any) -> Job:
    plain = Job(name, "latice", 1, "3", "move", False, 1, "seed", '{"board": []}')
    return replace(plain, **changed)


def ids(claimed: list[ClaimedJob]) -> list[str]:
    return [one.job.id for one in claimed]


def status(node: PostgresNodeJobs, name: str = "a") -> JobStatus:
    (found,) = node.look([name])
    return found


def expire(postgres: Cluster, url: str) -> None:
    """Let the leases run out."""
    postgres.execute("UPDATE job SET lease_until = 1", url.rpartition("/")[2])


def test_a_job_is_claimed_once_renewed_and_answered(
    node: PostgresNodeJobs, worker: PostgresWorkerJobs, other: PostgresWorkerJobs
) -> None:
    node.post(job("a"))
    assert status(node) == JobStatus("a", 0, False, "", None)
    (claimed,) = worker.claim(5, quick_only=False)
    assert claimed == ClaimedJob(job("a"), 1)
    assert other.claim(5, quick_only=False) == []
    assert worker.renew([claimed]) == {"a"}
    assert other.renew([claimed]) == set()
    assert (status(node).is_taken, status(node).worker) == (True, worker.name)
    assert not node.take_back("a")
    other.answer(claimed, "theirs")
    worker.answer(claimed, "mine")
    worker.answer(claimed, "mine again")
    assert status(node).answer == "mine"
    node.remove(["a"])
    assert node.look(["a"]) == []


def test_a_lease_that_ran_out_is_the_next_attempt_and_a_late_answer_is_dropped(
    postgres: Cluster, url: str, node: PostgresNodeJobs, worker: PostgresWorkerJobs, other: PostgresWorkerJobs
) -> None:
    node.post(job("a"))
    (late,) = worker.claim(1, quick_only=False)
    expire(postgres, url)
    (second,) = other.claim(1, quick_only=False)
    assert second.attempt == 2
    worker.answer(late, "late")
    assert worker.renew([late]) == set()
    assert status(node).answer is None
    expire(postgres, url)
    (third,) = worker.claim(1, quick_only=False)
    worker.answer(late, "late")
    other.give_back([third])
    assert (third.attempt, status(node).answer, status(node).is_taken) == (MAX_ATTEMPTS, None, True)
    worker.give_back([third])
    assert other.claim(1, quick_only=False) == []
    assert status(node) == JobStatus("a", MAX_ATTEMPTS, False, worker.name, None)
    assert node.take_back("a")


def test_a_lease_from_a_clock_that_was_far_ahead_does_not_count(
    postgres: Cluster, url: str, node: PostgresNodeJobs, worker: PostgresWorkerJobs
) -> None:
    node.post(job("a"))
    worker.claim(1, quick_only=False)
    postgres.execute("UPDATE job SET lease_until = lease_until + 3600000", url.rpartition("/")[2])
    assert not status(node).is_taken
    assert ids(worker.claim(1, quick_only=False)) == ["a"]


def test_quick_jobs_come_first_then_moves_then_hints_the_oldest_first(
    node: PostgresNodeJobs, worker: PostgresWorkerJobs
) -> None:
    wanted: dict[str, dict[str, Any]] = {
        "hint": {"kind": "hint"},
        "first": {},
        "second": {},
        "quick hint": {"kind": "hint", "quick": True},
        "quick": {"quick": True},
    }
    for name, changed in wanted.items():
        node.post(job(name, **changed))
    assert ids(worker.claim(1, quick_only=True)) == ["quick"]
    order = [ids(worker.claim(1, quick_only=False)) for _ in range(5)]
    assert order == [["quick hint"], ["first"], ["second"], ["hint"], []]
    node.post(job("slow"))
    assert worker.claim(9, quick_only=True) == []


def test_a_worker_gets_only_games_whose_rules_it_has(node: PostgresNodeJobs, worker: PostgresWorkerJobs) -> None:
    node.post(job("newer rules", rules_version=2))
    node.post(job("another game", game="flooding"))
    node.post(job("good", game="wege", rules_version=2))
    assert ids(worker.claim(9, quick_only=False)) == ["good"]


def test_a_worker_whose_answer_was_refused_does_not_get_the_job_again(
    node: PostgresNodeJobs, worker: PostgresWorkerJobs, other: PostgresWorkerJobs
) -> None:
    node.post(job("a"))
    (claimed,) = worker.claim(1, quick_only=False)
    worker.answer(claimed, "a lie")
    node.refuse(status(node))
    assert status(node) == JobStatus("a", 1, False, worker.name, None)
    assert worker.claim(1, quick_only=False) == []
    assert ids(other.claim(1, quick_only=False)) == ["a"]


def test_many_workers_at_once_never_get_the_same_job(url: str, node: PostgresNodeJobs) -> None:
    for number in range(40):
        node.post(job(f"{number}"))
    got: list[str] = []

    def work(jobs: PostgresWorkerJobs) -> None:
        while claimed := jobs.claim(3, quick_only=False):
            got.extend(ids(claimed))

    workers = [PostgresWorkerJobs(as_worker(url), GAMES, lease_ms=LEASE_MS) for _ in range(4)]
    threads = [threading.Thread(target=work, args=(one,)) for one in workers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for one in workers:
        one.close()
    assert sorted(got, key=int) == [f"{number}" for number in range(40)]


def test_nodes_see_which_workers_live_and_what_they_can_play(
    postgres: Cluster, url: str, node: PostgresNodeJobs, worker: PostgresWorkerJobs, other: PostgresWorkerJobs
) -> None:
    assert node.workers() == []
    worker.beat()
    other.beat()
    worker.beat()
    assert node.workers() == [GAMES, GAMES]
    other.close()
    assert node.workers() == [GAMES]
    postgres.execute("UPDATE bot_worker SET beat_ms = beat_ms - 3600000", url.rpartition("/")[2])
    assert node.workers() == []
    worker.beat()
    postgres.execute("UPDATE bot_worker SET games = 'latice= wege=x =1 latice=3'", url.rpartition("/")[2])
    assert node.workers() == [{"": 1, "latice": 3}]


def test_there_is_room_for_a_bounded_number_of_workers(
    postgres: Cluster, url: str, worker: PostgresWorkerJobs, other: PostgresWorkerJobs
) -> None:
    postgres.execute("DELETE FROM bot_worker WHERE slot > 1", url.rpartition("/")[2])
    worker.beat()
    with pytest.raises(LudotecaError, match="as many workers as it can have"):
        other.beat()


def test_notifications_wake_the_worker_and_the_node(
    url: str, node: PostgresNodeJobs, worker: PostgresWorkerJobs
) -> None:
    new, answered, elsewhere = threading.Semaphore(0), threading.Semaphore(0), threading.Semaphore(0)
    stranger = PostgresNodeJobs(url, "b")
    worker.listen(new.release)
    node.listen(answered.release)
    stranger.listen(elsewhere.release)
    for semaphore in (new, answered, elsewhere):  # once when they are connected
        assert semaphore.acquire(timeout=WAIT_S)
    node.post(job("a"))
    assert new.acquire(timeout=WAIT_S)
    (claimed,) = worker.claim(1, quick_only=False)
    worker.answer(claimed, "move")
    assert answered.acquire(timeout=WAIT_S)
    assert not elsewhere.acquire(blocking=False)
    stranger.close()


def test_old_jobs_are_removed(postgres: Cluster, url: str, node: PostgresNodeJobs) -> None:
    for name in ("old", "ahead", "young"):
        node.post(job(name))
    postgres.execute("UPDATE job SET posted_ms = posted_ms - 130000 WHERE id = 'old'", url.rpartition("/")[2])
    postgres.execute("UPDATE job SET posted_ms = posted_ms + 130000 WHERE id = 'ahead'", url.rpartition("/")[2])
    node.remove_old()
    assert [one.id for one in node.look(["old", "ahead", "young"])] == ["young"]


def test_positions_and_answers_are_bounded_by_the_table(
    postgres: Cluster, url: str, node: PostgresNodeJobs, worker: PostgresWorkerJobs
) -> None:
    with pytest.raises(LudotecaError):
        node.post(job("large", position="x" * (MAX_POSITION + 1)))
    node.post(job("a"))
    (claimed,) = worker.claim(1, quick_only=False)
    with pytest.raises(LudotecaError):
        worker.answer(claimed, "x" * (MAX_ANSWER + 1))
    assert status(node).answer is None


FORBIDDEN = [
    "SELECT * FROM event",
    "SELECT * FROM room",
    "SELECT * FROM snapshot",
    "SELECT * FROM address_key",
    "SELECT * FROM chat_message",
    "SELECT * FROM high_score",
    "SELECT * FROM node",
    "SELECT * FROM schema_version",
    "INSERT INTO job (id) VALUES ('x')",
    "DELETE FROM job",
    "TRUNCATE job",
    "UPDATE job SET position = ''",
    "UPDATE job SET refused = NULL",
    "UPDATE job SET node = ''",
    "INSERT INTO bot_worker (slot) VALUES (9999)",
    "UPDATE bot_worker SET slot = 9999",
    "DELETE FROM bot_worker",
    "CREATE TABLE mine (x BIGINT)",
    "CREATE TEMPORARY TABLE mine (x BIGINT)",
    "CREATE SCHEMA mine",
    "COPY event TO PROGRAM 'true'",
]


def test_the_role_of_workers_may_do_nothing_else(url: str) -> None:
    with psycopg.connect(as_worker(url), autocommit=True) as connection:
        for statement in FORBIDDEN:
            with pytest.raises(errors.InsufficientPrivilege):
                connection.execute(statement)
        tables = connection.execute(
            "SELECT relname FROM pg_class WHERE relkind IN ('r', 'v', 'm', 'S', 'p')"
            " AND relnamespace = 'public'::regnamespace"
            " AND has_any_column_privilege(oid, 'SELECT, INSERT, UPDATE, REFERENCES')"
        )
        assert {name for (name,) in tables} == {"job", "bot_worker"}


def test_the_role_of_workers_cannot_find_the_channel_of_the_nodes(postgres: Cluster, url: str) -> None:
    with open_store(url, node="a"):
        with psycopg.connect(url) as connection:
            name = channel(connection)
            seen = connection.execute("SELECT query FROM pg_stat_activity").fetchall()
        assert any(name in query for (query,) in seen), "the owner sees it"
        with psycopg.connect(as_worker(url)) as connection:
            hidden = connection.execute("SELECT query FROM pg_stat_activity").fetchall()
            assert connection.execute("SELECT * FROM pg_listening_channels()").fetchall() == []
        assert not any(name in query for (query,) in hidden)
    other = postgres.database(f"{url} other")
    with open_store(other), psycopg.connect(other) as connection:
        assert channel(connection) != name


def test_a_worker_without_rights_or_without_a_table_is_refused_in_one_sentence(
    postgres: Cluster, url: str, tmp_path: Path
) -> None:
    empty = postgres.database(f"{tmp_path} empty")
    with pytest.raises(LudotecaError, match=r"has no table of jobs\. Start a node there first"):
        PostgresWorkerJobs(empty, GAMES)
    name = url.rpartition("/")[2]
    postgres.execute(f"REVOKE ALL ON bot_worker FROM {ROLE}", name)
    with pytest.raises(LudotecaError, match="may not use the tables job and bot_worker"):
        PostgresWorkerJobs(as_worker(url), GAMES)
    with pytest.raises(LudotecaError, match="cannot be read"):
        PostgresWorkerJobs(as_worker(url).replace(name, "nothing"), GAMES)

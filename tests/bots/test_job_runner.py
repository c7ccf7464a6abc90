"""A worker on a machine of its own takes as many jobs as it has processes, and keeps none that it cannot finish."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import pytest

from ludoteca.bots import job_runner
from ludoteca.bots.job_runner import JobRunner
from ludoteca.bots.jobs import MAX_ANSWER, ClaimedJob, Job
from ludoteca.bots.workers import Workers
from ludoteca.core.errors import LudotecaError
from ludoteca.core.translations import Refusal

TIMEOUT_S = 60.0


class FakeJobs:
    """A table of jobs in memory, with one worker."""

    def __init__(self, *jobs: Job) -> None:
        self._gate = threading.Lock()
        self.open = list(jobs)
        self.held: dict[str, ClaimedJob] = {}
        self.answers: dict[str, str] = {}
        self.given_back: list[str] = []
        self.claims = 0
        self.fails = False
        self.is_closed = False

    def beat(self) -> None:
        if self.fails:
            raise LudotecaError(Refusal("store_failed"))

    def claim(self, count: int, quick_only: bool) -> list[ClaimedJob]:
        self.claims += 1
        with self._gate:
            found = [job for job in self.open if job.quick or not quick_only][:count]
            self.open = [job for job in self.open if job not in found]
            claimed = [ClaimedJob(job, 1) for job in found]
            self.held.update((one.job.id, one) for one in claimed)
            return claimed

    def renew(self, claimed: Sequence[ClaimedJob]) -> set[str]:
        return {one.job.id for one in claimed if one.job.id in self.held}

    def answer(self, claimed: ClaimedJob, answer: str) -> None:
        self.answers[self.held.pop(claimed.job.id).job.id] = answer

    def give_back(self, claimed: Sequence[ClaimedJob]) -> None:
        self.given_back += [one.job.id for one in claimed]

    def listen(self, on_job: Callable[[], None]) -> None:
        on_job()

    def close(self) -> None:
        self.is_closed = True


class Thinkers:
    """Workers without processes: they answer when the test says so."""

    def __init__(self) -> None:
        self.thinking: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self.pools: dict[str, str] = {}
        """Which pool thinks about a job, by its nice value."""

    async def start(self, command: Sequence[str]) -> Thinker:
        return Thinker(self, command[-1])


class Thinker:
    pid = 0

    def __init__(self, thinkers: Thinkers, nice: str) -> None:
        self._thinkers = thinkers
        self._nice = nice
        self._is_alive = True

    def alive(self) -> bool:
        return self._is_alive

    def kill(self) -> None:
        self._is_alive = False

    async def ended(self) -> None:
        return None

    async def ask(self, line: bytes) -> Any:
        request = json.loads(line)
        name = request["seed"]
        self._thinkers.pools[name] = self._nice
        future = self._thinkers.thinking[name] = asyncio.get_running_loop().create_future()
        try:
            return {"id": request["id"], **await future}
        finally:
            del self._thinkers.thinking[name]


def job(name: str, quick: bool = False) -> Job:
    return Job(name, "latice", 1, "3", "move", quick, 0, name, "{}")


def run(
    jobs: FakeJobs,
    use: Callable[[Thinkers, Callable[[Callable[[], bool]], Awaitable[None]]], Awaitable[None]],
    processes: int = 2,
) -> None:
    """Run a worker while `use` lasts."""

    async def until(holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(TIMEOUT_S):
            while not holds():
                await asyncio.sleep(0.005)

    async def main() -> None:
        thinkers, stopping = Thinkers(), asyncio.Event()
        runner = JobRunner(jobs, Workers(processes, tries=1, start=thinkers.start), processes)
        running = asyncio.ensure_future(runner.run(stopping))
        try:
            await use(thinkers, until)
        finally:
            stopping.set()
            async with asyncio.timeout(TIMEOUT_S):
                await running

    asyncio.run(main())
    assert jobs.is_closed


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job_runner, "POLL_S", 0.01)
    monkeypatch.setattr(job_runner, "BEAT_S", 0.0)


def test_slow_jobs_leave_a_process_for_quick_ones_and_quick_ones_use_free_processes() -> None:
    jobs = FakeJobs(job("a"), job("b"), job("c"))

    async def use(thinkers: Thinkers, until: Callable[[Callable[[], bool]], Awaitable[None]]) -> None:
        await until(lambda: set(thinkers.thinking) == {"a", "b"})
        jobs.open.append(job("quick", quick=True))
        await until(lambda: "quick" in thinkers.thinking)
        assert [each.id for each in jobs.open] == ["c"]
        assert thinkers.pools["quick"] != thinkers.pools["a"] == thinkers.pools["b"]
        jobs.open[:0] = [job("quick too", quick=True)]
        thinkers.thinking["a"].set_result({"move": "m", "cpu_s": 0.1, "other": 1})
        await until(lambda: "quick too" in thinkers.thinking)
        assert thinkers.pools["quick too"] == thinkers.pools["a"]
        await until(lambda: "a" in jobs.answers)
        assert jobs.answers == {"a": '{"move": "m"}'}

    run(jobs, use)
    assert sorted(jobs.given_back) == ["b", "quick", "quick too"]


def test_a_job_that_was_taken_away_is_not_thought_about_any_longer() -> None:
    jobs = FakeJobs(job("a"), job("b"))

    async def use(thinkers: Thinkers, until: Callable[[Callable[[], bool]], Awaitable[None]]) -> None:
        await until(lambda: "a" in thinkers.thinking)
        del jobs.held["a"]
        await until(lambda: "b" in thinkers.thinking)
        assert "a" not in thinkers.thinking

    run(jobs, use, processes=1)
    assert (jobs.answers, jobs.given_back) == ({}, ["b"])


@pytest.mark.parametrize("answer", [{"error": "no idea"}, {"move": "x" * MAX_ANSWER}])
def test_a_job_without_a_good_answer_is_given_back(answer: dict[str, str]) -> None:
    jobs = FakeJobs(job("a"))

    async def use(thinkers: Thinkers, until: Callable[[Callable[[], bool]], Awaitable[None]]) -> None:
        await until(lambda: "a" in thinkers.thinking)
        thinkers.thinking["a"].set_result(answer)
        await until(lambda: jobs.given_back == ["a"])

    run(jobs, use)
    assert jobs.answers == {}


def test_a_worker_outlives_a_database_that_cannot_be_reached() -> None:
    jobs = FakeJobs()

    async def use(thinkers: Thinkers, until: Callable[[Callable[[], bool]], Awaitable[None]]) -> None:
        await until(lambda: jobs.claims > 0)
        jobs.fails = True
        await asyncio.sleep(0.05)
        jobs.fails = False
        jobs.open.append(job("a"))
        await until(lambda: "a" in thinkers.thinking)

    run(jobs, use)

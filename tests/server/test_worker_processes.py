"""Worker processes on one database: they die, lie or are missing, and every bot still moves."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import dummy_game
import pytest
from postgres_cluster import Cluster, running_cluster
from server.test_start import process
from store.test_jobs import as_worker, prepare
from store.test_jobs import url as url  # a fixture

from ludoteca import selftest
from ludoteca.bots.remote_workers import ANSWERS, CLAIM_S, REFUSED, UNTAKEN, RemoteWorkers
from ludoteca.bots.workers import Workers, make_request
from ludoteca.core import registry
from ludoteca.core.generator import Random
from ludoteca.core.registry import find_game
from ludoteca.core.translations import Refusal
from ludoteca.store.postgres.jobs import PostgresNodeJobs, PostgresWorkerJobs

pytestmark = pytest.mark.slow

TESTS = Path(__file__).parents[1]
LIMIT_S = 90.0
SLOW_LEVEL = next(bot.level for bot in find_game("flooding").levels if not bot.is_quick)
GATED = """
import os, time
import dummy_game
from ludoteca import Bot

def patient(state, random, simulations):
    while not os.path.exists({gate!r}):
        time.sleep(0.01)
    return dummy_game.greedy(state, random)

def quick(state, random, simulations):
    return dummy_game.greedy(state, random)

class GatedGame(dummy_game.DummyGame):
    name = "gated"
    levels = (Bot(1, "quick", "", quick), Bot(2, "patient", "", patient, simulations=1_000_000))
"""
"""A game whose second level thinks until a file is there."""


class WorkerProcess:
    """A process `ludoteca worker` with two processes to think: one for slow levels and one for quick ones."""

    def __init__(self, url: str, folder: Path, name: str) -> None:
        command = [sys.executable, "-m", "ludoteca", "worker", "--store", as_worker(url), "--name", name]
        environment = {**os.environ, "PYTHONPATH": f"{folder}:{TESTS}", "LUDOTECA_PLAIN": "1"}
        self._errors = (folder / f"errors of {name}").open("wb")
        self._process = subprocess.Popen(
            [*command, "--processes", "1"], stdout=subprocess.PIPE, stderr=self._errors, env=environment, text=True
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        found = re.match(r"Worker (\S+) thinks", line)
        assert found, line + (folder / f"errors of {name}").read_text()
        self.name = found[1]

    def stop(self, how: signal.Signals) -> int:
        """Send a signal and return the exit status."""
        self._process.send_signal(how)
        status = self._process.wait(LIMIT_S)
        self._errors.close()
        return status

    def end(self) -> None:
        if self._process.poll() is None:
            self.stop(signal.SIGKILL)


@pytest.fixture
def gate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Install the game for worker processes and for this one; return the file that its second level waits for."""
    path = tmp_path / "gate"
    (tmp_path / "gated_game.py").write_text(GATED.format(gate=str(path)))
    info = tmp_path / "gated-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: gated\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[ludoteca.games]\ngated = gated_game:GatedGame\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setitem(registry._entries(), "gated", EntryPoint("gated", "gated_game:GatedGame", registry.GROUP))
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}:{TESTS}")
    registry._games.clear()
    monkeypatch.delitem(sys.modules, "gated_game", raising=False)
    return path


@pytest.fixture
def start(url: str, tmp_path: Path) -> Iterator[Callable[[str], WorkerProcess]]:
    """Start worker processes, and end them after the test."""
    started: list[WorkerProcess] = []

    def start(name: str) -> WorkerProcess:
        started.append(WorkerProcess(url, tmp_path, name))
        return started[-1]

    yield start
    for one in started:
        one.end()


class Node:
    """What a node has of workers: its own, those of others, and what it counted."""

    def __init__(self, url: str, claim_s: float) -> None:
        self.counted: Counter[str] = Counter()
        self.jobs = PostgresNodeJobs(url, "a")
        self.remote = RemoteWorkers(self.jobs, lambda name: self.counted.update([name]), claim_s)
        self.workers = Workers(1, limit_s=LIMIT_S, remote=self.remote)

    async def until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(LIMIT_S):
            while not holds():
                await asyncio.sleep(0.02)


@contextlib.asynccontextmanager
async def node(url: str, workers: int, claim_s: float = LIMIT_S) -> AsyncIterator[Node]:
    """Run a node until it knows so many workers, and then to the end of the block."""
    made = Node(url, claim_s)
    await made.workers.start()
    try:
        await made.until(lambda: made.remote.worker_count == workers)
        yield made
    finally:
        await made.workers.close()


def gated_request(level: int) -> dict[str, Any]:
    game = find_game("gated")
    state = dummy_game.DummyState(2, game.check_options({}), Random("game"))
    return make_request(game, state, 0, level, "seed")


def is_legal(move: str) -> bool:
    state = dummy_game.DummyState(2, dummy_game.GAME.check_options({}), Random("game"))
    return not isinstance(dummy_game.GAME.read_move(state, move), Refusal)


def holder(postgres: Cluster, url: str) -> str | None:
    """Return the worker that thinks about the only job."""
    rows = postgres.execute("SELECT worker, attempt FROM job", url.rpartition("/")[2])
    return rows[0][0] if rows else None


def test_another_worker_goes_on_when_one_is_killed_in_the_middle_of_thinking(
    postgres: Cluster, url: str, gate: Path, start: Callable[[str], WorkerProcess]
) -> None:
    async def play() -> None:
        names = {one.name: one for one in (start("one"), start("two"))}
        async with node(url, 2) as here:
            asked = asyncio.ensure_future(here.workers.ask(gated_request(2)))
            await here.until(lambda: holder(postgres, url) in names)
            first = holder(postgres, url)
            assert first is not None
            assert names[first].stop(signal.SIGKILL) == -signal.SIGKILL
            await here.until(lambda: holder(postgres, url) in set(names) - {first})
            assert not asked.done()
            quick = await here.remote.think(gated_request(1), quick=True)  # by the same worker, without waiting
            assert is_legal(quick["move"])
            gate.touch()
            assert is_legal(await asked)
            assert (here.counted[ANSWERS], here.counted[REFUSED]) == (2, 0)

    asyncio.run(play())


def test_a_worker_that_is_stopped_hands_its_job_back_and_the_node_thinks_itself(
    postgres: Cluster, url: str, gate: Path, start: Callable[[str], WorkerProcess]
) -> None:
    async def play() -> None:
        worker = start("one")
        async with node(url, 1, CLAIM_S) as here:
            asked = asyncio.ensure_future(here.workers.ask(gated_request(2)))
            await here.until(lambda: holder(postgres, url) == worker.name)
            assert await asyncio.to_thread(worker.stop, signal.SIGTERM) == 0
            await here.until(lambda: here.remote.worker_count == 0)
            gate.touch()
            assert is_legal(await asked)
            assert here.counted == {UNTAKEN: 1}

    asyncio.run(play())


def test_a_lying_worker_never_reaches_the_table_and_an_honest_one_is_asked_next(
    postgres: Cluster, url: str, gate: Path, start: Callable[[str], WorkerProcess]
) -> None:
    stopping = threading.Event()
    lies: list[str] = []

    def lie() -> None:
        """Take every job before the honest worker, and answer what is not a legal move."""
        liar = PostgresWorkerJobs(as_worker(url), {"gated": find_game("gated").rules_version}, "liar")
        while not stopping.is_set():
            liar.beat()
            for claimed in liar.claim(9, quick_only=False):
                lies.append(claimed.job.id)
                liar.answer(claimed, '{"move": "play 99"}')
            time.sleep(0.005)
        liar.close()

    async def play() -> None:
        liar = threading.Thread(target=lie)
        liar.start()
        try:
            async with node(url, 1) as here:
                asked = asyncio.ensure_future(here.workers.ask(gated_request(2)))
                await here.until(lambda: here.counted[REFUSED] == 1)
                start("honest")
                gate.touch()
                assert is_legal(await asked)
                assert len(lies) == 1
                assert here.counted == {REFUSED: 1, ANSWERS: 1}
        finally:
            stopping.set()
            liar.join()

    asyncio.run(play())


def test_a_crash_of_the_database_costs_a_job_and_no_move(gate: Path, tmp_path: Path) -> None:
    async def play(cluster: Cluster, url: str, worker: WorkerProcess) -> None:
        async with node(url, 1) as here:
            asked = asyncio.ensure_future(here.workers.ask(gated_request(2)))
            await here.until(lambda: holder(cluster, url) == worker.name)
            await asyncio.to_thread(cluster.restart)
            gate.touch()
            assert is_legal(await asked)
            await here.until(lambda: here.remote.worker_count == 1)
            assert is_legal(await here.workers.ask(gated_request(2)))
            assert here.counted[ANSWERS] == 1

    with running_cluster() as cluster:
        url = prepare(cluster, "jobs")
        worker = WorkerProcess(url, tmp_path, "one")
        try:
            asyncio.run(play(cluster, url, worker))
        finally:
            worker.end()


def test_a_node_plays_with_a_worker_and_goes_on_without_it(
    url: str, start: Callable[[str], WorkerProcess], tmp_path: Path
) -> None:
    command = (sys.executable, "-m", "ludoteca", "serve", "--host", "127.0.0.1", "--port", "0", "--no-browser")
    with process(*command, "--store", url, "--node", "a", "--drain", "0", errors=tmp_path / "errors") as server:
        base = f"http://127.0.0.1:{server.port}"
        worker = start("one")
        wait_for_metric(base, "ludoteca_remote_workers", 1.0)
        assert "journeyman" in selftest.watch_bot(base, SLOW_LEVEL)
        wait_for_metric(base, "ludoteca_remote_answers_total", 1.0)
        worker.stop(signal.SIGKILL)
        assert "journeyman" in selftest.watch_bot(base, SLOW_LEVEL)


def wait_for_metric(base: str, name: str, least: float) -> None:
    """Wait until a metric of a server is at least this large."""
    import urllib.request

    end = time.monotonic() + LIMIT_S
    while True:
        with urllib.request.urlopen(f"{base}/metrics") as answer:  # noqa: S310 - our own server
            text = answer.read().decode()
        (value,) = re.findall(rf"^{name}(?:{{[^}}]*}})? (\S+)$", text, re.MULTILINE)
        if float(value) >= least:
            return
        assert time.monotonic() < end, f"{name} stays {value}"
        time.sleep(0.1)

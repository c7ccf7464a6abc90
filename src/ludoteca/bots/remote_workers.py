"""The workers on other machines, as a node sees them: it posts jobs, and waits for answers that pass as legal moves.

Nothing depends on them. The node takes back a job that nobody takes soon or that fails too often, and thinks itself.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final, ParamSpec, TypeVar

from ludoteca.bots.answers import check_answer
from ludoteca.bots.jobs import BEAT_S, MAX_ATTEMPTS, Games, Job, JobStatus, NodeJobs, make_job
from ludoteca.bots.worker_pool import CLOSED, WorkerError
from ludoteca.core.errors import LudotecaError
from ludoteca.core.game import Json
from ludoteca.core.registry import find_game

POLL_S: Final = 0.5
"""How often to look at open jobs, in case that a notification was lost."""
CLAIM_S: Final = 2.0
"""How long a job may lie there without a worker."""
REMOVE_OLD_S: Final = 30.0
MOST_OPEN: Final = 64
"""Open jobs of a node: quick ones, and as many slow ones."""
THREADS: Final = 2

ANSWERS: Final = "ludoteca_remote_answers_total"
REFUSED: Final = "ludoteca_remote_answers_refused_total"
UNTAKEN: Final = "ludoteca_remote_jobs_untaken_total"

P = ParamSpec("P")
T = TypeVar("T")

log = logging.getLogger(__name__)


@dataclass(eq=False)
class _OpenJob:
    """A job that somebody waits for."""

    job: Job
    request: Json
    answer: asyncio.Future[Json]
    untaken_since: float | None = field(default_factory=time.monotonic)

    def fail(self, reason: str) -> None:
        if not self.answer.done():
            self.answer.set_exception(WorkerError(reason))


class RemoteWorkers:
    """Workers on other machines, behind a table of jobs."""

    def __init__(
        self, jobs: NodeJobs, count: Callable[[str], None] = lambda name: None, claim_s: float = CLAIM_S
    ) -> None:
        """Set it up. `count` increments a metric; `claim_s` is how long to wait until a worker takes a job."""
        self._jobs = jobs
        self._count = count
        self._claim_s = claim_s
        self._threads = ThreadPoolExecutor(THREADS, "jobs")
        self._posted: dict[str, _OpenJob] = {}
        self._finished: list[str] = []
        """Ids of jobs to remove from the table."""
        self._alive: list[Games] = []
        self._beat_seen = self._removed_old = float("-inf")
        self._woken = asyncio.Event()
        self._wakes = 0
        self._watcher: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Look for workers, and watch the table from now on."""
        loop = asyncio.get_running_loop()

        def wake() -> None:
            with suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(self._woken.set)

        await self._tick()
        self._jobs.listen(wake)
        self._watcher = asyncio.ensure_future(self._watch())

    async def close(self) -> None:
        """Stop; those who wait get a WorkerError."""
        if self._watcher is not None:
            self._watcher.cancel()
            with suppress(asyncio.CancelledError):
                await self._watcher
            self._watcher = None
        ids = [*self._posted, *self._finished]
        self._fail_all(CLOSED)
        self._finished.clear()
        with suppress(LudotecaError):
            await self._run(self._jobs.remove, ids)
        await self._run(self._jobs.close)
        self._threads.shutdown()

    @property
    def worker_count(self) -> int:
        """The number of living workers."""
        return len(self._alive)

    def has_worker(self, request: Json) -> bool:
        """Return whether a living worker has the game of a request, with the same rules."""
        if self._watcher is None or "contains" in request:  # a list of moves is no thought
            return False
        game = find_game(request["game"])
        return any(games.get(game.name) == game.rules_version for games in self._alive)

    async def think(self, request: Json, quick: bool) -> Json:
        """Return an answer that was checked; WorkerError if there is none in time."""
        if self._watcher is None:
            raise WorkerError(CLOSED)
        job = make_job(request, quick)
        opened = _OpenJob(job, request, asyncio.get_running_loop().create_future())
        wakes = self._wakes
        try:
            await self._run(self._jobs.post, job)
            self._posted[job.id] = opened
            if wakes != self._wakes:  # it may have an answer already
                self._woken.set()
            if self._watcher is None:  # closed meanwhile
                raise WorkerError(CLOSED)
            return await opened.answer
        except LudotecaError as error:
            raise WorkerError(f"The jobs cannot be reached: {error.sentence}") from None
        finally:
            self._posted.pop(job.id, None)
            self._finished.append(job.id)

    async def _watch(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(POLL_S):
                    await self._woken.wait()
            self._wakes += self._woken.is_set()
            self._woken.clear()
            await self._tick()

    async def _tick(self) -> None:
        """Do what is due. An unreachable table is no reason to stop watching."""
        try:
            await self._look()
        except LudotecaError as error:
            self._alive = []
            self._fail_all(f"The jobs cannot be reached: {error.sentence}")
        except Exception:
            log.exception("Jobs could not be looked at.")
            self._fail_all("The jobs could not be looked at.")

    async def _look(self) -> None:
        now = time.monotonic()
        if self._finished:
            finished, self._finished = self._finished, []
            await self._run(self._jobs.remove, finished)
        if now - self._beat_seen >= BEAT_S:
            self._alive = await self._run(self._jobs.workers)
            self._beat_seen = now
        if now - self._removed_old >= REMOVE_OLD_S:
            await self._run(self._jobs.remove_old)
            self._removed_old = now
        posted = dict(self._posted)
        if not posted:
            return
        found = {status.id: status for status in await self._run(self._jobs.look, list(posted))}
        for job_id, opened in posted.items():
            if not opened.answer.done():
                await self._follow(opened, found.get(job_id))

    async def _follow(self, opened: _OpenJob, status: JobStatus | None) -> None:
        """Do what the status of a job calls for."""
        now = time.monotonic()
        if status is None:
            opened.fail("The job was lost.")
        elif status.answer is not None:
            await self._judge(opened, status, status.answer)
        elif status.is_taken:
            opened.untaken_since = None
        elif status.attempt >= MAX_ATTEMPTS:
            opened.fail(f"No worker had an answer in {MAX_ATTEMPTS} attempts.")
        elif opened.untaken_since is None:
            opened.untaken_since = now
        elif now - opened.untaken_since >= self._claim_s and await self._run(self._jobs.take_back, status.id):
            self._count(UNTAKEN)
            opened.fail(f"No worker took the job within {self._claim_s:g} seconds.")

    async def _judge(self, opened: _OpenJob, status: JobStatus, text: str) -> None:
        try:
            answer = check_answer(opened.request, text)
        except Exception as error:  # the rules of other people's games meet a stranger's text here
            log.warning("Worker %r gave a wrong answer in %s: %s", status.worker, opened.job.game, error)
            self._count(REFUSED)
            opened.untaken_since = time.monotonic()
            await self._run(self._jobs.refuse, status)
            return
        self._count(ANSWERS)
        if not opened.answer.done():
            opened.answer.set_result(answer)

    def _fail_all(self, reason: str) -> None:
        for opened in self._posted.values():
            opened.fail(reason)

    async def _run(self, ask: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Ask the table, in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, lambda: ask(*args, **kwargs))


class RemoteWorker:
    """One open job of a node, as a worker of a pool."""

    pid = 0

    def __init__(self, remote: RemoteWorkers, quick: bool) -> None:
        self._remote = remote
        self._quick = quick
        self._is_alive = True

    def alive(self) -> bool:
        return self._is_alive

    def kill(self) -> None:
        """Forget it. What it waits for is cancelled by its pool, or fails when all are closed."""
        self._is_alive = False

    async def ended(self) -> None:
        return None

    async def ask(self, line: bytes) -> Any:
        request = json.loads(line)
        return {"id": request["id"], **await self._remote.think(request, self._quick)}

"""A worker on a machine of its own: claims jobs, lets processes think, and writes their answers."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final, ParamSpec, TypeVar

from ludoteca.bots.fair_queue import Requester
from ludoteca.bots.jobs import BEAT_S, MAX_ANSWER, ClaimedJob, WorkerJobs
from ludoteca.bots.workers import WorkerFailed, Workers
from ludoteca.core.errors import LudotecaError

POLL_S: Final = 1.0
"""How often to look for jobs, in case that a notification was lost."""
CLAIM_PAUSE_S: Final = 0.02
"""Between two claims: a job wakes all workers, and hundreds must not flood the database."""
QUICK_SLOTS: Final = 1
"""Jobs of quick levels at a time, in the process that only they use."""

P = ParamSpec("P")
T = TypeVar("T")

log = logging.getLogger(__name__)


class JobRunner:
    """Thinks about as many jobs at a time as there are processes, and one more of a quick level."""

    def __init__(self, jobs: WorkerJobs, workers: Workers, processes: int) -> None:
        self._jobs = jobs
        self._workers = workers
        self._processes = processes
        self._thinking: dict[str, tuple[ClaimedJob, bool, asyncio.Task[None]]] = {}
        """By id: the job, whether it uses the quick process, and the task."""
        self._woken = asyncio.Event()
        self._renewed = float("-inf")

    async def run(self, stopping: asyncio.Event) -> None:
        """Work until `stopping` is set; then hand back what is unfinished."""
        loop = asyncio.get_running_loop()

        def wake() -> None:
            with suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(self._woken.set)

        await asyncio.to_thread(self._jobs.beat)
        self._jobs.listen(wake)
        waiting = asyncio.ensure_future(stopping.wait())
        waiting.add_done_callback(lambda _: self._woken.set())
        await self._workers.start()
        try:
            while not stopping.is_set():
                self._woken.clear()
                begun = time.monotonic()
                try:
                    await self._renew()
                    await self._claim()
                except LudotecaError as error:
                    log.warning("The jobs cannot be reached: %s", error.sentence)
                with suppress(TimeoutError):
                    async with asyncio.timeout(POLL_S):
                        await self._woken.wait()
                await asyncio.sleep(max(0.0, begun + CLAIM_PAUSE_S - time.monotonic()))
        finally:
            waiting.cancel()
            await self._hand_back()
            await self._workers.close()

    async def _renew(self) -> None:
        """Say that this worker lives, renew its leases, and give up jobs that it has lost."""
        if time.monotonic() - self._renewed < BEAT_S:
            return
        await asyncio.to_thread(self._jobs.beat)
        claimed = [one for one, _, _ in self._thinking.values()]
        held = await asyncio.to_thread(self._jobs.renew, claimed) if claimed else set()
        for one in claimed:
            if one.job.id not in held and one.job.id in self._thinking:
                self._thinking[one.job.id][2].cancel()
        self._renewed = time.monotonic()

    async def _claim(self) -> None:
        quick = QUICK_SLOTS - sum(is_quick for _, is_quick, _ in self._thinking.values())
        slow = self._processes - sum(not is_quick for _, is_quick, _ in self._thinking.values())
        for count, quick_only in ((quick, True), (slow, False)):
            if count > 0:
                for claimed in await asyncio.to_thread(self._jobs.claim, count, quick_only):
                    task = asyncio.ensure_future(self._think(claimed, quick_only))
                    self._thinking[claimed.job.id] = (claimed, quick_only, task)

    async def _think(self, claimed: ClaimedJob, quick: bool) -> None:
        """Find an answer and write it; without one, let another worker try."""
        job_id = claimed.job.id
        try:
            # A quick job that took the place of a slow one must not wait for the quick process.
            request = {**claimed.job.request(), "quick": quick}
            found = await self._workers.think(request, Requester(job_id, job_id))
            answer = json.dumps({key: found[key] for key in ("move", "explanations", "second") if key in found})
            if len(answer) > MAX_ANSWER:
                log.error("An answer in %s has more than %s bytes.", claimed.job.game, MAX_ANSWER)
                await self._tell(self._jobs.give_back, [claimed])
            else:
                await self._tell(self._jobs.answer, claimed, answer)
        except WorkerFailed as error:
            log.error("%s", error.sentence)
            await self._tell(self._jobs.give_back, [claimed])
        except Exception:
            log.exception("A job in %s failed.", claimed.job.game)
            await self._tell(self._jobs.give_back, [claimed])
        finally:
            del self._thinking[job_id]
            self._woken.set()

    async def _tell(self, ask: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> None:
        """Write to the table. If that fails, the lease runs out and somebody else gets the job."""
        try:
            await asyncio.to_thread(ask, *args, **kwargs)
        except LudotecaError as error:
            log.warning("The jobs cannot be reached: %s", error.sentence)

    async def _hand_back(self) -> None:
        thinking = list(self._thinking.values())
        for _, _, task in thinking:
            task.cancel()
        await asyncio.gather(*(task for _, _, task in thinking), return_exceptions=True)
        claimed: Sequence[ClaimedJob] = [one for one, _, _ in thinking]
        if claimed:
            await self._tell(self._jobs.give_back, claimed)
        with suppress(LudotecaError):
            await asyncio.to_thread(self._jobs.close)

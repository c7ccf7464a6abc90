"""A pool of workers behind a fair queue."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from ludoteca.bots.fair_queue import FairQueue, Requester
from ludoteca.bots.process import Worker
from ludoteca.core.game import Json

CLOSED = "The workers are closed."


class WorkerError(Exception):
    """A worker gave no usable answer."""


class WorkerTimeout(WorkerError):
    """A worker gave no answer within the limit."""


class QueueFull(Exception):
    """Too many requests of this client wait already."""


class WorkerPool:
    """A number of workers, started on demand and replaced when they die or hang."""

    def __init__(
        self, count: int, limit_s: float, most_per_client: int, start: Callable[[], Awaitable[Worker]]
    ) -> None:
        self.limit_s = limit_s
        self._start = start
        self._queue: FairQueue[asyncio.Future[None]] = FairQueue(most_per_client)
        self._count = self._free = count
        self._rest = asyncio.Event()
        """Set while no worker is in use."""
        self._rest.set()
        self._open = False
        self._idle: list[Worker] = []
        self._all: list[Worker] = []

    def open(self) -> None:
        self._open = True

    def pids(self) -> list[int]:
        return [worker.pid for worker in self._all if worker.alive()]

    def waiting(self) -> int:
        """Count the requests that wait for a turn."""
        return len(self._queue)

    @property
    def has_free_worker(self) -> bool:
        """Whether a request would not have to wait."""
        return self._free > 0

    @asynccontextmanager
    async def turn(self, requester: Requester) -> AsyncIterator[None]:
        """Wait for a turn and hold it: meanwhile `ask` has a worker, or may start one."""
        if not self._open:
            raise WorkerError(CLOSED)
        granted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if not self._queue.put(requester, granted):
            raise QueueFull
        self._dispatch()
        try:
            await granted
        except asyncio.CancelledError:
            if granted.cancelled():
                self._queue.discard(requester, granted)
            else:
                self._release(requester)
            raise
        try:
            yield
        finally:
            self._release(requester)

    def _dispatch(self) -> None:
        while self._open and self._free and (found := self._queue.take()) is not None:
            requester, granted = found
            if granted.done():  # cancelled while it waited
                self._queue.done(requester.room)
                continue
            self._free -= 1
            self._rest.clear()
            granted.set_result(None)

    def _release(self, requester: Requester) -> None:
        self._free += 1
        self._queue.done(requester.room)
        if self._free == self._count:
            self._rest.set()
        self._dispatch()

    async def close(self) -> None:
        """Kill all workers and wait for their end; waiting and running requests fail with WorkerError."""
        self._open = False
        for granted in self._queue.clear():
            if not granted.done():
                granted.set_exception(WorkerError(CLOSED))
        for worker in self._all:
            worker.kill()
        await self._rest.wait()
        for worker in self._all:  # some may have started meanwhile
            worker.kill()
            await worker.ended()
        self._idle, self._all = [], []

    async def ask(self, number: int, line: bytes) -> Json:
        """Send a request to a worker and return its answer; the caller holds a turn."""
        worker = await self._take()
        try:
            answer = await self._answer(worker, number, line)
        except BaseException:  # also when cancelled: a late answer must not be taken for that to the next request
            worker.kill()
            raise
        self._idle.append(worker)
        return answer

    async def _answer(self, worker: Worker, number: int, line: bytes) -> Json:
        if not self._open:  # closed while this worker started
            raise WorkerError(CLOSED)
        try:
            async with asyncio.timeout(self.limit_s):
                answer = await worker.ask(line)
        except TimeoutError:
            raise WorkerTimeout(f"No answer within {self.limit_s:g} seconds.") from None
        except EOFError:
            raise WorkerError("The worker died.") from None
        except (OSError, ValueError, RuntimeError) as error:  # a broken pipe or bad JSON
            raise WorkerError(f"The worker failed ({type(error).__name__}).") from error
        if not isinstance(answer, dict) or answer.get("id") != number:
            raise WorkerError("The worker answered another request.")
        return answer

    async def _take(self) -> Worker:
        """Return an idle worker or start one; the caller holds a turn, so there are never too many."""
        while self._idle:
            worker = self._idle.pop()
            if worker.alive():
                return worker
        self._all = [worker for worker in self._all if worker.alive()]
        try:
            worker = await self._start()
        except OSError as error:
            raise WorkerError(f"No worker could be started ({error.strerror}).") from error
        self._all.append(worker)
        return worker

"""Long work on the event loop, in short slices with a rest after each, so that everybody else is served meanwhile."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import ClassVar, TypeVar

SLICE_S = 0.0025
"""So long a slice goes on before it rests; 5 ms is what is promised."""
REST_S = 0.001
LOOK_EVERY = 4
"""Steps between two looks at the clock."""
T = TypeVar("T")


class Slices:
    """Call `step` after every small piece of work, and await `rest` where it says so."""

    taken_s: ClassVar[deque[float]] = deque(maxlen=10_000)
    """How long the last slices of all took, in time of the thread's own."""

    def __init__(self) -> None:
        self.count = 1
        self._steps = 0
        self.begin()

    def begin(self) -> None:
        """A slice begins now; to be called after whatever else was waited for."""
        self._begun, self._cpu = time.perf_counter(), time.thread_time()

    def step(self) -> bool:
        """Whether it is time to rest."""
        self._steps += 1
        return self._steps % LOOK_EVERY == 0 and time.perf_counter() - self._begun >= SLICE_S

    def end(self) -> None:
        Slices.taken_s.append(time.thread_time() - self._cpu)

    async def aside(self, work: Callable[..., T], *arguments: object) -> T:
        """Have something done in a thread, between two slices."""
        self.end()
        try:
            return await asyncio.get_running_loop().run_in_executor(None, work, *arguments)
        finally:
            self.begin()

    async def rest(self) -> None:
        """Let everybody else have their turn."""
        self.end()
        self.count += 1
        await asyncio.sleep(REST_S)
        self.begin()

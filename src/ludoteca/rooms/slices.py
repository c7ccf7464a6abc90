"""Long work on the event loop in short slices, so that other tasks run in between."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import ClassVar, TypeVar

SLICE_S = 0.0025
"""A slice rests after this long. The promise is 5 ms."""
REST_S = 0.001
STEPS_PER_CHECK = 4
"""Steps between two looks at the clock."""
T = TypeVar("T")


class Slices:
    """Counts steps of work: call `step` after each, and await `rest` whenever it returns True."""

    durations_s: ClassVar[deque[float]] = deque(maxlen=10_000)
    """CPU time of the last slices, of all instances."""

    def __init__(self) -> None:
        self.count = 1
        self._steps = 0
        self.begin()

    def begin(self) -> None:
        """Begin a slice. Call this after waiting for anything else."""
        self._begun, self._cpu = time.perf_counter(), time.thread_time()

    def step(self) -> bool:
        """Count a step and return whether it is time to rest."""
        self._steps += 1
        return self._steps % STEPS_PER_CHECK == 0 and time.perf_counter() - self._begun >= SLICE_S

    def end(self) -> None:
        """End a slice."""
        Slices.durations_s.append(time.thread_time() - self._cpu)

    async def in_thread(self, work: Callable[..., T], *arguments: object) -> T:
        """Run something in a thread, between two slices."""
        self.end()
        try:
            return await asyncio.get_running_loop().run_in_executor(None, work, *arguments)
        finally:
            self.begin()

    async def rest(self) -> None:
        """End the slice, let other tasks run, and begin the next."""
        self.end()
        self.count += 1
        await asyncio.sleep(REST_S)
        self.begin()

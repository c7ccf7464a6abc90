"""Measure loop lag: how late the event loop runs. Anything that blocks it blocks everybody."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field


@dataclass
class Lag:
    """The delays, in seconds, of a task that should run every millisecond."""

    found: list[float] = field(default_factory=list)

    @property
    def worst(self) -> float:
        return max(self.found, default=0.0)

    def share(self, part: float) -> float:
        return sorted(self.found)[int(part * (len(self.found) - 1))]


@contextlib.asynccontextmanager
async def loop_lag(every_s: float = 0.001) -> AsyncIterator[Lag]:
    """Measure the loop inside the `with` block."""
    lag = Lag()

    async def watch() -> None:
        while True:
            before = time.perf_counter()
            await asyncio.sleep(every_s)
            lag.found.append(time.perf_counter() - before - every_s)

    task = asyncio.ensure_future(watch())
    await asyncio.sleep(0)
    try:
        yield lag
    finally:
        task.cancel()


@contextlib.contextmanager
def calm_garbage() -> Iterator[None]:
    """Set the garbage collector as the server does, so that it does not scan the objects of earlier tests."""
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()

"""The server's clock. Nothing else in the server asks for the time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

TICK_MS = 1000
"""Interval between two looks at the wall clock."""
LATE_MS = 2000
"""If a tick is later than this, the process was stopped meanwhile."""
STEP_MS = 1000
"""If the wall clock is ahead by more than this, it was set forward or the machine slept."""


class ServerClock:
    """Milliseconds since the epoch: the wall clock is read once, then the monotonic clock counts. It never goes back.

    Time in which the process could not run is an outage. `on_outage` is called with its begin and end before anybody
    gets a later time. `tick` finds outages, and so does `now_ms`, since timers and sockets may run before the tick.
    Tests pass their own sources, both in seconds. With `slew_ms`, the time follows the wall clock by as much per tick:
    nodes that share a wall clock stay together, however their monotonic clocks run.
    """

    def __init__(
        self,
        wall: Callable[[], float] = time.time,
        monotonic: Callable[[], float] = time.monotonic,
        slew_ms: int = 0,
    ) -> None:
        self._wall = wall
        self._slew_ms = slew_ms
        self.is_step = False
        """Whether the last outage was the wall clock's alone: it was set forward, and the process was running."""
        self._monotonic = monotonic
        self.on_outage: Callable[[int, int], None] = lambda begun_ms, until_ms: None
        self.start(self.wall_ms())

    def wall_ms(self) -> int:
        """Return the wall clock's time."""
        return int(self._wall() * 1000)

    def start(self, now_ms: int) -> None:
        """Start counting from `now_ms`."""
        self._ahead_ms = now_ms - self._running_ms()
        self._ticked_ms = now_ms

    def now_ms(self) -> int:
        """Return the time, after reporting an outage that ends now."""
        now = self._running_ms() + self._ahead_ms
        if now - self._ticked_ms <= TICK_MS + LATE_MS:
            return now
        self.tick()
        return self._running_ms() + self._ahead_ms

    def call_at(self, at_ms: int, call: Callable[..., object], *arguments: Any) -> asyncio.TimerHandle:
        """Call a function at this time, or soon if that has passed."""
        delay_s = max(0.0, (at_ms - self.now_ms()) / 1000)
        return asyncio.get_running_loop().call_later(delay_s, call, *arguments)

    def tick(self) -> None:
        """Compare with the wall clock. If it was set back, ignore that."""
        now, begun = self._running_ms() + self._ahead_ms, self._ticked_ms
        wall = self.wall_ms()
        stepped, late = wall - now > STEP_MS, now - begun > TICK_MS + LATE_MS
        slew = max(-self._slew_ms, min(self._slew_ms, wall - now)) if now - wall < STEP_MS else 0
        self.start(wall if stepped else now + slew)
        self.is_step = stepped and not late
        if stepped or late:
            self.on_outage(begun, self._ticked_ms)

    def _running_ms(self) -> int:
        return int(self._monotonic() * 1000)

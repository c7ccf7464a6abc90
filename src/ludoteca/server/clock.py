"""The server's clock: the only place where the server asks what time it is."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

TICK_MS = 1000
"""How often the wall clock is looked at."""
LATE_MS = 2000
"""A tick that comes later than this after its time: the process could not serve meanwhile."""
STEP_MS = 1000
"""A wall clock further ahead than this was set forward, or the machine slept."""


class ServerClock:
    """Milliseconds since the epoch, from one sample of the wall clock on by the monotonic clock. It never goes back.

    Time that nobody could use is an outage: `on_outage` hears of it, with its begin and end, before anybody is told
    the time after it. `tick` finds outages; so does asking for the time, since after a stop timers and sockets may
    fire before the tick does. Tests hand in their own sources, both in seconds.
    """

    def __init__(self, wall: Callable[[], float] = time.time, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._wall = wall
        self._monotonic = monotonic
        self.on_outage: Callable[[int, int], None] = lambda begun_ms, until_ms: None
        self.start(self.wall_ms())

    def wall_ms(self) -> int:
        return int(self._wall() * 1000)

    def start(self, now_ms: int) -> None:
        """Count from here: it is `now_ms`."""
        self._ahead_ms = now_ms - self._running_ms()
        self._ticked_ms = now_ms

    def now_ms(self) -> int:
        now = self._running_ms() + self._ahead_ms
        if now - self._ticked_ms <= TICK_MS + LATE_MS:
            return now
        self.tick()
        return self._running_ms() + self._ahead_ms

    def call_at(self, at_ms: int, call: Callable[..., object], *arguments: Any) -> asyncio.TimerHandle:
        """Call when it is so late, or as soon as can be where that has passed."""
        delay_s = max(0.0, (at_ms - self.now_ms()) / 1000)
        return asyncio.get_running_loop().call_later(delay_s, call, *arguments)

    def tick(self) -> None:
        """Compare with the wall clock. One that was set back is passed by: this clock just goes on."""
        now, begun = self._running_ms() + self._ahead_ms, self._ticked_ms
        wall = self.wall_ms()
        stepped = wall - now > STEP_MS
        self.start(wall if stepped else now)
        if stepped or now - begun > TICK_MS + LATE_MS:
            self.on_outage(begun, self._ticked_ms)

    def _running_ms(self) -> int:
        return int(self._monotonic() * 1000)

"""The server's clock: the only place where the server asks what time it is."""

from __future__ import annotations

import time


class ServerClock:
    """Milliseconds since the epoch. Tests hand in one that they set by hand."""

    def now_ms(self) -> int:
        return time.time_ns() // 1_000_000

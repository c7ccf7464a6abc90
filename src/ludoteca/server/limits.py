"""How much one visitor, and all together, may ask of the server."""

from __future__ import annotations

import time
from dataclasses import dataclass


@dataclass(frozen=True)
class Rate:
    """So many a second in the long run, so many at once."""

    per_s: float
    burst: int


@dataclass(frozen=True)
class Limits:
    message_bytes: int = 16 * 1024
    body_bytes: int = 16 * 1024
    messages: Rate = Rate(40, 80)
    """Per socket."""
    requests: Rate = Rate(30, 120)
    """Per address, HTTP requests and new sockets."""
    openings: Rate = Rate(0.2, 20)
    """Per address, new rooms."""
    replays: Rate = Rate(1, 20)
    """Per address."""
    advice: Rate = Rate(0.2, 10)
    """Per address; each is a second's thought of the strongest bot."""
    record_bytes: int = 512 * 1024
    replay_bytes: int = 16 * 1024 * 1024
    """The views of a whole game, as JSON; larger ones are refused."""
    sockets: int = 4000
    sockets_per_address: int = 200
    sockets_per_room: int = 200
    rooms: int = 1_000_000
    """In the store."""
    rooms_in_memory: int = 20_000
    pending: int = 32
    """Commands of one socket that wait for their turn."""
    unread: int = 512
    """Answers that wait for one socket to read; with more of them it is dropped."""
    bot_pause_s: float = 0.6
    """A bot's move comes no sooner after the one before, so that people can follow."""
    idle_room_s: float = 60.0
    """After that long without a socket a room leaves memory."""


class Bucket:
    """A token bucket."""

    __slots__ = ("at", "left")

    def __init__(self, rate: Rate) -> None:
        self.left = float(rate.burst)
        self.at = time.monotonic()

    def take(self, rate: Rate) -> bool:
        now = time.monotonic()
        self.left = min(rate.burst, self.left + (now - self.at) * rate.per_s)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Buckets:
    """One bucket per address; those that are full again are forgotten."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._buckets: dict[str, Bucket] = {}

    def take(self, address: str) -> bool:
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._rate)
        return bucket.take(self._rate)

    def forget(self) -> None:
        refill_s = self._rate.burst / self._rate.per_s
        now = time.monotonic()
        self._buckets = {name: bucket for name, bucket in self._buckets.items() if now - bucket.at < refill_s}

"""How much one visitor, and all together, may ask of the server."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass

from ludoteca.bots.pace import SHORTEST_S
from ludoteca.server.addresses import site_key

SITE_SHARE = 16
"""An IPv6 /48 may have as much as so many of its /64s: one address per subscriber, and no more than a site has."""


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
    too_fast_pause_s: float = 0.25
    """How long a socket that was too fast is not listened to: what it sent meanwhile waits in the network."""
    requests: Rate = Rate(30, 120)
    """Per address, HTTP requests and new sockets."""
    requests_pause_s: float = 0.5
    """How long an address that asked too often waits for its refusal: with few connections it cannot ask fast."""
    new_rooms: Rate = Rate(0.2, 20)
    """Per address, new rooms."""
    replays: Rate = Rate(1, 20)
    """Per address."""
    advice: Rate = Rate(0.2, 10)
    """Per address; each is a second's thought of the strongest bot."""
    known_rooms: Rate = Rate(1, 30)
    """Per address, questions of how up to 40 rooms stand that a device knows."""
    unknown_codes: Rate = Rate(0.2, 20)
    """Per address, codes of rooms that are not there; those that are cost nothing."""
    record_bytes: int = 512 * 1024
    replay_bytes: int = 16 * 1024 * 1024
    """The views of a whole game, as JSON; larger ones are refused."""
    connections: int = 49_152
    """Of all addresses together, of any kind; fewer where the system allows fewer open files."""
    connections_before_hello: int = 64
    """Per address, connections that are no sockets yet, or sockets that have not said hello."""
    headers_s: float = 10.0
    """From a request's first byte, or from the beginning of a connection, to the end of its headers."""
    body_s: float = 20.0
    """From the end of a request's headers to the end of its body."""
    hello_s: float = 10.0
    """From the upgrade to a socket to its hello."""
    keep_alive_s: float = 75.0
    """A connection between two requests is kept open so long."""
    send_timeout_s: float = 30.0
    """A connection that takes nothing of an answer for so long is ended."""
    sockets_per_address: int = 200
    """After hello. A seat holder takes the place of a spectator of his address."""
    sockets_per_device: int = 8
    """In a room in which the device holds a seat; one more, and the oldest is closed."""
    spectators_per_room: int = 200
    spectators_per_address: int = 10
    """In one room."""
    chat_window_s: int = 10
    """The time in which chat messages are counted."""
    chat_per_device: int = 5
    chat_per_address: int = 10
    """Per room, of spectators; players count by device alone, so that nobody crowds them out."""
    chat_per_room: int = 30
    """Of all spectators of a room together."""
    chat_round_s: float = 0.25
    """New chat messages go to all sockets of a room together, no sooner after the ones before."""
    chat_pause_s: float = 1.0
    """How long a spectator whose chat message was refused is not listened to."""
    chat_bans: int = 100
    """People that a host may have muted or removed in a room."""
    listed_per_address: int = 3
    """Rooms that are listed for everybody, by the address of their host."""
    unfinished_per_address: int = 200
    """Rooms opened from an address whose game is not over."""
    keep_unstarted_days: int = 1
    """A room in which no game was ever begun is forgotten so long after its last change and visit."""
    keep_unvisited_days: int = 90
    """A game that nobody has visited for so long is closed and kept as a record."""
    keep_finished_days: int | None = None
    """Finished games are forgotten after so long; None: never."""
    expiry_interval_s: float = 60.0
    expiry_batch: int = 50
    """Rooms that are forgotten in one go."""
    rooms: int = 1_000_000
    """In the store."""
    rooms_in_memory: int = 20_000
    long_loads: int = 2
    """Rooms with long logs that are taken up at a time; others wait for their turn."""
    pending_commands: int = 32
    """Commands of one socket that wait for their turn."""
    unread_replies: int = 512
    """Answers that wait for one socket to read; with more of them it is dropped."""
    bot_questions: int = 256
    """Of one address, those that wait for a bot; beyond that the fallback moves, and hints and advice are refused."""
    bot_pause_s: float = SHORTEST_S
    """A bot's move comes no sooner after the one before; bots/pace.py has the longer pauses, which grow with it."""
    absent_after_s: float = 60.0
    """A player is absent when the last connection of their device was lost so long ago, not at once."""
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
    """One bucket per address, and a larger one per IPv6 site; those that are full again are forgotten."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._site_rate = Rate(rate.per_s * SITE_SHARE, rate.burst * SITE_SHARE)
        self._buckets: dict[str, Bucket] = {}

    def take(self, address: str) -> bool:
        site = site_key(address)
        if not self._bucket(address, self._rate).take(self._rate):
            return False
        return site is None or self._bucket(site, self._site_rate).take(self._site_rate)

    def give_back(self, address: str) -> None:
        """What was taken last was not needed."""
        for key in _keys(address):
            if key in self._buckets:
                self._buckets[key].left += 1

    def _bucket(self, key: str, rate: Rate) -> Bucket:
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(rate)
        return bucket

    def forget(self) -> None:
        refill_s = self._rate.burst / self._rate.per_s
        now = time.monotonic()
        self._buckets = {name: bucket for name, bucket in self._buckets.items() if now - bucket.at < refill_s}


class Tally:
    """How many of something each address has at the moment, and each IPv6 site."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()

    def count(self, address: str) -> int:
        return self._counts[address]

    def has_room(self, address: str, most: int) -> bool:
        """One more would be within bounds."""
        site = site_key(address)
        return self._counts[address] < most and (site is None or self._counts[site] < most * SITE_SHARE)

    def add(self, address: str) -> None:
        for key in _keys(address):
            self._counts[key] += 1

    def remove(self, address: str) -> None:
        for key in _keys(address):
            self._counts[key] -= 1
            if not self._counts[key]:
                del self._counts[key]


def _keys(address: str) -> tuple[str, ...]:
    site = site_key(address)
    return (address,) if site is None else (address, site)

"""Limits on what one address, and all together, may ask of the server."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from ludoteca.bots.pace import SHORTEST_S
from ludoteca.rooms.addresses import site_key

SITE_SHARE = 16
"""A /48 may use as much as this many of its /64s."""


@dataclass(frozen=True)
class Rate:
    """A rate per second in the long run, and the burst allowed at once."""

    per_s: float
    burst: int

    def times(self, share: float) -> Rate:
        """Return a share of this rate, or a multiple; at least one at once."""
        return self if share == 1 else Rate(self.per_s * share, max(1, int(self.burst * share)))


@dataclass(frozen=True)
class Limits:
    """All limits. "Per address" means per IPv4 address or IPv6 /64."""

    message_bytes: int = 16 * 1024
    body_bytes: int = 16 * 1024
    messages: Rate = Rate(40, 80)
    """Per socket."""
    too_fast_pause_s: float = 0.25
    """A socket that sends too fast is not read for this long; its messages wait in the network."""
    requests: Rate = Rate(30, 120)
    """HTTP requests and new sockets, per address."""
    requests_pause_s: float = 0.5
    """Delay of a rate-limit refusal. With few connections an address then cannot ask fast."""
    new_rooms: Rate = Rate(0.2, 20)
    """New rooms, per address; divided among nodes."""
    replays: Rate = Rate(1, 20)
    """Replays, per address."""
    advice: Rate = Rate(0.2, 10)
    """Advice on finished games, per address; each takes the strongest bot a second."""
    known_rooms: Rate = Rate(1, 30)
    """Requests for the state of up to 40 known rooms, per address."""
    unknown_codes: Rate = Rate(0.2, 20)
    """Requests with a code that no room has, per address; others are free. Divided among nodes."""
    record_bytes: int = 512 * 1024
    replay_bytes: int = 16 * 1024 * 1024
    """Size of a replay as JSON."""
    connections: int = 49_152
    """Connections of any kind in total; fewer if the system allows fewer open files."""
    connections_before_hello: int = 64
    """Connections and sockets before hello, per address."""
    headers_s: float = 10.0
    """Time for the headers of a request, from its first byte or the start of the connection."""
    body_s: float = 20.0
    """Time for the body of a request, from the end of its headers."""
    hello_s: float = 10.0
    """Time from the upgrade to hello."""
    keep_alive_s: float = 75.0
    """How long an idle connection is kept open between requests."""
    send_timeout_s: float = 30.0
    """A client that reads nothing of a response for this long is disconnected."""
    sockets_per_address: int = 200
    """After hello. A player replaces a spectator from the same address."""
    sockets_per_device: int = 8
    """For a device with a seat, in one room; the next one closes the oldest."""
    spectators_per_room: int = 200
    spectators_per_address: int = 10
    """In one room."""
    chat_window_s: int = 10
    """Chat messages are counted over this time."""
    chat_per_device: int = 5
    chat_per_address: int = 10
    """For spectators of one address in a room. Players count by device only, so that nobody can block them."""
    chat_per_room: int = 30
    """For all spectators of a room together."""
    chat_round_s: float = 0.25
    """Minimum interval between two rounds of new chat messages in a room."""
    chat_pause_s: float = 1.0
    """A spectator whose chat message was refused is not read for this long."""
    chat_bans: int = 100
    """Mutes and removals per room."""
    listed_per_address: int = 3
    """Rooms in the lobby, per address of their host."""
    unfinished_per_address: int = 200
    """Unfinished rooms, per address that created them."""
    keep_unstarted_days: int = 1
    """A room without a game worth keeping is removed this long after its last change and visit."""
    keep_unvisited_days: int = 90
    """A game that nobody visits for this long is closed and kept as a record."""
    keep_finished_days: int | None = None
    """Finished games are removed after this long; None: never."""
    expiry_interval_s: float = 60.0
    expiry_batch: int = 50
    """Rooms removed at a time."""
    rooms: int = 1_000_000
    """Rooms in the store."""
    rooms_in_memory: int = 20_000
    long_loads: int = 2
    """Rooms with long logs that are loaded at a time."""
    pending_commands: int = 32
    """Commands waiting to be decided, per socket."""
    unread_replies: int = 512
    """Replies waiting to be read, per socket; with more it is disconnected."""
    bot_questions: int = 256
    """Requests waiting for a bot, per address. Beyond that the fallback moves, and hints and advice are refused."""
    bot_pause_s: float = SHORTEST_S
    """Minimum pause before a bot's move. The longer pauses in bots/pace.py are multiples of it."""
    absent_after_s: float = 60.0
    """A player counts as absent this long after the last connection of their device was lost."""
    idle_room_s: float = 60.0
    """A room is unloaded after this long without a socket."""


class Bucket:
    """A token bucket."""

    __slots__ = ("at", "left")

    def __init__(self, rate: Rate) -> None:
        self.left = float(rate.burst)
        self.at = time.monotonic()

    def take(self, rate: Rate) -> bool:
        """Take a token, if there is one."""
        now = time.monotonic()
        self.left = min(rate.burst, self.left + (now - self.at) * rate.per_s)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Buckets:
    """A bucket per address, and a larger one per IPv6 site."""

    def __init__(self, rate: Rate, node_count: Callable[[], int] = lambda: 1) -> None:
        """`node_count` says among how many nodes the rate is divided."""
        self._rate = rate
        self._node_count = node_count
        self._buckets: dict[str, Bucket] = {}

    def take(self, address: str) -> bool:
        """Take a token for an address, if there is one."""
        site, rate = site_key(address), self._rate.times(1 / self._node_count())
        if not self._bucket(address, rate).take(rate):
            return False
        if site is None:
            return True
        rate = rate.times(SITE_SHARE)
        return self._bucket(site, rate).take(rate)

    def give_back(self, address: str) -> None:
        """Give back the token that was taken last."""
        for key in _keys(address):
            if key in self._buckets:
                self._buckets[key].left += 1

    def _bucket(self, key: str, rate: Rate) -> Bucket:
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(rate)
        return bucket

    def forget(self) -> None:
        """Drop buckets that are full again."""
        refill_s = self._rate.burst / self._rate.per_s
        now = time.monotonic()
        self._buckets = {name: bucket for name, bucket in self._buckets.items() if now - bucket.at < refill_s}


class Tally:
    """Counts what each address, and each IPv6 site, has at the moment."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()

    def count(self, address: str) -> int:
        """Return how many the address has."""
        return self._counts[address]

    def has_room(self, address: str, limit: int) -> bool:
        """Return whether the address may have one more."""
        site = site_key(address)
        return self._counts[address] < limit and (site is None or self._counts[site] < limit * SITE_SHARE)

    def add(self, address: str) -> None:
        """Count one more."""
        for key in _keys(address):
            self._counts[key] += 1

    def remove(self, address: str) -> None:
        """Count one less."""
        for key in _keys(address):
            self._counts[key] -= 1
            if not self._counts[key]:
                del self._counts[key]


def _keys(address: str) -> tuple[str, ...]:
    site = site_key(address)
    return (address,) if site is None else (address, site)

"""Limits on requests per network address."""

from __future__ import annotations

from collections.abc import Callable

from ludoteca.rooms.clock import ServerClock
from ludoteca.rooms.limits import Buckets, Limits
from ludoteca.server.connection_limits import RecentSeats


class RequestLimits:
    """What each address may still ask for, and which addresses hold seats."""

    def __init__(self, limits: Limits, clock: ServerClock, node_count: Callable[[], int]) -> None:
        """Divide the limits that guard what nodes share by their number; most visitors meet one node."""
        self.requests = Buckets(limits.requests)
        self.new_rooms = Buckets(limits.new_rooms, node_count)
        self.replays = Buckets(limits.replays)
        self.advice = Buckets(limits.advice)
        self.known_rooms = Buckets(limits.known_rooms)
        self.unknown_codes = Buckets(limits.unknown_codes, node_count)
        self.seats = RecentSeats(clock)

    async def forget(self) -> None:
        """Forget addresses that have not asked for a while."""
        for buckets in (
            *(self.requests, self.new_rooms, self.replays, self.advice),
            *(self.known_rooms, self.unknown_codes),
        ):
            buckets.forget()
        self.seats.forget()

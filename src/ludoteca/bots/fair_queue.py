"""A fair queue: clients take turns, then the rooms of a client; a room has at most one request in work.

However many requests one client makes, the next request of another waits for at most one of them per worker.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Requester:
    """The origin of a request."""

    client: str
    """The network address that created the room or, if that is unknown, the room."""
    room: str
    is_move: bool = True
    """Whether a game waits for the answer. Hints and advice come after the moves of the same client."""


Rooms = OrderedDict[str, deque[T]]


class _Client(Generic[T]):
    def __init__(self) -> None:
        self.moves: Rooms[T] = OrderedDict()
        self.others: Rooms[T] = OrderedDict()
        self.count = 0


class FairQueue(Generic[T]):
    """Waiting items by client and room. A room that is being served is skipped until `done` is called."""

    def __init__(self, most_per_client: int) -> None:
        self._most = most_per_client
        self._clients: OrderedDict[str, _Client[T]] = OrderedDict()
        """In the order of their turns; only clients with waiting items."""
        self._busy: set[str] = set()

    def __len__(self) -> int:
        return sum(client.count for client in self._clients.values())

    def put(self, requester: Requester, item: T) -> bool:
        """Add an item. Return False, and add nothing, if too many of this client wait already."""
        client = self._clients.get(requester.client)
        if client is not None and client.count >= self._most:
            return False
        if client is None:
            client = self._clients[requester.client] = _Client()
        (client.moves if requester.is_move else client.others).setdefault(requester.room, deque()).append(item)
        client.count += 1
        return True

    def take(self) -> tuple[Requester, T] | None:
        """Remove and return the next item and mark its room as busy; None if only busy rooms have items."""
        for name, client in self._clients.items():
            for rooms in (client.moves, client.others):
                # This skips at most as many rooms as there are workers.
                room = next((room for room in rooms if room not in self._busy), None)
                if room is None:
                    continue
                item = rooms[room].popleft()
                rooms.move_to_end(room)
                self._clients.move_to_end(name)
                self._count_down(name, client, rooms, room)
                self._busy.add(room)
                return Requester(name, room, rooms is client.moves), item
        return None

    def done(self, room: str) -> None:
        """Mark a room as no longer busy."""
        self._busy.discard(room)

    def discard(self, requester: Requester, item: T) -> None:
        """Remove an item that nobody waits for any more."""
        client = self._clients.get(requester.client)
        if client is None:
            return
        rooms = client.moves if requester.is_move else client.others
        if item in rooms.get(requester.room, ()):
            rooms[requester.room].remove(item)
            self._count_down(requester.client, client, rooms, requester.room)

    def clear(self) -> list[T]:
        """Remove and return all items."""
        clients, self._clients = self._clients, OrderedDict()
        return [
            item
            for client in clients.values()
            for rooms in (client.moves, client.others)
            for waiting in rooms.values()
            for item in waiting
        ]

    def _count_down(self, name: str, client: _Client[T], rooms: Rooms[T], room: str) -> None:
        """Count an item that was removed, and drop rooms and clients without any."""
        client.count -= 1
        if not rooms[room]:
            del rooms[room]
        if not client.count:
            del self._clients[name]

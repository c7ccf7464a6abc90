"""Who is served next: clients take turns, then the rooms of a client; a room has one question thought about at once.

However many questions somebody asks, anybody else's next one waits for at most one of them per free worker.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Requester:
    """Whose question it is."""

    client: str
    """Who pays for it: the network address that opened the room or, where that is not known, the room."""
    room: str
    is_move: bool = True
    """A game waits for the answer. Hints and advice come after the moves of the same client."""


Rooms = OrderedDict[str, deque[T]]


class _Client(Generic[T]):
    def __init__(self) -> None:
        self.moves: Rooms[T] = OrderedDict()
        self.others: Rooms[T] = OrderedDict()
        self.count = 0


class FairQueue(Generic[T]):
    """Waiting items by client and room. Rooms that are being served are passed by until `done` is called."""

    def __init__(self, most_per_client: int) -> None:
        self._most = most_per_client
        self._clients: OrderedDict[str, _Client[T]] = OrderedDict()
        """In the order of their turns; those who have nothing waiting are not there."""
        self._busy: set[str] = set()

    def put(self, requester: Requester, item: T) -> bool:
        """Add an item; False, and nothing is added, when too many of this client's wait already."""
        client = self._clients.get(requester.client)
        if client is not None and client.count >= self._most:
            return False
        if client is None:
            client = self._clients[requester.client] = _Client()
        (client.moves if requester.is_move else client.others).setdefault(requester.room, deque()).append(item)
        client.count += 1
        return True

    def take(self) -> tuple[Requester, T] | None:
        """The next item, whose room is busy from now on; None when all that waits is of busy rooms."""
        for name, client in self._clients.items():
            for rooms in (client.moves, client.others):
                # At most as many rooms are passed by as there are workers.
                room = next((room for room in rooms if room not in self._busy), None)
                if room is None:
                    continue
                item = rooms[room].popleft()
                rooms.move_to_end(room)
                self._clients.move_to_end(name)
                self._settle(name, client, rooms, room)
                self._busy.add(room)
                return Requester(name, room, rooms is client.moves), item
        return None

    def done(self, room: str) -> None:
        """What was taken for a room has been served."""
        self._busy.discard(room)

    def discard(self, requester: Requester, item: T) -> None:
        """Take back an item that nobody waits for any more."""
        client = self._clients.get(requester.client)
        if client is None:
            return
        rooms = client.moves if requester.is_move else client.others
        if item in rooms.get(requester.room, ()):
            rooms[requester.room].remove(item)
            self._settle(requester.client, client, rooms, requester.room)

    def clear(self) -> list[T]:
        """Everything that waits; afterwards nothing does."""
        clients, self._clients = self._clients, OrderedDict()
        return [
            item
            for client in clients.values()
            for rooms in (client.moves, client.others)
            for waiting in rooms.values()
            for item in waiting
        ]

    def _settle(self, name: str, client: _Client[T], rooms: Rooms[T], room: str) -> None:
        """One item of a room has gone: forget rooms and clients without any."""
        client.count -= 1
        if not rooms[room]:
            del rooms[room]
        if not client.count:
            del self._clients[name]

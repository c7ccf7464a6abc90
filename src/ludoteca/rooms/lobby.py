"""The lobby: the list of public rooms that wait for players."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from typing import Any, Protocol

import msgspec

from ludoteca.rooms.limits import Limits, Tally
from ludoteca.rooms.table_messages import seat_infos
from ludoteca.store.rows import Listing
from ludoteca.table.table import Table

MAX_LISTED = 50
CACHE_S = 1.0


class ListedRoom(Protocol):
    """A room, as far as the lobby shows it."""

    code: str
    table: Table
    opened_ms: int
    host_address: str

    def host_is_here(self) -> bool:
        """Return whether the host is connected to this process."""


class Lobby:
    """Public rooms with a free seat whose host is connected.

    Rooms update it themselves, so that a request never has to go through all of them.
    """

    def __init__(self, limits: Limits, hash_address: Callable[[str], str] = str) -> None:
        self._limits = limits
        self.hash_address = hash_address
        self._listed: dict[str, tuple[ListedRoom, str]] = {}
        """Room and address of its host by code, oldest first."""
        self._per_address = Tally()
        self._elsewhere: list[Listing] = []
        """Rooms whose hosts are connected to other nodes, newest first."""
        self.on_change: Callable[[str], None] = lambda code: None
        """Called with the code of a room that was listed or removed, or whose entry may have changed."""
        self._json = b"[]"
        self._cached_until = 0.0

    def has_room(self, address: str) -> bool:
        """Return whether the address may list one more room."""
        high = self._limits.listed_per_address
        elsewhere = sum(one.address == self.hash_address(address) for one in self._elsewhere) if self._elsewhere else 0
        return elsewhere < high and self._per_address.has_room(address, high - elsewhere)

    def update(self, room: ListedRoom) -> None:
        """List or remove a room after it has changed."""
        table = room.table
        is_open = table.settings.public and table.phase == "waiting" and not table.is_full and room.host_is_here()
        if is_open and room.code not in self._listed and self.has_room(room.host_address):
            self._listed[room.code] = room, room.host_address
            self._per_address.add(room.host_address)
            self._cached_until = 0.0
        elif not is_open:
            self.remove(room)
        if room.code in self._listed:
            self.on_change(room.code)

    def remove(self, room: ListedRoom) -> None:
        """Remove a room if it is listed."""
        found = self._listed.pop(room.code, None)
        if found is not None:
            self._per_address.remove(found[1])
            self._cached_until = 0.0
            self.on_change(room.code)

    def codes(self) -> list[str]:
        """Return the rooms that are listed here."""
        return list(self._listed)

    def listing(self, code: str) -> Listing | None:
        """Return a room that is listed here, as other nodes get it."""
        found = self._listed.get(code)
        if found is None:
            return None
        room, address = found
        return Listing(code, self.hash_address(address), room.opened_ms, msgspec.json.encode(_entry(room)))

    def set_elsewhere(self, listings: list[Listing]) -> None:
        """Note what other nodes list."""
        self._elsewhere = listings

    def json(self) -> bytes:
        """Return the list as JSON, cached for a second unless a room comes or goes."""
        now = time.monotonic()
        if now >= self._cached_until:
            self._json = msgspec.json.encode(self._fair_order())
            self._cached_until = now + CACHE_S
        return self._json

    def _fair_order(self) -> list[msgspec.Raw]:
        """Return the newest rooms first, but the first room of every address before anybody's second."""
        found = [listing for code in self._listed if (listing := self.listing(code)) is not None]
        found = [one for one in self._elsewhere if one.room not in self._listed] + found
        rounds: list[list[msgspec.Raw]] = []
        seen: Counter[str] = Counter()
        for one in sorted(found, key=lambda one: one.opened_ms, reverse=True):
            if seen[one.address] == len(rounds):
                rounds.append([])
            rounds[seen[one.address]].append(msgspec.Raw(one.entry))
            seen[one.address] += 1
        return [entry for entries in rounds for entry in entries][:MAX_LISTED]


def _entry(room: ListedRoom) -> dict[str, Any]:
    return {
        "code": room.code,
        "game": room.table.game.name,
        "options": room.table.options,
        "seats": [msgspec.to_builtins(seat) for seat in seat_infos(room.table)],
        "legs": room.table.settings.legs,
        "clock": msgspec.to_builtins(room.table.settings.clock),
        "opened_at": room.opened_ms,
    }

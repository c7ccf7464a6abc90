"""Lists of rooms: the lobby of public rooms, and the rooms that a device knows."""

from __future__ import annotations

import time
from collections import Counter
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta

from ludoteca.core.state import NOBODY
from ludoteca.server.limits import Limits, Tally
from ludoteca.server.table_messages import seat_infos, wire_texts

if TYPE_CHECKING:
    from ludoteca.server.room import Room

MAX_LISTED = 50
CACHE_S = 1.0
MAX_KNOWN_ROOMS = 40


class KnownRooms(msgspec.Struct, forbid_unknown_fields=True):
    """The rooms that a device has been in, with its token in each."""

    rooms: Annotated[dict[str, str], Meta(max_length=MAX_KNOWN_ROOMS)]


class Lobby:
    """Public rooms with a free seat whose host is connected.

    Rooms update it themselves, so that a request never has to go through all of them.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._listed: dict[str, tuple[Room, str]] = {}
        """Room and address of its host by code, oldest first."""
        self._per_address = Tally()
        self._json = b"[]"
        self._cached_until = 0.0

    def has_room(self, address: str) -> bool:
        """Return whether the address may list one more room."""
        return self._per_address.has_room(address, self._limits.listed_per_address)

    def update(self, room: Room) -> None:
        """List or remove a room after it has changed."""
        table = room.table
        is_open = table.settings.public and table.phase == "waiting" and not table.is_full and room.host_connected()
        if is_open and room.code not in self._listed and self.has_room(room.host_address):
            self._listed[room.code] = room, room.host_address
            self._per_address.add(room.host_address)
            self._cached_until = 0.0
        elif not is_open:
            self.remove(room)

    def remove(self, room: Room) -> None:
        """Remove a room if it is listed."""
        found = self._listed.pop(room.code, None)
        if found is not None:
            self._per_address.remove(found[1])
            self._cached_until = 0.0

    def json(self) -> bytes:
        """Return the list as JSON, cached for a second unless a room comes or goes."""
        now = time.monotonic()
        if now >= self._cached_until:
            self._json = msgspec.json.encode([_entry(room) for room in self._fair_order()])
            self._cached_until = now + CACHE_S
        return self._json

    def _fair_order(self) -> list[Room]:
        """Return the newest rooms first, but the first room of every address before anybody's second."""
        rounds: list[list[Room]] = []
        seen: Counter[str] = Counter()
        for room, address in reversed(self._listed.values()):
            if seen[address] == len(rounds):
                rounds.append([])
            rounds[seen[address]].append(room)
            seen[address] += 1
        return [room for one in rounds for room in one][:MAX_LISTED]


def _entry(room: Room) -> dict[str, Any]:
    return {
        "code": room.code,
        "game": room.table.game.name,
        "options": room.table.options,
        "seats": [msgspec.to_builtins(seat) for seat in seat_infos(room.table)],
        "legs": room.table.settings.legs,
        "clock": msgspec.to_builtins(room.table.settings.clock),
        "opened_at": room.opened_ms,
    }


def summarize(room: Room, device: str) -> dict[str, Any]:
    """Return the state of a room for this device: whose turn it is, the last move as everybody saw it."""
    table = room.table
    last = next((entry for entry in reversed(table.log_entries) if entry.move), None)
    to_move = table.to_move()
    texts = [] if last is None else wire_texts(table.game.translations, last.texts_for(None), table.names())
    return {
        "code": room.code,
        "game": table.game.name,
        "phase": table.phase,
        "seats": [msgspec.to_builtins(seat) for seat in seat_infos(table)],
        "own_seats": table.seats_of(device),
        "to_move": None if to_move == NOBODY else to_move,
        "moves": len(table.moves),
        "last_move": " ".join(text.text for text in texts),
        "at": table.log_entries[-1].at_ms if table.log_entries else room.opened_ms,
        "result": table.result(),
        "chat": bool(room.chat.chat.messages_for(table, device, 0)),
    }

"""Rooms at a glance: those that anybody may join, and those that a device knows."""

from __future__ import annotations

import time
from collections import Counter
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta

from ludoteca.core.state import NOBODY
from ludoteca.server.limits import Limits, Tally
from ludoteca.server.perspective import said, seat_infos

if TYPE_CHECKING:
    from ludoteca.server.room import Room

MOST_LISTED = 50
FRESH_S = 1.0
MOST_KNOWN = 40


class KnownRooms(msgspec.Struct, forbid_unknown_fields=True):
    """The rooms that a device has been in, with the token of each."""

    rooms: Annotated[dict[str, str], Meta(max_length=MOST_KNOWN)]


class Lobby:
    """The rooms that are listed for everybody: their host says so and is there, and a seat is free.

    It is kept up to date by the rooms themselves, so that nobody who asks makes the server look through all of them.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._listed: dict[str, tuple[Room, str]] = {}
        """By code, in the order in which they were listed, with the address of the host."""
        self._per_address = Tally()
        self._json = b"[]"
        self._fresh_until = 0.0

    def has_room(self, address: str) -> bool:
        """The address may have one more room listed."""
        return self._per_address.has_room(address, self._limits.listed_per_address)

    def update(self, room: Room) -> None:
        """A room, or who is in it, may have changed."""
        table = room.table
        waits = table.settings.public and table.phase == "waiting" and not table.is_full and room.host_connected()
        if waits and room.code not in self._listed and self.has_room(room.host_address):
            self._listed[room.code] = room, room.host_address
            self._per_address.add(room.host_address)
            self._fresh_until = 0.0
        elif not waits:
            self.remove(room)

    def remove(self, room: Room) -> None:
        found = self._listed.pop(room.code, None)
        if found is not None:
            self._per_address.remove(found[1])
            self._fresh_until = 0.0

    def json(self) -> bytes:
        """The list as it is sent; made at most once a second unless a room comes or goes."""
        now = time.monotonic()
        if now >= self._fresh_until:
            self._json = msgspec.json.encode([_entry(room) for room in self._fairly()])
            self._fresh_until = now + FRESH_S
        return self._json

    def _fairly(self) -> list[Room]:
        """The newest first, but every address's first room before anybody's second."""
        turns: list[list[Room]] = []
        seen: Counter[str] = Counter()
        for room, address in reversed(self._listed.values()):
            if seen[address] == len(turns):
                turns.append([])
            turns[seen[address]].append(room)
            seen[address] += 1
        return [room for turn in turns for room in turn][:MOST_LISTED]


def _entry(room: Room) -> dict[str, Any]:
    return {
        "code": room.code,
        "game": room.table.game.name,
        "options": room.table.options,
        "seats": [msgspec.to_builtins(seat) for seat in seat_infos(room.table)],
        "legs": room.table.settings.legs,
        "clock": msgspec.to_builtins(room.table.settings.clock),
        "opened_at": room.opened,
    }


def summarize(room: Room, who: str) -> dict[str, Any]:
    """How a room stands for this device: whose turn it is, and what was said of the last move to everybody."""
    table = room.table
    names = [table.name(seat) for seat in range(len(table.players))]
    last = next((told for told in reversed(table.log_entries) if told.move), None)
    to_move = table.to_move()
    lines = [] if last is None else [said(table.game.translations, line, names).text for line in last.texts_for(None)]
    return {
        "code": room.code,
        "game": table.game.name,
        "phase": table.phase,
        "seats": [msgspec.to_builtins(seat) for seat in seat_infos(table)],
        "own_seats": table.seats_of(who),
        "to_move": None if to_move == NOBODY else to_move,
        "moves": len(table.moves),
        "last_move": " ".join(lines),
        "at": table.log_entries[-1].at_ms if table.log_entries else room.opened,
        "result": table.result(),
        "chat": bool(room.chat.chat.heard(table, who, 0)),
    }

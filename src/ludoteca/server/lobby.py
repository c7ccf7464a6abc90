"""Rooms at a glance: those that anybody may join, and those that a device knows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from ludoteca.core.state import NOBODY
from ludoteca.server.perspective import said, seat_infos
from ludoteca.server.room import Room

MOST_LISTED = 50
MOST_KNOWN = 40


class Known(msgspec.Struct, forbid_unknown_fields=True):
    """The rooms that a device has been in, with the token of each."""

    rooms: Annotated[dict[str, str], Meta(max_length=MOST_KNOWN)]


def public_rooms(rooms: Iterable[Room]) -> list[dict[str, Any]]:
    """Rooms of which the host has said so, in which somebody waits for others; the newest first."""
    waiting = [
        room
        for room in rooms
        if room.table.public and room.table.phase == "gathering" and not room.table.full and room.host_here()
    ]
    waiting.sort(key=lambda room: -room.opened)
    return [
        {
            "code": room.code,
            "game": room.table.game.name,
            "options": room.table.options,
            "seats": [msgspec.to_builtins(seat) for seat in seat_infos(room.table)],
            "legs": room.table.legs,
            "clock": msgspec.to_builtins(room.table.clock),
            "opened": room.opened,
        }
        for room in waiting[:MOST_LISTED]
    ]


def standing(room: Room, who: str) -> dict[str, Any]:
    """How a room stands for this device: whose turn it is, and what was said of the last move to everybody."""
    table = room.table
    names = [table.name(seat) for seat in range(len(table.players))]
    last = next((told for told in reversed(table.told) if told.move), None)
    to_move = table.to_move()
    lines = [] if last is None else [said(table.game.words, line, names).text for line in last.to(None)]
    return {
        "code": room.code,
        "game": table.game.name,
        "phase": table.phase,
        "seats": [msgspec.to_builtins(seat) for seat in seat_infos(table)],
        "yours": table.seats_of(who),
        "to_move": None if to_move == NOBODY else to_move,
        "moves": len(table.moves),
        "last": " ".join(lines),
        "at": table.told[-1].at_ms if table.told else room.opened,
        "result": table.result(),
        "chat": bool(room.chat.chat.heard(table, who, 0)),
    }

"""Summaries of the rooms that a device knows, for its list of games."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

import msgspec

from ludoteca.core.options import Value
from ludoteca.core.state import NOBODY
from ludoteca.rooms import messages as m
from ludoteca.rooms.loading import UNREADABLE, RoomElsewhere, RoomLoading
from ludoteca.rooms.room import Room
from ludoteca.rooms.rooms import RoomNotFound, RoomRefused, Rooms, device_id
from ludoteca.rooms.table_messages import seat_infos
from ludoteca.store.chain import Damaged
from ludoteca.table.retention import is_untouched
from ludoteca.table.table import Phase


class RoomSummary(msgspec.Struct):
    """The state of a room for one device, such as whose turn it is."""

    code: str
    game: str
    phase: Phase
    seats: list[m.SeatInfo]
    own_seats: list[int]
    to_move: int | None
    moves: int
    time_ends_at: int | None
    at: int
    result: list[float] | None
    version: int
    origin: str
    options: dict[str, Value]
    casual: bool
    scores: list[int] | None
    untouched: bool
    chat: bool


def summarize(room: Room, device: str) -> RoomSummary:
    """Return the state of a room for this device."""
    table = room.table
    to_move = table.to_move()
    return RoomSummary(
        code=room.code,
        game=table.game.name,
        phase=table.phase,
        seats=seat_infos(table),
        own_seats=table.seats_of(device),
        to_move=None if to_move == NOBODY else to_move,
        moves=len(table.moves),
        time_ends_at=table.clock_state.deadline_ms() if table.clock_runs else None,
        at=table.log_entries[-1].at_ms if table.log_entries else room.opened_ms,
        result=table.result(),
        version=table.version,
        origin=table.origin,
        options=table.options,
        casual=table.casual,
        scores=None if table.state is None else table.state.scores(),
        untouched=is_untouched(table),
        chat=bool(room.chat.chat.messages_for(table, device, 0)),
    )


async def summarize_known(rooms: Rooms, tokens: Mapping[str, str]) -> dict[str, RoomSummary]:
    """Summarize the rooms of these codes in which the token holds a seat or is the host's.

    Strangers must not even learn that a room exists. A room that cannot be loaded is left out.
    """
    found = {}
    for code, token in tokens.items():
        with suppress(RoomNotFound, RoomRefused, RoomLoading, RoomElsewhere, Damaged, *UNREADABLE):
            room = await rooms.try_load(code)
            device = device_id(code, token)
            if room.is_member(device):
                await room.chat.ready()
                found[code] = summarize(room, device)
    return found

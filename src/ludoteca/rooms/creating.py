"""Create rooms, from a request or from a record, and give records back."""

from __future__ import annotations

from functools import partial

from ludoteca.core.records import Record
from ludoteca.core.registry import find_game
from ludoteca.core.translations import Refusal
from ludoteca.rooms.room import Room
from ludoteca.rooms.rooms import RoomRefused, Rooms
from ludoteca.table.create_room import CreateRoom, create_room, from_record
from ludoteca.table.events import Event
from ludoteca.table.table import Table


async def create_from_request(rooms: Rooms, request: CreateRoom, token: str, address: str = "") -> str:
    """Create a room whose host holds this token; return its code."""
    game, secret = find_game(request.game), rooms.services.new_secret()

    def first_events(host: str) -> list[Event] | Refusal:
        return create_room(game, request, host, secret)

    return await rooms.create(game, first_events, token, address)


async def create_from_record(rooms: Rooms, record: Record, token: str, address: str = "") -> Room:
    """Create a room that continues a record on the device of this token."""
    new_secret = rooms.services.new_secret
    first_events = partial(from_record, record, new_secret(), new_secret())
    room = await rooms.load(await rooms.create(record.game, first_events, token, address))
    if room.table.phase == "over":
        room.mark_ended()
    return room


def public_record(table: Table) -> Record:
    """Return the record of the present game; a game with chance or hidden information must be over."""
    if table.state is None:
        raise RoomRefused(Refusal("not_started"))
    if table.is_seed_secret:
        raise RoomRefused(Refusal("record_secret"))
    return table.record()

"""Requests for new rooms, with the room's settings as plain keywords."""

from __future__ import annotations

from typing import Any

from ludoteca.table.settings import RoomSettings


def room_request(**fields: Any) -> dict[str, Any]:
    """Return the body of POST /api/rooms."""
    settings = {name: fields.pop(name) for name in RoomSettings.__struct_fields__ if name in fields}
    return {**fields, "settings": settings} if settings else fields

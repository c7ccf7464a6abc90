"""Events as the store keeps them. Compiled with the rooms: every move makes one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludoteca.store.rows import StoredEvent
from ludoteca.table.events import Event, kind_of, write_event

_new: Any = tuple.__new__
"""Makes a named tuple without its constructor, which is a Python function."""


def stored_events(events: Sequence[Event], first: int, at_ms: int, key: str | None = None) -> list[StoredEvent]:
    """Return rows for the log, from seq `first` on. `key` is that of the command that caused them."""
    rows: list[StoredEvent] = []
    for number, event in enumerate(events):
        command_id = None if number else key
        row = (first + number, at_ms, kind_of(type(event)), write_event(event), command_id)
        rows.append(_new(StoredEvent, row))
    return rows

"""The log entries of everything at a table that is not a move."""

from __future__ import annotations

from typing import Any

from ludoteca.core.translations import Text
from ludoteca.table import events as e
from ludoteca.table.history import SPECTATOR, LogEntry
from ludoteca.table.table import MAX_OTHER_ENTRIES, Table

SILENT_EVENTS = (e.KeyIssued, e.SeatMoved, e.RoomCreated, e.Rotated, e.NonceAdded)
"""Events that make no log entry."""


def add_log_entry(table: Table, event: e.Event, at_ms: int, changes: dict[str, Any]) -> None:
    """Add the log entry of an event. `changes` has the options or settings that it changed."""
    if isinstance(event, SILENT_EVENTS):
        return
    seat = _acting_seat(table, event)
    texts = _texts(table, event, seat, changes)
    if texts:
        table.log_entries.append(LogEntry(table.seq, at_ms, seat, 0, {SPECTATOR: texts}))
    _limit_log_entries(table)


def _acting_seat(table: Table, event: e.Event) -> int | None:
    """Return the seat of whoever caused an event: the lowest one of a device. The host may have none."""
    if isinstance(event, e.OptionsSet | e.SettingsSet | e.SeatsSwapped | e.ReadySet):
        return next(iter(table.seats_of(event.device)), None)
    seat: int | None = getattr(event, "seat", None)
    return seat


def _texts(table: Table, event: e.Event, seat: int | None, changes: dict[str, Any]) -> list[Text]:
    params: dict[str, Any] = {}
    if seat is not None:
        params = {"seat": seat, "role": table.game.role(seat), "name": table.name(seat)}
    match event:
        case e.OptionsSet() | e.SettingsSet():
            params["changes"] = changes
            if isinstance(event, e.OptionsSet):
                params["options"] = changes
            return [Text(_code(event) if seat is None else f"{_code(event)}_by", params)] if changes else []
        case e.SeatsSwapped():
            return [
                Text("table_plays", {"seat": one, "role": table.game.role(one), "name": table.players[one].name})
                for one in (event.seat, event.other)
                if not table.players[one].is_free
            ]
        case e.ReadySet():
            return [Text("table_ready" if event.ready else "table_not_ready", params)]
        case e.Renamed():
            return [Text("table_renamed", {**params, "before": event.before})] if event.before else []
        case e.Away():
            params["level"] = event.level
        case e.OpenSeatAgreed():
            params["by"] = table.name(event.by)
        case e.Outage():
            params["seconds"] = event.ms // 1000
        case e.RoomExpired():
            params["days"] = event.days
    texts = [Text(_code(event), params)]
    if isinstance(event, e.Started) and table.game.hidden_information and (table.imported or table.start is not None):
        texts.append(Text("table_set_up"))
    return texts


def _limit_log_entries(table: Table) -> None:
    """Drop the oldest entries that are not moves, so that nobody can fill the memory with them."""
    spare = len(table.log_entries) - len(table.moves) - MAX_OTHER_ENTRIES
    if spare < MAX_OTHER_ENTRIES:
        return
    kept = []
    for entry in table.log_entries:
        if not entry.move and spare > 0:
            spare -= 1
        else:
            kept.append(entry)
    table.log_entries = kept


def _code(event: e.Event) -> str:
    """Return the code of an event's text."""
    if isinstance(event, e.Away) and event.level is not None:
        return "table_substitute"
    if isinstance(event, e.Withdrawn):
        return f"table_{event.request}_withdrawn"
    return f"table_{e.kind_of(type(event))}"

"""Events and their high scores as the store keeps them. Compiled with the rooms: every move makes an event."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludoteca.store.rows import HighScoreRow, StoredEvent
from ludoteca.table.events import Event, holds_secret, kind_of, write_event
from ludoteca.table.highscores import earned_high_scores
from ludoteca.table.table import Table

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


def high_score_rows(code: str, table: Table, events: list[Event], seq: int, at_ms: int) -> tuple[HighScoreRow, ...]:
    """Return the high scores that events bring, of which `seq` is the last. Room and last event identify the game."""
    earned = earned_high_scores(table, events)
    if not earned:
        return ()
    source, levels = f"{code}/{seq}", [player.level for player in table.players]
    return tuple(
        HighScoreRow.of(high_score, source, table.game.name, table.name(high_score.seat), levels, at_ms)
        for high_score in earned
    )


def are_public(table: Table, events: list[Event]) -> bool:
    """Return whether these events may be shown to anybody who can connect to the database."""
    return not table.game.hidden_information and not any(map(holds_secret, events))

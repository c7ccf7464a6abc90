"""Whether anybody would miss a room: a game against bots that was left without a move is forgotten."""

from __future__ import annotations

from collections.abc import Sequence

from ludoteca.table import events as e
from ludoteca.table.table import Table


def keeps_room(events: Sequence[e.Event], people: int = 0) -> bool:
    """Return whether these events give a room a game worth keeping; `people` sat in it before them."""
    people += sum(isinstance(event, e.Seated) for event in events)
    return any(
        (isinstance(event, e.Started) and people > 1)
        or (isinstance(event, e.Moved) and event.by == "person")
        or isinstance(event, (e.AutoplayStarted, e.Resigned))
        for event in events
    )


def is_untouched(table: Table) -> bool:
    """Return whether the room's only game is one against bots in which the one person has not moved."""
    return (
        table.game_count == 1
        and len(table.person_seats) == 1 < len(table.players)
        and table.result() is None
        and not table.imported
        and not any(move.by == "person" for move in table.moves)
    )

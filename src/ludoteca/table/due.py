"""What the house must do next at a table, and when."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from ludoteca.core.state import NOBODY
from ludoteca.table.clock import GRACE_MS
from ludoteca.table.table import Table


@dataclass(frozen=True)
class Due:
    """`bot` and `fallback`: find a move for the seat; `lapse`: let the fallback take an absent player's seat; `flag`:
    the time is over."""

    at_ms: int
    what: Literal["bot", "fallback", "lapse", "flag"]
    seat: int


def due(table: Table, absent: Mapping[str, int]) -> Due | None:
    """The next deadline. `absent` says since when a device is away; everybody else is here.

    Nobody is waited for for ever, but somebody must be there to wait: an empty room stands still.
    """
    seat = table.to_move()
    if seat == NOBODY:
        return None
    by = table.by_house(seat)
    if (by == "bot" and seat not in table.away) or seat in table.resigned:
        return Due(table.on_ms, by or "fallback", seat)
    deadline = table.times.deadline()
    waited = any(table.players[other].who not in absent for other in table.people if other != seat)
    if by is not None:
        return Due(table.on_ms, by, seat) if waited or deadline is not None else None
    ends = [] if deadline is None else [Due(deadline + GRACE_MS, "flag", seat)]
    since = absent.get(table.players[seat].who or "")
    if since is not None and waited:
        ends.append(Due(max(since, table.on_ms) + 1000 * table.patience_s, "lapse", seat))
    return min(ends, key=lambda due: due.at_ms, default=None)

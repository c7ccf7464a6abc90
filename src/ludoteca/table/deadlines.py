"""What the house must do next at a table, and when."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from ludoteca.core.state import NOBODY
from ludoteca.table.clock import GRACE_MS
from ludoteca.table.deal import NONCE_TIMEOUT_MS
from ludoteca.table.table import Table


@dataclass(frozen=True)
class Deadline:
    """`bot` and `fallback`: find a move for the seat; `absence_timeout`: an absent player was waited for long enough;
    `flag`: the time is over; `begin`: devices were waited for long enough."""

    at_ms: int
    action: Literal["bot", "fallback", "absence_timeout", "flag", "begin"]
    seat: int


def next_deadline(table: Table, absent: Mapping[str, int]) -> Deadline | None:
    """The next deadline. `absent` says when the absence of a device begins; everybody else is here."""
    if table.ready_ms is not None:
        return Deadline(table.ready_ms + NONCE_TIMEOUT_MS, "begin", NOBODY)
    seat = table.to_move()
    if seat == NOBODY:
        return None
    by = table.automated_by(seat)
    if (by == "bot" and seat not in table.away) or seat in table.resigned:
        return Deadline(table.changed_ms, by or "fallback", seat)
    deadline = table.clock_state.deadline_ms()
    if by is not None:
        return Deadline(table.changed_ms, by, seat) if deadline is not None or _waited(table, seat, absent) else None
    ends = [] if deadline is None else [Deadline(deadline + GRACE_MS, "flag", seat)]
    absence = absence_deadline(table, absent)
    if absence is not None:
        ends.append(absence)
    return min(ends, key=lambda due: due.at_ms, default=None)


def absence_deadline(table: Table, absent: Mapping[str, int]) -> Deadline | None:
    """When what was agreed happens to the seat to move, if its player stays absent.

    Nobody is waited for for ever, but somebody must be there to wait: an empty room stands still.
    """
    seat = table.to_move()
    if seat == NOBODY or table.automated_by(seat) is not None:
        return None
    begins = absent.get(table.players[seat].device or "")
    if begins is None or not _waited(table, seat, absent):
        return None
    return Deadline(max(begins, table.changed_ms) + 1000 * table.settings.absence_timeout_s, "absence_timeout", seat)


def _waited(table: Table, seat: int, absent: Mapping[str, int]) -> bool:
    """Whether somebody else is there to wait for this seat."""
    return any(table.players[other].device not in absent for other in table.person_seats if other != seat)

"""Deadlines: what the server must do next at a table, and when."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from ludoteca.core.state import NOBODY
from ludoteca.table.clock import GRACE_MS
from ludoteca.table.deal import begins_at_ms
from ludoteca.table.table import Table


@dataclass(frozen=True)
class Deadline:
    """Something the server must do for a seat.

    `bot` and `fallback` play a move, `absence_timeout` applies the absence rule, `flag` calls time, and `begin` starts
    the game: after the countdown, or without the missing nonces.
    """

    at_ms: int
    action: Literal["bot", "fallback", "absence_timeout", "flag", "begin"]
    seat: int


def next_deadline(table: Table, absent: Mapping[str, int]) -> Deadline | None:
    """Return the next deadline. `absent` has the devices that are not connected, and when their absence begins."""
    begins_at = begins_at_ms(table)
    if begins_at is not None:
        return Deadline(begins_at, "begin", NOBODY)
    seat = table.to_move()
    if seat == NOBODY:
        return None
    by = table.automated_by(seat)
    if (by == "bot" and seat not in table.away) or seat in table.resigned:
        return Deadline(table.changed_ms, by or "fallback", seat)
    deadline = table.clock_state.deadline_ms()
    if by is not None:
        return (
            Deadline(table.changed_ms, by, seat) if deadline is not None or _others_wait(table, seat, absent) else None
        )
    flag = None if deadline is None else Deadline(deadline + GRACE_MS, "flag", seat)
    absence = absence_deadline(table, absent)
    if flag is None or absence is None:
        return flag or absence
    return absence if absence.at_ms < flag.at_ms else flag


def absence_deadline(table: Table, absent: Mapping[str, int]) -> Deadline | None:
    """Return when the absence rule applies to the seat to move, if its player does not return.

    The time runs only while another person is connected: an empty room stands still.
    """
    if not absent:
        return None
    seat = table.to_move()
    if seat == NOBODY or table.automated_by(seat) is not None:
        return None
    begins = absent.get(table.players[seat].device or "")
    if begins is None or not _others_wait(table, seat, absent):
        return None
    return Deadline(max(begins, table.changed_ms) + 1000 * table.settings.absence_timeout_s, "absence_timeout", seat)


def _others_wait(table: Table, seat: int, absent: Mapping[str, int]) -> bool:
    """Return whether another person is connected."""
    return any(table.players[other].device not in absent for other in table.person_seats if other != seat)

"""What the house must do next at a table, and when."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from ludoteca.core.state import NOBODY
from ludoteca.table.table import Table


@dataclass(frozen=True)
class Due:
    """`bot` and `fallback`: find a move for the seat; `lapse`: let the fallback take an absent player's seat."""

    at_ms: int
    what: Literal["bot", "fallback", "lapse"]
    seat: int


def due(table: Table, absent: Mapping[str, int]) -> Due | None:
    """The next deadline. `absent` says since when a device is away; everybody else is here.

    Nobody is waited for for ever, but somebody must be there to wait: an empty room stands still.
    """
    seat = table.to_move()
    if seat == NOBODY:
        return None
    by = table.by_house(seat)
    if by == "bot" or seat in table.resigned:
        return Due(table.on_ms, by or "fallback", seat)
    somebody = any(table.players[other].who not in absent for other in table.people if other != seat)
    if not somebody:
        return None
    if by == "fallback":
        return Due(table.on_ms, "fallback", seat)
    since = absent.get(table.players[seat].who or "")
    if since is None:
        return None
    return Due(max(since, table.on_ms) + 1000 * table.patience_s, "lapse", seat)

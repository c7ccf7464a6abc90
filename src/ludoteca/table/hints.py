"""Hints, and turns that a bot plays on request. Both make the game casual."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludoteca.core.translations import Refusal
from ludoteca.table import commands as c
from ludoteca.table import events as e
from ludoteca.table.play import why_not_now
from ludoteca.table.table import Table

if TYPE_CHECKING:
    from ludoteca.table.decide import Actor, Decision


def hint(table: Table, command: c.Hint, actor: Actor) -> Decision:
    return _why_no_hints(table, command.seat) or [e.HintGiven(command.seat)]


def autoplay_turn(table: Table, command: c.AutoplayTurn, actor: Actor) -> Decision:
    return _why_no_hints(table, command.seat) or [e.AutoplayStarted(command.seat)]


def _why_no_hints(table: Table, seat: int) -> Refusal | None:
    refusal = why_not_now(table, seat)
    if refusal is not None:
        return refusal
    if not table.game.levels:
        return Refusal("help_no_bots", {"game": table.game.title})
    return None if table.hints_allowed else Refusal("help_closed")

"""Who is not there: waiting for them, playing for them, giving their seat away; and time that is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludoteca.core.errors import LudotecaError
from ludoteca.core.words import Refusal
from ludoteca.table import commands as c
from ludoteca.table import events as e
from ludoteca.table.clock import GRACE_MS
from ludoteca.table.play import not_playing
from ludoteca.table.table import Table

if TYPE_CHECKING:
    from ludoteca.table.decide import Asking, Judgement


def lapse(table: Table, command: c.Lapse, asking: Asking) -> Judgement:
    if asking.who != c.HOUSE or table.phase != "playing" or not table.players[command.seat].person:
        return Refusal("not_playing")
    return Refusal("away_already") if command.seat in table.away else [e.Away(command.seat)]


def come_back(table: Table, command: c.Return, asking: Asking) -> Judgement:
    if asking.who != c.HOUSE or command.seat not in table.away | table.released:
        return Refusal("not_away")
    return [e.Back(command.seat)]


def stand_in(table: Table, command: c.StandIn, asking: Asking) -> Judgement:
    refusal = _not_absent(table, command.seat, asking)
    if refusal is not None:
        return refusal
    try:
        return [e.Away(command.seat, table.game.bot(command.level).level)]
    except LudotecaError as error:
        return error.refusal


def release(table: Table, command: c.Release, asking: Asking) -> Judgement:
    if command.seat in table.released:
        return Refusal("released_already")
    return _not_absent(table, command.seat, asking) or [e.Released(command.seat)]


def _not_absent(table: Table, seat: int, asking: Asking) -> Refusal | None:
    """Why the host may not dispose of this seat."""
    if asking.who != table.host:
        return Refusal("only_host")
    who = table.players[seat].who
    if who is None or who == table.host or seat in table.resigned:
        return Refusal("not_disposable", {"role": table.game.seat_name(seat)})
    if who not in asking.absent:
        return Refusal("not_absent", {"name": table.name(seat)})
    return not_playing(table)


def flag(table: Table, command: c.Flag, asking: Asking) -> Judgement:
    """The time of the seat to move is over."""
    deadline = table.times.deadline()
    if asking.who != c.HOUSE or table.to_move() != command.seat or deadline is None:
        return Refusal("not_overdue")
    if asking.now_ms < deadline + GRACE_MS:
        return Refusal("not_overdue")
    if table.by_house(command.seat) is not None:
        return Refusal("away_already")
    return [e.Flagged(command.seat) if table.clock.lapse == "loss" else e.Overdue(command.seat)]


def outage(table: Table, command: c.Outage, asking: Asking) -> Judgement:
    if asking.who != c.HOUSE or table.phase != "playing":
        return Refusal("not_playing")
    lost = table.times.lost_ms(command.spans, table.outage_until_ms)
    until = max((until for _, until in command.spans), default=0)
    return [e.Outage(lost, until)] if lost else Refusal("nothing_lost")

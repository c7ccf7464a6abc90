"""Who is not there, and what was agreed for that before the start; and time that is over.

Nobody decides during a game what becomes of an absent player's seat, the host no more than others. A seat with pieces
in its hand passes to another person by its owner's personal link alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludoteca.core.words import Refusal
from ludoteca.table import commands as c
from ludoteca.table import events as e
from ludoteca.table.clock import GRACE_MS
from ludoteca.table.play import next_secret, not_playing, voters
from ludoteca.table.table import Table

if TYPE_CHECKING:
    from ludoteca.table.decide import Asking, Judgement


def lapse(table: Table, command: c.Lapse, asking: Asking) -> Judgement:
    if asking.who != c.HOUSE or table.phase != "playing" or not table.players[command.seat].person:
        return Refusal("not_playing")
    if command.seat in table.away or command.seat in table.resigned:
        return Refusal("away_already")
    match table.on_absence:
        case "substitute":
            return [e.Away(command.seat, table.substitute_level)]
        case "call_off":
            return [e.CalledOff(command.seat, asking.fresh)]
        case "win":
            return [e.Forfeited(command.seat, next_secret(table, asking.fresh))]


def come_back(table: Table, command: c.Return, asking: Asking) -> Judgement:
    if asking.who != c.HOUSE or command.seat not in table.away | table.open_seats | table.opening_agreed.keys():
        return Refusal("not_away")
    return [e.Back(command.seat)]


def open_seat(table: Table, command: c.OpenSeat, asking: Asking) -> Judgement:
    seat = command.seat
    refusal = _not_to_open(table, seat, asking)
    if refusal is not None:
        return refusal
    own = set(table.seats_of(asking.who))
    owner = set(table.seats_of(table.players[seat].who or ""))
    agreed = table.opening_agreed.get(seat, set()) | own
    asked = [] if own <= table.opening_agreed.get(seat, set()) else [e.OpeningAgreed(seat, min(own))]
    if voters(table) - owner <= agreed:
        return [*asked, e.SeatOpened(seat)]
    # Agreeing twice helps where the one who was waited for has left the game meanwhile.
    return [*asked] or Refusal("asked_already")


def _not_to_open(table: Table, seat: int, asking: Asking) -> Refusal | None:
    """Why this device cannot have this seat opened to somebody else."""
    role = {"role": table.game.seat_name(seat)}
    who = table.players[seat].who
    if who == asking.who or not any(own not in table.resigned for own in table.seats_of(asking.who)):
        return Refusal("not_yours_to_open", role)
    if table.game.curtain:
        return Refusal("hidden_pieces", role)
    if who is None or seat in table.resigned:
        return Refusal("not_disposable", role)
    if who not in asking.absent:
        return Refusal("not_absent", {"name": table.name(seat)})
    if seat in table.open_seats:
        return Refusal("open_already")
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
    if table.clock.lapse != "loss":
        return [e.Overdue(command.seat)]
    return [e.Flagged(command.seat, next_secret(table, asking.fresh))]


def outage(table: Table, command: c.Outage, asking: Asking) -> Judgement:
    if asking.who != c.HOUSE or table.phase != "playing":
        return Refusal("not_playing")
    lost = table.times.lost_ms(command.spans, table.outage_until_ms)
    until = max((until for _, until in command.spans), default=0)
    return [e.Outage(lost, until)] if lost else Refusal("nothing_lost")


def forget(table: Table, command: c.Forget, asking: Asking) -> Judgement:
    if asking.who != c.HOUSE or table.phase != "playing":
        return Refusal("not_playing")
    return [e.Forgotten(command.days, asking.fresh)]

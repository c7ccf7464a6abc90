"""Absent players and their substitute bots, clocks that run out, outages and expiry.

What happens to an absent player is settled before the start; nobody decides it during a game, not even the host. A
seat with a hidden hand passes to another person only through its owner's personal link.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludoteca.core.translations import Refusal
from ludoteca.table import commands as c
from ludoteca.table import events as e
from ludoteca.table.clock import GRACE_MS
from ludoteca.table.play import next_secret, not_playing, voters
from ludoteca.table.table import Table

if TYPE_CHECKING:
    from ludoteca.table.decide import Actor, Decision


def absence_timeout(table: Table, command: c.AbsenceTimeout, actor: Actor) -> Decision:
    if actor.device != c.SERVER or table.phase != "playing" or not table.players[command.seat].is_person:
        return Refusal("not_playing")
    if command.seat in table.away or command.seat in table.resigned:
        return Refusal("away_already")
    match table.settings.on_absence:
        case "substitute":
            return [e.Away(command.seat, table.settings.substitute_level)]
        case "call_off":
            return [e.CalledOff(command.seat, actor.new_secret)]
        case "win":
            return [e.Forfeited(command.seat, next_secret(table, actor))]


def return_player(table: Table, command: c.Return, actor: Actor) -> Decision:
    if actor.device != c.SERVER or command.seat not in table.away | table.open_seats | table.open_agreed.keys():
        return Refusal("not_away")
    return [e.Back(command.seat)]


def open_seat(table: Table, command: c.OpenSeat, actor: Actor) -> Decision:
    seat = command.seat
    refusal = _why_not_open(table, seat, actor)
    if refusal is not None:
        return refusal
    own = set(table.seats_of(actor.device))
    owner = set(table.seats_of(table.players[seat].device or ""))
    agreed = table.open_agreed.get(seat, set()) | own
    asked = [] if own <= table.open_agreed.get(seat, set()) else [e.OpenSeatAgreed(seat, min(own))]
    if voters(table) - owner <= agreed:
        return [*asked, e.SeatOpened(seat)]
    # Agreeing twice makes a difference if the one player who had not agreed has left the game since.
    return [*asked] or Refusal("asked_already")


def _why_not_open(table: Table, seat: int, actor: Actor) -> Refusal | None:
    """Say why this device cannot open this seat to somebody else."""
    role = {"role": table.game.role(seat)}
    device = table.players[seat].device
    if device == actor.device or not any(own not in table.resigned for own in table.seats_of(actor.device)):
        return Refusal("not_yours_to_open", role)
    if table.game.curtain:
        return Refusal("hidden_pieces", role)
    if device is None or seat in table.resigned:
        return Refusal("not_disposable", role)
    if device not in actor.absent:
        return Refusal("not_absent", {"name": table.name(seat)})
    if seat in table.open_seats:
        return Refusal("open_already")
    return not_playing(table)


def flag(table: Table, command: c.Flag, actor: Actor) -> Decision:
    deadline = table.clock_state.deadline_ms()
    if actor.device != c.SERVER or table.to_move() != command.seat or deadline is None:
        return Refusal("not_overdue")
    if actor.now_ms < deadline + GRACE_MS:
        return Refusal("not_overdue")
    if table.automated_by(command.seat) is not None:
        return Refusal("away_already")
    if table.settings.clock.on_timeout != "loss":
        return [e.Overdue(command.seat)]
    return [e.Flagged(command.seat, next_secret(table, actor))]


def record_outage(table: Table, command: c.RecordOutage, actor: Actor) -> Decision:
    if actor.device != c.SERVER or table.phase != "playing":
        return Refusal("not_playing")
    lost = table.clock_state.lost_ms(command.spans, table.outage_until_ms)
    until = max((until for _, until in command.spans), default=0)
    return [e.Outage(lost, until)] if lost else Refusal("nothing_lost")


def expire_room(table: Table, command: c.ExpireRoom, actor: Actor) -> Decision:
    if actor.device != c.SERVER or table.phase != "playing":
        return Refusal("not_playing")
    return [e.RoomExpired(command.days, actor.new_secret)]


def interrupt(table: Table, command: c.Interrupt, actor: Actor) -> Decision:
    return [e.Interrupted(actor.new_secret)] if actor.device == c.SERVER else Refusal("not_playing")

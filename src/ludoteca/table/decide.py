"""Judging commands: events, or a refusal, or the finding that the sender looked at an older table. Changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ludoteca.core.translations import Refusal, quote
from ludoteca.table import absence, deal, hints, play, seats, undo
from ludoteca.table import commands as c
from ludoteca.table.events import Event
from ludoteca.table.table import Table


class Stale:
    """The command was made on a table that has changed since; the sender is shown the present one."""


@dataclass(frozen=True)
class Actor:
    """Who asks and when, with a new secret in case one is needed (for the next game, or a personal link's key)."""

    device: str
    new_secret: str
    now_ms: int = 0
    absent: frozenset[str] = frozenset()
    """The devices of players that are absent: their last connection was lost a while ago."""
    address: str = ""
    """The network address of the device as this room keeps it, a keyed hash; never shown to anybody."""


Decision = list[Event] | Refusal
Verb = Callable[[Table, Any, Actor], Decision]

VERBS: dict[type[c.Command], Verb] = {
    c.Sit: seats.sit,
    c.Ready: deal.ready,
    c.Begin: deal.begin,
    c.Stand: seats.stand,
    c.SeatBot: seats.seat_bot,
    c.SetOptions: seats.set_options,
    c.SetSettings: seats.set_settings,
    c.Link: seats.link,
    c.Claim: seats.claim,
    c.Close: seats.close,
    c.Move: play.move,
    c.AutomatedMove: play.automated_move,
    c.Resign: play.resign,
    c.Abandon: play.abandon,
    c.PlayAgain: play.play_again,
    c.AbsenceTimeout: absence.absence_timeout,
    c.Return: absence.come_back,
    c.OpenSeat: absence.open_seat,
    c.Flag: absence.flag,
    c.RecordOutage: absence.record_outage,
    c.ExpireRoom: absence.expire_room,
    c.Hint: hints.hint,
    c.AutoplayTurn: hints.autoplay_turn,
    c.Undo: undo.ask,
    c.AnswerUndo: undo.answer,
}


SIDE_COMMANDS = (
    *(c.Stand, c.SetOptions, c.SetSettings, c.Link, c.Undo, c.AnswerUndo, c.Abandon),
    *(c.OpenSeat, c.Hint, c.AutoplayTurn),
)
MAX_SIDE_EVENTS = 1000
"""Events between two changes of the position, after which talk is refused: nobody fills a log with it."""
MAX_ROOM_EVENTS = 100_000
"""Events of a room after which no further game begins in it."""


def _too_much(table: Table, command: c.Command, who: str) -> Refusal | None:
    """Why a log must not grow by this command. Whatever is not bounded by the game itself is bounded here."""
    talk = isinstance(command, SIDE_COMMANDS)
    if isinstance(command, c.SeatBot):  # another level for a bot that sits there
        talk = 0 <= command.seat < len(table.players) and not table.players[command.seat].is_free
    if isinstance(command, c.Ready):  # another answer; the first of a device is always heard
        talk = who in table.nonces
    if talk and table.seq - table.version >= MAX_SIDE_EVENTS:
        return Refusal("changed_too_often")
    if talk:
        return table.why_too_long()
    if isinstance(command, c.Return):  # whoever was away comes back by moving then
        return table.why_too_long(1)
    if isinstance(command, c.PlayAgain) and table.seq >= MAX_ROOM_EVENTS:
        return Refusal("room_too_long", {"high": MAX_ROOM_EVENTS})
    return None


def decide(table: Table, command: c.Command, actor: Actor) -> Decision | Stale:
    """What follows from a command."""
    if table.phase == "closed":
        return Refusal("room_closed")
    too_much = _too_much(table, command, actor.device)
    if too_much is not None:
        return too_much
    seat = getattr(command, "seat", None)
    if seat is not None and not 0 <= seat < len(table.players):
        return Refusal("seat_range", {"field": "seat", "high": len(table.players) - 1, "value": quote(seat)})
    version = getattr(command, "version", None)
    if version is not None:
        # Only moves, undo and the like carry `on`; all of them are for whoever holds the seat.
        holder = c.SERVER if isinstance(command, c.AutomatedMove) else table.players[seat or 0].device
        if actor.device != holder:
            return Refusal("not_your_seat", {"role": table.game.seat_name(seat or 0)})
        if version != table.version:
            return Stale()
    return VERBS[type(command)](table, command, actor)

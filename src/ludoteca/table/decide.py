"""Decide what follows from a command: events, a refusal, or that it is stale. This changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mypy_extensions import mypyc_attr

from ludoteca.core.translations import Refusal, quote
from ludoteca.table import absence, deal, hints, play, seats, undo
from ludoteca.table import commands as c
from ludoteca.table.events import Event
from ludoteca.table.table import Table

NOBODY_ABSENT: frozenset[str] = frozenset()


class Stale:
    """The command was made for an older position; its sender gets the present table."""


@mypyc_attr(acyclic=True)
class Actor:
    """The device that sends a command, and what the table cannot know by itself."""

    __slots__ = ("_draw_secret", "_secret", "absent", "address", "device", "now_ms")

    def __init__(
        self,
        device: str,
        draw_secret: Callable[[], str],
        now_ms: int = 0,
        absent: frozenset[str] = NOBODY_ABSENT,
        address: str = "",
    ) -> None:
        self.device = device
        self._draw_secret = draw_secret
        self._secret = ""
        self.now_ms = now_ms
        self.absent = absent
        """The devices of absent players."""
        self.address = address
        """A keyed hash of the device's network address, which nobody is shown."""

    @property
    def new_secret(self) -> str:
        """A secret for the next game, or the key of a personal link; drawn when it is needed."""
        self._secret = self._secret or self._draw_secret()
        return self._secret


Decision = list[Event] | Refusal
Handler = Callable[[Table, Any, Actor], Decision]

HANDLERS: dict[type[c.Command], Handler] = {
    c.Sit: seats.sit,
    c.Ready: deal.ready,
    c.Begin: deal.begin,
    c.Rename: seats.rename,
    c.Stand: seats.stand,
    c.SeatBot: seats.seat_bot,
    c.SetOptions: seats.set_options,
    c.SetReady: seats.set_ready,
    c.SwapSeats: seats.swap_seats,
    c.SetSettings: seats.set_settings,
    c.Link: seats.link,
    c.Claim: seats.claim,
    c.Close: seats.close,
    c.Move: play.move,
    c.AutomatedMove: play.automated_move,
    c.Resign: play.resign,
    c.Abandon: play.abandon,
    c.PlayAgain: play.play_again,
    c.Withdraw: play.withdraw,
    c.AbsenceTimeout: absence.absence_timeout,
    c.Return: absence.return_player,
    c.OpenSeat: absence.open_seat,
    c.Flag: absence.flag,
    c.RecordOutage: absence.record_outage,
    c.ExpireRoom: absence.expire_room,
    c.Interrupt: absence.interrupt,
    c.Hint: hints.hint,
    c.AutoplayTurn: hints.autoplay_turn,
    c.Undo: undo.ask,
    c.AnswerUndo: undo.answer,
}


SIDE_COMMANDS = {
    *(c.Rename, c.Stand, c.SetOptions, c.SetSettings, c.SetReady, c.SwapSeats, c.Link),
    *(c.Undo, c.AnswerUndo, c.Abandon, c.Withdraw, c.OpenSeat, c.Hint, c.AutoplayTurn),
}
"""Commands that leave the position as it is."""
MAX_SIDE_EVENTS = 1000
"""Events of side commands between two changes of the position, so that nobody can fill a log with them."""
MAX_ROOM_EVENTS = 100_000
"""Events in a room after which no other game can start in it."""


def _why_log_is_full(table: Table, command: c.Command, device: str) -> Refusal | None:
    """Say why the log must not grow by this command. This bounds everything that the game itself does not."""
    if type(command) is c.Move:
        return None
    is_side = type(command) in SIDE_COMMANDS
    if isinstance(command, c.SeatBot):  # another level for a bot that sits there already
        is_side = 0 <= command.seat < len(table.players) and not table.players[command.seat].is_free
    if isinstance(command, c.Ready):  # another nonce; the first of each device is always accepted
        is_side = device in table.nonces
    if is_side and table.seq - table.version >= MAX_SIDE_EVENTS:
        return Refusal("changed_too_often")
    if is_side:
        return table.why_too_long()
    if isinstance(command, c.Return):  # after that, absent players return by moving
        return table.why_too_long(1)
    if isinstance(command, c.PlayAgain) and table.seq >= MAX_ROOM_EVENTS:
        return Refusal("room_too_long", {"high": MAX_ROOM_EVENTS})
    return None


def decide(table: Table, command: c.Command, actor: Actor) -> Decision | Stale:
    """Return the events of a command, why it is refused, or that it is stale."""
    if table.phase == "closed":
        return Refusal("room_closed")
    refusal = _why_log_is_full(table, command, actor.device)
    if refusal is not None:
        return refusal
    seat = getattr(command, "seat", None)
    if seat is not None and not 0 <= seat < len(table.players):
        return Refusal("seat_range", {"field": "seat", "high": len(table.players) - 1, "value": quote(seat)})
    version = getattr(command, "version", None)
    if version is not None:
        # All commands with a version are for the player on the seat.
        holder = c.SERVER if type(command) is c.AutomatedMove else table.players[seat or 0].device
        if actor.device != holder:
            return Refusal("not_your_seat", {"role": table.game.role(seat or 0)})
        if version != table.version:
            return Stale()
    return HANDLERS[type(command)](table, command, actor)

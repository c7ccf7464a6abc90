"""What somebody at a table may ask for. The first group comes over the wire, the second from the house itself."""

from __future__ import annotations

from typing import Any

import msgspec

from ludoteca.core.options import Value


class Command(msgspec.Struct, tag_field="type", forbid_unknown_fields=True, kw_only=True):
    """Something asked for, with an id of the sender's choice.

    `on`, where a command has it, is the seq of the last event that changed the position, as the sender saw it.
    """

    id: str = ""


class WithNonce(Command, kw_only=True):
    """A command that may answer a commitment: with that commitment and a nonce, which may be empty.

    Without a commitment it is no answer.
    """

    nonce: str = ""
    commitment: str = ""


class Sit(WithNonce, tag="sit"):
    """Take a free seat."""

    seat: int
    name: str


class Ready(WithNonce, tag="ready"):
    """Answer the commitment of the coming deal; anybody seated."""


class Stand(Command, tag="stand"):
    """Leave one's seat before the start; the host may empty any."""

    seat: int


class SeatBot(Command, tag="seat_bot"):
    """Host: let a bot take a free seat, or change its level."""

    seat: int
    level: int


class SetOptions(Command, tag="set_options"):
    """Anybody seated, until all seats are filled. Options not named keep their values."""

    options: dict[str, Value]


class SetSettings(Command, tag="set_settings"):
    """Change the fields of `RoomSettings` that are named; the host, before the start."""

    settings: dict[str, Any]


class Move(Command, tag="move"):
    seat: int
    move: str
    version: int


class Undo(Command, tag="undo"):
    """Take back one's last move and what came after it."""

    seat: int
    version: int


class AnswerUndo(Command, tag="answer_undo"):
    """Agree, or not, to the undo that somebody asked for."""

    seat: int
    yes: bool
    version: int


class Resign(Command, tag="resign"):
    seat: int
    version: int


class Abandon(Command, tag="abandon"):
    """Offer to end the game without a result, or agree to it; with `yes` false, decline."""

    seat: int
    version: int
    yes: bool = True


class PlayAgain(WithNonce, tag="play_again"):
    """Ask for the next leg or a rematch; it begins when everybody has asked."""

    seat: int
    version: int


class Link(Command, tag="link"):
    """Make a personal link that moves the seat to another device."""

    seat: int


class Claim(Command, tag="claim"):
    """Use a personal link."""

    key: str


class Close(Command, tag="close"):
    """Host: close the room for good. During a game against another person the host resigns by it."""


class OpenSeat(Command, tag="open_seat"):
    """Agree that another person may take the seat of somebody who is absent, where no pieces are hidden in hands.

    The seat is open once all the other people at the table have agreed.
    """

    seat: int


class Hint(Command, tag="hint"):
    """Ask the house what it would play; where only one person is concerned, or at a friendly table."""

    seat: int
    version: int


class AutoplayTurn(Command, tag="autoplay_turn"):
    """Let the house play the rest of this turn; where hints are open."""

    seat: int
    version: int


class AutomatedMove(Command, tag="automated_move"):
    """A bot's move, or the fallback's for a seat that is away or has resigned."""

    seat: int
    move: str
    version: int


class AbsenceTimeout(Command, tag="absence_timeout"):
    """An absent player was waited for long enough: what was agreed for this happens."""

    seat: int


class Return(Command, tag="return"):
    """An absent player is here again."""

    seat: int


class Flag(Command, tag="flag"):
    """A player's time is over."""

    seat: int


class Begin(Command, tag="begin"):
    """Devices that have not answered the commitment were waited for long enough."""


class RecordOutage(Command, tag="record_outage"):
    """The server could not serve then: spans of time, in milliseconds, that count for nobody."""

    spans: list[tuple[int, int]]


class ExpireRoom(Command, tag="expire_room"):
    """Nobody has been here for so many days: the game ends without a result, and the room is closed."""

    days: int


WireCommand = (
    Sit
    | Ready
    | Stand
    | SeatBot
    | SetOptions
    | SetSettings
    | Move
    | Undo
    | AnswerUndo
    | Resign
    | Abandon
    | PlayAgain
    | Link
    | Claim
    | Close
    | OpenSeat
    | Hint
    | AutoplayTurn
)
SERVER = "server"
"""Who sends AutomatedMove, AbsenceTimeout, Return, Flag, Begin, Outage and Forget."""

"""Commands: what a player, or the server itself, can ask a table to do."""

from __future__ import annotations

from typing import Any, TypedDict

import msgspec

from ludoteca.core.options import Value
from ludoteca.table.events import Request


class Command(msgspec.Struct, tag_field="type", forbid_unknown_fields=True, kw_only=True):
    """A command, with an id that its sender chooses.

    `version`, in the commands that have it, is the version of the position that the sender saw.
    """

    id: str = ""


class WithNonce(Command, kw_only=True):
    """A command that can add the device's nonce to the coming deal.

    `commitment` names the deal. Without it the command adds nothing; with it, `nonce` may still be empty.
    """

    nonce: str = ""
    commitment: str = ""


class NonceFields(TypedDict, total=False):
    """The fields of `WithNonce`; empty if no deal is coming."""

    nonce: str
    commitment: str


class Sit(WithNonce, tag="sit"):
    """Take a free seat. Whoever wants to change something first is not ready yet."""

    seat: int
    name: str
    """Empty for a guest."""
    ready: bool = True
    avatar: str = ""
    """The token that the player chose; empty for the one of the name."""


class Ready(WithNonce, tag="ready"):
    """Add a nonce to the coming deal; anybody seated."""


class SetReady(Command, tag="set_ready"):
    """Agree to the options, settings and roles as they are, or not; anybody seated, before the start."""

    ready: bool


class SwapSeats(Command, tag="swap_seats"):
    """Let the players of two seats change places; anybody seated, before the start."""

    seat: int
    other: int


class Rename(Command, tag="rename"):
    """Change the name and the token of your seat."""

    seat: int
    name: str
    avatar: str = ""


class Stand(Command, tag="stand"):
    """Leave a seat before the start; the host may clear any seat."""

    seat: int


class SeatBot(Command, tag="seat_bot"):
    """Put a bot on a free seat, or change its level; the host."""

    seat: int
    level: int


class SetOptions(Command, tag="set_options"):
    """Change the options that are named; anybody seated, before the start."""

    options: dict[str, Value]


class SetSettings(Command, tag="set_settings"):
    """Change the fields of `RoomSettings` that are named, before the start: the host; some, anybody seated."""

    settings: dict[str, Any]


class Move(Command, tag="move"):
    seat: int
    move: str
    version: int


class Undo(Command, tag="undo"):
    """Take back your last move and everything after it."""

    seat: int
    version: int


class AnswerUndo(Command, tag="answer_undo"):
    """Accept or decline the undo that a player asked for."""

    seat: int
    yes: bool
    version: int


class Resign(Command, tag="resign"):
    seat: int
    version: int


class Abandon(Command, tag="abandon"):
    """Offer to end the game without a result, or accept the offer; with `yes` false, decline it."""

    seat: int
    version: int
    yes: bool = True


class PlayAgain(WithNonce, tag="play_again"):
    """Ask for the next leg or a rematch; it starts when everybody has asked."""

    seat: int
    version: int


class Withdraw(Command, tag="withdraw"):
    """Withdraw your own request before the others have agreed to it."""

    seat: int
    request: Request
    version: int


class Link(Command, tag="link"):
    """Make a personal link that moves the seat to another device."""

    seat: int


class Claim(Command, tag="claim"):
    """Use a personal link."""

    key: str


class Close(Command, tag="close"):
    """Close the room for good; the host. In a game against another person this resigns."""


class OpenSeat(Command, tag="open_seat"):
    """Agree that somebody else may take an absent player's seat, in games without hidden hands.

    The seat opens once all the other people have agreed.
    """

    seat: int


class Hint(Command, tag="hint"):
    """Ask a bot for its move, where hints are allowed."""

    seat: int
    version: int


class AutoplayTurn(Command, tag="autoplay_turn"):
    """Let a bot play the rest of this turn, where hints are allowed."""

    seat: int
    version: int


class AutomatedMove(Command, tag="automated_move"):
    """Play a move of a bot, or of the fallback for a player who is away or has resigned."""

    seat: int
    move: str
    version: int


class AbsenceTimeout(Command, tag="absence_timeout"):
    """Apply the room's absence rule to a player who did not return in time."""

    seat: int


class Return(Command, tag="return"):
    """Bring an absent player back."""

    seat: int


class Flag(Command, tag="flag"):
    """Call time on a player whose clock has run out."""

    seat: int


class Begin(Command, tag="begin"):
    """Start the game without the nonces that did not arrive in time."""


class RecordOutage(Command, tag="record_outage"):
    """Give back the time in which the server could not serve; spans in milliseconds."""

    spans: list[tuple[int, int]]


class Interrupt(Command, tag="interrupt"):
    """The server noticed that the store lost the latest events of this room."""


class ExpireRoom(Command, tag="expire_room"):
    """End the game and close the room after this many days without a visit."""

    days: int


WireCommand = (
    Sit
    | Ready
    | SetReady
    | SwapSeats
    | Rename
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
    | Withdraw
    | Link
    | Claim
    | Close
    | OpenSeat
    | Hint
    | AutoplayTurn
)
SERVER = "server"
"""The device id of the server, which alone sends the commands that are not in `WireCommand`."""

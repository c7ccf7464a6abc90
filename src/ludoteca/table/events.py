"""Events: everything that can happen at a table. The event log holds nothing else, and it never leaves the server."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal

import msgspec

from ludoteca.core.errors import LudotecaError
from ludoteca.core.options import Value
from ludoteca.core.translations import Refusal, quote
from ludoteca.table.settings import RoomSettings


class UnknownEvent(LudotecaError):
    """A log holds an event that this program cannot read."""


class Event(msgspec.Struct, tag_field="kind", forbid_unknown_fields=True):
    """Something that happened. Its tag is its kind in the log."""


class RoomCreated(Event, tag="room_created"):
    game: str
    rules_version: int
    options: dict[str, Value]
    seats: int
    host: str
    settings: RoomSettings
    secret: str
    """The server's part of the first game's seed. Its commitment is shown only once this event is in the log."""
    start: dict[str, Any] | None = None
    """The position of the first game, if it is not dealt."""
    imported: bool = False
    """The first game comes from a record."""


class Seated(Event, tag="seated"):
    seat: int
    device: str
    name: str
    address: str = ""
    """A keyed hash of the network address, different in every room: it only shows whether two are the same."""
    ready: bool = True
    avatar: str = ""


class Renamed(Event, tag="renamed", omit_defaults=True):
    seat: int
    name: str
    avatar: str = ""
    before: str = ""
    """The name before, if it changed."""


class BotSeated(Event, tag="bot_seated"):
    seat: int
    level: int
    name: str = ""
    """From a record; otherwise the table chooses one."""


class Vacated(Event, tag="vacated"):
    seat: int


class OptionsSet(Event, tag="options_set"):
    options: dict[str, Value]
    device: str = ""
    """Who changed them: all others must agree again."""


class SettingsSet(Event, tag="settings_set"):
    settings: RoomSettings
    device: str = ""


class SeatsSwapped(Event, tag="seats_swapped"):
    seat: int
    other: int
    device: str


class ReadySet(Event, tag="ready_set"):
    device: str
    ready: bool


class NonceAdded(Event, tag="nonce_added"):
    """A device added its nonce to the coming deal, or replaced the one it had added."""

    device: str
    nonce: str


class Started(Event, tag="started"):
    """A game started. `seed` decides all its chance; in a fair deal it includes `nonces`, one per seat."""

    seed: str
    nonces: list[str]


class Rotated(Event, tag="rotated"):
    """Everybody moved up one seat, for a rematch or the next leg."""


class Moved(Event, tag="moved", omit_defaults=True):
    seat: int
    move: str
    by: str
    """person, bot or fallback."""
    arrived_ms: int | None = None
    """When the server received a person's move; the clock stops there."""
    secret: str = ""
    """The secret of the next game, if this move ends the present one."""


class UndoAsked(Event, tag="undo_asked"):
    seat: int
    move_count: int
    """How many moves would remain."""


class UndoAgreed(Event, tag="undo_agreed"):
    seat: int


class UndoRefused(Event, tag="undo_refused"):
    seat: int


class Undone(Event, tag="undone"):
    seat: int
    move_count: int


class Resigned(Event, tag="resigned", omit_defaults=True):
    seat: int
    secret: str = ""
    """The secret of the next game, if this ends the present one."""


class AbandonAsked(Event, tag="abandon_asked"):
    seat: int


class AbandonRefused(Event, tag="abandon_refused"):
    seat: int


class Abandoned(Event, tag="abandoned"):
    """The players agreed to end the game without a result."""

    secret: str
    """The secret of the next game."""


class PlayAgainAsked(Event, tag="play_again_asked"):
    seat: int


Request = Literal["undo", "abandon", "play_again"]
"""What others must agree to."""


class Withdrawn(Event, tag="withdrawn"):
    """A player no longer asks for an undo, for an end without a result, or for the next game."""

    seat: int
    request: Request


class Away(Event, tag="away"):
    """A bot of this level plays for an absent player from now on; without a level, the fallback does."""

    seat: int
    level: int | None = None


class CalledOff(Event, tag="called_off"):
    """The player was absent too long, and the game ended without a result."""

    seat: int
    secret: str
    """The secret of the next game."""


class Forfeited(Event, tag="forfeited", omit_defaults=True):
    """The player was absent too long, and lost."""

    seat: int
    secret: str = ""
    """The secret of the next game, if this ends the present one."""


class OpenSeatAgreed(Event, tag="open_agreed"):
    """The player on seat `by` agreed that somebody else may take the absent player's seat."""

    seat: int
    by: int


class SeatOpened(Event, tag="seat_opened"):
    """Somebody else may take the absent player's seat."""

    seat: int


class HintGiven(Event, tag="hint_given"):
    seat: int


class AutoplayStarted(Event, tag="autoplay_started"):
    """A bot plays the rest of the turn for this seat."""

    seat: int


class Overdue(Event, tag="overdue"):
    """Time ran out: the fallback plays the rest of the turn."""

    seat: int


class Flagged(Event, tag="flagged", omit_defaults=True):
    """Time ran out, and the player lost."""

    seat: int
    secret: str = ""
    """The secret of the next game, if this ends the present one."""


class Outage(Event, tag="outage"):
    """The server could not serve for `ms` milliseconds; clocks stood still."""

    ms: int
    until_ms: int


class Back(Event, tag="back"):
    seat: int


class KeyIssued(Event, tag="key_issued"):
    """A personal link was made; the log keeps only the hash of its key."""

    seat: int
    key: str


class SeatMoved(Event, tag="seat_moved"):
    """A personal link moved the seat to another device."""

    seat: int
    device: str
    address: str = ""


class RoomExpired(Event, tag="room_expired"):
    """Nobody visited for this many days: the game ended without a result, and the room is closed."""

    days: int
    secret: str
    """Never used, but every event that ends a game has one."""


class Interrupted(Event, tag="interrupted"):
    """The store lost the latest events. A game that was being played ends without a result: what was hidden in it may
    have been shown."""

    secret: str
    """The secret of the next game; the one before may be known."""


class Closed(Event, tag="closed"):
    pass


AnyEvent = (
    RoomCreated
    | Seated
    | Renamed
    | BotSeated
    | Vacated
    | OptionsSet
    | SettingsSet
    | SeatsSwapped
    | ReadySet
    | NonceAdded
    | Started
    | Rotated
    | Moved
    | UndoAsked
    | UndoAgreed
    | UndoRefused
    | Undone
    | Resigned
    | AbandonAsked
    | AbandonRefused
    | Abandoned
    | PlayAgainAsked
    | Withdrawn
    | Away
    | Back
    | KeyIssued
    | SeatMoved
    | Closed
    | RoomExpired
    | Interrupted
    | CalledOff
    | Forfeited
    | OpenSeatAgreed
    | SeatOpened
    | HintGiven
    | AutoplayStarted
    | Overdue
    | Flagged
    | Outage
)

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(AnyEvent).decode


_PRIVATE = (RoomCreated, Seated, NonceAdded, Started, KeyIssued, SeatMoved)


def holds_secret(event: Event) -> bool:
    """Return whether an event holds a secret, a nonce, a key, or who sits where. A move may hide pieces besides."""
    return isinstance(event, _PRIVATE) or bool(getattr(event, "secret", ""))


@cache
def kind_of(struct: type[msgspec.Struct]) -> str:
    """Return what the log calls a type of event, or a message a type of command."""
    return str(struct.__struct_config__.tag)


def write_event(event: Event) -> str:
    """Return an event as the log keeps it."""
    return _encode(event).decode()


def read_event(body: str) -> Event:
    """Read an event of the log; raise UnknownEvent if it is damaged or from a newer program."""
    try:
        event: Event = _decode(body)
    except (msgspec.MsgspecError, ValueError) as error:
        raise UnknownEvent(Refusal("log_unreadable", {"reason": quote(str(error))})) from None
    return event

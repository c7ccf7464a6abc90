"""What can have happened at a table. The log holds these and nothing else; they never leave the server."""

from __future__ import annotations

from typing import Any

import msgspec

from ludoteca.core.errors import LudotecaError
from ludoteca.core.options import Value
from ludoteca.core.translations import Refusal, quote
from ludoteca.table.settings import RoomSettings


class UnknownEvent(LudotecaError):
    """A log holds something that this program does not know."""


class Event(msgspec.Struct, tag_field="kind", forbid_unknown_fields=True):
    """Something that happened. The tag is the event's kind in the log."""


class RoomCreated(Event, tag="room_created"):
    game: str
    rules_version: int
    options: dict[str, Value]
    seats: int
    host: str
    settings: RoomSettings
    secret: str
    """The server's part of the first game's seed. Once it is in the log its commitment may be shown."""
    start: dict[str, Any] | None = None
    """The position of the first game, if it is not dealt."""
    imported: bool = False
    """The first game comes from a record."""


class Seated(Event, tag="seated"):
    seat: int
    device: str
    name: str
    address: str = ""
    """The network address it was taken from, as a keyed hash of this room; it only shows that two are the same."""


class BotSeated(Event, tag="bot_seated"):
    seat: int
    level: int


class Vacated(Event, tag="vacated"):
    seat: int


class OptionsSet(Event, tag="options_set"):
    options: dict[str, Value]


class SettingsSet(Event, tag="settings_set"):
    settings: RoomSettings


class NonceAdded(Event, tag="nonce_added"):
    """A device has added its nonce to the coming deal; a later one of the same device replaces it."""

    device: str
    nonce: str


class Started(Event, tag="started"):
    """A game begins with the players as they sit. `seed` decides all its chance; `nonces`, one per seat, are part of it
    where it was dealt in this room."""

    seed: str
    nonces: list[str]


class Rotated(Event, tag="rotated"):
    """Everybody moves up one seat, for a rematch or a second leg."""


class Moved(Event, tag="moved", omit_defaults=True):
    seat: int
    move: str
    by: str
    """person, bot or fallback."""
    arrived_ms: int | None = None
    """When the server received a person's move; their clock is charged until then."""
    secret: str = ""
    """For the next game, where this move ends the present one."""


class UndoAsked(Event, tag="undo_asked"):
    seat: int
    move_count: int
    """How many moves would stand."""


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
    """For the next game, where this ends the present one."""


class AbandonAsked(Event, tag="abandon_asked"):
    seat: int


class AbandonRefused(Event, tag="abandon_refused"):
    seat: int


class Abandoned(Event, tag="abandoned"):
    """The game ends without a result, by agreement."""

    secret: str
    """For the next game."""


class PlayAgainAsked(Event, tag="play_again_asked"):
    seat: int


class Away(Event, tag="away"):
    """A substitute bot of that level plays for an absent player; without a level, the fallback does."""

    seat: int
    level: int | None = None


class CalledOff(Event, tag="called_off"):
    """This player was absent too long, and the game ends without a result."""

    seat: int
    secret: str
    """For the next game."""


class Forfeited(Event, tag="forfeited", omit_defaults=True):
    """This player was absent too long, and has lost."""

    seat: int
    secret: str = ""
    """For the next game, where this ends the present one."""


class OpenSeatAgreed(Event, tag="open_agreed"):
    """The holder of `by` agrees that somebody else may take the seat of an absent player."""

    seat: int
    by: int


class SeatOpened(Event, tag="seat_opened"):
    """Another person may take the seat of an absent player."""

    seat: int


class HintGiven(Event, tag="hint_given"):
    seat: int


class AutoplayStarted(Event, tag="autoplay_started"):
    """The house plays the rest of the turn for this seat."""

    seat: int


class Overdue(Event, tag="overdue"):
    """The time was over: the fallback plays the rest of the turn."""

    seat: int


class Flagged(Event, tag="flagged", omit_defaults=True):
    """The time was over, and with it the game is lost."""

    seat: int
    secret: str = ""
    """For the next game, where this ends the present one."""


class Outage(Event, tag="outage"):
    """For so long the server could not serve; clocks stood still."""

    ms: int
    until_ms: int


class Back(Event, tag="back"):
    seat: int


class KeyIssued(Event, tag="key_issued"):
    """A personal link was made; only the hash of its key is kept."""

    seat: int
    key: str


class SeatMoved(Event, tag="seat_moved"):
    """A personal link was used: the seat belongs to another device now."""

    seat: int
    device: str
    address: str = ""


class RoomExpired(Event, tag="room_expired"):
    """Nobody had been here for so many days: the game ends without a result, and the room is closed."""

    days: int
    secret: str
    """Of a next game, which there is none of; a finished game always names one."""


class Closed(Event, tag="closed"):
    pass


AnyEvent = (
    RoomCreated
    | Seated
    | BotSeated
    | Vacated
    | OptionsSet
    | SettingsSet
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
    | Away
    | Back
    | KeyIssued
    | SeatMoved
    | Closed
    | RoomExpired
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


def kind_of(event: Event) -> str:
    return str(event.__struct_config__.tag)


def write_event(event: Event) -> str:
    """An event as the log keeps it."""
    return _encode(event).decode()


def read_event(body: str) -> Event:
    """An event of the log; one of a newer program, or a broken one, is an UnknownEvent."""
    try:
        event: Event = _decode(body)
    except (msgspec.MsgspecError, ValueError) as error:
        raise UnknownEvent(Refusal("log_unreadable", {"reason": quote(str(error))})) from None
    return event

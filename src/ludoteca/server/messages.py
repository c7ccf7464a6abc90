"""Messages that the server sends. `wire.py` generates JSON Schema and TypeScript from these and from `incoming.py`."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from ludoteca.core.options import Value
from ludoteca.table.settings import RoomSettings
from ludoteca.table.table import Phase

Json = dict[str, Any]


class Text(msgspec.Struct):
    """A sentence with its code and parameters, so that it can be said in another language."""

    code: str
    params: Json
    text: str


class LogEntry(msgspec.Struct):
    """What one event told this perspective; `move` is the number of the move it was, or 0."""

    seq: int
    at: int
    seat: int | None
    move: int
    texts: list[Text]


class SeatInfo(msgspec.Struct):
    role: str
    name: str
    kind: Literal["free", "person", "bot"]
    level: int | None
    away: bool
    resigned: bool
    lost_on_time: bool
    """Lost on time."""
    forfeited: bool
    """Lost by being absent too long."""
    substitute: int | None
    """The level of the bot that plays for somebody who is away."""
    open_agreed: list[int]
    """The seats that agree that another person may take the seat of this absent player."""
    open: bool
    """Another person may take the seat of this absent player."""


class MatchInfo(msgspec.Struct):
    leg: int
    totals: list[int]
    result: list[float] | None


class OfferInfo(msgspec.Struct):
    """What has been asked and waits for answers."""

    undo: int | None
    undo_move_count: int | None
    undo_agreed: list[int]
    abandon: list[int]
    play_again: list[int]


class DealInfo(msgspec.Struct):
    """The fair deal of the game at the table, frozen at its start: the seed is the secret and the nonces with a `/`
    before each."""

    game: int
    """The number of the game in the room, from 1."""
    commitment: str
    """SHA-256 of the secret's text, in hexadecimal; shown before anybody answered."""
    nonces: list[str]
    """One per seat, what its device has added; empty for bots and for further seats of a device."""
    missing: list[int]
    """Seats of people whose device added nothing."""
    secret: str | None
    """Once the game is over."""


class NextDeal(msgspec.Struct):
    """The deal to come. Devices answer the commitment with a nonce, by `ready`, `sit` or `again`."""

    game: int
    commitment: str
    answered: list[int]
    """Seats whose device has answered."""
    at: int | None
    """When the game begins without the answers that are missing then (server time); null before seats are full."""


class ClockInfo(msgspec.Struct):
    """The milliseconds each seat had left at `since` (server time); those of the seat `running` run from there."""

    left_ms: list[int]
    since: int
    running: int | None


class RoomInfo(msgspec.Struct):
    """What everybody may know of the room."""

    code: str
    game: str
    phase: Phase
    locked: bool
    options: dict[str, Value]
    settings: RoomSettings
    casual: bool
    """The game does not count for high scores."""
    hints_allowed: bool
    """Whether whoever is to move may ask for a hint, or have a bot play the turn."""
    clock: ClockInfo | None
    seats: list[SeatInfo]
    match: MatchInfo
    offers: OfferInfo
    moves: int
    to_move: int | None
    turn: int | None
    scores: list[int] | None
    result: list[float] | None
    origin: Literal["deal", "position", "record"]
    """Where the game at the table, or the first, comes from; one that was not dealt here does not count."""
    deal: DealInfo | None
    """Null before the start, and where there is no fair deal."""
    next_deal: NextDeal | None
    """Before and after a game with chance."""


class You(msgspec.Struct):
    """This socket: the seats its device holds, the one whose eyes it looks with, and whether a curtain is down."""

    seats: list[int]
    seat: int | None
    curtain: bool
    host: bool


class UndoInfo(msgspec.Struct):
    """Whether undo is open to this seat: at once, by asking, or closed and why."""

    how: Literal["at_once", "ask", "closed"]
    why: Text | None
    move_count: int | None
    """How many moves would stand."""


class Loading(msgspec.Struct, tag_field="type", tag="loading"):
    """Answer to hello in a room with a long log, which is being taken up; the welcome follows in a few seconds."""

    text: str


class Welcome(msgspec.Struct, tag_field="type", tag="welcome"):
    """Answer to hello; keep the token, it holds your seats. `url` is where others reach this server, if known.

    `now` is the server's time in milliseconds; `webhooks` names the targets that a room may choose from.
    """

    token: str
    release: str
    url: str | None
    now: int
    webhooks: list[str]


class SharedPart(msgspec.Struct, tag_field="type", tag="table"):
    """The part of a table message that all who look with the same eyes get alike."""

    seq: int
    version: int
    room: RoomInfo
    view: Json | None
    log: list[LogEntry]


class OwnPart(msgspec.Struct):
    """The part that is one socket's own."""

    acks: list[str]
    stale: list[str]
    you: You
    undo: UndoInfo | None
    choices: Json


class TableMessage(SharedPart, tag_field="type", tag="table"):
    """The whole table for one perspective: first load, update and resume alike.

    `acks` names the commands that it answers; those also in `stale` changed nothing, being late or repeated.
    """

    acks: list[str]
    stale: list[str]
    you: You
    undo: UndoInfo | None
    choices: Json


class Refused(msgspec.Struct, tag_field="type", tag="refused"):
    """The command changed nothing, and why."""

    ack: str | None
    code: str
    params: Json
    text: str


class PreviewResult(msgspec.Struct, tag_field="type", tag="preview_result"):
    """What a tried move would do: a refusal, the news it would cause, or null where something new would be revealed."""

    ack: str | None
    refused: Text | None
    texts: list[Text] | None


class TextBoard(msgspec.Struct, tag_field="type", tag="text_board"):
    """The text board as this perspective sees it; null before the start."""

    ack: str | None
    seq: int
    text: str | None


class SeatKey(msgspec.Struct, tag_field="type", tag="seat_key"):
    """The key of a personal link; it works once."""

    ack: str | None
    seat: int
    key: str


class HintResult(msgspec.Struct, tag_field="type", tag="hint_result"):
    """The answer to `hint`. `advice` is null if the bot found no move or the position has changed."""

    ack: str | None
    seat: int
    version: int
    advice: Advice | None


class Accepted(msgspec.Struct, tag_field="type", tag="accepted"):
    """A command that concerns the chat alone took effect."""

    ack: str


class ChatMessage(msgspec.Struct):
    """A message of the chat; `seat` is null for a spectator."""

    number: int
    at: int
    name: str
    seat: int | None
    text: str
    own: bool


class ChatBan(msgspec.Struct):
    """The sender of message `number` is muted, or was removed."""

    number: int
    kind: Literal["mute", "remove"]
    name: str


class ChatUpdate(msgspec.Struct, tag_field="type", tag="chat"):
    """New messages, as far as this socket may read them; with `all` they replace what came before.

    `open` says whether anybody may write; `bans` is for the host and null for everybody else.
    """

    all: bool
    open: bool
    bans: list[ChatBan] | None
    messages: list[ChatMessage]


class Absence(msgspec.Struct):
    """The player whose turn it is, is not connected: at that time (the server's) what was agreed happens."""

    seat: int
    at: int


class Presence(msgspec.Struct, tag_field="type", tag="presence"):
    """Who is here now: per seat, and how many watch."""

    seats: list[bool]
    spectators: int
    absence: Absence | None


class Now(msgspec.Struct, tag_field="type", tag="now"):
    """The server's time, in milliseconds, after it could not serve for a while or its clock was set forward."""

    now: int


class Pong(msgspec.Struct, tag_field="type", tag="pong"):
    ack: str | None


class Frame(msgspec.Struct):
    """A game as it stood after a move, for one pair of eyes; frame 0 is the start.

    `texts` tell of the move, `texts_between` of what else happened before the next one; `board` is the text board, if
    asked for.
    """

    move: int
    seat: int | None
    by: Literal["person", "bot", "fallback"] | None
    at: int
    texts: list[Text]
    texts_between: list[Text]
    to_move: int | None
    turn: int
    scores: list[int]
    view: Json
    board: str | None


class Replay(msgspec.Struct):
    """A whole game, as the eyes of a seat, or everybody's (null), may see it.

    `own_seats` are the seats that this device holds, `perspectives` those it may look from.
    """

    seq: int
    room: RoomInfo
    perspective: int | None
    own_seats: list[int]
    perspectives: list[int]
    frames: list[Frame]


class Advice(msgspec.Struct):
    """The move that the strongest bot advises, what it does (`texts`) and why it is good (`explanations`)."""

    move: str
    texts: list[Text]
    explanations: list[Text]


Outgoing = (
    Loading
    | Welcome
    | TableMessage
    | Refused
    | PreviewResult
    | TextBoard
    | SeatKey
    | HintResult
    | Accepted
    | ChatUpdate
    | Presence
    | Now
    | Pong
)

write_message = msgspec.json.Encoder().encode

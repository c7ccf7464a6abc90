"""Messages that a room sends. `server/wire.py` generates JSON Schema and TypeScript from these and `incoming.py`."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from ludoteca.core.options import Value
from ludoteca.rooms.board_messages import BoardMoves
from ludoteca.table.settings import RoomSettings
from ludoteca.table.table import Phase

WIRE_VERSION = 2
"""Raised when a message, command or field changes its name or meaning, or goes away."""
Json = dict[str, Any]


class Text(msgspec.Struct):
    """A sentence in the reader's language, with its code and parameters."""

    code: str
    params: Json
    text: str


class LogEntry(msgspec.Struct):
    """An event as this perspective may see it. `move` is the number of the move, or 0 if it was none."""

    seq: int
    at: int
    seat: int | None
    move: int
    texts: list[Text]


class SeatInfo(msgspec.Struct):
    """A seat and who holds it."""

    role: str
    name: str
    kind: Literal["free", "person", "bot"]
    level: int | None
    away: bool
    resigned: bool
    lost_on_time: bool
    forfeited: bool
    """Lost because of a long absence."""
    substitute: int | None
    """The level of the bot that plays while the player is away."""
    open_agreed: list[int]
    """Seats that have agreed to let another person take this absent player's seat."""
    open: bool
    """Whether another person may take this absent player's seat."""
    ready: bool
    """Whether nothing is missing from this seat for the game to start."""
    avatar: str
    """The token that the person chose; empty for the one of the name."""


class MatchInfo(msgspec.Struct):
    """The score of a match of several legs."""

    leg: int
    totals: list[int]
    result: list[float] | None


class OfferInfo(msgspec.Struct):
    """Open offers: the seat that asks for undo, and the seats that agreed to each offer."""

    undo: int | None
    undo_move_count: int | None
    undo_agreed: list[int]
    abandon: list[int]
    play_again: list[int]


class DealInfo(msgspec.Struct):
    """The fair deal of the present game. Its seed is the secret followed by the nonces, with a `/` before each."""

    game: int
    """The number of the game in the room, from 1."""
    commitment: str
    """SHA-256 of the secret in hexadecimal; published before any nonce."""
    nonces: list[str]
    """The nonce of each seat's device; empty for bots and for a device's further seats."""
    missing: list[int]
    """Seats of people whose device sent no nonce."""
    secret: str | None
    """Published when the game is over."""


class NextDeal(msgspec.Struct):
    """The next deal. Devices answer the commitment with a nonce, in `ready`, `sit` or `play_again`."""

    game: int
    commitment: str
    answered: list[int]
    """Seats whose device has answered."""


class ClockInfo(msgspec.Struct):
    """The milliseconds that each seat had left at `since` (server time). Only the clock of `running` is running."""

    left_ms: list[int]
    since: int
    running: int | None


class RoomProgress(msgspec.Struct):
    """What every move changes in a room."""

    clock: ClockInfo | None
    moves: int
    to_move: int | None
    turn: int | None
    scores: list[int] | None
    result: list[float] | None


class RoomInfo(RoomProgress):
    """The room as everybody may see it."""

    code: str
    game: str
    phase: Phase
    starts_at: int | None
    """When the next game starts if nothing changes until then (server time); null while somebody is missing."""
    options: dict[str, Value]
    settings: RoomSettings
    casual: bool
    """The game does not count for high scores."""
    hints_allowed: bool
    """Whether the player to move may ask for a hint, or let a bot play the turn."""
    seats: list[SeatInfo]
    host: int | None
    """The lowest seat of the host's device; null if it has none."""
    match: MatchInfo
    offers: OfferInfo
    origin: Literal["deal", "position", "record"]
    """How the present game began. A game from a position or a record is casual."""
    deal: DealInfo | None
    """Null before the start and without a fair deal."""
    next_deal: NextDeal | None
    """Before and after games with chance."""


class You(msgspec.Struct):
    """This client: the seats of its device, the seat whose view it gets, and whether the curtain is down."""

    seats: list[int]
    seat: int | None
    curtain: bool
    host: bool


class UndoInfo(msgspec.Struct):
    """Whether this seat may undo at once, must ask, or may not and why."""

    how: Literal["at_once", "ask", "closed"]
    why: Text | None
    move_count: int | None
    """Moves that would remain."""


class Loading(msgspec.Struct, tag_field="type", tag="loading"):
    """The first answer to `hello` if the room has a long log. `welcome` follows when the room is loaded."""

    text: str


class Welcome(msgspec.Struct, tag_field="type", tag="welcome"):
    """The answer to `hello`. The token holds your seats: keep it.

    `url` is the server's public address, if known. `now` is the server's time in milliseconds. `webhooks` are the names
    that a room may choose from. `epoch` rises when the server has lost events: forget all tables and log entries from
    before.
    """

    token: str
    release: str
    wire: int
    """The version of the wire; docs/versions.md says when it rises."""
    url: str | None
    now: int
    webhooks: list[str]
    epoch: int


class SharedPart(msgspec.Struct, tag_field="type", tag="table"):
    """The part of a table message that all clients with the same perspective share."""

    seq: int
    version: int
    view: Json | None
    log: list[LogEntry]
    room: RoomInfo


class SeatPart(msgspec.Struct):
    """The part of a table message that all clients of a seat share."""

    undo: UndoInfo | None
    choices: Json


class AnswersPart(msgspec.Struct):
    """The part of a table message that answers a client's commands."""

    acks: list[str]
    stale: list[str]


class YouPart(msgspec.Struct):
    """The part of a table message that describes the client."""

    you: You


class TableMessage(SharedPart, tag_field="type", tag="table"):
    """The whole table as one perspective may see it. It serves first load, update and resume.

    `acks` are the ids of the commands that it answers. Those that are also in `stale` changed nothing: they came too
    late or were repeated.
    """

    undo: UndoInfo | None
    choices: Json
    acks: list[str]
    stale: list[str]
    you: You


class Refused(msgspec.Struct, tag_field="type", tag="refused"):
    """A command was refused and changed nothing. The text says why."""

    ack: str | None
    code: str
    params: Json
    text: str


class PreviewResult(msgspec.Struct, tag_field="type", tag="preview_result"):
    """What a move would do: a refusal, or the texts that are certain whatever it reveals."""

    ack: str | None
    refused: Text | None
    texts: list[Text] | None


class MoveList(msgspec.Struct, tag_field="type", tag="move_list"):
    """The answer to `list_moves`: the first of the moves found, how many were found, and how many are legal.

    `moves` is null if they cannot be listed.
    """

    ack: str | None
    moves: list[str] | None
    found: int
    total: int


class TextBoard(msgspec.Struct, tag_field="type", tag="text_board"):
    """The board as text from this perspective; null before the start.

    `spans` has each line of it as texts with their styles, such as `bold red on blue`. `moves` is for the player
    to move, in games that describe their board.
    """

    ack: str | None
    seq: int
    text: str | None
    spans: list[list[list[str]]]
    moves: BoardMoves | None


class SeatKey(msgspec.Struct, tag_field="type", tag="seat_key"):
    """The key of a personal link. It works once."""

    ack: str | None
    seat: int
    key: str


class HintResult(msgspec.Struct, tag_field="type", tag="hint_result"):
    """The answer to `hint`. `advice` is null if the bot found no move or the position has changed.

    `second` is the second best move, null if no other is legal.
    """

    ack: str | None
    seat: int
    version: int
    advice: Advice | None
    second: Advice | None


class Accepted(msgspec.Struct, tag_field="type", tag="accepted"):
    """A chat command took effect."""

    ack: str


class ChatMessage(msgspec.Struct):
    """A chat message; `seat` is null if a spectator wrote it."""

    number: int
    at: int
    name: str
    seat: int | None
    text: str
    own: bool


class ChatBan(msgspec.Struct):
    """The host has muted or removed the sender of this message."""

    number: int
    kind: Literal["mute", "remove"]
    name: str


class ChatUpdate(msgspec.Struct, tag_field="type", tag="chat"):
    """New chat messages that this client may read. If `all` is true they replace the earlier ones.

    `open` says whether the chat is open. `bans` is null unless the client is the host.
    """

    all: bool
    open: bool
    bans: list[ChatBan] | None
    messages: list[ChatMessage]


class Absence(msgspec.Struct):
    """The player to move is absent. `at` is the deadline (server time); then `settings.on_absence` applies."""

    seat: int
    at: int


class Presence(msgspec.Struct, tag_field="type", tag="presence"):
    """Which seats are connected, and how many spectators there are."""

    seats: list[bool]
    spectators: int
    absence: Absence | None


class ServerTime(msgspec.Struct, tag_field="type", tag="server_time"):
    """The server's time in milliseconds, sent after an outage or a change of its clock."""

    now: int


class Pong(msgspec.Struct, tag_field="type", tag="pong"):
    """The answer to `ping`."""

    ack: str | None


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
    | MoveList
    | TextBoard
    | SeatKey
    | HintResult
    | Accepted
    | ChatUpdate
    | Presence
    | ServerTime
    | Pong
)

write_message = msgspec.json.Encoder().encode

"""Messages that clients send over a socket, and how to read them."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from ludoteca.rooms.command_keys import is_valid_id
from ludoteca.table.commands import Command, WireCommand

MAX_MOVE_TEXT = 200
MAX_LANGUAGE = 35


class Hello(Command, tag="hello"):
    """The first message on a socket. A known token gives its seats back; without a token the server makes one.

    `language` is the tag of the reader's language. One that the server does not know is ignored, like a missing one:
    then the header Accept-Language decides.
    """

    token: Annotated[str, Meta(min_length=16, max_length=100)] | None = None
    language: Annotated[str, Meta(max_length=MAX_LANGUAGE)] | None = None


class SetPerspective(Command, tag="set_perspective"):
    """At one screen: lift the curtain for a seat that this device holds, or lower it (null)."""

    seat: int | None = None


class Preview(Command, tag="preview"):
    """Ask what a move would do, without playing it."""

    seat: int
    move: str


class ListMoves(Command, tag="list_moves"):
    """Ask for the legal moves of the player to move, or for those whose text contains `text`."""

    seat: int
    text: Annotated[str, Meta(max_length=MAX_MOVE_TEXT)] = ""


class ShowBoard(Command, tag="show_board"):
    """Ask for the board as text, for a client that cannot draw this game."""


class Ping(Command, tag="ping"):
    """Ask for a `pong`."""


class Say(Command, tag="say"):
    """Write a chat message. Spectators give a name."""

    text: str
    name: str = ""


class SetChat(Command, tag="set_chat"):
    """Host: open or close the chat."""

    open: bool


class Mute(Command, tag="mute"):
    """Host: mute the sender of a chat message, and all spectators from the same address, in this room."""

    number: int


class Unmute(Command, tag="unmute"):
    """Host: undo `mute`."""

    number: int


class Remove(Command, tag="remove"):
    """Host: ban the sender of a chat message, and all spectators from the same address, from this room."""

    number: int


class Readmit(Command, tag="readmit"):
    """Host: undo `remove`."""

    number: int


ChatCommand = Say | SetChat | Mute | Unmute | Remove | Readmit
Incoming = WireCommand | ChatCommand | Hello | SetPerspective | Preview | ListMoves | ShowBoard | Ping

read_message = msgspec.json.Decoder(Incoming).decode


class _OnlyId(msgspec.Struct):
    id: str = ""


_read_only_id = msgspec.json.Decoder(_OnlyId).decode


def read_id(text: str | bytes) -> str | None:
    """Return the id of a message that is otherwise not read; None if it has no valid one."""
    try:
        command_id = _read_only_id(text).id
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None
    return command_id if command_id and is_valid_id(command_id) else None

"""Chats in the store: the last messages, whether the chat is open, and the muted and removed senders."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from typing import Literal, NamedTuple

import msgspec

KEPT = 200
"""Messages per room; older ones are overwritten."""


class ChatMessage(NamedTuple):
    """A message. `seat` is None for a spectator; `address` is a keyed hash, never the address itself."""

    number: int
    at_ms: int
    device: str
    address: str
    name: str
    seat: int | None
    text: str
    command: str
    """The sender and the id of the command, or "" if it had no id."""


class ChatBan(msgspec.Struct, frozen=True):
    """A sender who is muted or removed because of message `number`; the host sees them as `name`."""

    number: int
    kind: Literal["mute", "remove"]
    name: str
    device: str
    address: str


class ChatRules(msgspec.Struct, frozen=True):
    open: bool = True
    bans: tuple[ChatBan, ...] = ()


class ChatChange(NamedTuple):
    """New messages of a room's chat, and its rules if they changed."""

    room: str
    messages: list[ChatMessage]
    rules: ChatRules | None


read_rules = msgspec.json.Decoder(ChatRules).decode


def save(connection: sqlite3.Connection, changes: Iterable[ChatChange]) -> None:
    for room, messages, rules in changes:
        rows = [(room, message.number % KEPT, *message) for message in messages]
        connection.executemany("INSERT OR REPLACE INTO chat_message VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
        if rules is not None:
            body = msgspec.json.encode(rules).decode()
            connection.execute("INSERT OR REPLACE INTO chat_rules VALUES (?, ?)", (room, body))


def load(connection: sqlite3.Connection, room: str) -> tuple[ChatRules, list[ChatMessage]]:
    found = connection.execute("SELECT body FROM chat_rules WHERE room = ?", (room,)).fetchone()
    rows = connection.execute(
        "SELECT number, at_ms, device, address, name, seat, text, command FROM chat_message"
        " WHERE room = ? ORDER BY number",
        (room,),
    )
    return ChatRules() if found is None else read_rules(found[0]), [ChatMessage(*row) for row in rows]

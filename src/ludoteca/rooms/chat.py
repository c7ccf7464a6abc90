"""The rules of a room's chat: who may write, how much, and who reads it. The chat is not part of the game's log."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from itertools import takewhile
from typing import Literal, NamedTuple

from ludoteca.core.translations import Refusal, quote
from ludoteca.rooms import incoming
from ludoteca.rooms.limits import Limits
from ludoteca.store.chat import KEPT, ChatBan, ChatMessage, ChatRules
from ludoteca.table.names import read_name, why_not_name
from ludoteca.table.table import Table

MAX_TEXT_LENGTH = 300


class Sender(NamedTuple):
    """The sender of a chat command: a device, and the keyed hash of its network address."""

    device: str
    address: str


class Chat:
    """The last messages of a room, numbered from 1, and the host's decisions."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self.messages: deque[ChatMessage] = deque(maxlen=KEPT)
        self.rules = ChatRules()

    @property
    def last(self) -> int:
        """The number of the last message."""
        return self.messages[-1].number if self.messages else 0

    def handle(self, command: incoming.ChatCommand, sender: Sender, table: Table, now_ms: int) -> Refusal | None:
        """Carry out a command; return a refusal if it is not allowed."""
        if table.phase == "closed":
            return Refusal("room_closed")
        if isinstance(command, incoming.Say):
            return self._say(command, sender, table, now_ms)
        if sender.device != table.host:
            return Refusal("only_host")
        match command:
            case incoming.SetChat():
                self.rules = ChatRules(command.open, self.rules.bans)
            case incoming.Mute():
                return self._ban("mute", command.number, table)
            case incoming.Remove():
                return self._ban("remove", command.number, table)
            case incoming.Unmute():
                self._lift("mute", command.number)
            case incoming.Readmit():
                self._lift("remove", command.number)
        return None

    def messages_for(self, table: Table, device: str, since: int) -> list[ChatMessage]:
        """Return the messages after number `since` that this device may read."""
        reads_all = reads_spectators(table, device)
        new = list(takewhile(lambda message: message.number > since, reversed(self.messages)))
        return [one for one in reversed(new) if reads_all or one.seat is not None or one.device == device]

    def is_removed(self, sender: Sender, table: Table) -> bool:
        """Return whether the host has removed this device. A device with a seat stays."""
        return (
            any(ban.kind == "remove" and sender.address == ban.address for ban in self.rules.bans)
            and sender.device != table.host
            and not table.seats_of(sender.device)
        )

    def _say(self, command: incoming.Say, sender: Sender, table: Table, now_ms: int) -> Refusal | None:
        sent = f"{sender.device[:16]}.{command.id}" if command.id else ""
        if sent and any(message.command == sent for message in self.messages):
            return None
        seats = table.seats_of(sender.device)
        refusal = self._why_not_write(sender, bool(seats), table, now_ms)
        if refusal is not None:
            return refusal
        text = " ".join(command.text.split())
        if not 0 < len(text) <= MAX_TEXT_LENGTH or not text.isprintable():
            return Refusal("chat_text", {"field": "text", "high": MAX_TEXT_LENGTH, "value": quote(command.text)})
        seat = min(seats, default=None)
        name = _spectator_name(table, command.name, sender.device) if seat is None else table.name(seat)
        if isinstance(name, Refusal):
            return name
        self.messages.append(ChatMessage(self.last + 1, now_ms, sender.device, sender.address, name, seat, text, sent))
        return None

    def _why_not_write(self, sender: Sender, seated: bool, table: Table, now_ms: int) -> Refusal | None:
        if not self.rules.open:
            return Refusal("chat_off")
        if self._is_muted(sender, seated) and sender.device != table.host:
            return Refusal("chat_muted")
        limits, since = self._limits, now_ms - 1000 * self._limits.chat_window_s
        # A message from the future is older than a correction of the clock; ignore it.
        recent = [message for message in self.messages if since < message.at_ms <= now_ms]
        spectators = [] if seated else [message for message in recent if message.seat is None]
        counted: Sequence[tuple[str, int, int]] = (
            ("chat_fast", sum(one.device == sender.device for one in recent), limits.chat_per_device),
            ("chat_fast_address", sum(one.address == sender.address for one in spectators), limits.chat_per_address),
            ("chat_fast_room", len(spectators), limits.chat_per_room),
        )
        for code, count, high in counted:
            if count >= high:
                return Refusal(code, {"high": high, "seconds": limits.chat_window_s})
        return None

    def _is_muted(self, sender: Sender, seated: bool) -> bool:
        """Return whether the sender's device is muted, or the address of a spectator."""
        return any(
            sender.device == ban.device or (not seated and sender.address == ban.address) for ban in self.rules.bans
        )

    def _ban(self, kind: Literal["mute", "remove"], number: int, table: Table) -> Refusal | None:
        if any(ban.number == number and ban.kind == kind for ban in self.rules.bans):
            return None
        message = next((message for message in self.messages if message.number == number), None)
        if message is None:
            bounds = {"low": self.messages[0].number if self.messages else 0, "high": self.last}
            return Refusal("chat_number", {"field": "number", **bounds, "value": quote(number)})
        if message.device == table.host:
            return Refusal("chat_own")
        if kind == "remove" and table.seats_of(message.device):
            return Refusal("chat_seated", {"name": message.name})
        if len(self.rules.bans) >= self._limits.chat_bans:
            return Refusal("chat_bans", {"high": self._limits.chat_bans})
        ban = ChatBan(number, kind, message.name, message.device, message.address)
        self.rules = ChatRules(self.rules.open, (*self.rules.bans, ban))
        return None

    def _lift(self, kind: Literal["mute", "remove"], number: int) -> None:
        kept = tuple(ban for ban in self.rules.bans if (ban.kind, ban.number) != (kind, number))
        self.rules = ChatRules(self.rules.open, kept)


def reads_spectators(table: Table, device: str) -> bool:
    """Return whether this device reads spectators too. Players do not while they play, so that nobody helps them."""
    return table.phase != "playing" or not table.seats_of(device)


def _spectator_name(table: Table, given: str, device: str) -> str | Refusal:
    name = read_name(given)
    return name if isinstance(name, Refusal) else why_not_name(table, name, device) or name

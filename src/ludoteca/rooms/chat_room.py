"""A room's chat: loaded on demand, sent in rounds. Moves never wait for it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import NamedTuple

from ludoteca.core.translations import Refusal
from ludoteca.rooms import incoming
from ludoteca.rooms import messages as m
from ludoteca.rooms.chat import Chat, Sender, reads_spectators
from ludoteca.rooms.room_state import RoomState
from ludoteca.store.chat import ChatChange, ChatMessage, ChatRules
from ludoteca.store.rows import StoreError

log = logging.getLogger("ludoteca.chat")

MAX_WAITING = 100
"""Commands that may wait for the chat to be loaded."""
MAX_CACHED = 16
"""Encoded updates that are cached until the chat changes."""


class ShownChat(NamedTuple):
    """How much of a chat a socket has been sent, and what it may read."""

    number: int
    rules: ChatRules
    reads_all: bool
    is_host: bool
    numbering: int


class ChatRoom:
    """The chat of a loaded room."""

    def __init__(self, room: RoomState) -> None:
        self._room = room
        self._services = room.services
        self.chat = Chat(room.services.limits)
        self.loaded = False
        self._loading: asyncio.Task[None] | None = None
        self._waiting: list[Callable[[Refusal | None], None]] = []
        self._saved_number = 0
        self._saved_rules = self.chat.rules
        self._next_round = 0.0
        self._round: asyncio.TimerHandle | None = None
        self._numbering = 0
        """Rises when messages get other numbers, because another node had used theirs."""
        self._version: int | None = None
        """How often the chat was saved when it was read; None if that is not known."""
        self._encoded: dict[tuple[int, int, str, bool, bool], bytes] = {}

    @property
    def code(self) -> str:
        return self._room.code

    # Loading

    def load(self) -> None:
        """Start loading the chat unless it is loaded or loading."""
        if not self.loaded and self._loading is None:
            self._loading = asyncio.ensure_future(self._load())

    async def ready(self) -> None:
        """Wait until the chat is loaded or loading has failed."""
        self.load()
        if self._loading is not None:
            await asyncio.shield(self._loading)

    async def _load(self) -> None:
        refusal: Refusal | None = None
        try:
            found = await asyncio.get_running_loop().run_in_executor(None, self._services.store.load_chat, self.code)
            self.chat.rules, messages = found
            self.chat.messages.extend(messages)
            self._saved_number, self._saved_rules, self.loaded = self.chat.last, self.chat.rules, True
        except StoreError as error:
            log.error("room %s: cannot load the chat: %s", self.code, error.sentence)
            refusal = error.refusal
        self._loading = None
        waiting, self._waiting = self._waiting, []
        for run in waiting:
            run(refusal)
        self._close_removed()
        self._send_round()

    # Commands

    def submit(self, command: incoming.ChatCommand, sender: Sender, done: Callable[[Refusal | None], None]) -> None:
        """Carry out a command now, or when the chat is loaded; call `done` with the refusal, if any."""

        def run(failed: Refusal | None) -> None:
            done(failed or self._handle(command, sender))

        if self.loaded:
            run(None)
        elif len(self._waiting) >= MAX_WAITING:
            done(Refusal("chat_loading"))
        else:
            self._waiting.append(run)
            self.load()

    def _handle(self, command: incoming.ChatCommand, sender: Sender) -> Refusal | None:
        before = (self.chat.last, self.chat.rules)
        refusal = self.chat.handle(command, sender, self._room.table, self._services.clock.now_ms())
        if before != (self.chat.last, self.chat.rules):
            self._encoded.clear()
            self._services.chat_saver.changed(self)
            if before[1] != self.chat.rules:
                self._close_removed()
            self._schedule_round()
        return refusal

    def _close_removed(self) -> None:
        for session in list(self._room.sessions):
            if self.chat.is_removed(session.sender, self._room.table):
                session.close(Refusal("removed_from_room"))

    # Sending

    def _schedule_round(self) -> None:
        """Schedule a round, in which all sockets get what is new. Rounds have a minimum interval."""
        if self._round is None:
            loop = asyncio.get_running_loop()
            self._round = loop.call_at(max(loop.time(), self._next_round), self._send_round)

    def _send_round(self) -> None:
        self._round = None
        self._next_round = asyncio.get_running_loop().time() + self._services.limits.chat_round_s
        for session in list(self._room.sessions):
            session.flush()

    def update_for(self, device: str, shown: ShownChat | None) -> tuple[ShownChat | None, bytes | None]:
        """Return what a device has been sent after this update, and the update itself if there is anything new."""
        table, chat = self._room.table, self.chat
        if not self.loaded:
            return shown, None
        reads_all, is_host = reads_spectators(table, device), device == table.host
        if (
            shown is not None
            and shown.number == chat.last
            and shown.reads_all == reads_all
            and shown.is_host == is_host
            and shown.numbering == self._numbering
            and (shown.rules is chat.rules or shown.rules == chat.rules)
        ):
            return shown, None
        now = ShownChat(chat.last, chat.rules, reads_all, is_host, self._numbering)
        send_all = shown is None or shown[2:] != now[2:]
        messages = chat.messages_for(table, device, 0 if shown is None or send_all else shown.number)
        if shown and not send_all and not messages and shown.rules.open == now.rules.open and not now.is_host:
            return now, None
        return now, self._encode(device, messages, send_all, now.is_host)

    def _encode(self, device: str, messages: list[ChatMessage], send_all: bool, is_host: bool) -> bytes:
        """Encode an update; devices that get the same share it."""
        own = device if any(message.device == device for message in messages) else ""
        key = (messages[0].number if messages else 0, len(messages), own, send_all, is_host)
        encoded = self._encoded.get(key)
        if encoded is None:
            rules = self.chat.rules
            bans = [m.ChatBan(ban.number, ban.kind, ban.name) for ban in rules.bans] if is_host else None
            wire_messages = [
                m.ChatMessage(one.number, one.at_ms, one.name, one.seat, one.text, one.device == own)
                for one in messages
            ]
            encoded = m.write_message(m.ChatUpdate(send_all, rules.open, bans, wire_messages))
            if len(self._encoded) >= MAX_CACHED:
                self._encoded.clear()
            self._encoded[key] = encoded
        return encoded

    # Saving

    @property
    def unsaved(self) -> bool:
        """Whether the store lacks something."""
        return self._saved_number < self.chat.last or self._saved_rules is not self.chat.rules

    def next_change(self, limit: int) -> ChatChange:
        """Return what the store does not have yet, with at most `limit` messages."""
        messages = [message for message in self.chat.messages if message.number > self._saved_number]
        rules = None if self._saved_rules is self.chat.rules else self.chat.rules
        return ChatChange(self.code, messages[:limit], rules)

    def saved(self, change: ChatChange) -> None:
        """Note that the store has this change."""
        if change.messages:
            self._saved_number = change.messages[-1].number
        if change.rules is not None:
            self._saved_rules = change.rules
        self._version = None if self._version is None else self._version + 1

    # Other nodes

    def compare(self, version: int) -> None:
        """Read the chat again if another node has changed it."""
        if self.loaded and self._loading is None and version != self._version:
            if version or self._version is not None:
                self.merge()
            self._version = version

    def merge(self) -> None:
        """Read the chat again; what is unsaved follows."""
        if self._loading is None:
            self._loading = asyncio.ensure_future(self._merge())

    async def _merge(self) -> None:
        try:
            found = await asyncio.get_running_loop().run_in_executor(None, self._services.store.load_chat, self.code)
        except StoreError as error:
            log.error("room %s: cannot load the chat: %s", self.code, error.sentence)
            self._version, self._loading = None, None
            if self.unsaved:
                self._services.chat_saver.changed(self)
            return
        self._loading = None
        rules, stored = found
        known = {message[1:] for message in stored}
        unsaved = [one for one in self.chat.messages if one.number > self._saved_number and one[1:] not in known]
        if self._saved_rules is self.chat.rules:
            self._saved_rules = self.chat.rules = rules
        last = stored[-1].number if stored else 0
        moved = [message._replace(number=last + number) for number, message in enumerate(unsaved, start=1)]
        if moved != unsaved:
            self._numbering += 1
        self.chat.messages.clear()
        self.chat.messages.extend([*stored, *moved])
        self._saved_number = last
        self._encoded.clear()
        self._close_removed()
        self._send_round()
        if self.unsaved:
            self._services.chat_saver.changed(self)

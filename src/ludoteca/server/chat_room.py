"""A room's chat: loaded on demand, sent in rounds, saved in batches. Moves never wait for it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from ludoteca.core.translations import Refusal
from ludoteca.server import incoming
from ludoteca.server import messages as m
from ludoteca.server.chat import Chat, Sender, reads_spectators
from ludoteca.store.chat import ChatChange, ChatMessage, ChatRules
from ludoteca.store.rows import StoreError
from ludoteca.store.sqlite import Store

if TYPE_CHECKING:
    from ludoteca.server.room import Room

log = logging.getLogger("ludoteca.chat")

SAVE_PAUSE_S = 1.0
"""Between two writes, for all chats together."""
ROWS_PER_SAVE = 256
"""Few enough not to delay a move in the same commit."""
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


class ChatRoom:
    """The chat of a loaded room."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._rooms = room.rooms
        self.chat = Chat(room.rooms.limits)
        self.loaded = False
        self._loading: asyncio.Task[None] | None = None
        self._waiting: list[Callable[[Refusal | None], None]] = []
        self._saved_number = 0
        self._saved_rules = self.chat.rules
        self._next_round = 0.0
        self._round: asyncio.TimerHandle | None = None
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
            found = await asyncio.get_running_loop().run_in_executor(None, self._rooms.store.load_chat, self.code)
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
        refusal = self.chat.handle(command, sender, self._room.table, self._rooms.clock.now_ms())
        if before != (self.chat.last, self.chat.rules):
            self._encoded.clear()
            self._rooms.chat_saver.changed(self)
            if before[1] != self.chat.rules:
                self._close_removed()
            self._schedule_round()
        return refusal

    def _close_removed(self) -> None:
        for connection in list(self._room.connections):
            if self.chat.is_removed(connection.sender, self._room.table):
                connection.close(Refusal("removed_from_room"))

    # Sending

    def _schedule_round(self) -> None:
        """Schedule a round, in which all sockets get what is new. Rounds have a minimum interval."""
        if self._round is None:
            loop = asyncio.get_running_loop()
            self._round = loop.call_at(max(loop.time(), self._next_round), self._send_round)

    def _send_round(self) -> None:
        self._round = None
        self._next_round = asyncio.get_running_loop().time() + self._rooms.limits.chat_round_s
        for connection in list(self._room.connections):
            connection.flush()

    def update_for(self, device: str, shown: ShownChat | None) -> tuple[ShownChat | None, bytes | None]:
        """Return what a device has been sent after this update, and the update itself if there is anything new."""
        table, chat = self._room.table, self.chat
        if not self.loaded:
            return shown, None
        now = ShownChat(chat.last, chat.rules, reads_spectators(table, device), device == table.host)
        if shown == now:
            return now, None
        send_all = shown is None or (shown.reads_all, shown.is_host) != (now.reads_all, now.is_host)
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


class ChatSaver:
    """Saves all chats in batches. Unlike moves, messages are shown before they are saved."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._unsaved: dict[str, ChatRoom] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._saving = False

    def changed(self, chat: ChatRoom) -> None:
        """Save this chat soon."""
        self._unsaved[chat.code] = chat
        if self._timer is None and not self._saving:
            self._timer = asyncio.get_running_loop().call_later(SAVE_PAUSE_S, self._save)

    def _save(self) -> None:
        self._timer, self._saving = None, True
        batch = self._batch()

        def done(error: StoreError | None) -> None:
            self._saving = False
            for chat, change in batch:
                if error is None:
                    chat.saved(change)
                if chat.unsaved:
                    self.changed(chat)

        self._store.save_chat([change for _, change in batch], done)

    def _batch(self) -> list[tuple[ChatRoom, ChatChange]]:
        """Take as much as one write may hold."""
        batch = []
        left = ROWS_PER_SAVE
        while self._unsaved and left > 0:
            chat = self._unsaved.pop(next(iter(self._unsaved)))
            change = chat.next_change(left)
            left -= len(change.messages) + 1
            batch.append((chat, change))
        return batch

    def close(self) -> None:
        """Hand everything to the store, which finishes its writes before it closes."""
        if self._timer is not None:
            self._timer.cancel()
        while self._unsaved:
            batch = self._batch()
            for chat, change in batch:
                chat.saved(change)
                if chat.unsaved:
                    self._unsaved[chat.code] = chat
            self._store.save_chat([change for _, change in batch], _ignore)


def _ignore(error: StoreError | None) -> None:
    pass

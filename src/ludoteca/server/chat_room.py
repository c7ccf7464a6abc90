"""A room's chat on the server: read beside the room, shown in rounds, saved late. No move waits for it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from ludoteca.core.translations import Refusal
from ludoteca.server import incoming
from ludoteca.server import messages as m
from ludoteca.server.chat import Chat, Sender, hears_all
from ludoteca.store.chat import ChatChange, ChatMessage, ChatRules
from ludoteca.store.rows import StoreError
from ludoteca.store.sqlite import Store

if TYPE_CHECKING:
    from ludoteca.server.room import Room

log = logging.getLogger("ludoteca.chat")

SAVE_PAUSE_S = 1.0
"""Between two writes of all chats together."""
ROWS_PER_SAVE = 256
"""So few that a move in the same commit does not notice."""
WAITING = 100
"""Commands that wait until the chat has been read from the store."""
MOST_ENCODED = 16
"""Messages for the wire that are kept until the chat changes."""


class Shown(NamedTuple):
    """How much of a chat a socket has been sent, and with what rights."""

    number: int
    rules: ChatRules
    everything: bool
    host: bool


class ChatRoom:
    """The chat of one room in memory."""

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

    # Reading

    def load(self) -> None:
        """Begin to read the chat, unless it is here or on its way."""
        if not self.loaded and self._loading is None:
            self._loading = asyncio.ensure_future(self._load())

    async def ready(self) -> None:
        """Wait until it has been read, or could not be."""
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
            log.error("chat of room %s: %s", self.code, error.sentence)
            refusal = error.refusal
        self._loading = None
        waiting, self._waiting = self._waiting, []
        for go_on in waiting:
            go_on(refusal)
        self._turn_away()
        self._show()

    # Commands

    def submit(self, command: incoming.ChatCommand, sender: Sender, done: Callable[[Refusal | None], None]) -> None:
        """Carry a command out at once, or when the chat has been read."""

        def go_on(failed: Refusal | None) -> None:
            done(failed or self._do(command, sender))

        if self.loaded:
            go_on(None)
        elif len(self._waiting) >= WAITING:
            done(Refusal("chat_loading"))
        else:
            self._waiting.append(go_on)
            self.load()

    def _do(self, command: incoming.ChatCommand, sender: Sender) -> Refusal | None:
        before = (self.chat.last, self.chat.rules)
        refusal = self.chat.do(command, sender, self._room.table, self._rooms.clock.now_ms())
        if before != (self.chat.last, self.chat.rules):
            self._encoded.clear()
            self._rooms.chat_saver.changed(self)
            if before[1] != self.chat.rules:
                self._turn_away()
            self._plan_round()
        return refusal

    def _turn_away(self) -> None:
        for connection in list(self._room.connections):
            if self.chat.is_removed(connection.sender, self._room.table):
                connection.turn_away(Refusal("removed_from_room"))

    # Showing

    def _plan_round(self) -> None:
        """All sockets get what is new in one round, and rounds come only so often, however much is written."""
        if self._round is None:
            loop = asyncio.get_running_loop()
            self._round = loop.call_at(max(loop.time(), self._next_round), self._show)

    def _show(self) -> None:
        self._round = None
        self._next_round = asyncio.get_running_loop().time() + self._rooms.limits.chat_round_s
        for connection in list(self._room.connections):
            connection.flush()

    def news(self, device: str, shown: Shown | None) -> tuple[Shown | None, bytes | None]:
        """What is new for a device that has been shown so much, if anything is; and what it has been shown then."""
        table, chat = self._room.table, self.chat
        if not self.loaded:
            return shown, None
        now = Shown(chat.last, chat.rules, hears_all(table, device), device == table.host)
        if shown == now:
            return now, None
        anew = shown is None or (shown.everything, shown.host) != (now.everything, now.host)
        messages = chat.heard(table, device, 0 if shown is None or anew else shown.number)
        if shown is not None and not anew and not messages and shown.rules.open == now.rules.open and not now.host:
            return now, None
        return now, self._encode(device, messages, anew, now.host)

    def _encode(self, device: str, messages: list[ChatMessage], anew: bool, host: bool) -> bytes:
        """One message for the wire, made once for all who get the same."""
        own = device if any(message.device == device for message in messages) else ""
        key = (messages[0].number if messages else 0, len(messages), own, anew, host)
        encoded = self._encoded.get(key)
        if encoded is None:
            rules = self.chat.rules
            bans = [m.ChatBan(ban.number, ban.kind, ban.name) for ban in rules.bans] if host else None
            told = [
                m.ChatMessage(one.number, one.at_ms, one.name, one.seat, one.text, one.device == own)
                for one in messages
            ]
            encoded = m.write_message(m.ChatUpdate(anew, rules.open, bans, told))
            if len(self._encoded) >= MOST_ENCODED:
                self._encoded.clear()
            self._encoded[key] = encoded
        return encoded

    # Saving

    @property
    def unsaved(self) -> bool:
        return self._saved_number < self.chat.last or self._saved_rules is not self.chat.rules

    def change(self, most: int) -> ChatChange:
        """What the store does not have yet, at most so many messages of it."""
        messages = [message for message in self.chat.messages if message.number > self._saved_number]
        rules = None if self._saved_rules is self.chat.rules else self.chat.rules
        return ChatChange(self.code, messages[:most], rules)

    def saved(self, change: ChatChange) -> None:
        if change.messages:
            self._saved_number = change.messages[-1].number
        if change.rules is not None:
            self._saved_rules = change.rules


class ChatSaver:
    """Writes what is new in all chats, together and seldom: a message is shown before it is durable."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._unsaved: dict[str, ChatRoom] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._saving = False

    def changed(self, chat: ChatRoom) -> None:
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
        """As much as one write may hold; rooms of which more is left come last next time."""
        batch = []
        left = ROWS_PER_SAVE
        while self._unsaved and left > 0:
            chat = self._unsaved.pop(next(iter(self._unsaved)))
            change = chat.change(left)
            left -= len(change.messages) + 1
            batch.append((chat, change))
        return batch

    def close(self) -> None:
        """Hand over what is left, in as many writes as it takes; the store finishes them before it closes."""
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

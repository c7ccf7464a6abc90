"""Saves all chats in batches. Moves never wait for it."""

from __future__ import annotations

import asyncio
from typing import Protocol

from ludoteca.store.chat import ChatChange
from ludoteca.store.protocol import Store
from ludoteca.store.rows import Conflict, StoreError, Unknown

SAVE_PAUSE_S = 1.0
"""Between two writes, for all chats together."""
SHARED_PAUSE_S = 0.05
"""The same where players on other nodes wait for it."""
ROWS_PER_SAVE = 256
"""Few enough not to delay a move in the same commit."""


class UnsavedChat(Protocol):
    """A chat that the store does not have whole."""

    @property
    def code(self) -> str:
        """The code of its room."""

    @property
    def unsaved(self) -> bool:
        """Whether the store lacks something."""

    def next_change(self, limit: int) -> ChatChange:
        """Return what the store does not have yet, with at most `limit` messages."""

    def saved(self, change: ChatChange) -> None:
        """Note that the store has this change."""

    def merge(self) -> None:
        """Read the chat again, since another node has changed it; what is unsaved follows."""


class ChatSaver:
    """Saves all chats in batches. Unlike moves, messages are shown before they are saved."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._unsaved: dict[str, UnsavedChat] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._saving = False
        self._pause_s = SAVE_PAUSE_S if store.shared is None else SHARED_PAUSE_S

    def changed(self, chat: UnsavedChat) -> None:
        """Save this chat soon."""
        self._unsaved[chat.code] = chat
        if self._timer is None and not self._saving:
            self._timer = asyncio.get_running_loop().call_later(self._pause_s, self._save)

    def _save(self) -> None:
        self._timer, self._saving = None, True
        batch = self._batch()

        def done(error: StoreError | None) -> None:
            self._saving = False
            for chat, change in batch:
                if error is None:
                    chat.saved(change)
                elif isinstance(error, Conflict | Unknown):
                    chat.merge()
                    continue
                if chat.unsaved:
                    self.changed(chat)

        self._store.save_chat([change for _, change in batch], done)

    def _batch(self) -> list[tuple[UnsavedChat, ChatChange]]:
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

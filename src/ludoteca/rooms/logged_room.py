"""A room's table and its log in the store, to which other nodes may write too: reading what they appended."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable

from ludoteca.core.errors import LudotecaError
from ludoteca.rooms.chat_room import ChatRoom
from ludoteca.rooms.loading import BATCH, UNREADABLE, Loaded
from ludoteca.rooms.pending import Pending
from ludoteca.rooms.room_state import RoomState
from ludoteca.rooms.services import RoomServices
from ludoteca.store.chain import Head, link
from ludoteca.store.hints import Hint
from ludoteca.store.logs import EventRow
from ludoteca.store.rows import RoomHead, StoredEvent
from ludoteca.table import events as e
from ludoteca.table.fold import step

log = logging.getLogger("ludoteca.room")


class LoggedRoom(RoomState, ABC):
    """A room that follows its log. If no other node can write to it, there is nothing to follow."""

    def __init__(self, code: str, loaded: Loaded, services: RoomServices) -> None:
        super().__init__(code, loaded.table, services)
        self._is_committing = False
        """Whether events are being committed or read; then nothing else is decided."""
        self._command_keys = loaded.command_keys
        self._snapshot_seq = loaded.snapshot_seq
        self._head = loaded.head if services.store.shared else None
        """The last event that was applied, to compare with what other nodes write; None if this process is alone."""
        self.is_dropped = False
        """Whether this release cannot follow the log any more. Then nothing is decided or shown here."""
        self.on_dropped: Callable[[], None] = lambda: None
        """Called when the room has to leave memory because it cannot follow its log."""
        self._hints: list[Hint] = []
        self._reading: asyncio.Task[None] | None = None
        self.chat = ChatRoom(self)

    @abstractmethod
    def _next(self) -> None:
        """Take hints, and decide what is queued."""

    @abstractmethod
    def _after(self, events: list[e.Event], by_us: bool = True) -> None:
        """Follow up on events that were applied."""

    @abstractmethod
    def schedule(self) -> None:
        """Update whatever depends on the table or on who is connected."""

    @abstractmethod
    def _drop(self, error: LudotecaError) -> None:
        """Leave memory: this release cannot follow the log."""

    @abstractmethod
    async def _start_over(self) -> None:
        """Use the log as it is now: the store lost events that this room had shown."""

    def _apply(self, event: e.Event, seq: int, at_ms: int, command_id: str | None, body: str) -> None:
        step(self.table, seq, at_ms, event)
        if command_id is not None:
            self._command_keys.add(command_id)
        if self._head is not None:
            self._head = Head(seq, link(self._head.hash, self.code, seq, at_ms, command_id, body))

    def hinted(self, hints: list[Hint]) -> None:
        """Apply what other nodes say they have appended, as soon as nothing of ours is being committed."""
        self._hints += hints
        if not self._is_committing:
            self._next()

    def _take_hints(self) -> None:
        hints, self._hints = sorted(self._hints, key=lambda hint: hint.seq), []
        rows: list[EventRow] = []
        for hint in hints:
            if hint.seq == self.table.seq + len(rows) + 1 and hint.body is not None:
                rows.append(EventRow(hint.seq, hint.at_ms, hint.command_id, hint.body, hint.hash))
        if rows and self._follows(rows):
            self._take(rows)
        if hints[-1].seq > self.table.seq and not self.is_dropped:
            self.services.metrics.count("ludoteca_hint_gaps_total")
            self.catch_up()

    def compare(self, head: RoomHead) -> bool:
        """Catch up if the log has another last event than this room; return whether it has."""
        self.chat.compare(head.chat)
        if self._head is None or self._is_committing or self._head == (head.seq, head.hash):
            return False
        self.catch_up()
        return True

    def catch_up(self) -> None:
        """Read what others have appended."""
        if not self._is_committing and not self.is_dropped:
            self._is_committing = True
            self._reading = asyncio.ensure_future(self._catch_up())

    async def refresh(self) -> None:
        """Read what others have appended, and wait for it."""
        if self._head is not None:
            self.catch_up()
            while self._reading is not None and not self._reading.done():
                await asyncio.wait((self._reading,))

    async def _catch_up(self) -> None:
        try:
            await self._read_tail()
        except LudotecaError as error:
            log.warning("room %s cannot be read: %s", self.code, error.sentence)
        self._is_committing = False
        self._next()

    async def _read_tail(self, pending: Pending | None = None, stored: list[StoredEvent] | None = None) -> bool:
        """Apply the events after the last one; return whether those of this command are among them."""
        if self._head is None:
            await self._read_all()
            return False
        run, store = asyncio.get_running_loop().run_in_executor, self.services.store
        is_done = False
        while True:
            rows = await run(None, store.tail, self.code, self.table.seq, BATCH)
            if rows and self._follows(rows):
                is_done = self._take(rows, pending, stored) or is_done
                if len(rows) < BATCH or self.is_dropped:
                    return is_done
                continue
            if not rows:
                assert store.shared is not None  # noqa: S101 - that is why there is a head
                found = (await run(None, store.shared.heads, [self.code])).get(self.code)
                if found is None or (found.seq, found.hash) == self._head:
                    return is_done
                if found.seq > self.table.seq:
                    continue
            await self._start_over()
            return False

    def _follows(self, rows: list[EventRow]) -> bool:
        """Return whether these events follow the last one by their hashes."""
        assert self._head is not None  # noqa: S101 - the caller has looked
        seq, digest = self._head
        for row in rows:
            digest = link(digest, self.code, row.seq, row.at_ms, row.command_id, row.body)
            if row.seq != seq + 1 or digest != row.hash:
                return False
            seq = row.seq
        return True

    def _take(
        self, rows: list[EventRow], pending: Pending | None = None, stored: list[StoredEvent] | None = None
    ) -> bool:
        """Apply events from the log and show them; return whether they are those of this command."""
        try:
            events = [e.read_event(row.body) for row in rows]
            for event, row in zip(events, rows, strict=True):
                self._apply(event, row.seq, row.at_ms, row.command_id, row.body)
        except UNREADABLE as error:
            self._drop(error)
            return False
        own = [(row.seq, row.command_id, row.body) for row in stored or ()]
        is_done = bool(own) and own == [(row.seq, row.command_id, row.body) for row in rows[: len(own)]]
        if is_done and pending is not None:
            pending.reply(None)
        self.send_table()
        self._after(events, by_us=is_done and len(own) == len(rows))
        return is_done

    async def _read_all(self) -> None:
        """Read the table from its log again."""
        try:
            loaded = await self.services.loader.read(self.code, lambda: None)
        except UNREADABLE as error:
            self._drop(error)
            return
        if loaded is not None:
            self.replace_table(loaded.table)
            self._snapshot_seq, self._command_keys = loaded.snapshot_seq, loaded.command_keys
            self._head = None if self._head is None else loaded.head
            self.send_table()
            self.schedule()

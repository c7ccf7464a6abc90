"""Writes to a store. They are queued for the one thread that writes, and report their outcome to `done`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ludoteca.store import expiry
from ludoteca.store.chat import ChatChange
from ludoteca.store.expiry import Creator, ExpiryCutoffs
from ludoteca.store.logs import SnapshotRow
from ludoteca.store.rows import Done, HighScoreRow, RoomRow, StoredEvent, ignore
from ludoteca.store.write import Write
from ludoteca.store.writer import Writer


class Writes(Protocol):
    """The part of a store that writes, the same for every database."""

    _writer: Writer

    def create(
        self,
        room: RoomRow,
        events: Sequence[StoredEvent],
        done: Done,
        creator: Creator = expiry.NOBODY,
        *,
        keeps: bool = False,
    ) -> None:
        """Create a room with its first events; Conflict if its code is taken. `keeps` is as in `append`."""
        self.write([Write(room.code, done, tuple(events), room, creator=creator, keeps=keeps)])

    def append(
        self,
        code: str,
        events: Sequence[StoredEvent],
        updated: int | None,
        due_at: int | None,
        ended: int | None,
        done: Done,
        high_scores: Sequence[HighScoreRow] = (),
        *,
        keeps: bool = False,
        public: bool = False,
    ) -> None:
        """Append events and high scores and update the room's row, all or none.

        Conflict if a seq is taken or the room does not exist; Unknown if a connection was lost. Without `updated`, only
        the seq and hash of the row change. `keeps` says that the room now holds a game worth keeping; `public`, that
        the events hold no secret, so that hints to other nodes may carry them.
        """
        scores = tuple(high_scores)
        self.write([Write(code, done, tuple(events), None, updated, due_at, ended, scores, keeps=keeps, public=public)])

    def write(self, writes: list[Write]) -> None:
        """Queue writes that shall share a commit."""
        self._writer.put(writes)

    def set_due(self, code: str, due_at: int | None, done: Done | None = None) -> None:
        """Set the room's next deadline; Conflict if there is no such room."""
        self.write([Write(code, done or ignore, due_at=due_at)])

    def visit(self, code: str, at_ms: int) -> None:
        """Record a visit to the room."""
        self.write([Write(code, ignore, visited=at_ms)])

    def remove(self, code: str, cutoffs: ExpiryCutoffs, done: Done) -> None:
        """Delete a room; Conflict if it has not expired."""
        self.write([Write(code, done, expired=cutoffs)])

    def add_high_scores(self, high_scores: Sequence[HighScoreRow], done: Done) -> None:
        """Add high scores of a game without a room; Conflict if they are stored already."""
        self.write([Write("", done, high_scores=tuple(high_scores))])

    def save_chat(self, changes: Sequence[ChatChange], done: Done) -> None:
        """Save what is new in the chats of rooms; Conflict if another node has used a number."""
        self.write([Write("", done, chat=tuple(changes))])

    def save_snapshot(self, row: SnapshotRow) -> None:
        """Replace the room's snapshot. Losing one does no harm."""
        self.write([Write(row.room, ignore, snapshot=row)])

    def heartbeat(self, now_ms: int) -> None:
        """Record a heartbeat."""
        self.write([Write("", ignore, heartbeat=now_ms)])

    def add_outage(self, begun_ms: int, until_ms: int) -> None:
        """Record that the server could not serve between these times."""
        self.write([Write("", ignore, heartbeat=until_ms, outage=(begun_ms, until_ms))])

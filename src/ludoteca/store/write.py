"""One change to a store."""

from __future__ import annotations

from typing import Any

from mypy_extensions import mypyc_attr

from ludoteca.store.chain import Position, link
from ludoteca.store.chat import ChatChange
from ludoteca.store.expiry import NOBODY, Creator, ExpiryCutoffs
from ludoteca.store.logs import SnapshotRow
from ludoteca.store.rows import Done, HighScoreRow, RoomRow, StoredEvent

EventRows = list[tuple[Any, ...]]
"""Rows of events: room, seq, at_ms, kind, body, command id and hash."""


@mypyc_attr(acyclic=True)
class Write:
    """A change to write: a new room if `room` is set, else whichever of the other fields are set.

    A plain class: mypyc compiles its constructor, which every move calls, but not that of a dataclass.
    """

    __slots__ = (
        *("code", "done", "events", "room", "updated", "due_at", "ended", "high_scores", "heartbeat", "outage"),
        *("chat", "snapshot", "creator", "keeps", "visited", "expired", "public"),
    )

    def __init__(
        self,
        code: str,
        done: Done,
        events: tuple[StoredEvent, ...] = (),
        room: RoomRow | None = None,
        updated: int | None = None,
        due_at: int | None = None,
        ended: int | None = None,
        high_scores: tuple[HighScoreRow, ...] = (),
        *,
        heartbeat: int | None = None,
        outage: tuple[int, int] | None = None,
        chat: tuple[ChatChange, ...] = (),
        snapshot: SnapshotRow | None = None,
        creator: Creator = NOBODY,
        keeps: bool = False,
        visited: int | None = None,
        expired: ExpiryCutoffs | None = None,
        public: bool = False,
    ) -> None:
        self.code = code
        self.done = done
        self.events = events
        self.room = room
        self.updated = updated
        self.due_at = due_at
        self.ended = ended
        self.high_scores = high_scores
        self.heartbeat = heartbeat
        """Time of the last heartbeat."""
        self.outage = outage
        self.chat = chat
        self.snapshot = snapshot
        self.creator = creator
        self.keeps = keeps
        """The room now holds a game worth keeping."""
        self.visited = visited
        self.expired = expired
        """Delete the room, unless it has changed since these times."""
        self.public = public
        """Hints to other nodes may carry the events."""

    @property
    def is_only_events(self) -> bool:
        """Whether it appends events and changes nothing else, as most moves do."""
        plain = self.room is None and self.updated is None and not self.keeps and not self.high_scores
        return plain and bool(self.events)


def chain_events(write: Write, head: Position, rows: EventRows) -> Position | None:
    """Add the rows of a write's events, which follow a head; return the new head, or None if they do not follow it.

    Hashes are bytearrays: for every value that is bytes, sqlite3 looks for an adapter.
    """
    code = write.code
    last, digest = head
    for seq, at_ms, kind, body, command_id in write.events:
        if seq != last + 1:
            return None
        last, digest = seq, link(digest, code, seq, at_ms, command_id, body)
        rows.append((code, seq, at_ms, kind, body, command_id, bytearray(digest)))
    return last, digest

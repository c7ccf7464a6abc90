"""What rooms ask of a store, whichever database is behind it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, Self

from ludoteca.bots.jobs import NodeJobs
from ludoteca.store.chat import ChatMessage, ChatRules
from ludoteca.store.expiry import Creator, Expirable, ExpiryCutoffs
from ludoteca.store.hints import OnHints
from ludoteca.store.logs import EventRow, StoredLog
from ludoteca.store.rows import HighScoreRow, Listing, Opponent, Presence, RoomHead, RoomRow, StoredEvent
from ludoteca.store.writes import Writes


class Store(Writes, Protocol):
    """Rooms and their events. Writes are queued and report to `done`; reads return at once."""

    @property
    def shared(self) -> SharedStore | None:
        """The same store if other nodes use it too, else None."""

    @property
    def name(self) -> str:
        """Where it is, for messages; without a password."""

    def expirable(self, cutoffs: ExpiryCutoffs, limit: int) -> Expirable:
        """Return rooms that can be deleted or closed, at most `limit` of each kind, the longest unvisited first.

        If other nodes use the store too, this one gets only rooms to close whose rules it has.
        """

    def unfinished(self, creator: Creator, limit: int) -> tuple[int, int]:
        """Count the unfinished rooms of an address and of its site, up to a limit."""

    def load_chat(self, code: str) -> tuple[ChatRules, list[ChatMessage]]:
        """Return a room's chat."""

    def address_key(self) -> bytes:
        """Return the key of the hashes that stand for network addresses."""

    def start_up(self, wall_ms: int) -> int:
        """Record the first heartbeat, and an outage since the last one; return the server's time."""

    def outages(self, since_ms: int) -> list[tuple[int, int]]:
        """Return the start and end of every outage that ended after `since_ms`."""

    def high_scores(self, game: str, limit: int, against: Opponent = "anybody") -> list[HighScoreRow]:
        """Return the best entries of every list of a game, list by list, against the given opponents."""

    def load(self, code: str) -> tuple[RoomRow, list[StoredEvent]] | None:
        """Return a room and its events, as of one moment; raise Damaged if their hash chain is broken."""

    def find_log(self, code: str, release: str | None, limit: int) -> StoredLog | None:
        """Find where to start reading a room's log: at its snapshot, if this release wrote it, or at the start."""

    def tail(self, code: str, after: int, limit: int) -> list[EventRow]:
        """Return the events of a room after `after`, at most `limit`; the caller checks the chain."""

    def due(self, before_ms: int, limit: int) -> list[str]:
        """Return the codes of rooms with a deadline by then, earliest first.

        If other nodes use the store too: those that none of them keeps, and whose rules this one has.
        """

    def next_due(self) -> int | None:
        """Return the earliest deadline of all rooms."""

    def count(self) -> int:
        """Return the number of rooms."""

    def rooms(self, limit: int) -> list[RoomRow]:
        """Return the rooms that changed last, newest first."""

    def close(self) -> None:
        """Write everything that is queued, then stop; later writes get a StoreError."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *error: object) -> None: ...


class SharedStore(Store, Protocol):
    """A store that several nodes use at once. Times are those of the server's clock."""

    @property
    def node(self) -> str:
        """The name of this node."""

    def wall_s(self) -> float:
        """Return the database's time, from the last time it was asked, in seconds."""

    def last_write_s(self) -> float:
        """Return how long ago the last write came back from the database."""

    def listen(self, on_hints: OnHints) -> None:
        """Call `on_hints` from a thread with hints of other nodes; with None whenever hints may have been lost."""

    def tell(self, codes: Sequence[str]) -> None:
        """Hint that presence or chat of these rooms has changed."""

    def heads(self, codes: Sequence[str]) -> dict[str, RoomHead]:
        """Return the last event and the version of the chat of each of these rooms."""

    def present(self, codes: Sequence[str], now_ms: int) -> dict[str, list[str]]:
        """Return the devices that are connected to other living nodes, once per node, by room."""

    def set_present(self, arrived: Sequence[Presence], left: Sequence[Presence], now_ms: int) -> None:
        """Record which devices are connected to this node."""

    def clear_present(self) -> None:
        """Record that nobody is connected to this node, and that it lists no room."""

    def keep(self, codes: Sequence[str], now_ms: int, until_ms: int) -> set[str]:
        """Take or renew the leases of these rooms; return those that this node holds now."""

    def release(self, codes: Sequence[str] | None = None) -> None:
        """Give up the leases of these rooms, or all that this node holds."""

    def list_rooms(self, listed: Sequence[Listing], removed: Sequence[str]) -> None:
        """Publish rooms in the lobby of all nodes, or remove them."""

    def listings(self, now_ms: int, limit: int) -> list[Listing]:
        """Return what other living nodes list in the lobby, newest first."""

    def nodes(self, now_ms: int) -> int:
        """Count the living nodes, this one included."""

    @property
    def living_nodes(self) -> int:
        """The number of living nodes at the last heartbeat, this one included."""

    def is_served_elsewhere(self, code: str, now_ms: int) -> bool:
        """Return whether another living node may serve a room that this one cannot read."""

    def jobs(self) -> NodeJobs:
        """Return the table of thinking jobs, with connections of its own; the caller closes it."""

    def leave(self, draining: bool) -> None:
        """Say that this node stops soon, or has stopped."""

"""The rows of the store, and the outcome of a write. Times are milliseconds since the epoch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from ludoteca.core.errors import LudotecaError
from ludoteca.core.highscores import HighScore, opponent
from ludoteca.core.system_errors import system_reason
from ludoteca.core.translations import Refusal

Opponent = int | Literal["people", "anybody"]
"""Which scores to list: against bots of a level, against people, or all."""


class StoreError(LudotecaError):
    """The store failed; nothing was written."""

    @classmethod
    def unwritable(cls, path: object, error: Exception) -> StoreError:
        """Return the error for a database that cannot be opened for writing."""
        reason = system_reason(error) if isinstance(error, OSError) else str(error).strip().partition("\n")[0]
        return cls(Refusal("store_unwritable", {"path": str(path), "reason": reason}))


class Conflict(StoreError):
    """The room has changed: the code or seq is taken, or there is no such room."""


class Unknown(StoreError):
    """The connection was lost during a commit: the write may have taken effect. Only a database elsewhere raises it."""


class StoredEvent(NamedTuple):
    """An event in a room's log. `command_id` is the key of the command, in the first event of each append.

    The store does not look at it: a room knows all keys in its log, so that a command sent twice takes effect once.
    """

    seq: int
    at_ms: int
    kind: str
    body: str
    command_id: str | None = None


class HighScoreRow(NamedTuple):
    """An entry in a high-score list. `rank` is the value with more always better; `source` names the game; `against` is
    the level of the strongest bot among the opponents, or None if they were people."""

    source: str
    game: str
    list: str
    seat: int
    rank: int
    value: int
    name: str
    players: int
    at_ms: int
    against: int | None = None

    @classmethod
    def of(
        cls, high_score: HighScore, source: str, game: str, name: str, levels: Sequence[int | None], at_ms: int
    ) -> HighScoreRow:
        """Make the row of a high score. `levels` has the level of every seat, None for people."""
        place = (high_score.list_name, high_score.seat, high_score.rank, high_score.value)
        return cls(source, game, *place, name, len(levels), at_ms, opponent(high_score.seat, levels))


@dataclass(frozen=True, slots=True)
class RoomRow:
    """A room in the room index; `due_at` is its next deadline."""

    code: str
    game: str
    rules_version: int
    created: int
    updated: int
    due_at: int | None = None
    ended: int | None = None
    public: bool = False


class RoomHead(NamedTuple):
    """The last event of a room, and how often its chat was saved."""

    seq: int
    hash: bytes
    chat: int


class Presence(NamedTuple):
    """A device that is connected to a room."""

    room: str
    device: str


class Listing(NamedTuple):
    """A public room in the lobby: a keyed hash of its host's address, when it was opened, and its entry as JSON."""

    room: str
    address: str
    opened_ms: int
    entry: bytes


# None: the write is on disk.
Outcome = StoreError | None
Done = Callable[[Outcome], None]
Deliver = Callable[[list[tuple[Done, Outcome]]], None]


def ignore(outcome: Outcome) -> None:
    """Do nothing about the outcome of a write."""

"""What the store keeps, and how it answers. Times are milliseconds since the epoch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from ludoteca.core.errors import LudotecaError
from ludoteca.core.highscores import HighScore, opponent

Opponent = int | Literal["people", "anybody"]
"""Which scores are wanted: against bots of a level, against people, or all."""


class StoreError(LudotecaError):
    """The store could not do what it was asked; nothing of it was written."""


class Conflict(StoreError):
    """The room is not as the writer thought: code, seq or cmd is taken, or there is no such room."""


class StoredEvent(NamedTuple):
    """Something that happened in a room. `cmd` names the command behind it, so that one sent twice counts once."""

    seq: int
    at_ms: int
    kind: str
    body: str
    cmd: str | None = None


class HighScoreRow(NamedTuple):
    """A place in a list of the best. `rank` is the value with more always better; `source` names the game; `against` is
    the level of the strongest bot, or None where the opponents were people."""

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
        """`levels` has the level of every seat, None for people."""
        place = (high_score.list_name, high_score.seat, high_score.rank, high_score.value)
        return cls(source, game, *place, name, len(levels), at_ms, opponent(high_score.seat, levels))


@dataclass(frozen=True, slots=True)
class RoomRow:
    """A room as the catalogue has it; `due_at` is when it wants to be woken."""

    code: str
    game: str
    rules_version: int
    created: int
    updated: int
    due_at: int | None = None
    ended: int | None = None
    public: bool = False


# None: the write is on disk and stays there.
Outcome = StoreError | None
Done = Callable[[Outcome], None]
Deliver = Callable[[list[tuple[Done, Outcome]]], None]

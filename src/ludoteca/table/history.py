"""What has happened in a game: its moves and the entries of its log. Structs, which a snapshot writes as they are."""

from __future__ import annotations

import msgspec

from ludoteca.core.translations import Text

SPECTATOR = -1


class PlayedMove(msgspec.Struct, gc=False):  # as with log entries
    """A move, with what undo needs to know about the position before it."""

    seat: int
    text: str
    turn: int
    reveal_count: int
    by: str
    """person, bot or fallback."""


class LogEntry(msgspec.Struct, gc=False):  # a game has many, and they hold no cycles
    """What one event says to each perspective. Without hidden information `SPECTATOR` stands for all of them."""

    seq: int
    at_ms: int
    seat: int | None
    move: int
    """The number of the move, from 1; 0 for anything else."""
    texts: dict[int, list[Text]]

    def texts_for(self, seat: int | None) -> list[Text]:
        return self.texts.get(SPECTATOR if seat is None else seat, self.texts[SPECTATOR])

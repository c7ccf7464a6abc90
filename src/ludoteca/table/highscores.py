"""The high scores of a game that is about to end."""

from __future__ import annotations

from collections.abc import Sequence

from ludoteca.core.highscores import HighScore, eligible
from ludoteca.core.state import NOBODY
from ludoteca.table import events as e
from ludoteca.table.fold import resolve_move
from ludoteca.table.names import is_role
from ludoteca.table.table import Table


def earned_high_scores(table: Table, events: Sequence[e.Event]) -> list[HighScore]:
    """Return the high scores of people if these events end the game by its rules; none in a casual game.

    A player who is called like a role gets none: an entry has a name that somebody typed.
    """
    last = events[-1]
    if not isinstance(last, e.Moved) or table.casual or last.by == "fallback":
        return []
    _, after = resolve_move(table, last)
    if after.seat() != NOBODY:
        return []
    high_scores = eligible(table.game.high_scores(after), after.result())
    players = table.players
    return [
        one for one in high_scores if players[one.seat].is_person and not is_role(table.game, players[one.seat].name)
    ]

"""The high scores of a game that is about to end."""

from __future__ import annotations

from collections.abc import Sequence

from ludoteca.core.highscores import HighScore, eligible
from ludoteca.core.translations import Refusal
from ludoteca.table import events as e
from ludoteca.table.fold import try_move
from ludoteca.table.table import Table


def earned_high_scores(table: Table, events: Sequence[e.Event]) -> list[HighScore]:
    """Return the high scores of people if these events end the game by its rules; none in a casual game."""
    last, state = events[-1], table.state
    # A move has a secret, that of the next game, if it ends the game.
    if not isinstance(last, e.Moved) or not last.secret or table.casual or last.by == "fallback" or state is None:
        return []
    tried = try_move(table, state, last.move)
    assert not isinstance(tried, Refusal)  # noqa: S101 - it was just decided
    after = tried.after
    high_scores = eligible(table.game.high_scores(after), after.result())
    return [one for one in high_scores if table.players[one.seat].is_person]

"""A game finished at the terminal enters the lists of the best, beside those of rooms."""

from __future__ import annotations

import time
from hashlib import sha256
from pathlib import Path

from ludoteca.core.errors import LudotecaError
from ludoteca.core.highscores import eligible
from ludoteca.store.rows import Conflict, HighScoreRow, Outcome
from ludoteca.store.sqlite import Store
from ludoteca.table.names import is_role
from ludoteca.terminal.local_game import LocalGame


def enter(session: LocalGame, database: Path) -> str:
    """Count a finished game, once; what went wrong in a sentence, or nothing.

    Only one person against bots counts, under a name that they gave: several at one terminal may be one person.
    """
    game, seats = session.game, session.record.seats
    if len(session.people) != 1 or is_role(game, seats[session.people[0]].name):
        return ""
    high_scores = [
        one for one in eligible(game.high_scores(session.state), session.state.result()) if one.seat in session.people
    ]
    if not high_scores:
        return ""
    # The record holds the seed, so no two games have the same; one that is finished again is the same game.
    source = f"console/{sha256(session.record.text().encode()).hexdigest()[:32]}"
    now, levels = time.time_ns() // 1_000_000, [entry.bot for entry in seats]
    scores = [
        HighScoreRow.of(high_score, source, game.name, seats[high_score.seat].name, levels, now)
        for high_score in high_scores
    ]
    outcomes: list[Outcome] = []
    try:
        with Store(database) as store:
            store.add_high_scores(scores, outcomes.append)
    except LudotecaError as error:
        return error.sentence
    failures = [outcome for outcome in outcomes if outcome is not None and not isinstance(outcome, Conflict)]
    return failures[0].sentence if failures else ""

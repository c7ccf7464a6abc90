"""Enter games finished in the console in the high scores, beside those of rooms."""

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


def add_high_scores(local: LocalGame, database: Path) -> str:
    """Enter a finished game, once. Return a sentence if that fails, else nothing.

    Only one named person against bots counts: several people at one terminal may be the same person.
    """
    game, seats = local.game, local.record.seats
    if len(local.people) != 1 or is_role(game, seats[local.people[0]].name):
        return ""
    achieved = eligible(game.high_scores(local.state), local.state.result())
    own = [score for score in achieved if score.seat in local.people]
    if not own:
        return ""
    # The record holds the seed, so two games never share a hash; finishing one game twice does.
    source = f"console/{sha256(local.record.text().encode()).hexdigest()[:32]}"
    now, levels = time.time_ns() // 1_000_000, [entry.bot for entry in seats]
    rows = [HighScoreRow.of(score, source, game.name, seats[score.seat].name, levels, now) for score in own]
    outcomes: list[Outcome] = []
    try:
        with Store(database) as store:
            store.add_high_scores(rows, outcomes.append)
    except LudotecaError as error:
        return error.sentence
    failures = [outcome for outcome in outcomes if outcome is not None and not isinstance(outcome, Conflict)]
    return failures[0].sentence if failures else ""

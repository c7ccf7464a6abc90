"""A game finished at the terminal enters the lists of the best, beside those of rooms."""

from __future__ import annotations

import time
from hashlib import sha256
from pathlib import Path

from ludoteca.core.errors import LudotecaError
from ludoteca.store.events import Conflict, Outcome, Score
from ludoteca.store.sqlite import Store
from ludoteca.terminal.session import Session


def enter(session: Session, database: Path) -> str:
    """Count a finished game, once; what went wrong in a sentence, or nothing."""
    feats = [feat for feat in session.game.feats(session.state) if feat.seat in session.people]
    if not feats:
        return ""
    # The record holds the seed, so no two games have the same; one that is finished again is the same game.
    source = f"console/{sha256(session.record.text().encode()).hexdigest()[:32]}"
    now, players = time.time_ns() // 1_000_000, len(session.record.seats)
    scores = [Score.of(feat, source, session.game.name, session.name(feat.seat), players, now) for feat in feats]
    outcomes: list[Outcome] = []
    try:
        with Store(database) as store:
            store.add_scores(scores, outcomes.append)
    except LudotecaError as error:
        return error.sentence
    failures = [outcome for outcome in outcomes if outcome is not None and not isinstance(outcome, Conflict)]
    return failures[0].sentence if failures else ""

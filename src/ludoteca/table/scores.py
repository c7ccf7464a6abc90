"""What a game that is about to end brings to the lists of the best."""

from __future__ import annotations

from collections.abc import Sequence

from ludoteca.core.feats import Feat
from ludoteca.core.state import NOBODY
from ludoteca.table import events as e
from ludoteca.table.fold import foresee
from ludoteca.table.table import Table


def earned(table: Table, events: Sequence[e.Event]) -> list[Feat]:
    """The feats of people if these events end the game by its rules; none where the house or an undo has helped."""
    last = events[-1]
    if not isinstance(last, e.Moved) or not table.scored or last.by == "fallback":
        return []
    _, after = foresee(table, last)
    if after.seat() != NOBODY:
        return []
    return [feat for feat in table.game.feats(after) if table.players[feat.seat].person]

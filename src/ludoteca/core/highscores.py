"""High scores: what a finished game can bring to a high score table. Each game has its own measures."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from ludoteca.core.translations import Text


class HighScore(NamedTuple):
    """A seat's entry for a high score table, which is named by a code of the locale file and parameters."""

    seat: int
    measure: str
    params: dict[str, Any]
    value: int
    lower_is_better: bool = False
    counts_if_lost: bool = False
    """Count it for a player who lost, too; otherwise only winners and those who drew are listed."""

    @property
    def list_name(self) -> str:
        """The table's name in the store."""
        return json.dumps([self.measure, self.params], sort_keys=True)

    @property
    def rank(self) -> int:
        """The value, turned so that higher is always better."""
        return -self.value if self.lower_is_better else self.value


def eligible(high_scores: Iterable[HighScore], shares: Sequence[float]) -> list[HighScore]:
    """Return the scores that count in a game that ended with these shares: those of lost games mostly do not."""
    best = max(shares)
    return [score for score in high_scores if score.counts_if_lost or shares[score.seat] == best]


def opponent(seat: int, levels: Sequence[int | None]) -> int | None:
    """Return the level of the strongest bot a seat played against, or None if it met a person.

    `levels` has an entry for every seat: a bot's level, or None for a person.
    """
    others = [level for other, level in enumerate(levels) if other != seat]
    return None if None in others else max((level for level in others if level is not None), default=None)


def list_title(list_name: str) -> Text:
    """Return the title of a high score table, given its name in the store."""
    measure, params = json.loads(list_name)
    return Text(measure, params)

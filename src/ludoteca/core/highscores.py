"""What is worth remembering of a finished game: a place in a list of the best, each game with its own measures."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from ludoteca.core.translations import Text


class HighScore(NamedTuple):
    """What a seat achieved: the list it counts for, by its code in the words file and parameters, and how much."""

    seat: int
    measure: str
    params: dict[str, Any]
    value: int
    lower_is_better: bool = False
    """Less is better: the days until a trap."""
    counts_if_lost: bool = False
    """It counts for a player who lost, too; else only who won or drew is listed."""

    @property
    def list_name(self) -> str:
        """The list as the store knows it."""
        return json.dumps([self.measure, self.params], sort_keys=True)

    @property
    def rank(self) -> int:
        """The same with more always better."""
        return -self.value if self.lower_is_better else self.value


def eligible(high_scores: Iterable[HighScore], shares: Sequence[float]) -> list[HighScore]:
    """The high scores that count in a game that ended with these shares: no lost games, but where the game says so."""
    return [
        high_score for high_score in high_scores if high_score.counts_if_lost or shares[high_score.seat] == max(shares)
    ]


def opponent(seat: int, levels: Sequence[int | None]) -> int | None:
    """Whom a seat played against, from the levels of all seats (None: a person): a person if there was one, None; else
    the strongest bot, by its level."""
    others = [level for other, level in enumerate(levels) if other != seat]
    return None if None in others else max((level for level in others if level is not None), default=None)


def title_of(list_name: str) -> Text:
    """What a list is called, from the name the store knows it by."""
    measure, params = json.loads(list_name)
    return Text(measure, params)

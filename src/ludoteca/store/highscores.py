"""High-score lists as people read them: a title and the ten best entries."""

from __future__ import annotations

from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from ludoteca.core.errors import OptionError
from ludoteca.core.game import Game
from ludoteca.core.highscores import list_title
from ludoteca.core.languages import ENGLISH
from ludoteca.core.translations import Refusal, Text, quote
from ludoteca.store.protocol import Store
from ludoteca.store.rows import HighScoreRow, Opponent

MAX_ENTRIES = 10


class HighScoreList(NamedTuple):
    text: Text
    title: str
    scores: list[HighScoreRow]


def read_opponent(game: Game[Any], text: str) -> Opponent:
    """Read which scores to show: those against `people`, against a bot's level, or "" for all."""
    word, levels = text.strip().lower(), [bot.level for bot in game.levels]
    if word in ("", "people"):
        return "people" if word else "anybody"
    if word.isascii() and word.isdigit() and int(word[:9]) in levels:
        return int(word[:9])
    raise OptionError(Refusal("against", {"field": "against", "levels": levels, "value": quote(text)}))


def high_score_lists(
    store: Store, game: Game[Any], against: Opponent = "anybody", language: str = ENGLISH
) -> list[HighScoreList]:
    """Return the lists of a game that have entries, by measure and parameters."""
    found = []
    for name, scores in groupby(store.high_scores(game.name, MAX_ENTRIES, against), key=attrgetter("list")):
        text = list_title(name)
        found.append(HighScoreList(text, game.translations.to(language).format(text), list(scores)))
    return sorted(found, key=lambda one: (one.text.code, sorted(one.text.params.items())))

"""The lists of the best as people read them: a title, and the ten that lead it."""

from __future__ import annotations

from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from ludoteca.core.feats import title_of
from ludoteca.core.game import Game
from ludoteca.core.words import Saying
from ludoteca.store.events import Score
from ludoteca.store.sqlite import Store

PLACES = 10


class BestList(NamedTuple):
    saying: Saying
    title: str
    scores: list[Score]


def best_lists(store: Store, game: Game[Any]) -> list[BestList]:
    """Every list of a game that has an entry, by measure and then by its parameters."""
    found = []
    for name, scores in groupby(store.best(game.name, PLACES), key=attrgetter("list")):
        saying = title_of(name)
        found.append(BestList(saying, game.words.say(saying), list(scores)))
    return sorted(found, key=lambda best: (best.saying.code, sorted(best.saying.params.items())))

"""The five levels of Flooding Islands, each for both roles, and the fallback for an absent player."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from ludoteca.core.game import Bot
from ludoteca.core.generator import Random
from ludoteca.core.ints import Numbers
from ludoteca.games.flooding.bot.search import best_of_random_nights, search_night, search_walks
from ludoteca.games.flooding.bot.tablebase import NightMoves, Tablebase, tablebase
from ludoteca.games.flooding.rules import NO_FLOOD, WEATHER, Flooding

Choose = Callable[[Flooding, Random, int], int]
WEAK_SAMPLES: Final = 3
"""Random nights that the weather compares on a weak night."""
TYPICAL_DAYS: Final = 2.5
MAX_TYPICAL_DAYS: Final = 25.0
"""A good game lasts TYPICAL_DAYS per field of the side, and no longer than MAX_TYPICAL_DAYS."""


@dataclass(frozen=True)
class Mistakes:
    """How often a level plays without the tablebase in a game of typical length."""

    random_walks: float
    """Days on which the journeyman walks at random."""
    weak_nights: float
    """Nights on which the weather only compares WEAK_SAMPLES random nights."""


def with_mistakes(mistakes: Mistakes) -> Choose:
    """Play by the tablebase, with mistakes."""

    def choose(state: Flooding, random: Random, simulations: int) -> int:
        tables = tablebase(state.island.size)
        if not state.night:
            if _happens(mistakes.random_walks, state, random):
                return _random_walk(state, random)
            return _tablebase_walk(tables, state, random)
        if _happens(mistakes.weak_nights, state, random):
            return best_of_random_nights(tables, state, WEAK_SAMPLES, random)
        return _tablebase_night(tables, state)

    return choose


def master_with_random_walks(count: float) -> Choose:
    """Play as the master does, except for `count` random walks in a game of typical length."""

    def choose(state: Flooding, random: Random, simulations: int) -> int:
        at_random = not state.night and _happens(count, state, random)
        return _random_walk(state, random) if at_random else master(state, random, simulations)

    return choose


def _happens(times: float, state: Flooding, random: Random) -> bool:
    """Draw whether something happens now that happens `times` in a game of typical length."""
    days = min(TYPICAL_DAYS * int(state.island.size), MAX_TYPICAL_DAYS)
    return int(random.below(1000)) * days < 1000 * times


def _tablebase_night(tables: Tablebase, state: Flooding) -> int:
    nights = NightMoves(tables, state).best(1)
    return nights[0][1] if nights else NO_FLOOD


def _tablebase_walk(tables: Tablebase, state: Flooding, random: Random) -> int:
    return _longest_walk(state, [tables.days_left(state.flooded, to) for to in state.moves()], random)


def _random_walk(state: Flooding, random: Random) -> int:
    """Walk anywhere, but not into a field with no way out."""
    walks = list(state.moves())
    open_walks = [to for to in walks if _has_way_out(state, to)]
    return random.choice(open_walks or walks)


def _has_way_out(state: Flooding, to: int) -> bool:
    after = state.copy()
    after.play(to)
    after.play(NO_FLOOD)
    return after.winner != WEATHER


def _longest_walk(state: Flooding, days: Numbers, random: Random) -> int:
    """Draw among the walks that leave the most days."""
    most = max(days)
    return random.choice([to for to, left in zip(state.moves(), days, strict=True) if left == most])


def master(state: Flooding, random: Random, simulations: int) -> int:
    """Search two nights for the weather, which wins by force, and as deep as `simulations` allow for the journeyman."""
    tables = tablebase(state.island.size)
    if state.night:
        return search_night(tables, state)
    return _longest_walk(state, search_walks(tables, state, simulations), random)


def rank(state: Flooding, random: Random, simulations: int) -> list[int]:
    """Return the two best nights, or all walks: those that leave the most days first."""
    tables = tablebase(state.island.size)
    if state.night:
        best = search_night(tables, state)
        return [best, search_night(tables, state, excluded=best)]
    walks = list(zip(state.moves(), search_walks(tables, state, simulations), strict=True))
    random.shuffle(walks)  # equal walks in any order
    return [to for to, _days in sorted(walks, key=lambda walk: -walk[1])]


def fallback(state: Flooding, random: Random) -> int:
    """Move for an absent player: the weather floods nothing, the journeyman walks at random."""
    return NO_FLOOD if state.night else random.choice(state.moves())


BOTS: Final = (
    Bot(
        level=1,
        name="beginner",
        about="Walks almost anywhere; floods badly about once a game.",
        choose=with_mistakes(Mistakes(random_walks=22, weak_nights=1.25)),
        rating=1611,
    ),
    Bot(
        level=2,
        name="easy",
        about="Looks where it walks on three days of five; floods badly less than once a game.",
        choose=with_mistakes(Mistakes(random_walks=10, weak_nights=0.8)),
        rating=1873,
    ),
    Bot(
        level=3,
        name="fair",
        about="Looks where it walks on three days of four; floods badly every other game.",
        choose=with_mistakes(Mistakes(random_walks=6, weak_nights=0.45)),
        rating=1990,
    ),
    Bot(
        level=4,
        name="strong",
        about="Its weather wins by force; its journeyman is careless two or three times a game.",
        choose=master_with_random_walks(2.6),
        simulations=60,
        rating=2208,
    ),
    Bot(
        level=5,
        name="master",
        about="Its weather wins by force; its journeyman holds out as long as possible.",
        choose=master,
        rank=rank,
        simulations=2000,
        rating=2511,
    ),
)

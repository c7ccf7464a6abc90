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
ALERT_DAYS: Final = 3
"""Days per field of the island's side for which the weather of levels 1 to 3 is alert; then it floods at random."""
TYPICAL_DAYS: Final = 2.5
MAX_TYPICAL_DAYS: Final = 25.0
"""A good game lasts TYPICAL_DAYS per field of the side, and no longer than MAX_TYPICAL_DAYS."""


@dataclass(frozen=True)
class Mistakes:
    """How often a level plays without the tablebase in a game of typical length."""

    random_walks: float
    """Days on which the journeyman walks at random."""
    weak_nights: float
    """Nights on which the weather only compares a few random nights."""
    nights_sampled: int
    """How many it compares; with 0 it floods at random."""


def with_mistakes(mistakes: Mistakes) -> Choose:
    """Play by the tablebase, with mistakes."""

    def choose(state: Flooding, random: Random, simulations: int) -> int:
        tables = tablebase(state.island.size)
        if not state.night:
            if _happens(mistakes.random_walks, state, random):
                return _random_walk(state, random)
            return _tablebase_walk(tables, state, random)
        alert = state.day < ALERT_DAYS * state.island.size
        if alert and not _happens(mistakes.weak_nights, state, random):
            return _tablebase_night(tables, state)
        if alert and mistakes.nights_sampled:
            return best_of_random_nights(tables, state, mistakes.nights_sampled, random)
        return state.random_move(random)

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


def fallback(state: Flooding, random: Random) -> int:
    """Move for an absent player: the weather floods nothing, the journeyman walks at random."""
    return NO_FLOOD if state.night else random.choice(state.moves())


BOTS: Final = (
    Bot(
        level=1,
        name="beginner",
        about="Walks almost anywhere, and floods at random on most nights.",
        choose=with_mistakes(Mistakes(random_walks=12, weak_nights=16, nights_sampled=0)),
        rating=622,
    ),
    Bot(
        level=2,
        name="easy",
        about="Floods with a plan on most nights of its first weeks; walks with little care.",
        choose=with_mistakes(Mistakes(random_walks=10, weak_nights=5.8, nights_sampled=3)),
        rating=877,
    ),
    Bot(
        level=3,
        name="fair",
        about="Floods well until it grows tired; looks where it walks every other day.",
        choose=with_mistakes(Mistakes(random_walks=7, weak_nights=1.2, nights_sampled=3)),
        rating=1159,
    ),
    Bot(
        level=4,
        name="strong",
        about="Its weather wins by force; its journeyman is careless two or three times a game.",
        choose=master_with_random_walks(2.6),
        simulations=60,
        rating=1447,
    ),
    Bot(
        level=5,
        name="master",
        about="Its weather wins by force; its journeyman holds out as long as possible.",
        choose=master,
        simulations=2000,
        rating=1750,
    ),
)

"""Players of Flooding Islands: five levels for either role, what speaks for a move, and an empty chair's fallback."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from ludoteca.core.game import Bot
from ludoteca.core.generator import Random
from ludoteca.core.ints import Numbers
from ludoteca.core.translations import Text
from ludoteca.games.flooding.bot.search import best_night, night_at_a_glance, walks
from ludoteca.games.flooding.bot.symmetry import NEVER
from ludoteca.games.flooding.bot.tablebase import Nights, Tablebase, tablebase
from ludoteca.games.flooding.rules import NO_FLOOD, WEATHER, Flooding

Choose = Callable[[Flooding, Random, int], int]
FRESH: Final = 3
"""The weather of the lower levels is fresh for so many days per field of the island's side; then it floods anything."""
PAR: Final = 2.5
LONGEST: Final = 25.0
"""A good game lasts about so many days per field of the side, and no longer than this."""


@dataclass(frozen=True)
class Skill:
    """How a level plays: by the tablebase, except when its mind is elsewhere; so often in a good game on any island."""

    strolls: float
    """Days on which the journeyman just goes somewhere."""
    blind: float
    """Nights on which the weather does not read."""
    looks: int
    """Nights that it glances at then; with none it floods any two fields."""


def by_skill(skill: Skill) -> Choose:
    def choose(state: Flooding, random: Random, simulations: int) -> int:
        known = tablebase(state.island.size)
        if not state.night:
            return _stroll(state, random) if _now(skill.strolls, state, random) else _read_walk(known, state, random)
        fresh = state.day < FRESH * state.island.size
        if fresh and not _now(skill.blind, state, random):
            return _read_night(known, state)
        return night_at_a_glance(known, state, skill.looks, random) if fresh and skill.looks else state.sample(random)

    return choose


def strolling_master(strolls: float) -> Choose:
    """Plays as the master does, but for days on which the journeyman just goes somewhere."""

    def choose(state: Flooding, random: Random, simulations: int) -> int:
        stroll = not state.night and _now(strolls, state, random)
        return _stroll(state, random) if stroll else master(state, random, simulations)

    return choose


def _now(times: float, state: Flooding, random: Random) -> bool:
    """Whether what happens so many times in a good game happens now."""
    days = min(PAR * int(state.island.size), LONGEST)
    return int(random.below(1000)) * days < 1000 * times


def _read_night(known: Tablebase, state: Flooding) -> int:
    nights = Nights(known, state).best(1)
    return nights[0][1] if nights else NO_FLOOD


def _read_walk(known: Tablebase, state: Flooding, random: Random) -> int:
    return _any_longest(state, [known.left(state.flooded, to) for to in state.moves()], random)


def _stroll(state: Flooding, random: Random) -> int:
    """Anywhere, but not where he could not go on by day: no further does he look."""
    walks = list(state.moves())
    open_walks = [to for to in walks if _goes_on(state, to)]
    return random.choice(open_walks or walks)


def _goes_on(state: Flooding, to: int) -> bool:
    after = state.copy()
    after.play(to)
    after.play(NO_FLOOD)
    return after.winner != WEATHER


def _any_longest(state: Flooding, days: Numbers, random: Random) -> int:
    most = max(days)
    return random.choice([to for to, left in zip(state.moves(), days, strict=True) if left == most])


def master(state: Flooding, random: Random, simulations: int) -> int:
    """Two nights ahead the weather wins by force; the journeyman looks on as long as he may, and draws among equals."""
    known = tablebase(state.island.size)
    if state.night:
        return best_night(known, state)
    return _any_longest(state, walks(known, state, simulations), random)


def fallback(state: Flooding, random: Random) -> int:
    """For a player who is away: the weather holds still, the journeyman wanders."""
    return NO_FLOOD if state.night else random.choice(state.moves())


def because(state: Flooding, move: int) -> list[Text]:
    """How long the tablebase gives the journeyman after the move."""
    known = tablebase(state.island.size)
    after = state.copy()
    after.play(move)
    if after.winner == WEATHER:
        return [Text("because_trap")]
    if state.night:
        days = known.by_day(after)
        if days == NEVER:
            return [Text("because_fewer_walks", {"count": len(after.moves())})]
        return [Text("because_within", {"days": days})]
    left = known.left(state.flooded, move)
    return [Text("because_safe") if left == NEVER else Text("because_lasts", {"days": left})]


BOTS: Final = (
    Bot(
        level=1,
        name="beginner",
        about="Walks nearly anywhere, and floods anything on most nights.",
        choose=by_skill(Skill(strolls=12, blind=16, looks=0)),
        rating=622,
    ),
    Bot(
        level=2,
        name="easy",
        about="Floods with a plan on most nights of its first weeks; walks with little care.",
        choose=by_skill(Skill(strolls=10, blind=5.8, looks=3)),
        rating=877,
    ),
    Bot(
        level=3,
        name="fair",
        about="Floods well until it grows tired; looks where it walks every other day.",
        choose=by_skill(Skill(strolls=7, blind=1.2, looks=3)),
        rating=1159,
    ),
    Bot(
        level=4,
        name="strong",
        about="Its weather wins by force; its journeyman is careless two or three times a game.",
        choose=strolling_master(2.6),
        simulations=60,
        rating=1447,
    ),
    Bot(
        level=5,
        name="master",
        about="Its weather wins by force; its journeyman makes it take as long as can be.",
        choose=master,
        simulations=2000,
        rating=1750,
    ),
)

"""Baselines of Flooding Islands: the first bots, which use no tables, and one weaker than level 1."""

from itertools import combinations
from typing import Final

from ludoteca.core.game import Bot
from ludoteca.core.generator import Random
from ludoteca.core.ints import i64, vec
from ludoteca.games.flooding.bot.levels import Mistakes, with_mistakes
from ludoteca.games.flooding.rules import (
    JOURNEYMAN,
    MAX_FLOODS,
    NO_FLOOD,
    WEATHER,
    Flooding,
    flood_move,
)

NEAR: Final = 1
WIDE: Final = 2
"""Distances from the journeyman."""
WIN: Final = 1_000_000
NEAR_FIELD: Final = 20
WIDE_FIELD: Final = 10
FROM_COAST: Final = 20
"""Points for a dry field within NEAR, for one within WIDE, and for each step from the coast."""
NOISE: Final = 2
"""Random points below this break ties."""


def carefree(state: Flooding, random: Random, simulations: int = 0) -> int:
    """Walk at random; flood two random fields near the journeyman."""
    if not state.night:
        return random.choice(state.moves())
    dry = _dry_within(state, WIDE)
    random.shuffle(dry)
    return flood_move(vec[i64](sorted(dry[:MAX_FLOODS])))


def watchful(state: Flooding, random: Random, simulations: int = 0) -> int:
    """Look one night and one day ahead and evaluate the freedom left to the journeyman."""
    best, best_value = NO_FLOOD, -2 * WIN
    for move in _nights(state, WIDE) if state.night else state.moves():
        after = state.copy()
        after.play(move)
        value = (-_freedom_by_day(after) if state.night else _freedom_by_night(after)) + random.below(NOISE)
        if value > best_value:
            best, best_value = move, value
    return best


def _freedom_by_day(state: Flooding) -> int:
    """Return the freedom after the journeyman's best step."""
    if state.winner == WEATHER:
        return -WIN
    most = -WIN
    for move in state.moves():
        after = state.copy()
        after.play(move)
        most = max(most, _freedom(after))
    return most


def _freedom_by_night(state: Flooding) -> int:
    """Return the freedom after the best night among those next to the journeyman."""
    if state.winner == JOURNEYMAN:
        return WIN
    least = WIN
    for move in _nights(state, NEAR):
        after = state.copy()
        after.play(move)
        least = min(least, _freedom_by_day(after))
    return least


def _freedom(state: Flooding) -> int:
    if state.winner == JOURNEYMAN:
        return WIN
    size = state.island.size
    row, column = state.journeyman // size, state.journeyman % size
    from_coast = min(row, size - 1 - row) + min(column, size - 1 - column)
    near = len(_dry_within(state, NEAR))
    return NEAR_FIELD * near + WIDE_FIELD * len(_dry_within(state, WIDE)) + FROM_COAST * from_coast


def _nights(state: Flooding, distance: int) -> list[int]:
    """Return all nights that flood as much as allowed within `distance` of the journeyman."""
    dry = _dry_within(state, distance)
    return [flood_move(vec[i64](fields)) for fields in combinations(dry, min(MAX_FLOODS, len(dry)))]


def _dry_within(state: Flooding, distance: int) -> list[int]:
    size = state.island.size
    row, column = state.journeyman // size, state.journeyman % size
    rows = range(max(0, row - distance), min(size, row + distance + 1))
    columns = range(max(0, column - distance), min(size, column + distance + 1))
    fields = [r * size + c for r in rows for c in columns]
    return [field for field in fields if field != state.journeyman and not state.flooded[field]]


BASELINES: Final = (
    Bot(level=0, name="carefree", about="Walks anywhere and floods anything nearby.", choose=carefree),
    Bot(
        level=0,
        name="drowsy",
        about="Walks almost anywhere; floods well on two nights of five.",
        choose=with_mistakes(Mistakes(random_walks=22, weak_nights=14)),
    ),
    Bot(level=0, name="watchful", about="Looks one night and one day ahead.", choose=watchful),
)

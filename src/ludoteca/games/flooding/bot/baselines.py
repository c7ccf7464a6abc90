"""The first bots of Flooding Islands, kept as sparring partners: they know no tablebase and play on any size."""

from itertools import combinations
from typing import Final

from ludoteca.core.game import Bot
from ludoteca.core.generator import Random
from ludoteca.core.ints import i64, vec
from ludoteca.games.flooding.rules import (
    JOURNEYMAN,
    MOST_FLOODS,
    NO_FLOOD,
    WEATHER,
    Flooding,
    flood_move,
)

NEAR: Final = 1
WIDE: Final = 2
"""How many fields around the journeyman a level looks at."""
DECIDED: Final = 1_000_000
NEAR_FIELD: Final = 20
WIDE_FIELD: Final = 10
FROM_EDGE: Final = 20
WHIM: Final = 2
"""Points of freedom: a dry field next to the journeyman, one within WIDE, a step from the edge; and chance in ties."""


def carefree(state: Flooding, random: Random, simulations: int = 0) -> int:
    """Walks anywhere; floods any two fields near the journeyman."""
    if not state.night:
        return random.choice(state.moves())
    dry = _dry_within(state, WIDE)
    random.shuffle(dry)
    return flood_move(vec[i64](sorted(dry[:MOST_FLOODS])))


def watchful(state: Flooding, random: Random, simulations: int = 0) -> int:
    """Looks one night and one day ahead and weighs how much room is left to the journeyman."""
    best, best_value = NO_FLOOD, -2 * DECIDED
    for move in _nights(state, WIDE) if state.night else state.moves():
        after = state.copy()
        after.play(move)
        value = (-_by_day(after) if state.night else _by_night(after)) + random.below(WHIM)
        if value > best_value:
            best, best_value = move, value
    return best


def _by_day(state: Flooding) -> int:
    """The room that the journeyman can reach by his best step."""
    if state.winner == WEATHER:
        return -DECIDED
    most = -DECIDED
    for move in state.moves():
        after = state.copy()
        after.play(move)
        most = max(most, _room(after))
    return most


def _by_night(state: Flooding) -> int:
    """The room that the weather must leave him, whatever it floods next to him."""
    if state.winner == JOURNEYMAN:
        return DECIDED
    least = DECIDED
    for move in _nights(state, NEAR):
        after = state.copy()
        after.play(move)
        least = min(least, _by_day(after))
    return least


def _room(state: Flooding) -> int:
    if state.winner == JOURNEYMAN:
        return DECIDED
    size = state.island.size
    row, column = state.journeyman // size, state.journeyman % size
    from_edge = min(row, size - 1 - row) + min(column, size - 1 - column)
    near = len(_dry_within(state, NEAR))
    return NEAR_FIELD * near + WIDE_FIELD * len(_dry_within(state, WIDE)) + FROM_EDGE * from_edge


def _nights(state: Flooding, distance: int) -> list[int]:
    """Nights that flood as much as allowed, all of it within `distance` of the journeyman."""
    dry = _dry_within(state, distance)
    return [flood_move(vec[i64](fields)) for fields in combinations(dry, min(MOST_FLOODS, len(dry)))]


def _dry_within(state: Flooding, distance: int) -> list[int]:
    size = state.island.size
    row, column = state.journeyman // size, state.journeyman % size
    rows = range(max(0, row - distance), min(size, row + distance + 1))
    columns = range(max(0, column - distance), min(size, column + distance + 1))
    fields = [r * size + c for r in rows for c in columns]
    return [field for field in fields if field != state.journeyman and not state.flooded[field]]


BASELINES: Final = (
    Bot(level=0, name="carefree", about="Walks anywhere and floods anything nearby.", choose=carefree),
    Bot(level=0, name="watchful", about="Looks one night and one day ahead.", choose=watchful),
)

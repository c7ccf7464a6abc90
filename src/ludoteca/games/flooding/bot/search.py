"""Search on top of the tablebase: two nights ahead for the weather, iterative deepening for the journeyman."""

from __future__ import annotations

from typing import Final

from ludoteca.core.generator import Random
from ludoteca.core.ints import Ints, append, i64, vec
from ludoteca.games.flooding.bot.symmetry import NEVER
from ludoteca.games.flooding.bot.tablebase import DAYS_WEIGHT, NightMoves, Tablebase, night_move
from ludoteca.games.flooding.rules import NIGHT_BASE, NO_FLOOD, Flooding
from ludoteca.search.transposition import NOTHING, TranspositionTable
from ludoteca.search.zobrist import zobrist_keys

NIGHTS_SEARCHED: Final = 6
"""Nights searched in each position, the best by the tablebase."""
MAX_DEPTH: Final = 20
"""In nights."""
BOUND_RANGE: Final = NEVER + 1
"""An entry of the transposition table packs the fewest and the most days that are left."""
ZOBRIST_FLOODED: Final = zobrist_keys(NIGHT_BASE, 2**60, "flooded")
ZOBRIST_JOURNEYMAN: Final = zobrist_keys(NIGHT_BASE, 2**60, "journeyman")
ZOBRIST_DEPTH: Final = zobrist_keys(MAX_DEPTH + 1, 2**60, "depth")


class AlphaBeta:
    """An alpha-beta search: the weather minimizes the days left, the journeyman maximizes them."""

    def __init__(self, tablebase: Tablebase, budget: i64) -> None:
        self.tablebase = tablebase
        self.budget = budget
        """Positions that may still be visited, known or not; below zero the result is void."""
        self.table = TranspositionTable()
        """Bounds by position and depth: half of what a journeyman's search meets, it has met before."""

    def by_night(self, state: Flooding, depth: i64, low: i64, high: i64) -> i64:
        """Return the days left with the weather to move, searching `depth` nights; exact between `low` and `high`."""
        self.budget -= 1
        if self.budget < 0:
            return NEVER
        key = _key(state, depth)
        entry = self.table.get(key)
        lower: i64 = 0
        upper: i64 = NEVER
        if entry != NOTHING:
            lower = entry // BOUND_RANGE
            upper = entry % BOUND_RANGE
            if lower >= high or lower == upper:
                return lower
            if upper <= low:
                return upper
        days = self._search_nights(state, depth, low, high)
        if days > low:
            lower = days
        if days < high:
            upper = days
        if self.budget >= 0:
            self.table.put(key, lower * BOUND_RANGE + upper)
        return days

    def _search_nights(self, state: Flooding, depth: i64, low: i64, high: i64) -> i64:
        """Return the same for a position that the table does not know."""
        nights = NightMoves(self.tablebase, state).best(NIGHTS_SEARCHED if depth > 1 else 1)
        if depth <= 1:
            return nights[0][0] // DAYS_WEIGHT if nights else 0
        fewest: i64 = NEVER if nights else 0
        for _value, move in nights:
            after = state.copy()
            after.play(move)
            fewest = min(fewest, self.by_day(after, depth - 1, low, min(high, fewest)))
            if fewest <= low:
                break
        return fewest

    def by_day(self, state: Flooding, depth: i64, low: i64, high: i64) -> i64:
        """Return the days left with the journeyman to move."""
        most: i64 = 0
        for to in self.tablebase.island.neighbours[state.journeyman]:
            if state.flooded[to]:
                continue
            after = state.copy()
            after.play(to)
            most = max(most, min(NEVER, 1 + self.by_night(after, depth, max(low, most) - 1, high - 1)))
            if most >= high:
                break
        return most


def _key(state: Flooding, depth: i64) -> i64:
    """Return the key of a position at night that is to be searched to this depth."""
    key = ZOBRIST_JOURNEYMAN[state.journeyman] ^ ZOBRIST_DEPTH[depth]
    for field in range(state.island.fields):
        if state.flooded[field]:
            key ^= ZOBRIST_FLOODED[field]
    return key


def search_night(tablebase: Tablebase, state: Flooding, excluded: i64 = NOTHING) -> i64:
    """Return the night that leaves the fewest days, searching two nights; the first among equals.

    The excluded night does not count.
    """
    search = AlphaBeta(tablebase, NEVER * NEVER)
    best: i64 = NO_FLOOD
    fewest: i64 = NEVER + 1
    for _value, move in NightMoves(tablebase, state).best(NIGHTS_SEARCHED):
        if move == excluded:
            continue
        after = state.copy()
        after.play(move)
        days = search.by_day(after, 1, 0, fewest)
        if days < fewest:
            best = move
            fewest = days
    return best


def search_walks(tablebase: Tablebase, state: Flooding, budget: i64) -> Ints:
    """Return the days each walk leaves, in the order of `moves`; `budget` positions may be searched."""
    moves = state.moves()
    found = vec[i64]([tablebase.days_left(state.flooded, to) for to in moves])
    search = AlphaBeta(tablebase, budget)
    depth: i64 = 1
    while depth <= MAX_DEPTH:
        days = vec[i64]()
        for to in moves:
            after = state.copy()
            after.play(to)
            days = append(days, search.by_night(after, depth, 0, NEVER))
        if search.budget < 0:
            break
        found = days
        depth += 1
    return found


def best_of_random_nights(tablebase: Tablebase, state: Flooding, samples: i64, random: Random) -> i64:
    """Return the best of a few random nights by the tablebase."""
    nights = NightMoves(tablebase, state)
    count = len(nights.fields)
    best: i64 = NO_FLOOD
    lowest: i64 = NEVER * DAYS_WEIGHT + DAYS_WEIGHT
    for _sample in range(samples if count > 1 else 0):
        one = random.below(count)
        other = random.below(count - 1)
        if other >= one:
            other += 1
        first = nights.fields[min(one, other)]
        second = nights.fields[max(one, other)]
        value = nights.evaluate(first, second)
        if value < lowest:
            best = night_move(first, second)
            lowest = value
    return best

"""Looking ahead with the tablebase: two nights for the weather, as far as thought allows for the journeyman."""

from __future__ import annotations

from typing import Final

from ludoteca.core.generator import Random
from ludoteca.core.ints import Ints, append, i64, vec
from ludoteca.games.flooding.bot.symmetry import NEVER
from ludoteca.games.flooding.bot.tablebase import WORST, Nights, Tablebase, night_of
from ludoteca.games.flooding.rules import NO_FLOOD, Flooding

BREADTH: Final = 6
"""Nights looked at in one position, the best by the tablebase."""
FURTHEST: Final = 20
"""Nights looked ahead at most."""


class Outlook:
    """A search: the weather takes the night that leaves fewest days, the journeyman the walk that leaves most."""

    def __init__(self, tablebase: Tablebase, allowed: i64) -> None:
        self.tablebase = tablebase
        self.allowed = allowed
        """Positions that may still be judged; below zero, what was found does not count."""

    def by_night(self, state: Flooding, depth: i64, low: i64, high: i64) -> i64:
        """The days left when the weather is to move and `depth` nights are looked at; exact between low and high."""
        self.allowed -= 1
        if self.allowed < 0:
            return NEVER
        nights = Nights(self.tablebase, state).best(BREADTH if depth > 1 else 1)
        if depth <= 1:
            return nights[0][0] // WORST if nights else 0
        fewest: i64 = NEVER if nights else 0
        for _judged, move in nights:
            after = state.copy()
            after.play(move)
            fewest = min(fewest, self.by_day(after, depth - 1, low, min(high, fewest)))
            if fewest <= low:
                break
        return fewest

    def by_day(self, state: Flooding, depth: i64, low: i64, high: i64) -> i64:
        """The days left when the journeyman is to move."""
        most: i64 = 0
        for to in self.tablebase.island.around[state.journeyman]:
            if state.flooded[to]:
                continue
            after = state.copy()
            after.play(to)
            most = max(most, min(NEVER, 1 + self.by_night(after, depth, max(low, most) - 1, high - 1)))
            if most >= high:
                break
        return most


def best_night(tablebase: Tablebase, state: Flooding) -> i64:
    """The night that leaves fewest days, two nights looked at; the first of several."""
    outlook = Outlook(tablebase, NEVER * NEVER)
    best: i64 = NO_FLOOD
    fewest: i64 = NEVER + 1
    for _judged, move in Nights(tablebase, state).best(BREADTH):
        after = state.copy()
        after.play(move)
        days = outlook.by_day(after, 1, 0, fewest)
        if days < fewest:
            best = move
            fewest = days
    return best


def walks(tablebase: Tablebase, state: Flooding, thought: i64) -> Ints:
    """The days that each walk leaves, in the order of `moves`, looked at as far ahead as the thought allows."""
    moves = state.moves()
    found = vec[i64]([tablebase.left(state.flooded, to) for to in moves])
    outlook = Outlook(tablebase, thought)
    depth: i64 = 1
    while depth <= FURTHEST:
        days = vec[i64]()
        for to in moves:
            after = state.copy()
            after.play(to)
            days = append(days, outlook.by_night(after, depth, 0, NEVER))
        if outlook.allowed < 0:
            break
        found = days
        depth += 1
    return found


def night_at_a_glance(tablebase: Tablebase, state: Flooding, looks: i64, random: Random) -> i64:
    """The best of a few nights that come to mind, judged by the days that they leave."""
    nights = Nights(tablebase, state)
    count = len(nights.fields)
    best: i64 = NO_FLOOD
    least: i64 = NEVER * WORST + WORST
    for _look in range(looks if count > 1 else 0):
        one = random.below(count)
        other = random.below(count - 1)
        if other >= one:
            other += 1
        first = nights.fields[min(one, other)]
        second = nights.fields[max(one, other)]
        judged = nights.judge(first, second)
        if judged < least:
            best = night_of(first, second)
            least = judged
    return best

"""Every walk against the strongest weather: how long any journeyman at all can last.

python tests/games/flooding/exhaustive_search.py 10 says so for one size; uncompiled that takes minutes for the largest.
"""

from __future__ import annotations

import sys

from ludoteca.core.state import NOBODY
from ludoteca.games.flooding.bot.search import best_night
from ludoteca.games.flooding.bot.tablebase import tablebase
from ludoteca.games.flooding.perfect_play import AT_MOST
from ludoteca.games.flooding.rules import Flooding, begin

BOUNDS = {3: 4, 4: 7, 5: 11, **AT_MOST}


def longest(size: int) -> int:
    """The most days that any journeyman at all survives the strongest weather: every walk is tried."""
    known: dict[tuple[int, tuple[int, ...]], int] = {}

    def from_here(state: Flooding) -> int:
        if state.winner != NOBODY:
            return 0
        return max(1 + by_night(walked(state, to)) for to in state.moves())

    def by_night(state: Flooding) -> int:
        key = (int(state.journeyman), tuple(state.flooded))
        if key not in known:
            known[key] = from_here(walked(state, best_night(tablebase(size), state)))
        return known[key]

    return from_here(begin(size))


def walked(state: Flooding, move: int) -> Flooding:
    after = state.copy()
    after.play(move)
    return after


if __name__ == "__main__":
    sys.setrecursionlimit(10_000)
    print(longest(int(sys.argv[1])))

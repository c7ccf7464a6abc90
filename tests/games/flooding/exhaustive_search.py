"""Try every walk against the master's weather: the longest that any journeyman can last.

python tests/games/flooding/exhaustive_search.py 10    for one size; takes minutes for the largest, uncompiled
"""

from __future__ import annotations

import sys

from ludoteca.core.state import NOBODY
from ludoteca.games.flooding.bot.perfect_play import MAX_DAYS
from ludoteca.games.flooding.bot.search import search_night
from ludoteca.games.flooding.bot.tablebase import tablebase
from ludoteca.games.flooding.rules import Flooding, start_game

BOUNDS = {3: 4, 4: 7, 5: 11, **MAX_DAYS}


def longest_survival(size: int) -> int:
    """Return the most days that any journeyman survives."""
    cache: dict[tuple[int, tuple[int, ...]], int] = {}

    def by_day(state: Flooding) -> int:
        if state.winner != NOBODY:
            return 0
        return max(1 + by_night(after_move(state, to)) for to in state.moves())

    def by_night(state: Flooding) -> int:
        key = (int(state.journeyman), tuple(state.flooded))
        if key not in cache:
            cache[key] = by_day(after_move(state, search_night(tablebase(size), state)))
        return cache[key]

    return by_day(start_game(size))


def after_move(state: Flooding, move: int) -> Flooding:
    after = state.copy()
    after.play(move)
    return after


if __name__ == "__main__":
    sys.setrecursionlimit(10_000)
    print(longest_survival(int(sys.argv[1])))

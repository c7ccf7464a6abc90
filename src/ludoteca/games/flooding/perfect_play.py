"""What perfect play leads to on islands that are small enough to be solved whole."""

from __future__ import annotations

from functools import cache
from typing import Final

from ludoteca.core.state import NOBODY
from ludoteca.core.translations import Refusal, Text
from ludoteca.games.flooding.bot.symmetry import NEVER
from ludoteca.games.flooding.bot.tablebase import Nights, Tablebase
from ludoteca.games.flooding.rules import LAST_DAY, NO_FLOOD, Flooding, island
from ludoteca.games.flooding.text import write

LARGEST: Final = 5
"""A larger island would take days and more memory than there is."""
AT_LEAST: Final = 11
"""Days that perfect play lasts on size 5, and so on every larger one."""
AT_MOST: Final = {6: 13, 7: 17, 8: 20, 9: 22, 10: 25}
"""Days within which the strongest weather traps any journeyman: tests play all his walks."""


def solve(state: Flooding, move: int | None) -> list[Text] | Refusal:
    """How long the game lasts if both play perfectly, a best move, and what a given one costs."""
    size: int = state.island.size
    if size > LARGEST:
        bounds = {"size": size, "largest": LARGEST, "low": AT_LEAST, "high": AT_MOST.get(size, LAST_DAY)}
        return Refusal("too_large_to_solve", bounds)
    if state.seat() == NOBODY:
        return Refusal("game_over")
    try:
        known = solved(size)
    except ImportError:
        return Refusal("needs_lab")
    last = last_day(known, state)
    best = write(state, best_move(known, state))
    said = [Text("solved_survives" if last == LAST_DAY else "solved", {"days": last, "left": last - state.day})]
    if move is None:
        return [*said, Text("solved_best", {"move": best})]
    after = state.copy()
    after.play(move)
    cost = abs(last_day(known, after) - last)
    told = {"move": write(state, move), "cost": cost, "days": last_day(known, after), "best": best}
    return [*said, Text("move_is_best" if cost == 0 else "move_costs_one" if cost == 1 else "move_costs", told)]


@cache
def solved(size: int) -> Tablebase:
    """The tablebase that sees the whole island. ImportError where numpy is not installed."""
    from ludoteca.games.flooding.bot.solver import Solver

    tables = [table.tobytes() for table in Solver(size, size * size).solve()]
    return Tablebase(island(size), tables, size * size)


def last_day(known: Tablebase, state: Flooding) -> int:
    """How many days will have been survived in the end."""
    if state.winner != NOBODY:
        return int(state.day)
    left = known.by_night(state) if state.night else known.by_day(state)
    return LAST_DAY if left == NEVER else min(int(state.day + left), LAST_DAY)


def best_move(known: Tablebase, state: Flooding) -> int:
    if state.night:
        nights = Nights(known, state).best(1)
        return int(nights[0][1]) if nights else NO_FLOOD
    return max(state.moves(), key=lambda to: known.left(state.flooded, to))

"""Perfect play, on islands small enough to solve completely."""

from __future__ import annotations

from functools import cache
from typing import Final

from ludoteca.core.state import NOBODY
from ludoteca.core.translations import Refusal, Text
from ludoteca.games.flooding.bot.symmetry import NEVER
from ludoteca.games.flooding.bot.tablebase import NightMoves, Tablebase
from ludoteca.games.flooding.rules import LAST_DAY, NO_FLOOD, Flooding, island
from ludoteca.games.flooding.text import write_move

MAX_SIZE: Final = 5
"""A larger island would take days of computing and more memory than there is."""
MIN_DAYS: Final = 11
"""Perfect play lasts this long on size 5, so at least as long on larger islands."""
MAX_DAYS: Final = {6: 13, 7: 17, 8: 20, 9: 22, 10: 25}
"""Per size, the days within which the strongest weather traps every journeyman; the tests try all walks."""


def solve(state: Flooding, move: int | None) -> list[Text] | Refusal:
    """Say how long the game lasts under perfect play, a best move, and what a given move costs."""
    size: int = state.island.size
    if size > MAX_SIZE:
        bounds = {"size": size, "largest": MAX_SIZE, "low": MIN_DAYS, "high": MAX_DAYS.get(size, LAST_DAY)}
        return Refusal("too_large_to_solve", bounds)
    if state.seat() == NOBODY:
        return Refusal("game_over")
    try:
        tables = solved(size)
    except ImportError:
        return Refusal("needs_lab")
    last = last_day(tables, state)
    best = write_move(state, best_move(tables, state))
    texts = [Text("solved_survives" if last == LAST_DAY else "solved", {"days": last, "left": last - state.day})]
    if move is None:
        return [*texts, Text("solved_best", {"move": best})]
    after = state.copy()
    after.play(move)
    cost = abs(last_day(tables, after) - last)
    params = {"move": write_move(state, move), "cost": cost, "days": last_day(tables, after), "best": best}
    return [*texts, Text("move_is_best" if cost == 0 else "move_costs_one" if cost == 1 else "move_costs", params)]


@cache
def solved(size: int) -> Tablebase:
    """Return the tablebase whose windows are the whole island. Raises ImportError without numpy."""
    from ludoteca.games.flooding.bot.solver import Solver

    tables = [table.tobytes() for table in Solver(size, size * size).solve()]
    return Tablebase(island(size), tables, size * size)


def last_day(tables: Tablebase, state: Flooding) -> int:
    """Return the days survived at the end of the game."""
    if state.winner != NOBODY:
        return int(state.day)
    left = tables.days_left_by_night(state) if state.night else tables.days_left_by_day(state)
    return LAST_DAY if left == NEVER else min(int(state.day + left), LAST_DAY)


def best_move(tables: Tablebase, state: Flooding) -> int:
    if state.night:
        nights = NightMoves(tables, state).best(1)
        return int(nights[0][1]) if nights else NO_FLOOD
    return max(state.moves(), key=lambda to: tables.days_left(state.flooded, to))

"""Why a move is good, for a player who asks for a hint."""

from ludoteca.core.translations import Text
from ludoteca.games.flooding.bot.symmetry import NEVER
from ludoteca.games.flooding.bot.tablebase import tablebase
from ludoteca.games.flooding.rules import WEATHER, Flooding


def explain(state: Flooding, move: int) -> list[Text]:
    """Say how many days the tablebase gives the journeyman after the move."""
    tables = tablebase(state.island.size)
    after = state.copy()
    after.play(move)
    if after.winner == WEATHER:
        return [Text("explain_trap")]
    if state.night:
        days = tables.days_left_by_day(after)
        if days == NEVER:
            return [Text("explain_fewer_walks", {"count": len(after.moves())})]
        return [Text("explain_within", {"days": days})]
    days = tables.days_left(state.flooded, move)
    return [Text("explain_safe") if days == NEVER else Text("explain_lasts", {"days": days})]

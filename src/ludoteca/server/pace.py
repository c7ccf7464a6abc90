"""When a move of the server's appears: after a time that only tells what everybody knows.

Where hands are hidden, a bot that answers a forced move at once would tell its hand. So its moves appear at fixed times
after the position that they answer: a pause that depends on its level and on whether its turn has just begun; if it
thinks longer, a whole number of steps later. What remains is which step it was.
"""

from __future__ import annotations

from ludoteca.table.table import Table

STEP_SHARE = 2
"""A step is so many times the shortest pause: 1.2 s."""


def shown_at_ms(table: Table, seat: int, ready_ms: int, pause_s: float, watched: bool) -> int:
    """When to show a move of a seat that the server plays, found at `ready_ms`; `pause_s` is the shortest pause."""
    if not table.game.curtain:  # only so that people can follow
        return max(ready_ms, table.on_ms + round(1000 * pause_s)) if watched else ready_ms
    step_ms = round(1000 * pause_s * STEP_SHARE)
    shown_ms = table.on_ms + round(1000 * pause_s * _share(table, seat))
    if ready_ms <= shown_ms or not step_ms:
        return max(ready_ms, shown_ms)
    steps = -((shown_ms - ready_ms) // step_ms)  # rounded up
    return shown_ms + steps * step_ms


def _share(table: Table, seat: int) -> float:
    """The pause of a move as a multiple of the shortest: 1 for the first level, 2 for the strongest, evenly between.

    All but the first move of a turn were thought of before; the fallback does not think.
    """
    last = table.moves[-1] if table.moves else None
    going_on = last is not None and table.state is not None and (last.seat, last.turn) == (seat, table.state.turn())
    if going_on or table.by_house(seat) != "bot":
        return 1.0
    weaker = sum(bot.level < table.level(seat) for bot in table.game.bots)
    return 1.0 + weaker / max(1, len(table.game.bots) - 1)

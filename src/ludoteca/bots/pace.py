"""When a bot's move appears: after a time that only tells what everybody knows.

Where hands are hidden, a bot that answers a forced move at once would tell its hand. So its moves appear at fixed times
after the position that they answer: a pause that depends on its level and on whether its turn has just begun; if it
thinks longer, a whole number of steps later. What remains is which step it was.
"""

from __future__ import annotations

from typing import Any, Final

from ludoteca.core.game import Game

SHORTEST_S: Final = 0.6
"""The pause of the first level, of the fallback, and of all but the first move of a turn."""
STEP: Final = 2.0
"""A step as a multiple of the shortest pause."""


def pause(game: Game[Any], level: int | None, first: bool) -> float:
    """The pause of a move as a multiple of the shortest: 1 for the first level, 2 for the strongest, evenly between.

    `first` says whether a turn begins: later moves were thought of before. Level None is the fallback, which does not
    think.
    """
    if level is None or not first:
        return 1.0
    return 1.0 + sum(bot.level < level for bot in game.bots) / max(1, len(game.bots) - 1)


def shown_at_ms(begun_ms: int, ready_ms: int, pause_ms: int, step_ms: int) -> int:
    """When to show the move for a position that has been there since `begun_ms`, found at `ready_ms`."""
    shown_ms = begun_ms + pause_ms
    if ready_ms <= shown_ms or step_ms <= 0:
        return max(ready_ms, shown_ms)
    steps = -((shown_ms - ready_ms) // step_ms)  # rounded up
    return shown_ms + steps * step_ms

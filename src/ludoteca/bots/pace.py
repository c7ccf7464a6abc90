"""When to show a bot's move: at a time that gives nothing hidden away.

A bot that plays a forced move at once would tell others about its hand. So its moves appear at fixed times after the
position they answer: after a pause that depends on its level and on whether its turn has just begun, or, if it thinks
longer, a whole number of steps later. All that can be learnt is the step.
"""

from __future__ import annotations

from typing import Any, Final

from ludoteca.core.game import Game

SHORTEST_S: Final = 0.6
"""The pause of the first level, of the fallback, and of every move of a turn after the first."""
STEP: Final = 2.0
"""A step, as a multiple of the shortest pause."""


def pause(game: Game[Any], level: int | None, first: bool) -> float:
    """Return the pause of a move as a multiple of the shortest: from 1 for the first level to 2 for the strongest.

    `first` says whether the move is the first of its turn; the bot has thought of later ones before. Level None is the
    fallback, which does not think.
    """
    if level is None or not first:
        return 1.0
    return 1.0 + sum(bot.level < level for bot in game.levels) / max(1, len(game.levels) - 1)


def shown_at_ms(begun_ms: int, ready_ms: int, pause_ms: int, step_ms: int) -> int:
    """Return when to show a move that was found at `ready_ms`, for a position that arose at `begun_ms`."""
    shown_ms = begun_ms + pause_ms
    if ready_ms <= shown_ms or step_ms <= 0:
        return max(ready_ms, shown_ms)
    steps = -((shown_ms - ready_ms) // step_ms)  # rounded up
    return shown_ms + steps * step_ms

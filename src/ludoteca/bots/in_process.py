"""Ask a bot for a move in this process. It gets a determinized state, never the true one."""

from typing import TypeVar

from ludoteca.core.game import Bot
from ludoteca.core.generator import Random
from ludoteca.core.state import State, determinize

S = TypeVar("S", bound=State)


def choose_move(bot: Bot[S], state: S, random: Random) -> int:
    """Return the bot's move for the seat to move. `random` is the bot's own generator, not the game's."""
    return bot.move(determinize(state, state.seat(), random.fork()), random)


def choose_move_in_full(bot: Bot[S], state: S, random: Random) -> int:
    """Return the bot's move with all of its simulations, even in plain Python, for measurements."""
    return bot.choose(determinize(state, state.seat(), random.fork()), random, bot.simulations)

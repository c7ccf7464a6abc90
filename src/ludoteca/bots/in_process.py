"""Asking a bot for a move: it gets a state dealt anew for its seat, never the true one."""

from typing import TypeVar

from ludoteca.core.game import Bot
from ludoteca.core.generator import Random
from ludoteca.core.state import State, determinize

S = TypeVar("S", bound=State)


def choose_move(bot: Bot[S], state: S, random: Random) -> int:
    """The bot's move for the seat to move. `random` is the bot's own chance, unrelated to the game's."""
    return bot.move(determinize(state, state.seat(), random.fork()), random)


def choose_move_in_full(bot: Bot[S], state: S, random: Random) -> int:
    """The same with all of its simulations, however long they take: with less thought it would be another bot."""
    return bot.choose(determinize(state, state.seat(), random.fork()), random, bot.simulations)

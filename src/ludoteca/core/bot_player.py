"""Ask a bot for a move in this process. It gets a determinized state, never the true one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from ludoteca.core.errors import IllegalMove
from ludoteca.core.generator import Random
from ludoteca.core.state import NOBODY, State, determinize
from ludoteca.core.translations import Refusal

if TYPE_CHECKING:  # a Game makes BotPlayers
    from ludoteca.core.game import Bot, Game

S = TypeVar("S", bound=State)


def choose_move(bot: Bot[S], state: S, random: Random) -> int:
    """Return the bot's move for the seat to move. `random` is the bot's own generator, not the game's."""
    return bot.move(determinize(state, state.seat(), random.fork()), random)


def choose_move_in_full(bot: Bot[S], state: S, random: Random) -> int:
    """Return the bot's move with all of its simulations, even in plain Python, for measurements."""
    return bot.choose(determinize(state, state.seat(), random.fork()), random, bot.simulations)


@dataclass(frozen=True)
class BotInfo:
    """A bot that a game offers."""

    level: int
    name: str
    about: str
    rating: int
    """The measured strength; the random player has 500, and 0 means that nobody has measured it."""


class BotPlayer:
    """A bot that plays. It sees only what the seat to move may see."""

    def __init__(self, game: Game[Any], bot: Bot[Any], seed: str) -> None:
        self._game = game
        self._bot = bot
        self._random = Random(seed)
        self.level = bot.level
        self.name = bot.name

    def move(self, state: State) -> str:
        """Return the bot's move for the seat to move."""
        if state.seat() == NOBODY:
            raise IllegalMove(Refusal("game_over"))
        return self._game.write_move(state, choose_move(self._bot, state, self._random))

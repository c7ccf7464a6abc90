"""Names of players in the arena: a level, a baseline or the random player, with other simulations if given."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from ludoteca.core.errors import UnknownBot
from ludoteca.core.game import RANDOM, Bot, Game
from ludoteca.core.options import IntOption
from ludoteca.core.translations import Refusal, quote

SIMULATIONS: Final = IntOption("simulations", default=0, low=0, high=10_000_000, help="")


def read_player(game: Game[Any], text: str) -> Bot[Any]:
    """Read `5`, `master`, `greedy` or `random`; `5:2000` is level 5 with 2000 simulations per move."""
    wanted, colon, simulations = text.partition(":")
    try:
        bot = game.find_bot(wanted)
    except UnknownBot:
        levels = [f"{bot.level} ({bot.name})" for bot in game.levels]
        names = [*levels, *(bot.name for bot in game.baselines), RANDOM.name]
        params = {"game": game.title, "wanted": quote(wanted), "names": list(dict.fromkeys(names))}
        raise UnknownBot(Refusal("unknown_bot", params)) from None
    return replace(bot, simulations=SIMULATIONS.read(simulations)) if colon else bot


def player_name(game: Game[Any], bot: Bot[Any]) -> str:
    """Return the shortest text that `read_player` reads as this bot."""
    name = str(bot.level or bot.name)
    return name if bot == game.find_bot(name) else f"{name}:{bot.simulations}"


def all_players(game: Game[Any]) -> list[str]:
    """Return the random player and the levels, the weakest first."""
    bots = [game.find_bot(RANDOM.name), *game.levels]
    return list(dict.fromkeys(player_name(game, bot) for bot in bots))

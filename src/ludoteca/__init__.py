"""Ludoteca: five turn-based games for people, bots and programs.

>>> import ludoteca
>>> game = ludoteca.game("flooding")
>>> state = game.new(options={"size": 4})
>>> game.moves(state)
['b1', 'a2', 'b2']
>>> state = game.play(state, "b2")
>>> game.position(state)["journeyman"]
'b2'

What is in `__all__` is public, for programs that play and for authors of games. Everything else is private.
Nothing prints; all errors are LudotecaErrors.
"""

from importlib import import_module
from typing import TYPE_CHECKING

import ludoteca.core.native  # noqa: F401 - first: it decides whether the others run compiled

if TYPE_CHECKING:
    from ludoteca import search
    from ludoteca.core import board, conformance
    from ludoteca.core.bot_player import BotInfo, BotPlayer
    from ludoteca.core.errors import (
        IllegalMove,
        LudotecaError,
        OptionError,
        PositionError,
        RecordError,
        UnknownBot,
        UnknownGame,
    )
    from ludoteca.core.game import Bot, Game
    from ludoteca.core.generator import Random, RandomSource
    from ludoteca.core.highscores import HighScore
    from ludoteca.core.options import BoolOption, ChoiceOption, IntOption, Options
    from ludoteca.core.positions import Fields
    from ludoteca.core.records import record, replay, steps
    from ludoteca.core.registry import game_names
    from ludoteca.core.squares import square_name, square_number
    from ludoteca.core.state import NOBODY, State
    from ludoteca.core.translations import Refusal, Text, Translations, quote, read_translations, shared_translations

__all__ = [
    "NOBODY",
    "BoolOption",
    "Bot",
    "BotInfo",
    "BotPlayer",
    "ChoiceOption",
    "Fields",
    "Game",
    "HighScore",
    "IllegalMove",
    "IntOption",
    "LudotecaError",
    "OptionError",
    "Options",
    "PositionError",
    "Random",
    "RandomSource",
    "RecordError",
    "Refusal",
    "State",
    "Text",
    "Translations",
    "UnknownBot",
    "UnknownGame",
    "board",
    "conformance",
    "game",
    "game_names",
    "quote",
    "read_translations",
    "record",
    "replay",
    "search",
    "shared_translations",
    "square_name",
    "square_number",
    "steps",
]


_MODULES = {
    "board": "ludoteca.core.board",
    "conformance": "ludoteca.core.conformance",
    "search": "ludoteca.search",
}
_HOMES = (
    *("bot_player", "errors", "game", "generator", "highscores", "options"),
    *("positions", "records", "registry", "squares", "state", "translations"),
)
"""The modules of core in which the other names are defined."""


def game(name: str) -> "Game[State]":
    """Return a game by name, always the same instance; UnknownGame lists the names."""
    from ludoteca.core.registry import find_game

    return find_game(name)


def _load(name: str) -> object:
    """Load a name when it is first used, so that importing a module of ours does not wait for all of them."""
    if name in _MODULES:
        return import_module(_MODULES[name])
    if name in __all__:
        for home in _HOMES:
            module = import_module(f"ludoteca.core.{home}")
            if hasattr(module, name):
                return globals().setdefault(name, getattr(module, name))
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


if not TYPE_CHECKING:  # a type checker would accept any name
    __getattr__ = _load

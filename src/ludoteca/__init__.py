"""Ludoteca: five turn-based games for people, bots and programs.

>>> import ludoteca
>>> game = ludoteca.game("flooding")
>>> state = game.new(options={"size": 4})
>>> game.moves(state)
['b1', 'a2', 'b2']
>>> state = game.play(state, "b2")
>>> game.position(state)["journeyman"]
'b2'
"""

import ludoteca.core.native  # noqa: F401 - first: it decides whether the others run compiled
from ludoteca.api import BotInfo, BotPlayer, Game, game, game_names, record, replay, steps
from ludoteca.core.errors import (
    IllegalMove,
    LudotecaError,
    OptionError,
    PositionError,
    RecordError,
    UnknownBot,
    UnknownGame,
)
from ludoteca.core.state import State

__all__ = [
    "BotInfo",
    "BotPlayer",
    "Game",
    "IllegalMove",
    "LudotecaError",
    "OptionError",
    "PositionError",
    "RecordError",
    "State",
    "UnknownBot",
    "UnknownGame",
    "game",
    "game_names",
    "record",
    "replay",
    "steps",
]

"""A game from another distribution, with its own drawn board."""

from dataclasses import replace

import dummy_game

GAME = replace(dummy_game.GAME, name="external", title="External Game")

"""A game from another distribution, with its own drawn board."""

from dataclasses import replace

import lots

GAME = replace(lots.GAME, name="external", title="External Game")

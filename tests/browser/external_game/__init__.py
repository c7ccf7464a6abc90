"""Somebody else's game, with a drawn board that is no part of the page's build."""

from dataclasses import replace

import lots

GAME = replace(lots.GAME, name="guest", title="Guest of the House")

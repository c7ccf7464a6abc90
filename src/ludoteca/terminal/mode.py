"""Whether to open the full screen, or the line console."""

from __future__ import annotations

import os
import sys

from ludoteca.terminal.colours import is_utf8
from ludoteca.terminal.texts import t


def opens_full_screen(plain: bool) -> bool:
    """Return whether both ends are a terminal that can show the full screen, and lines are not asked for.

    If only the encoding is in the way, say so in one sentence.
    """
    if plain or os.environ.get("TERM", "dumb") == "dumb" or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    if not is_utf8(sys.stdout):
        print(t("no_full_screen_utf8"))
        return False
    return True

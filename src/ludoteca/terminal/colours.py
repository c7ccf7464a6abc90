"""Colour for text boards, where there is a terminal that has it and nobody has asked for none."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Final, TextIO

HUES: Final = ("red", "green", "yellow", "blue", "magenta", "cyan")
DARK: Final = ("red", "blue", "magenta")
"""Grounds on which white letters are read better than black ones."""
RESET: Final = "\x1b[0m"


def _codes() -> dict[str, str]:
    codes = {"bold": "1", "dim": "2"}
    for number, hue in enumerate(HUES, 1):
        codes[hue] = f"3{number}"
        codes[f"on {hue}"] = f"{97 if hue in DARK else 30};4{number}"
    return codes


CODES: Final = _codes()
"""What a game may ask for: `red` letters, letters `on red`, `bold`, `dim`."""


def has_colour(sink: TextIO) -> bool:
    """https://no-color.org: any text in NO_COLOR means none."""
    return sink.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def paint(text: str, colours: Mapping[str, str]) -> str:
    """The text with what the patterns find in their paint; where two find the same, the first has it."""
    if not colours:
        return text
    paints = [CODES[name] for name in colours.values()]

    def painted(found: re.Match[str]) -> str:
        return f"\x1b[{paints[(found.lastindex or 1) - 1]}m{found[0]}{RESET}"

    # One pass, so that no pattern can find anything in the codes of another.
    return re.sub("|".join(f"({pattern})" for pattern in colours), painted, text, flags=re.MULTILINE)

"""ANSI colours for text boards."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Final, TextIO

HUES: Final = ("red", "green", "yellow", "blue", "magenta", "cyan")
DARK: Final = ("red", "blue", "magenta")
"""Backgrounds on which white text reads better than black."""
RESET: Final = "\x1b[0m"


def _codes() -> dict[str, str]:
    codes = {"bold": "1", "dim": "2"}
    for number, hue in enumerate(HUES, 1):
        codes[hue] = f"3{number}"
        codes[f"on {hue}"] = f"{97 if hue in DARK else 30};4{number}"
    return codes


CODES: Final = _codes()
"""The styles that a game may name: `red` text, text `on red`, `bold`, `dim`."""


def supports_colour(output: TextIO) -> bool:
    """Return whether to use colour: a terminal, unless NO_COLOR is set (https://no-color.org)."""
    return output.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def add_colours(text: str, colours: Mapping[str, str]) -> str:
    """Colour what the patterns match; where two match, the first wins."""
    if not colours:
        return text
    styles = [CODES[name] for name in colours.values()]

    def coloured(found: re.Match[str]) -> str:
        return f"\x1b[{styles[(found.lastindex or 1) - 1]}m{found[0]}{RESET}"

    # One pass, so that no pattern matches the codes of another.
    return re.sub("|".join(f"({pattern})" for pattern in colours), coloured, text, flags=re.MULTILINE)

"""ANSI colours for text boards."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Final, TextIO

from ludoteca.core.board import COLOURS
from ludoteca.core.text_board import Line

CODES: Final = {"bold": "1", "dim": "2", **{colour: f"3{number}" for number, colour in enumerate(COLOURS, 1)}}
DARK: Final = ("red", "blue", "magenta")
"""Backgrounds on which white text reads better than black."""
RESET: Final = "\x1b[0m"


def supports_colour(output: TextIO) -> bool:
    """Return whether to use colour: a terminal, unless NO_COLOR is set (https://no-color.org)."""
    return output.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def supports_symbols(output: TextIO) -> bool:
    """Return whether to use other characters than ASCII: a terminal that writes UTF-8."""
    return output.isatty() and is_utf8(output) and os.environ.get("TERM") not in ("dumb", "linux")


def is_utf8(output: TextIO) -> bool:
    """Return whether what is written is encoded as UTF-8."""
    return (getattr(output, "encoding", None) or "").lower().replace("-", "") == "utf8"


def paint(lines: Iterable[Line]) -> str:
    """Return the lines of a text board in colour."""
    return "\n".join("".join(_painted(text, style) for text, style in line) for line in lines)


def _painted(text: str, style: str) -> str:
    return f"\x1b[{codes(style)}m{text}{RESET}" if style else text


def codes(style: str) -> str:
    """Return the ANSI codes of a style, such as `bold red on blue`; a background without a colour gets one."""
    before, _, background = style.rpartition("on ") if "on " in style else (style, "", "")
    found = [CODES[word] for word in before.split()]
    if background:
        if not any(colour in before for colour in COLOURS):
            found.append("97" if background in DARK else "30")
        found.append(f"4{COLOURS.index(background) + 1}")
    return ";".join(found)

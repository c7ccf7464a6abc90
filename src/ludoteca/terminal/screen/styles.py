"""Styles of descriptions as those of Rich: the sixteen colours of the terminal, so that light and dark ones fit."""

from __future__ import annotations

from functools import cache

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from ludoteca.core.board import COLOURS
from ludoteca.core.text_board import Line
from ludoteca.terminal.colours import DARK


@cache
def rich_style(style: str) -> Style:
    """Return a style of Rich; a background without a colour gets one that can be read on it."""
    before, found, after = style.partition("on ")
    words = before.split()
    if not found:
        return Style.parse(style) if style.strip() else Style.null()
    colour, *rest = after.split()
    if not any(word in COLOURS for word in words):
        words.append("bright_white" if colour in DARK else "black")
    return Style.parse(" ".join([*words, *rest, "on", colour]))


def to_strip(line: Line, width: int) -> Strip:
    """Return a line as Textual draws it, in exactly this width."""
    segments = [Segment(text, rich_style(style)) for text, style in line if text]
    return Strip(segments).adjust_cell_length(width, Style.null())

"""The part of the screen that shows lines of spans and can be clicked."""

from __future__ import annotations

from collections.abc import Callable

from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from ludoteca.core.text_board import Line
from ludoteca.terminal.screen.block import Block, Region
from ludoteca.terminal.screen.styles import to_strip

Draw = Callable[[int, int], Block]
"""Draws a block for a width and a height."""


class Area(Widget, can_focus=True):
    """Draws itself when something has changed, or its size."""

    class Clicked(Message):
        """A region was clicked; `turns` says that it was not the left button."""

        def __init__(self, region: Region, turns: bool) -> None:
            super().__init__()
            self.region = region
            self.turns = turns

    def __init__(self, draw: Draw, *, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._draw_block = draw
        self._block = Block()
        self._lines: list[Line] = []

    def redraw(self) -> None:
        """Draw what has changed."""
        self._draw_at(self.size)
        self.refresh()

    def _draw_at(self, size: Size) -> None:
        self._block = self._draw_block(size.width, size.height)
        self._lines = self._block.lines(size.height)

    def on_resize(self, event: events.Resize) -> None:
        """Draw for the new size."""
        self._draw_at(event.size)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Return one line."""
        return to_strip(self._lines[y] if y < len(self._lines) else [], self.size.width)

    def on_click(self, event: events.Click) -> None:
        """Say what was clicked."""
        region = self._block.find(event.x, event.y)
        if region is not None:
            self.post_message(self.Clicked(region, event.button != 1))

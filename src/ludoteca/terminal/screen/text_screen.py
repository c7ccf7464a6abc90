"""Something to read over the whole screen: keys, rules, the log."""

from __future__ import annotations

from collections.abc import Callable

from textual import events
from textual.app import ComposeResult
from textual.screen import ModalScreen
from textual.widgets import Static

from ludoteca.core.text_board import Line
from ludoteca.terminal.screen.area import Area
from ludoteca.terminal.screen.block import Block
from ludoteca.terminal.texts import t

Write = Callable[[int], list[Line]]
"""Returns the lines for a width."""
END = 1 << 30
CLOSING = ("escape", "enter", "q", "f1", "question_mark", "space")


class TextScreen(ModalScreen[None]):
    """Lines that can be scrolled."""

    def __init__(self, title: str, write: Write, at_end: bool = False) -> None:
        """With `at_end`, begin with the last lines."""
        super().__init__()
        self._title = title
        self._write = write
        self._top = END if at_end else 0
        self._count = 0

    def compose(self) -> ComposeResult:
        """Show a title, the text and how to leave."""
        yield Static(self._title.ljust(self.app.size.width - 2), id="title", markup=False)
        yield Area(self._draw_text, id="table")
        yield Static(t("screen_text_keys"), id="keys", markup=False)

    def _draw_text(self, width: int, height: int) -> Block:
        lines = self._write(max(20, width - 2))
        self._count = len(lines)
        self._top = max(0, min(self._top, self._count - height))
        block = Block(width, height)
        for number, line in enumerate(lines[self._top : self._top + height]):
            block.write_line(1, number, line)
        return block

    def on_key(self, event: events.Key) -> None:
        """Scroll, or close."""
        event.stop()
        area = self.query_one(Area)
        page = max(1, area.size.height - 1)
        steps = {"up": -1, "down": 1, "pageup": -page, "pagedown": page, "home": -self._top, "end": self._count}
        if event.key in steps:
            self._top = max(0, self._top + steps[event.key])
            area.redraw()
        elif event.key in CLOSING:
            self.dismiss()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Scroll down."""
        self._top += 2
        self.query_one(Area).redraw()

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Scroll up."""
        self._top = max(0, self._top - 2)
        self.query_one(Area).redraw()

"""The command line: everything that can be typed in the line console, with completion and history."""

from __future__ import annotations

from collections.abc import Callable

from textual import events
from textual.suggester import Suggester
from textual.widgets import Input

Complete = Callable[[str], list[str]]
MAX_HISTORY = 100


class LineSuggester(Suggester):
    """Suggests the first line that a typed one may become."""

    def __init__(self, complete: Complete) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._complete = complete

    async def get_suggestion(self, value: str) -> str | None:
        """Return the suggestion for what was typed."""
        return next(iter(self._complete(value)), None) if value else None


class CommandLine(Input):
    """One line. Tab completes and then goes through what fits; up and down go through what was typed before."""

    def __init__(self, complete: Complete, *, id: str) -> None:  # noqa: A002 - Textual's name
        # The focus must not select what was typed ahead, or the next key would replace it.
        super().__init__(id=id, suggester=LineSuggester(complete), compact=True, select_on_focus=False)
        self._complete = complete
        self._history: list[str] = []
        self._position = 0
        self._candidates: list[str] = []

    def remember(self, line: str) -> None:
        """Add a line to the history."""
        if line and line not in self._history[-1:]:
            self._history = [*self._history, line][-MAX_HISTORY:]
        self._position = len(self._history)

    def forget(self) -> None:
        """Forget the history: another player is at the screen now."""
        self._history, self._position = [], 0

    async def on_key(self, event: events.Key) -> None:
        """Complete, or bring back a line."""
        if event.key == "tab":
            event.stop()
            event.prevent_default()
            self._next_candidate()
        elif event.key in ("up", "down") and self._history:
            event.stop()
            event.prevent_default()
            change = -1 if event.key == "up" else 1
            self._position = max(0, min(len(self._history), self._position + change))
            self.value = (*self._history, "")[self._position]
            self.cursor_position = len(self.value)
        elif event.key != "right":
            self._candidates = []

    async def type_ahead(self, event: events.Key) -> None:
        """Take a key that was pressed before the line had the focus, when somebody types faster than it opens."""
        if event.key == "tab":
            self._next_candidate()
        elif event.key == "enter":
            await self.action_submit()
        elif event.is_printable and event.character is not None:
            self.insert_text_at_cursor(event.character)

    def _next_candidate(self) -> None:
        if self.value not in self._candidates:
            self._candidates = self._complete(self.value)
            wanted = self._candidates[0] if self._candidates else self.value
        else:
            index = self._candidates.index(self.value) + 1
            wanted = self._candidates[index % len(self._candidates)]
        self.value = wanted
        self.cursor_position = len(wanted)

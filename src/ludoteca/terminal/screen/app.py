"""The application of Textual that all screens run in."""

from __future__ import annotations

import asyncio
import signal
from contextlib import suppress
from typing import ClassVar, TypeVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.screen import Screen

from ludoteca.core.errors import LudotecaError
from ludoteca.terminal.screen.block import Look

T = TypeVar("T")

MIN_WIDTH, MIN_HEIGHT = 56, 16
"""A smaller window shows one sentence."""


class LudotecaApp(App[T]):
    """Shows one screen in the colours of the terminal, without animations: a slow line should not be made to wait."""

    CSS = """
    Screen { layout: vertical; background: ansi_default; color: ansi_default; }
    ModalScreen { background: ansi_default; }
    #title { height: 1; text-style: reverse; padding: 0 1; text-wrap: nowrap; text-overflow: ellipsis; }
    #table { height: 1fr; }
    #status { height: 1; padding: 0 1; text-style: bold; text-wrap: nowrap; text-overflow: ellipsis; }
    #keys { height: 1; padding-left: 1; text-wrap: nowrap; }
    #command { height: 1; border: none; padding: 0 1; display: none; }
    .tall #status { height: 2; text-wrap: wrap; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "interrupt", show=False, priority=True),
    ]
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, first: Screen[None], *, look: Look | None = None) -> None:
        super().__init__(ansi_color=True)
        self.animation_level = "none"
        self.first = first
        self.error: LudotecaError | None = None
        """What ended the application."""
        self.was_interrupted = False
        self.look = look or Look(colours=not self.no_color)

    def on_mount(self) -> None:
        """Begin with the screen that was given."""
        self.theme = "ansi-dark"
        with suppress(NotImplementedError, RuntimeError, ValueError):  # Windows, or not the main thread
            asyncio.get_running_loop().add_signal_handler(signal.SIGINT, self.action_interrupt)
        self.push_screen(self.first)

    def fail(self, error: LudotecaError) -> None:
        """End with an error, which the command line shows."""
        self.error = error
        self.exit()

    def action_interrupt(self) -> None:
        """End at once: the room keeps the game, and the screen before this one comes back."""
        self.was_interrupted = True
        self.exit()


def run_app(app: LudotecaApp[T]) -> T | None:
    """Run an application to its end; raise what ended it."""
    result = app.run()
    if app.error is not None:
        raise app.error
    return result

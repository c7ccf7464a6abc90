"""Input and output of the line console: a real terminal, or a pipe at either end."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from textwrap import fill
from typing import Any, TextIO

from ludoteca.core.game import Game
from ludoteca.core.text_board import WIDTH, Line, draw_view, to_text
from ludoteca.terminal.colours import paint, supports_colour, supports_symbols
from ludoteca.terminal.texts import language

CLEAR_ALL = "\x1b[2J\x1b[3J\x1b[H"
"""Clears the screen and the scrollback."""


FULL_SCREEN = 17
"""A board of this many lines and what is printed around it fill a terminal of 24."""


class Terminal:
    """Reads and prints lines. If the input is a pipe, each line is echoed after its prompt, for a readable log."""

    def __init__(self, source: TextIO | None = None, output: TextIO | None = None) -> None:
        self._source = source or sys.stdin
        self._output = output or sys.stdout
        self._unread: list[str] = []
        self.coloured = supports_colour(self._output)
        self.symbols = supports_symbols(self._output)
        self.interactive = source is None and output is None and sys.stdin.isatty() and sys.stdout.isatty()

        if self.interactive:
            with suppress(ImportError):  # where it exists, input() gets editing and history
                import readline  # noqa: F401

    def print(self, text: str = "") -> None:
        """Print a text; at a real terminal, wrap lines that it would break within words."""
        if self.interactive:
            text = "\n".join(_wrap(line, self.width) for line in text.split("\n"))
        self._write(text)

    def print_board(self, game: Game[Any], view: dict[str, Any], names: Sequence[str] = ()) -> None:
        """Print the text board of a view between empty lines, in colour and with symbols where the output has them."""
        self.print_lines(draw_view(game, view, names, width=self.width, symbols=self.symbols, language=language()))

    def print_lines(self, lines: Iterable[Line]) -> None:
        """Print the lines of a text board between empty lines, unless it nearly fills a screen by itself."""
        drawn = list(lines)
        edge = "\n" if len(drawn) < FULL_SCREEN else ""
        self._write(f"{edge}{paint(drawn) if self.coloured else to_text(drawn)}{edge}")

    @property
    def width(self) -> int:
        """Characters in a line: those of a real terminal, or 80."""
        return shutil.get_terminal_size().columns if self.interactive else WIDTH

    def ask(self, prompt: str) -> str | None:
        """Read a line after the prompt; None at the end of input or on Ctrl-C."""
        if self._unread:
            line = self._unread.pop()
            self.print(prompt + line)
            return line
        if self.interactive:
            try:
                return input(prompt)
            except (EOFError, KeyboardInterrupt):
                self.print()
                return None
        print(prompt, end="", file=self._output, flush=True)
        line = self._source.readline()
        text = line.rstrip("\r\n")
        self.print(text)
        return text if line else None

    def put_back(self, line: str) -> None:
        """Let the next `ask` return this line."""
        self._unread.append(line)

    def clear(self) -> None:
        """Clear screen, scrollback and input history, so that nothing shown or typed can be brought back."""
        if self.interactive:
            print(CLEAR_ALL, end="", file=self._output, flush=True)
            with suppress(ImportError):
                import readline

                readline.clear_history()

    def _write(self, text: str) -> None:
        print(text, file=self._output)


def _wrap(line: str, width: int) -> str:
    return line if len(line) <= width else fill(line, width, break_long_words=False, break_on_hyphens=False)

"""Lines in, lines out: the whole of what the terminal does with the outside."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import TextIO

from ludoteca.terminal.colours import has_colour, paint

CLEAR_ALL = "\x1b[2J\x1b[3J\x1b[H"
"""Clears the screen and the scrollback."""


class Terminal:
    """A terminal, or a pipe at either end. In a pipe the line read is written after its prompt, for a readable log."""

    def __init__(self, source: TextIO | None = None, sink: TextIO | None = None) -> None:
        self._source = source or sys.stdin
        self._sink = sink or sys.stdout
        self._kept: list[str] = []
        self.coloured = has_colour(self._sink)
        self.interactive = source is None and sink is None and sys.stdin.isatty() and sys.stdout.isatty()

        if self.interactive:
            with suppress(ImportError):  # not everywhere; with it, input() has editing and history
                import readline  # noqa: F401

    def say(self, text: str = "") -> None:
        print(text, file=self._sink)

    def draw(self, board: str, colours: Mapping[str, str]) -> None:
        """A text board between empty lines, in the game's colours where they can be seen."""
        self.say(f"\n{paint(board, colours) if self.coloured else board}\n")

    def ask(self, prompt: str) -> str | None:
        """What is typed after the prompt; None at the end of input, or when the player presses Ctrl-C."""
        if self._kept:
            line = self._kept.pop()
            self.say(prompt + line)
            return line
        if self.interactive:
            try:
                return input(prompt)
            except (EOFError, KeyboardInterrupt):
                self.say()
                return None
        print(prompt, end="", file=self._sink, flush=True)
        line = self._source.readline()
        text = line.rstrip("\r\n")
        self.say(text)
        return text if line else None

    def put_back(self, line: str) -> None:
        """Have `ask` give this line next: it was meant for somebody else."""
        self._kept.append(line)

    def clear(self) -> None:
        """Nothing that was shown or typed can be brought back: not on the screen, by scrolling, or by arrow keys."""
        if self.interactive:
            print(CLEAR_ALL, end="", file=self._sink, flush=True)
            with suppress(ImportError):
                import readline

                readline.clear_history()

"""Lines typed while others come in: a thread reads, and what is said meanwhile leaves the line being typed whole."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from threading import Thread
from typing import Any

from ludoteca.terminal.terminal import Terminal

PROMPT = "> "
CLEAR_LINE = "\r\x1b[K"
CHUNK = 4096


class Prompt(Terminal):
    """The terminal, or a pipe at either end, of a conversation in which both sides speak when they like."""

    def __init__(self) -> None:
        super().__init__()
        self._typing = False
        """The prompt stands there, and perhaps something typed after it."""
        self._modes: list[Any] | None = None

    def listen(self, hear: Callable[[str | None], None]) -> None:
        """Hand every line on as it is typed; None at the end of input."""

        def read() -> None:
            for line in self._typed() if self.interactive else _piped():
                hear(line)
            hear(None)

        if self.interactive:
            self._prepare()
        Thread(target=read, name="typing", daemon=True).start()

    def say(self, text: str = "") -> None:
        if self._typing:
            text, end = f"{CLEAR_LINE}{text}", f"\n{PROMPT}{_so_far()}"
        else:
            end = "\n"
        print(text, end=end, file=self._sink, flush=True)

    def rest(self) -> None:
        """Leave the terminal as it was found, whatever is still being typed."""
        if self._typing:
            print(CLEAR_LINE, end="", file=self._sink, flush=True)
            self._typing = False
        if self._modes is not None:
            import termios

            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, self._modes)

    def _prepare(self) -> None:
        with suppress(ImportError):
            import termios

            self._modes = termios.tcgetattr(sys.stdin)
        with suppress(ImportError, AttributeError):
            import readline

            # Only once the prompt is there: before, the last line typed would be taken for one that is being typed.
            readline.set_pre_input_hook(self._prompted)

    def _prompted(self) -> None:
        self._typing = True

    def _typed(self) -> Iterator[str]:
        with suppress(EOFError):
            while True:
                line = input(PROMPT)
                self._typing = False
                yield line


def _so_far() -> str:
    try:
        import readline
    except ImportError:
        return ""
    return readline.get_line_buffer()


def _piped() -> Iterator[str]:
    """Lines of standard input, read past its buffer: that one is locked while somebody waits for more."""
    rest = b""
    with suppress(OSError):
        while chunk := os.read(sys.stdin.fileno(), CHUNK):
            *lines, rest = (rest + chunk).split(b"\n")
            yield from (_text(line) for line in lines)
    if rest:
        yield _text(rest)


def _text(line: bytes) -> str:
    return line.decode("utf-8", "replace").rstrip("\r")

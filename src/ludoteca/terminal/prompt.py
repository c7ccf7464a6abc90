"""A prompt that stays usable while messages arrive: a thread reads, and printing leaves the typed line intact."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import chain
from threading import Lock, Thread
from typing import Any

from ludoteca.terminal.terminal import Terminal

PROMPT = "> "
CLEAR_LINE = "\r\x1b[K"
CHUNK_BYTES = 4096


class Prompt(Terminal):
    """A terminal, or a pipe at either end, that reads and prints at the same time."""

    def __init__(self) -> None:
        super().__init__()
        self._prompt_shown = False
        self._printed_since = False
        """Whether something was printed while readline showed the prompt."""
        self._lock = Lock()
        self._piped_lines = _piped_lines()
        self._saved_modes: list[Any] | None = None

    def listen(self, on_line: Callable[[str | None], None], complete: Callable[[str], list[str]]) -> None:
        """Call `on_line` from a thread for every line typed, and with None at the end of input.

        `complete` returns the whole lines that a line may become, for the Tab key.
        """

        unread, self._unread = self._unread, []

        def read() -> None:
            for line in chain(unread, self._typed_lines() if self.interactive else self._piped_lines):
                on_line(line)
            on_line(None)

        if self.interactive:
            self._prepare(complete)
        Thread(target=read, name="prompt", daemon=True).start()

    def ask(self, prompt: str) -> str | None:
        """Read a line after the prompt, before `listen`; None at the end of input or on Ctrl-C."""
        if self.interactive:
            return super().ask(prompt)
        line = next(self._piped_lines, None)
        self.print(prompt + (line or ""))
        return line

    def _write(self, text: str) -> None:
        with self._lock:
            if self._prompt_shown:
                text, end = f"{CLEAR_LINE}{text}", f"\n{PROMPT}{_typed_so_far()}"
            else:
                end, self._printed_since = "\n", True
            print(text, end=end, file=self._output, flush=True)

    def restore(self) -> None:
        """Leave the terminal as it was found, even in the middle of a line."""
        if self._prompt_shown:
            print(CLEAR_LINE, end="", file=self._output, flush=True)
            self._prompt_shown = False
        if self._saved_modes is not None:
            import termios

            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, self._saved_modes)

    def _prepare(self, complete: Callable[[str], list[str]]) -> None:
        with suppress(ImportError):
            import termios

            self._saved_modes = termios.tcgetattr(sys.stdin)
        with suppress(ImportError, AttributeError):
            import readline

            # Not before the prompt is shown: until then readline's buffer still holds the previous line.
            readline.set_pre_input_hook(self._on_prompt)
            readline.set_completer_delims("")  # a candidate is a whole line
            readline.set_completer(lambda text, number: dict(enumerate(complete(text))).get(number))
            readline.parse_and_bind("tab: complete")

    def _on_prompt(self) -> None:
        with self._lock:
            self._prompt_shown = True
            if self._printed_since:  # perhaps after readline had shown the prompt, so show it again
                print(f"{CLEAR_LINE}{PROMPT}", end="", file=self._output, flush=True)

    def _typed_lines(self) -> Iterator[str]:
        with suppress(EOFError):
            while True:
                self._printed_since = False
                line = input(PROMPT)
                self._prompt_shown = False
                yield line


def _typed_so_far() -> str:
    try:
        import readline
    except ImportError:
        return ""
    return readline.get_line_buffer()


def _piped_lines() -> Iterator[str]:
    """Yield the lines of standard input. Bypasses sys.stdin, whose buffer is locked while a thread waits for it."""
    try:
        source = sys.stdin.fileno()
    except (OSError, ValueError, AttributeError):  # no file behind it, as in tests
        yield from (line.rstrip("\r\n") for line in sys.stdin)
        return
    rest = b""
    with suppress(OSError):
        while chunk := os.read(source, CHUNK_BYTES):
            *lines, rest = (rest + chunk).split(b"\n")
            yield from (_decode(line) for line in lines)
    if rest:
        yield _decode(rest)


def _decode(line: bytes) -> str:
    return line.decode("utf-8", "replace").rstrip("\r")

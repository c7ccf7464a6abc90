"""Run `ludoteca` in a process, with pipes or a real terminal at both ends."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
from contextlib import suppress
from pathlib import Path
from typing import Any

COMMAND = (sys.executable, "-c", "from ludoteca.cli import main; main()")
LIMIT_S = 30.0
"""Only against tests that would hang."""
CLEAR_ALL = "\x1b[2J\x1b[3J\x1b[H"


class TerminalProcess:
    """A process and everything it has written so far."""

    def __init__(
        self, *arguments: str, data: Path, tty: bool = False, plain: bool = True, env: dict[str, str] | None = None
    ) -> None:
        """With `tty`, run in a real terminal of 80x24 characters; without `plain`, on the full screen."""
        own = {"LUDOTECA_DATA": str(data), "PYTHONUTF8": "1", "TERM": "xterm", "NO_COLOR": "1"}
        env = {**os.environ, **own, **(env or {})}
        for name in ("COLUMNS", "LINES"):  # a terminal knows its own size
            env.pop(name, None)
        self.seen = ""
        self._from = 0
        command = (*COMMAND, *arguments, *(("--plain",) if tty and plain else ()))
        if tty:
            self.fd, given = pty.openpty()
            fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
            self._out = self.fd
            # The controlling terminal of the process, so that a typed Ctrl-C becomes a signal.
            self.process = subprocess.Popen(command, env=env, preexec_fn=lambda: os.login_tty(given))
            os.close(given)
            return
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        self.process = subprocess.Popen(command, env=env, **pipes)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.fd, self._out = self.process.stdin.fileno(), self.process.stdout.fileno()

    def type(self, *lines: str) -> None:
        self.press("".join(f"{line}\n" for line in lines))

    def press(self, keys: str) -> None:
        os.write(self.fd, keys.encode())

    def until(self, wanted: str) -> str:
        """Read until this text appears; return what is new, up to and including it."""
        while (found := self.seen.find(wanted, self._from)) < 0:
            assert self._read(), f"{wanted!r} is not in:\n{self.seen}"
        since, self._from = self._from, found + len(wanted)
        return self.seen[since : self._from]

    @property
    def screen(self) -> str:
        """What is still on the screen or in the scrollback."""
        return self.seen.rpartition(CLEAR_ALL)[2]

    def end_input(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()

    def end(self) -> int:
        """Wait for the process to end; return its exit status."""
        with suppress(OSError):  # a terminal whose other end is closed
            while self._read():
                pass
        return self.process.wait(LIMIT_S)

    def ends(self, within_s: float) -> bool:
        """Return whether the process ends before it has been silent for this long."""
        with suppress(OSError):
            while select.select([self._out], [], [], within_s)[0]:
                if not self._read():
                    return True
            return False
        return True

    def _read(self) -> bool:
        assert select.select([self._out], [], [], LIMIT_S)[0], f"silence after:\n{self.seen}"
        more = os.read(self._out, 4096).decode(errors="replace")
        self.seen += more
        return bool(more)

    def close(self) -> None:
        self.process.kill()
        self.process.wait(LIMIT_S)
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                pipe.close()
        if self.process.stdin is None:
            os.close(self.fd)

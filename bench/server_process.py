"""A server in a process of its own, and how much processor time and memory it takes."""

from __future__ import annotations

import contextlib
import os
import signal
import socket as sockets
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")


@dataclass
class Server:
    """A server process, with its CPU time and memory."""

    process: subprocess.Popen[str]
    port: int

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def cpu_s(self) -> float:
        """Return the processor time of its threads."""
        return cpu_s(self.process.pid)

    def memory(self) -> int:
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * PAGE_BYTES


def cpu_s(pid: int) -> float:
    """Return a process's processor time, exact to the nanosecond: a round is too short for the kernel's ticks."""
    threads = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9


@contextlib.contextmanager
def running(command: Sequence[str], *arguments: str, folder: Path | None = None) -> Iterator[Server]:
    """Run a server that takes a free port and these arguments, and says a line when it is ready."""
    with sockets.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen([*command, str(port), *arguments], stdout=subprocess.PIPE, text=True, cwd=folder)
    try:
        if process.stdout is not None:
            process.stdout.readline()
        yield Server(process, port)
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()


def server(module: str, *arguments: str) -> contextlib.AbstractContextManager[Server]:
    """Run a server of this folder."""
    return running([sys.executable, "-m", module], *arguments)

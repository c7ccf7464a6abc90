"""A worker process and the pipes to it."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from asyncio import StreamReader, StreamWriter
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final, Protocol, cast

LONGEST_LINE: Final = 1 << 24


class Worker(Protocol):
    """A worker answers one request at a time. Tests use workers that are no processes."""

    @property
    def pid(self) -> int: ...

    def alive(self) -> bool: ...

    def kill(self) -> None: ...

    async def ended(self) -> object:
        """Wait until the worker has ended."""
        ...

    async def ask(self, line: bytes) -> Any:
        """Send a request and return the answer; EOFError if the worker dies."""
        ...


class WorkerProcess:
    """A worker in its own process and session."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._to, self._from = cast(StreamWriter, process.stdin), cast(StreamReader, process.stdout)

    @property
    def pid(self) -> int:
        return self._process.pid

    def alive(self) -> bool:
        return self._process.returncode is None

    def kill(self) -> None:
        """Kill the process and its children; a child that lived on would hold our pipe open."""
        if self.alive():
            with suppress(OSError):
                if sys.platform == "win32":
                    self._process.kill()
                else:
                    os.killpg(self._process.pid, signal.SIGKILL)

    async def ended(self) -> int:
        return await self._process.wait()

    async def ask(self, line: bytes) -> Any:
        self._to.write(line)
        await self._to.drain()
        answer = await self._from.readline()
        if not answer.endswith(b"\n"):
            raise EOFError
        return json.loads(answer)


async def start_process(command: Sequence[str]) -> Worker:
    """Start a worker process; OSError if that fails."""
    process = await asyncio.create_subprocess_exec(
        *command,
        stdin=PIPE,
        stdout=PIPE,
        limit=LONGEST_LINE,
        # Ctrl-C in the terminal must reach only the server, which then closes its workers.
        start_new_session=True,
        creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
    )
    return WorkerProcess(process)

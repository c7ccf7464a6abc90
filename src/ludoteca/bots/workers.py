"""The pool of worker processes in which bots think, asked from asyncio.

A bot may take long, crash or never end; none of that may hold up a table. So it thinks in a process of its own, which
is handed JSON and a redealt position, has a limit, and is replaced when it dies or gets stuck.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import subprocess
import sys
from asyncio import StreamReader, StreamWriter
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, TypeVar, cast

from ludoteca.core.errors import LudotecaError
from ludoteca.core.game import Game, Json
from ludoteca.core.generator import Random
from ludoteca.core.state import State, imagine
from ludoteca.core.words import News, Refusal

S = TypeVar("S", bound=State)

# -P: a worker finds the modules of the installation, not files that lie where the server was started.
COMMAND: Final = (sys.executable, "-P", "-m", "ludoteca.bots.worker")
LONGEST_LINE: Final = 1 << 24
CLOSED: Final = "The workers are closed."

log = logging.getLogger(__name__)


class WorkerFailed(LudotecaError):
    """No worker gave a move, however often it was asked; the sentence says what became of the last try."""


class _NoMove(Exception):
    """One try that came to nothing."""


def question(game: Game[S], state: S, seat: int, level: int | str, seed: str) -> Json:
    """What a worker is asked: the one place where a position is written for a bot, dealt anew for its seat.

    `seed` is the bot's own chance and goes to the worker: it must have nothing to do with the game's.
    """
    # Other chance than the worker's, or what is drawn there would follow from what was dealt here.
    imagined = imagine(state, seat, Random(f"{seed} deal"))
    return {"game": game.name, "position": game.position(imagined), "seat": seat, "level": level, "seed": seed}


@dataclass(frozen=True)
class Advice:
    """A move, and what speaks for it."""

    move: str
    why: list[News]


class Workers:
    """Workers, started when they are first needed; more questions than workers wait in line."""

    def __init__(
        self,
        count: int | None = None,
        limit_s: float = 30.0,
        tries: int = 3,
        command: Sequence[str] | None = None,
    ) -> None:
        self._count = max(1, cores() - 1) if count is None else count
        self._limit_s = limit_s
        self._tries = tries
        self._command = tuple(command or COMMAND)
        self._open = False
        self._asked = 0
        self._turns = asyncio.Semaphore(self._count)
        self._idle: list[_Worker] = []
        self._all: list[_Worker] = []

    async def start(self) -> None:
        """Open for questions. No process is started before it is needed."""
        self._open = True

    def pids(self) -> list[int]:
        """The processes that are alive now."""
        return [worker.process.pid for worker in self._all if worker.alive()]

    async def ask(self, question: Json) -> str:
        """The move, as text, that a bot gives for a `question`."""
        return str((await self._ask(question))["move"])

    async def advise(self, question: Json) -> Advice:
        """The move with its reasons."""
        answer = await self._ask({**question, "why": True})
        return Advice(str(answer["move"]), [News(code, params) for code, params in answer.get("why", [])])

    async def _ask(self, question: Json) -> Json:
        self._asked += 1
        number = self._asked
        line = json.dumps({**question, "id": number}).encode() + b"\n"
        reason, tried = CLOSED, 0
        async with self._turns:
            while self._open and tried < self._tries:
                tried += 1
                try:
                    return await self._try(number, line)
                except _NoMove as failure:
                    reason = str(failure)
                    log.warning("A bot of %s gave no move: %s", question.get("game"), reason)
        if not self._open:
            reason = CLOSED
        raise WorkerFailed(Refusal("bot_failed", {"game": question.get("game"), "tries": tried, "reason": reason}))

    async def close(self) -> None:
        """Kill all workers and wait for their end; whoever still waits for a move gets WorkerFailed."""
        if not self._open:
            return
        self._open = False
        for worker in self._all:
            worker.kill()
        # Whoever has a turn, or waits for one before us, finds the pool closed; with all turns ours, nobody is left.
        for _ in range(self._count):
            await self._turns.acquire()
        for worker in self._all:
            worker.kill()
            await worker.process.wait()
        self._idle, self._all = [], []
        for _ in range(self._count):
            self._turns.release()

    async def _try(self, number: int, line: bytes) -> Json:
        worker = await self._take()
        try:
            answer = await self._answer(worker, number, line)
        except BaseException:  # cancelled as well: its late answer must not be taken for that to another question
            worker.kill()
            raise
        self._idle.append(worker)
        if isinstance(answer.get("move"), str):
            return answer
        raise _NoMove(str(answer.get("error")))

    async def _answer(self, worker: _Worker, number: int, line: bytes) -> Json:
        if not self._open:  # closed while this worker was being started
            raise _NoMove(CLOSED)
        try:
            async with asyncio.timeout(self._limit_s):
                answer = await worker.say(line)
        except TimeoutError:
            raise _NoMove(f"No answer within {self._limit_s:g} seconds.") from None
        except (OSError, ValueError, RuntimeError) as error:  # a broken pipe or a broken line
            raise _NoMove(f"The worker failed ({type(error).__name__}).") from error
        if not isinstance(answer, dict) or answer.get("id") != number:
            raise _NoMove("The worker answered something else.")
        return answer

    async def _take(self) -> _Worker:
        """An idle worker that is still alive, or a new one; the caller holds a turn, so there are never too many."""
        while self._idle:
            worker = self._idle.pop()
            if worker.alive():
                return worker
        self._all = [worker for worker in self._all if worker.alive()]
        try:
            process = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=PIPE,
                stdout=PIPE,
                limit=LONGEST_LINE,
                # Ctrl-C in the terminal is for the server alone, which then closes its workers.
                start_new_session=True,
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
            )
        except OSError as error:
            raise _NoMove(f"No worker could be started ({error.strerror}).") from error
        worker = _Worker(process)
        self._all.append(worker)
        return worker


class _Worker:
    """One process and the pipes to it."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self._to, self._from = cast(StreamWriter, process.stdin), cast(StreamReader, process.stdout)

    def alive(self) -> bool:
        return self.process.returncode is None

    def kill(self) -> None:
        """With all that it may have started itself, for a child that lives on would hold our pipe open."""
        if self.alive():
            with suppress(OSError):
                if sys.platform == "win32":
                    self.process.kill()
                else:
                    os.killpg(self.process.pid, signal.SIGKILL)

    async def say(self, line: bytes) -> Any:
        self._to.write(line)
        await self._to.drain()
        answer = await self._from.readline()
        if not answer.endswith(b"\n"):
            raise _NoMove("The worker died.")
        return json.loads(answer)


def cores() -> int:
    """Those that this process may use: a container may have fewer than the machine."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

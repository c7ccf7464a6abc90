"""The worker processes in which bots think, asked from asyncio.

A bot may take long, crash or never end; none of that may hold up a table. So it thinks in a process of its own, which
is handed JSON and a redealt position, has a limit, and is replaced when it dies or gets stuck. Bots that think briefly
have a process that the others never occupy, so they never wait for those.
"""

from __future__ import annotations

import json
import logging
import os
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeVar

from ludoteca.bots.fair_queue import Requester
from ludoteca.bots.process import Worker, start_process
from ludoteca.bots.worker_pool import CLOSED, QueueFull, WorkerError, WorkerPool, WorkerTimeout
from ludoteca.core.errors import LudotecaError
from ludoteca.core.game import Game, Json
from ludoteca.core.generator import Random
from ludoteca.core.state import State, determinize
from ludoteca.core.translations import Refusal, Text

S = TypeVar("S", bound=State)

# -P: a worker finds the modules of the installation, not files that lie where the server was started.
COMMAND: Final = (sys.executable, "-P", "-m", "ludoteca.bots.worker")
QUICK_NICE: Final = 5
SLOW_NICE: Final = 10
"""How much a worker steps back behind the server; quick bots come before slow ones here too."""
QUICK_LIMIT_S: Final = 5.0
"""The longest that the quick worker is waited for; then the request goes to the slow ones."""
QUICK_CPU_S: Final = 0.25
"""A level that needs more for a move is not quick, whatever it declares."""
STRIKES: Final = 2
"""How often in a row it may need more before it counts as slow for as long as this process runs."""
MOST_WAITING: Final = 256

log = logging.getLogger(__name__)


class WorkerFailed(LudotecaError):
    """No worker gave a move, however often it was asked; the sentence says what became of the last try."""


class WorkersBusy(WorkerFailed):
    """Too many questions of one client wait already."""


def make_request(game: Game[S], state: S, seat: int, level: int | str, seed: str) -> Json:
    """What a worker is asked: the one place where a position is written for a bot, dealt anew for its seat.

    `seed` is the bot's own chance and goes to the worker: it must have nothing to do with the game's.
    """
    # Other chance than the worker's, or what is drawn there would follow from what was dealt here.
    determinized = determinize(state, seat, Random(f"{seed} deal"))
    return {
        "game": game.name,
        "position": game.write_position(determinized),
        "seat": seat,
        "level": level,
        "seed": seed,
        "quick": game.bot(level).is_quick,
    }


@dataclass(frozen=True)
class Advice:
    """A move, and what speaks for it."""

    move: str
    explanations: list[Text]


class Workers:
    """Slow bots share `count` workers, quick ones have one of their own; more questions wait in fair order."""

    def __init__(
        self,
        count: int | None = None,
        limit_s: float = 30.0,
        tries: int = 3,
        command: Sequence[str] | None = None,
        most_waiting: int = MOST_WAITING,
        start: Callable[[Sequence[str]], Awaitable[Worker]] = start_process,
    ) -> None:
        """`most_waiting` is per client and pool; `start` makes a worker from a command."""
        self._tries = tries
        self._most_waiting = most_waiting
        command = tuple(command or COMMAND)
        slow, quick = (partial(start, (*command, str(nice))) for nice in (SLOW_NICE, QUICK_NICE))
        self._slow = WorkerPool(max(1, cores() - 1) if count is None else count, limit_s, most_waiting, slow)
        self._quick = WorkerPool(1, min(limit_s, QUICK_LIMIT_S), most_waiting, quick)
        self._pools = (self._quick, self._slow)
        self._strikes: Counter[tuple[str, str]] = Counter()
        """Per game and level: how often in a row it was not as quick as it declares."""
        self._open = False
        self._asked = 0

    async def start(self) -> None:
        """Open for questions. No process is started before it is needed."""
        self._open = True
        for pool in self._pools:
            pool.open()

    def pids(self) -> list[int]:
        """The processes that are alive now."""
        return [pid for pool in self._pools for pid in pool.pids()]

    async def ask(self, request: Json, requester: Requester | None = None) -> str:
        """The move, as text, that a bot gives for a `request`. Without a requester it is of a room of its own."""
        return str((await self._ask(request, requester))["move"])

    async def advise(self, request: Json, requester: Requester | None = None) -> Advice:
        """The move with its reasons."""
        answer = await self._ask({**request, "explain": True}, requester)
        return Advice(str(answer["move"]), [Text(code, params) for code, params in answer.get("explanations", [])])

    async def close(self) -> None:
        """Kill all workers and wait for their end; whoever still waits for a move gets WorkerFailed."""
        if self._open:
            self._open = False
            for pool in self._pools:
                await pool.close()

    async def _ask(self, request: Json, requester: Requester | None) -> Json:
        self._asked += 1
        number = self._asked
        requester = requester or Requester("", f"request {number}")
        line = json.dumps({**request, "id": number}).encode() + b"\n"
        name = (str(request.get("game")), str(request.get("level")))
        quick = bool(request.get("quick")) and self._strikes[name] < STRIKES
        reason, tried = CLOSED, 0
        try:
            for pool in self._pools if quick else (self._slow,):
                if tried == self._tries:
                    break
                async with pool.turn(requester):
                    while self._open and tried < self._tries:
                        tried += 1
                        try:
                            return await self._try(pool, number, line, name)
                        except WorkerError as failure:
                            reason = str(failure)
                            log.warning("A bot of %s gave no move: %s", request.get("game"), reason)
                            if isinstance(failure, WorkerTimeout) and pool is self._quick:
                                break  # the slow ones have more time
        except WorkerError as closed:
            reason = str(closed)
        except QueueFull:
            raise WorkersBusy(Refusal("bots_busy", {"high": self._most_waiting})) from None
        if not self._open:
            reason = CLOSED
        raise WorkerFailed(Refusal("bot_failed", {"game": request.get("game"), "tries": tried, "reason": reason}))

    async def _try(self, pool: WorkerPool, number: int, line: bytes, name: tuple[str, str]) -> Json:
        """One try by whoever has the turn; WorkerError says why it came to nothing."""
        try:
            answer = await pool.ask(number, line)
        except WorkerTimeout:
            if pool is self._quick:
                self._judge(name, too_long=True)
            raise
        if pool is self._quick:
            self._judge(name, too_long=float(answer.get("cpu_s", 0.0)) > QUICK_CPU_S)
        if isinstance(answer.get("move"), str):
            return answer
        raise WorkerError(str(answer.get("error")))

    def _judge(self, name: tuple[str, str], too_long: bool) -> None:
        """Keep the quick worker for those who are as quick as they declare."""
        if not too_long:
            self._strikes.pop(name, None)
            return
        self._strikes[name] += 1
        if self._strikes[name] == STRIKES:
            log.warning("Level %s of %s thinks too long for a quick one; from now on it is a slow one.", *name[::-1])


def cores() -> int:
    """Those that this process may use: a container may have fewer than the machine."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

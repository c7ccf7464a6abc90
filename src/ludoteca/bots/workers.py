"""Ask bots for moves in worker processes, from asyncio.

A bot may take long, crash or hang; none of that may hold up a room. So it thinks in a separate process, which gets JSON
with a determinized position, has a time limit, and is replaced when it dies or hangs. Quick bots have a process of
their own and never wait for slow ones.
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

# -P: import from the installation, not from the folder where the server was started.
COMMAND: Final = (sys.executable, "-P", "-m", "ludoteca.bots.worker")
QUICK_NICE: Final = 5
SLOW_NICE: Final = 10
"""The nice values of workers: the server comes first, then quick bots, then slow ones."""
QUICK_LIMIT_S: Final = 5.0
"""After this time without an answer from the quick worker, a slow one gets the request."""
QUICK_CPU_S: Final = 0.25
"""A level that uses more CPU time for a move is not quick, whatever it declares."""
STRIKES: Final = 2
"""How often in a row a level may use more before it counts as slow until the server restarts."""
MOST_WAITING: Final = 256

log = logging.getLogger(__name__)


class WorkerFailed(LudotecaError):
    """All tries to get a move failed; the sentence says how the last one did."""


class WorkersBusy(WorkerFailed):
    """Too many requests of one client wait already."""


def make_request(game: Game[S], state: S, seat: int, level: int | str, seed: str) -> Json:
    """Return the request for a worker. This is the only place that writes a position for a bot, determinized.

    `seed` is for the bot's own generator and goes to the worker; it must not depend on the game's seed.
    """
    # A seed of its own, so that the worker's draws do not follow from this deal.
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
    """A move and why it is good."""

    move: str
    explanations: list[Text]


class Workers:
    """Slow bots share `count` workers, quick ones have one of their own; requests wait in fair queues."""

    def __init__(
        self,
        count: int | None = None,
        limit_s: float = 30.0,
        tries: int = 3,
        command: Sequence[str] | None = None,
        most_waiting: int = MOST_WAITING,
        start: Callable[[Sequence[str]], Awaitable[Worker]] = start_process,
    ) -> None:
        """Set up the pools. `most_waiting` is per client and pool; `start` makes a worker from a command."""
        self._tries = tries
        self._most_waiting = most_waiting
        command = tuple(command or COMMAND)
        slow, quick = (partial(start, (*command, str(nice))) for nice in (SLOW_NICE, QUICK_NICE))
        self._slow = WorkerPool(max(1, cores() - 1) if count is None else count, limit_s, most_waiting, slow)
        self._quick = WorkerPool(1, min(limit_s, QUICK_LIMIT_S), most_waiting, quick)
        self._pools = (self._quick, self._slow)
        self._strikes: Counter[tuple[str, str]] = Counter()
        """How often in a row a level was slower than it declares, by game and level."""
        self._open = False
        self._asked = 0

    async def start(self) -> None:
        """Accept requests. Processes start on demand."""
        self._open = True
        for pool in self._pools:
            pool.open()

    def pids(self) -> list[int]:
        """Return the ids of the processes that are alive."""
        return [pid for pool in self._pools for pid in pool.pids()]

    async def ask(self, request: Json, requester: Requester | None = None) -> str:
        """Return the bot's move, as text. Without a requester the request counts as one of its own room."""
        return str((await self._ask(request, requester))["move"])

    async def advise(self, request: Json, requester: Requester | None = None) -> Advice:
        """Return the bot's move and why it is good."""
        answer = await self._ask({**request, "explain": True}, requester)
        return Advice(str(answer["move"]), [Text(code, params) for code, params in answer.get("explanations", [])])

    async def close(self) -> None:
        """Kill all workers and wait for their end; requests that still wait fail with WorkerFailed."""
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
                                break  # slow workers have more time
        except WorkerError as closed:
            reason = str(closed)
        except QueueFull:
            raise WorkersBusy(Refusal("bots_busy", {"high": self._most_waiting})) from None
        if not self._open:
            reason = CLOSED
        raise WorkerFailed(Refusal("bot_failed", {"game": request.get("game"), "tries": tried, "reason": reason}))

    async def _try(self, pool: WorkerPool, number: int, line: bytes, name: tuple[str, str]) -> Json:
        """Ask once, with a turn; WorkerError says why there is no move."""
        try:
            answer = await pool.ask(number, line)
        except WorkerTimeout:
            if pool is self._quick:
                self._count_slow(name, too_slow=True)
            raise
        if pool is self._quick:
            self._count_slow(name, too_slow=float(answer.get("cpu_s", 0.0)) > QUICK_CPU_S)
        if isinstance(answer.get("move"), str):
            return answer
        raise WorkerError(str(answer.get("error")))

    def _count_slow(self, name: tuple[str, str], too_slow: bool) -> None:
        """Count how often a level was too slow for the quick worker."""
        if not too_slow:
            self._strikes.pop(name, None)
            return
        self._strikes[name] += 1
        if self._strikes[name] == STRIKES:
            log.warning("Level %s of %s is too slow for the quick worker; slow ones take over.", *name[::-1])


def cores() -> int:
    """Return the number of cores this process may use; a container may have fewer than the machine."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

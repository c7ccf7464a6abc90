"""Ask bots for moves in worker processes, from asyncio.

A bot may take long, crash or hang; none of that may hold up a room. So it thinks in a separate process, which gets JSON
with a determinized position, has a time limit, and is replaced when it dies or hangs. Quick bots have a process of
their own and never wait for slow ones. If there are workers on other machines, they are asked first.
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
from ludoteca.bots.remote_workers import MOST_OPEN, RemoteWorker, RemoteWorkers
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
    """Return the request for a bot's move."""
    return {**_describe_position(game, state, seat, seed), "level": level, "quick": game.find_bot(level).is_quick}


def make_list_request(game: Game[S], state: S, seat: int, text: str, seed: str) -> Json:
    """Return the request for a list of a seat's legal moves. They depend only on what the seat sees."""
    return {**_describe_position(game, state, seat, seed), "contains": text, "quick": True}


def _describe_position(game: Game[S], state: S, seat: int, seed: str) -> Json:
    """Return what a worker learns of a position. This is the only place that writes one for a worker, determinized.

    `seed` is for the worker's own generator; it must not depend on the game's seed.
    """
    # A seed of its own, so that the worker's draws do not follow from this deal.
    determinized = determinize(state, seat, Random(f"{seed} deal"))
    return {"game": game.name, "position": game.write_position(determinized), "seat": seat, "seed": seed}


@dataclass(frozen=True)
class MoveList:
    """Some of the legal moves, how many were found, and how many legal moves there are."""

    moves: list[str]
    found: int
    total: int


@dataclass(frozen=True)
class Advice:
    """A move and why it is good."""

    move: str
    explanations: list[Text]


@dataclass(frozen=True)
class Hint:
    """The best move and, where there is another legal one, the second best."""

    best: Advice
    second: Advice | None


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
        remote: RemoteWorkers | None = None,
    ) -> None:
        """Set up the pools. `most_waiting` is per client and pool; `start` makes a worker from a command."""
        self._tries = tries
        self._most_waiting = most_waiting
        command = tuple(command or COMMAND)
        start_slow, start_quick = (partial(start, (*command, str(nice))) for nice in (SLOW_NICE, QUICK_NICE))
        self._slow = WorkerPool(slow_processes() if count is None else count, limit_s, most_waiting, start_slow)
        self._quick = WorkerPool(1, min(limit_s, QUICK_LIMIT_S), most_waiting, start_quick)
        self._pools = (self._quick, self._slow)
        self._remote = remote
        self._remote_pools: dict[bool, WorkerPool] = {}
        """By whether they are for quick levels; none without workers on other machines."""
        if remote is not None:
            for quick, pool in ((True, self._quick), (False, self._slow)):
                start_job = partial(_start_remote, remote, quick)
                self._remote_pools[quick] = WorkerPool(MOST_OPEN, pool.limit_s, most_waiting, start_job)
        self._strikes: Counter[tuple[str, str]] = Counter()
        """How often in a row a level was slower than it declares, by game and level."""
        self._open = False
        self._asked = 0

    async def start(self) -> None:
        """Accept requests. Processes start on demand."""
        self._open = True
        for pool in (*self._pools, *self._remote_pools.values()):
            pool.open()
        if self._remote is not None:
            await self._remote.start()

    def pids(self) -> list[int]:
        """Return the ids of the processes that are alive."""
        return [pid for pool in self._pools for pid in pool.pids()]

    def waiting(self) -> int:
        """Count the requests that wait for a worker."""
        return sum(pool.waiting() for pool in (*self._pools, *self._remote_pools.values()))

    def remote_count(self) -> int:
        """Count the living workers on other machines."""
        return 0 if self._remote is None else self._remote.worker_count

    async def ask(self, request: Json, requester: Requester | None = None) -> str:
        """Return the bot's move, as text. Without a requester the request counts as one of its own room."""
        return str((await self.think(request, requester))["move"])

    async def advise(self, request: Json, requester: Requester | None = None) -> Advice:
        """Return the bot's move and why it is good."""
        return _read_advice(await self.think({**request, "explain": True}, requester))

    async def hint(self, request: Json, requester: Requester | None = None) -> Hint:
        """Return the bot's two best moves and why they are good, found by one search."""
        # Ranking may take longer than moving: a quick level must not be called slow for it.
        answer = await self.think({**request, "explain": True, "second": True, "quick": False}, requester)
        second = answer.get("second")
        return Hint(_read_advice(answer), None if second is None else _read_advice(second))

    async def list_moves(self, request: Json, requester: Requester | None = None) -> MoveList:
        """Return the first of the legal moves that a request asks for."""
        answer = await self.think(request, requester)
        return MoveList([str(move) for move in answer["moves"]], int(answer["found"]), int(answer["total"]))

    async def close(self) -> None:
        """Kill all workers and wait for their end; requests that still wait fail with WorkerFailed."""
        if self._open:
            self._open = False
            if self._remote is not None:
                await self._remote.close()
            for pool in (*self._pools, *self._remote_pools.values()):
                await pool.close()

    async def think(self, request: Json, requester: Requester | None = None) -> Json:
        """Return a worker's answer to a request; WorkerFailed says why there is none."""
        self._asked += 1
        number = self._asked
        requester = requester or Requester("", f"request {number}")
        line = json.dumps({**request, "id": number}).encode() + b"\n"
        name = (str(request.get("game")), str(request.get("level")))
        quick = bool(request.get("quick")) and self._strikes[name] < STRIKES
        reason, tried = CLOSED, 0
        try:
            if (found := await self._ask_remote(request, requester, number, line, quick)) is not None:
                return found
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

    async def _ask_remote(
        self, request: Json, requester: Requester, number: int, line: bytes, quick: bool
    ) -> Json | None:
        """Return the answer of a worker on another machine; None if there is no such worker, or no answer."""
        if self._remote is None or not self._remote.has_worker(request):
            return None
        if quick and self._quick.has_free_worker:  # a quick thought costs less than a job
            return None
        pool = self._remote_pools[quick]
        try:
            async with pool.turn(requester):
                return await pool.ask(number, line)
        except WorkerError as failure:
            if self._open:
                log.info("This node thinks itself about a move in %s: %s", request.get("game"), failure)
            return None

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
        if "error" not in answer and ("move" in answer or "moves" in answer):
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


def _read_advice(answer: Json) -> Advice:
    return Advice(str(answer["move"]), [Text(code, params) for code, params in answer.get("explanations", [])])


async def _start_remote(remote: RemoteWorkers, quick: bool) -> Worker:
    return RemoteWorker(remote, quick)


def slow_processes() -> int:
    """Return how many processes may think about slow levels at a time: one core stays free."""
    return max(1, cores() - 1)


def cores() -> int:
    """Return the number of cores this process may use; a container may have fewer than the machine."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

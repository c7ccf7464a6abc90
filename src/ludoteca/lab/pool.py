"""The arena's worker processes.

They run with lower priority, leave Ctrl-C to the parent, and end with it, however it ends. Which worker plays a deal,
and when, changes nothing: all randomness comes from the deal's own seed.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Final

from ludoteca.core.errors import LudotecaError
from ludoteca.core.translations import Refusal
from ludoteca.lab.pairings import Contest, DealResult, Pairing

NICENESS: Final = 10
MAX_ERROR_LENGTH: Final = 500


class ArenaFailed(LudotecaError):
    """A deal could not be played to its end."""


def play_all(
    contest: Contest, pairings: Iterator[Pairing], processes: int
) -> Generator[tuple[Pairing, DealResult], None, None]:
    """Yield the deals in the order in which they end; takes a pairing only when a worker is free."""
    workers: list[BaseProcess] = []
    idle: list[Connection] = []
    busy: dict[Connection, Pairing] = {}
    try:
        while True:
            while (idle or len(workers) < processes) and (pairing := next(pairings, None)) is not None:
                connection = idle.pop() if idle else _start(contest, workers)
                with suppress(OSError):  # a dead worker is noticed below
                    connection.send(pairing)
                busy[connection] = pairing
            if not busy:
                return
            ready = wait(list(busy))
            for connection in [connection for connection in busy if connection in ready]:
                pairing = busy.pop(connection)
                yield pairing, _receive(connection, pairing)
                idle.append(connection)
    finally:
        for worker in workers:
            worker.kill()
        for worker in workers:
            worker.join()


def _receive(connection: Connection, pairing: Pairing) -> DealResult:
    try:
        answer = connection.recv()
    except (EOFError, OSError):
        answer = "Its process died."
    if isinstance(answer, DealResult):
        return answer
    params = {"number": pairing.number, "a": pairing.a, "b": pairing.b, "reason": answer}
    raise ArenaFailed(Refusal("arena_failed", params))


def _start(contest: Contest, workers: list[BaseProcess]) -> Connection:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    worker = context.Process(target=_work, args=(contest, theirs), daemon=True)
    with _sigint_blocked():
        worker.start()
        workers.append(worker)
    theirs.close()
    return ours


@contextmanager
def _sigint_blocked() -> Iterator[None]:
    """Start processes that never see Ctrl-C, not even while they start; it reaches us a little later."""
    if sys.platform == "win32":
        yield
        return
    resource_tracker.ensure_running()  # now: starting it later would lift the mask
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(contest: Contest, connection: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with suppress(EOFError, OSError):  # the parent is gone
        while True:
            connection.send(_play(contest, connection.recv()))


def _play(contest: Contest, pairing: Pairing) -> DealResult | str:
    """Return the deal, or a sentence that says why it failed."""
    try:
        return contest.play(pairing)
    except LudotecaError as error:
        return error.sentence
    except Exception as error:  # in a bot of some game
        return f"A bot failed ({type(error).__name__}: {str(error)[:MAX_ERROR_LENGTH]})."


def _end_with_parent() -> None:
    """Exit with the parent; runs in a thread, so that it works while a bot thinks."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)

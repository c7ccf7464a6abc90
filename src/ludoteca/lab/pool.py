"""The processes in which the arena plays, as many as the machine has cores.

They are niced, leave Ctrl-C to the one who started them, and end with it, however it ends. Which of them plays a deal,
and when, changes nothing: all chance comes from the deal's own seed.
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
from ludoteca.lab.pairings import Contest, Deal, Task

NICER: Final = 10
LONGEST_ERROR: Final = 500


class ArenaFailed(LudotecaError):
    """A deal could not be played to its end."""


def play_all(contest: Contest, tasks: Iterator[Task], processes: int) -> Generator[tuple[Task, Deal], None, None]:
    """The deals in the order in which they end; a task is taken only when there is a process for it."""
    workers: list[BaseProcess] = []
    idle: list[Connection] = []
    busy: dict[Connection, Task] = {}
    try:
        while True:
            while (idle or len(workers) < processes) and (task := next(tasks, None)) is not None:
                line = idle.pop() if idle else _start(contest, workers)
                with suppress(OSError):  # a process that has died is noticed below
                    line.send(task)
                busy[line] = task
            if not busy:
                return
            ready = wait(list(busy))
            for line in [line for line in busy if line in ready]:
                task = busy.pop(line)
                yield task, _received(line, task)
                idle.append(line)
    finally:
        for worker in workers:
            worker.kill()
        for worker in workers:
            worker.join()


def _received(line: Connection, task: Task) -> Deal:
    try:
        answer = line.recv()
    except (EOFError, OSError):
        answer = "Its process died."
    if isinstance(answer, Deal):
        return answer
    params = {"number": task.number, "a": task.a, "b": task.b, "reason": answer}
    raise ArenaFailed(Refusal("arena_failed", params))


def _start(contest: Contest, workers: list[BaseProcess]) -> Connection:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    worker = context.Process(target=_work, args=(contest, theirs), daemon=True)
    with _deaf():
        worker.start()
        workers.append(worker)
    theirs.close()
    return ours


@contextmanager
def _deaf() -> Iterator[None]:
    """What is started meanwhile does not hear Ctrl-C, from its first moment; we hear it a little later."""
    if sys.platform == "win32":
        yield
        return
    resource_tracker.ensure_running()  # now, since its start would lift the mask again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(contest: Contest, line: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICER)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with suppress(EOFError, OSError):  # nobody is there any more
        while True:
            line.send(_played(contest, line.recv()))


def _played(contest: Contest, task: Task) -> Deal | str:
    """The deal, or the sentence that says why there is none."""
    try:
        return contest.play(task)
    except LudotecaError as error:
        return error.sentence
    except Exception as error:  # somebody's bot
        return f"A bot failed ({type(error).__name__}: {str(error)[:LONGEST_ERROR]})."


def _end_with_parent() -> None:
    """A thread of its own, so that the end is noticed while a bot thinks."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)

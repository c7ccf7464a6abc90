"""Measure honest players, first undisturbed and then under attack, in one run.

    python -m bench.soak [--calm 60] [--attack 3540] [--only NAME ...]

Runs a real server, twenty pairs of honest players at one move a second in one process, and every attack of attacks.py
in a niced process and from an address of its own. Server and honest players have the first core for themselves, where
there are several: real attackers do not run on the server's machine. Fails (exit status 1) if an honest move is lost or
refused, a game is lost on time, the server logs an error or dies, or moves become too slow: with one attack (--only)
the honest p99 must stay below twice the calm one, or below 25 ms; with all attacks at once, below 100 ms. --any-speed
does not judge the speed: on a machine with other work it says more about that work.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.soak.attacks import ATTACKS
from bench.soak.long_logs import SOAK_CODES, SOAK_PAIRS, move_and_undo, write_room
from bench.soak.server import LogServer, run_server

ONE_P99_MS, ALL_P99_MS = 25.0, 100.0
"""Below these nobody notices, however fast the calm was: for one attack, and for all together."""
SERVER_CORES, ATTACK_CORES = slice(0, 1), slice(1, None)
SETTLE_S = 3.0
"""Not counted after each change of phase, while rooms and processes start."""


@dataclass
class SoakResult:
    calm_p99_ms: float
    attack_p99_ms: float
    moves: int
    problems: list[str]


def p99(moves: Sequence[tuple[float, float]], begin: float, end: float) -> float:
    laps = sorted(lap for sent, lap in moves if begin <= sent < end)
    return laps[int(0.99 * (len(laps) - 1))] if laps else float("inf")


@contextlib.contextmanager
def on_cores(chosen: slice) -> Iterator[None]:
    """Let processes that are started meanwhile use only these cores, where there are enough and they can be chosen."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, sorted(cores)[chosen] or cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


def run(server: LogServer, calm_s: float, attack_s: float, names: Sequence[str], folder: Path) -> SoakResult:
    """Run a calm phase, then all attacks at once."""
    begun = time.time()
    command = [sys.executable, "-m", "bench.soak.honest", server.url, str(calm_s + attack_s + SETTLE_S), str(folder)]
    with on_cores(SERVER_CORES):
        honest = subprocess.Popen(command)
    time.sleep(SETTLE_S + calm_s)
    attacked = time.time()
    command, room = [sys.executable, "-m", "bench.soak.attacks"], str(folder / "room")
    with on_cores(ATTACK_CORES):
        attackers = [
            subprocess.Popen([*command, name, server.url, str(attack_s), f"127.0.1.{number}", room])
            for number, name in enumerate(names, start=1)
        ]
    honest.wait(attack_s + 120)
    ended = time.time()
    for process in attackers:
        process.terminate()
        process.wait(10)
    found = json.loads((folder / "report.json").read_text())
    problems = [*found["errors"], *server.problems()]
    if server.process.poll() is not None:
        problems.append(f"the server ended with status {server.process.returncode}")
    calm = p99(found["moves"], begun + SETTLE_S, attacked)
    attack = p99(found["moves"], attacked + SETTLE_S, ended)
    return SoakResult(calm, attack, len(found["moves"]), problems)


def why_too_slow(result: SoakResult, attack_count: int) -> list[str]:
    """Return why moves became too slow; nothing if they did not."""
    calm, attack = result.calm_p99_ms, result.attack_p99_ms
    bound = max(2 * calm, ONE_P99_MS if attack_count == 1 else ALL_P99_MS)
    return [f"the honest p99 rose from {calm:.1f} to {attack:.1f} ms, above {bound:.1f} ms"] if attack > bound else []


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--calm", type=float, default=60, help="seconds of calm")
    parser.add_argument("--attack", type=float, default=3540, help="seconds of attack")
    parser.add_argument("--only", nargs="*", choices=sorted(ATTACKS), help="run only these attacks")
    parser.add_argument("--any-speed", action="store_true", help="do not fail because moves become slow")
    given = parser.parse_args()
    names = given.only or sorted(ATTACKS)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        for code in SOAK_CODES:
            write_room(folder / "data", move_and_undo(SOAK_PAIRS), code)
        with contextlib.ExitStack() as running:
            with on_cores(SERVER_CORES):
                server = running.enter_context(run_server(folder))
            result = run(server, given.calm, given.attack, names, folder)
    p99s = f"{result.calm_p99_ms:.1f} ms calm, {result.attack_p99_ms:.1f} ms under attack"
    print(f"{result.moves} honest moves, p99 {p99s}; attacks: {', '.join(names)}")
    problems = [*result.problems, *([] if given.any_speed else why_too_slow(result, len(names)))]
    for problem in problems[:20]:
        print(f"  {problem}")
    print("No problems." if not problems else f"{len(problems)} problems.")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

"""Honest players in calm and under attack, in one run.

    python -m bench.soak [--calm 60] [--attack 3540] [--only NAME ...]

A real server, twenty pairs of honest players at one move a second in one process, and every attack of attacks.py in a
niced process of its own, from an address of its own. It fails (exit status 1) if an honest move was lost or refused, if
a game was lost on time, if the server logged an error or died, or if the honest players notice: with one attack
(--only) the honest p99 must stay below twice the calm one, or below 25 ms; with all strangers at once below 100 ms.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.soak.attacks import ATTACKS
from bench.soak.long_logs import SOAK_CODES, SOAK_PAIRS, move_and_undo, write
from bench.soak.server import LogServer, run_server

ONE_P99_MS, ALL_P99_MS = 25.0, 100.0
"""Below that nobody notices, however quick the calm was: one stranger, and all of them together."""
SETTLE_S = 3.0
"""After a change of phase nothing is counted: rooms are being opened, processes started."""


@dataclass
class Outcome:
    calm_p99_ms: float
    attack_p99_ms: float
    moves: int
    complaints: list[str]


def p99(moves: Sequence[tuple[float, float]], begin: float, end: float) -> float:
    laps = sorted(lap for sent, lap in moves if begin <= sent < end)
    return laps[int(0.99 * (len(laps) - 1))] if laps else float("inf")


def run(server: LogServer, calm_s: float, attack_s: float, names: Sequence[str], folder: Path) -> Outcome:
    """Calm, then all attacks at once."""
    begun = time.time()
    command = [sys.executable, "-m", "bench.soak.honest", server.url, str(calm_s + attack_s + SETTLE_S), str(folder)]
    honest = subprocess.Popen(command)
    time.sleep(SETTLE_S + calm_s)
    attacked = time.time()
    attacker, room = [sys.executable, "-m", "bench.soak.attacks"], str(folder / "room")
    strangers = [
        subprocess.Popen([*attacker, name, server.url, str(attack_s), f"127.0.1.{number}", room])
        for number, name in enumerate(names, start=1)
    ]
    honest.wait(attack_s + 120)
    ended = time.time()
    for stranger in strangers:
        stranger.terminate()
        stranger.wait(10)
    found = json.loads((folder / "report.json").read_text())
    complaints = [*found["errors"], *server.complaints()]
    if server.process.poll() is not None:
        complaints.append(f"the server ended with status {server.process.returncode}")
    calm = p99(found["moves"], begun + SETTLE_S, attacked)
    attack = p99(found["moves"], attacked + SETTLE_S, ended)
    bound = max(2 * calm, ONE_P99_MS if len(names) == 1 else ALL_P99_MS)
    if attack > bound:
        complaints.append(f"the honest p99 rose from {calm:.1f} to {attack:.1f} ms, above {bound:.1f} ms")
    return Outcome(calm, attack, len(found["moves"]), complaints)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--calm", type=float, default=60, help="seconds of calm")
    parser.add_argument("--attack", type=float, default=3540, help="seconds of attack")
    parser.add_argument("--only", nargs="*", choices=sorted(ATTACKS), help="these attacks alone")
    given = parser.parse_args()
    names = given.only or sorted(ATTACKS)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for code in SOAK_CODES:
            write(folder / "data", move_and_undo(SOAK_PAIRS), code)
        with run_server(folder) as server:
            outcome = run(server, given.calm, given.attack, names, folder)
    p99s = f"{outcome.calm_p99_ms:.1f} ms calm, {outcome.attack_p99_ms:.1f} ms under attack"
    print(f"{outcome.moves} honest moves, p99 {p99s}; attacks: {', '.join(names)}")
    for complaint in outcome.complaints[:20]:
        print(f"  {complaint}")
    print("Nobody noticed." if not outcome.complaints else f"{len(outcome.complaints)} complaints.")
    return 1 if outcome.complaints else 0


if __name__ == "__main__":
    sys.exit(main())

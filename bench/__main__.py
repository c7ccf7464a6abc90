"""`make bench`: random moves and searches per second of every game, compiled and not, in one run on one core.

Measures the plain source and the compiled source in turn for five rounds and compares medians, together with a fixed
loop of plain Python (the reference) and, if it is installed, games of OpenSpiel. To compare machines or versions, use
the ratios, not the seconds.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from importlib.util import find_spec
from statistics import median

from bench.workloads import PEERS, workloads
from ludoteca.core import native
from ludoteca.core.compiled import is_compiled, is_fresh

ROUNDS = 5
LATICE_DRIVERS = ("moves: latice", "drawn: latice")
"""Compared with the peers: moves listed and then chosen, as in theirs, and moves that the state draws itself."""
TARGETS = {"moves: latice": 15.0, "search: latice": 8.0}
PEER_TARGETS = dict(zip(PEERS, (2.0, 5.0), strict=True))


class Child:
    """A process that measures on request, with or without compiled modules."""

    def __init__(self, plain: bool) -> None:
        env = {**os.environ, native.PLAIN_VARIABLE: str(int(plain))}
        command = [sys.executable, "-m", "bench.workloads"]
        self.process = subprocess.Popen(command, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.rates: dict[str, list[float]] = {}

    def measure(self, label: str) -> None:
        assert self.process.stdin  # noqa: S101 - a pipe, as requested
        assert self.process.stdout  # noqa: S101
        print(label, file=self.process.stdin, flush=True)
        self.rates.setdefault(label, []).append(float(self.process.stdout.readline()))

    def rate(self, label: str) -> float:
        return median(self.rates[label])

    def close(self) -> None:
        self.process.communicate()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--only", default="", help="measure only labels that contain this text")
    args = parser.parse_args()
    if not is_compiled(native.ROOT) or not is_fresh(native.ROOT):
        sys.exit("The compiled modules are missing or out of date: run `make native` first.")
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, [max(os.sched_getaffinity(0))])
    labels = [label for label in workloads() if args.only in label or label == "yardstick"]
    compared = [f"peer: {name}{way}" for name in PEERS for way in ("", ", our choice()")]
    if find_spec("pyspiel") is None or not set(LATICE_DRIVERS) <= set(labels):
        compared = []
    plain, compiled, peers = Child(plain=True), Child(plain=False), Child(plain=False)
    for _ in range(args.rounds):
        for label in labels:
            plain.measure(label)
            compiled.measure(label)
        for label in compared:
            for one in (label, *LATICE_DRIVERS):
                peers.measure(one)
    for child in (plain, compiled, peers):
        child.close()
    report(labels, plain, compiled)
    if compared:
        report_peers(compared, peers)
    else:
        print("\nOpenSpiel is not installed: pip install open_spiel, or the extra `bench`.")


def report(labels: list[str], plain: Child, compiled: Child) -> None:
    unit = plain.rate("yardstick")
    print(
        f"{'per second of processor time':<64} {'source':>11} {'per 1000 yardsticks':>22} {'compiled':>11} {'ratio':>6}"
    )
    for label in labels:
        before, times = plain.rate(label), ratio(compiled.rates[label], plain.rates[label])
        numbers = f"{before:>11,.0f} {1000 * before / unit:>22.3f} {compiled.rate(label):>11,.0f} {times:>6.1f}"
        print(f"{label:<64} {numbers}{target_note(times, TARGETS.get(label))}")


def report_peers(compared: list[str], peers: Child) -> None:
    ours = f"{'latice, listed':>15} {'ratio':>6} {'drawn':>11} {'ratio':>6}"
    print(f"\n{'random moves driven from Python':<40} {'its':>11} {ours}")
    for index, label in enumerate(compared):
        line = f"{label:<40} {peers.rate(label):>11,.0f}"
        for driven, width in zip(LATICE_DRIVERS, (15, 11), strict=True):
            rates = peers.rates[driven][index :: len(compared)]
            times = ratio(rates, peers.rates[label])
            line += f" {median(rates):>{width},.0f} {times:>6.2f}"
        # The target is for the fastest way, which comes last.
        print(line + target_note(times, PEER_TARGETS.get(label.removeprefix("peer: "))))


def ratio(ours: list[float], theirs: list[float]) -> float:
    """Return the median ratio of the rounds."""
    return median(one / other for one, other in zip(ours, theirs, strict=True))


def target_note(times: float, target: float | None) -> str:
    if target is None:
        return ""
    return f"   (target: {target:g}{'' if times >= target else ', not reached'})"


if __name__ == "__main__":
    main()

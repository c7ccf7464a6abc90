"""`python -m bench.startup`: how long `import ludoteca` and `ludoteca --help` take, as multiples of an empty Python.

Each round starts an empty Python, the import and the help one after the other; compares medians of the processor time
of the processes. Exit status 1 if a target is missed.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
from statistics import median

ROUNDS = 20
EMPTY = "pass"
HELP = "import sys; sys.argv = ['ludoteca', '--help']; from ludoteca.cli import main; main()"
TARGETS = {"import ludoteca": 5.0, HELP: 8.0}


def processor_time(code: str) -> float:
    """Return the seconds of processor time of one Python that runs this code."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code], stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    rounds = parser.parse_args().rounds
    for code in TARGETS:
        processor_time(code)  # writes the byte code, reads the files once
    times: dict[str, list[float]] = {code: [] for code in (EMPTY, *TARGETS)}
    for _ in range(rounds):
        for code, taken in times.items():
            taken.append(processor_time(code))
    empty = median(times[EMPTY])
    print(f"{'python -c pass':<18} {1000 * empty:>6.1f} ms")
    missed = False
    for code, target in TARGETS.items():
        ratio = median(times[code]) / empty
        name = "ludoteca --help" if code == HELP else code
        print(f"{name:<18} {1000 * median(times[code]):>6.1f} ms {ratio:>5.1f} times (target: at most {target:g})")
        missed = missed or ratio > target
    sys.exit(missed)


if __name__ == "__main__":
    main()

"""Report line coverage by folder and fail if one of the gated folders is below its gate.

    python -m tools.coverage_gate [--json FILE]

Reads the data of `coverage combine`. `make coverage` runs the tests and then this.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PACKAGE = "src/ludoteca/"
GATE = 95.0
GATED = ("core", "table", "store", "search", "rooms", "server")


@dataclass
class Lines:
    """Statements, and how many of them ran."""

    total: int = 0
    covered: int = 0

    @property
    def percent(self) -> float:
        return 100 * self.covered / self.total if self.total else 100.0


def by_folder(report: dict[str, Any]) -> dict[str, Lines]:
    """Add up a report of coverage.py by folder of the package."""
    folders: dict[str, Lines] = defaultdict(Lines)
    for name, file in report["files"].items():
        inside = name.replace("\\", "/").partition(PACKAGE)[2]
        lines = folders[inside.split("/")[0] if "/" in inside else "."]
        lines.total += file["summary"]["num_statements"]
        lines.covered += file["summary"]["covered_lines"]
    return dict(sorted(folders.items()))


def read_report() -> dict[str, Any]:
    """Let coverage.py write its report as JSON."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder, "coverage.json")
        subprocess.run([sys.executable, "-m", "coverage", "json", "-q", "-o", str(target)], check=True)
        found: dict[str, Any] = json.loads(target.read_text("utf-8"))
        return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=Path, help="read this report of `coverage json` instead")
    chosen = parser.parse_args().json
    folders = by_folder(json.loads(chosen.read_text("utf-8")) if chosen else read_report())
    low = []
    for name, lines in folders.items():
        is_low = name in GATED and lines.percent < GATE
        low += [name] if is_low else []
        note = f"   (gate: {GATE:g} %{', not reached' if is_low else ''})" if name in GATED else ""
        print(f"{name:<12} {lines.covered:>6,} of {lines.total:>6,} lines  {lines.percent:>5.1f} %{note}")
    missing = [name for name in GATED if name not in folders]
    if low or missing:
        sys.exit(f"Coverage is too low, or there is none, in: {', '.join([*low, *missing])}.")


if __name__ == "__main__":
    main()

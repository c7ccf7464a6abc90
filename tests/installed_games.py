"""Games of other distributions, installed into a folder of their own as pip does it, without a network."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

REVERSI = Path(__file__).parents[1] / "examples" / "reversi"


@dataclass(frozen=True)
class InstalledGames:
    """A folder with installed games; programs that get it as PYTHONPATH find them."""

    folder: Path

    def install(self, project: Path) -> None:
        """Install a project from its folder, with the build tools that are here."""
        command = [
            sys.executable,
            "-m",
            "pip",
            "install",
            "-q",
            "--disable-pip-version-check",
            "--no-index",
            "--no-deps",
        ]
        where = ["--no-build-isolation", "--target", str(self.folder), str(project)]
        done = subprocess.run([*command, *where], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr

    def run(self, *command: str, cwd: Path | None = None, stdin: str = "") -> subprocess.CompletedProcess[str]:
        """Run a Python module, such as `ludoteca`, that sees the installed games."""
        environment = {**os.environ, "PYTHONPATH": str(self.folder), "LUDOTECA_PLAIN": "1", "HOME": str(self.folder)}
        return subprocess.run(
            [sys.executable, "-m", *command], env=environment, cwd=cwd, input=stdin, capture_output=True, text=True
        )

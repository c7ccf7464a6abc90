"""Says which Python is the oldest and which the newest, of those from 3.11 on that this machine has.

python tools/pythons.py     two lines, or one where there is one Python only: its version and its path

CI runs the tests with both. Looked for on the PATH and in pyenv's folder.
"""

from __future__ import annotations

import os
import subprocess
import sys
from glob import glob

OLDEST = (3, 11)
NEWEST_TRIED = 30
# Asked of each, since a name promises nothing: pyenv's may lead nowhere, Debian's may lack what makes an environment,
# and the one of an environment is not there for long.
ASK = "import ensurepip, sys, venv; print(*sys.version_info[:2], sys._base_executable)"

Found = dict[tuple[int, int], str]


def candidates() -> list[str]:
    names = ["python3", *(f"python3.{minor}" for minor in range(OLDEST[1], NEWEST_TRIED))]
    root = os.environ.get("PYENV_ROOT") or os.path.expanduser("~/.pyenv")
    return [*names, *sorted(glob(os.path.join(root, "versions", "*", "bin", "python3")))]


def find(pythons: list[str]) -> Found:
    """One path for each version; the first that was found."""
    found: Found = {}
    for python in pythons:
        try:
            asked = subprocess.run([python, "-c", ASK], capture_output=True, text=True, timeout=60)
        except (OSError, subprocess.SubprocessError):
            continue
        if asked.returncode == 0:
            major, minor, path = asked.stdout.strip().split(" ", 2)
            found.setdefault((int(major), int(minor)), path)
    return {version: path for version, path in sorted(found.items()) if version >= OLDEST}


def main() -> None:
    found = find(candidates())
    if not found:
        sys.exit("There is no Python 3.11 or later here that can make a virtual environment.")
    for version in sorted({min(found), max(found)}):
        print("{}.{}".format(*version), found[version])


if __name__ == "__main__":
    main()

"""Print the oldest and the newest Python, 3.11 or later, on this machine. CI runs the tests with both.

python tools/pythons.py     two lines with version and path, or one if there is only one Python
python tools/pythons.py all a line for each

Searches the PATH and pyenv's folder.
"""

from __future__ import annotations

import os
import subprocess
import sys
from glob import glob

OLDEST = (3, 11)
MAX_MINOR = 30
# A name proves nothing: pyenv's may be broken, Debian's may lack venv, and one in an environment may be temporary.
PROBE = "import ensurepip, sys, venv; print(*sys.version_info[:2], sys._base_executable)"

Found = dict[tuple[int, int], str]


def candidates() -> list[str]:
    names = ["python3", *(f"python3.{minor}" for minor in range(OLDEST[1], MAX_MINOR))]
    root = os.environ.get("PYENV_ROOT") or os.path.expanduser("~/.pyenv")
    return [*names, *sorted(glob(os.path.join(root, "versions", "*", "bin", "python3")))]


def find(pythons: list[str]) -> Found:
    """Return one path for each version, the first one found."""
    found: Found = {}
    for python in pythons:
        try:
            asked = subprocess.run([python, "-c", PROBE], capture_output=True, text=True, timeout=60)
        except (OSError, subprocess.SubprocessError):
            continue
        if asked.returncode == 0:
            major, minor, path = asked.stdout.strip().split(" ", 2)
            found.setdefault((int(major), int(minor)), path)
    return {version: path for version, path in sorted(found.items()) if version >= OLDEST}


def find_all() -> Found:
    """Return the path of every usable Python here, by version."""
    found = find(candidates())
    if not found:
        sys.exit("No Python 3.11 or later here can make a virtual environment.")
    return found


def main() -> None:
    found = find_all()
    for version in found if sys.argv[1:] == ["all"] else sorted({min(found), max(found)}):
        print("{}.{}".format(*version), found[version])


if __name__ == "__main__":
    main()

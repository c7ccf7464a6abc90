"""Writes the lock files, requirements/*.txt: all that `make` installs, with versions and hashes, for every system.

python -m tools.lock               what is locked and still fits stays as it is
python -m tools.lock --upgrade     the newest versions that fit

What is wanted is written elsewhere, as ranges: in pyproject.toml, and in the tools that fetch something themselves.
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
    """Whether it holds what Ludoteca needs to be run and to be built."""
    extras: tuple[str, ...] = ()
    also: tuple[str, ...] = ()


LOCKS = {
    "dev": Lock(package=True, extras=("dev", "lab")),
    "play": Lock(package=True),
    "bench": Lock(package=True, extras=("dev", "lab", "bench")),
    "node": Lock(also=(page.NODE_WHEEL,)),
    "zig": Lock(also=(native.ZIG,)),
    "tools": Lock(also=("pip-audit>=2.9", "uv>=0.8")),
}
"""By the name of the file. The first is resolved alone, and the others agree with it."""


def file_of(name: str) -> Path:
    return ROOT / "requirements" / f"{name}.txt"


def pins(name: str) -> list[tuple[str, str]]:
    """Name and version of everything in a lock file; a name stands twice where Pythons need different versions."""
    return re.findall(r"^([\w.-]+)==([^\s;]+)", file_of(name).read_text("utf-8"), re.MULTILINE)


def wanted(name: str) -> list[str]:
    """The ranges that a lock file must keep to."""
    lock = LOCKS[name]
    found = list(lock.also)
    if lock.package:
        declared: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
        project = declared["project"]
        found += [*project["dependencies"], *declared["build-system"]["requires"], *native.NEEDS]
        found += [need for extra in lock.extras for need in project["optional-dependencies"][extra]]
    return list(dict.fromkeys(found))


def write(name: str, options: list[str]) -> None:
    uv = [sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--no-config"]
    everywhere = ["--universal", "--python-version", OLDEST, "--generate-hashes"]
    # Resolved apart from the machine: no path of it and no address of an index may get into the file.
    shown = ["--custom-compile-command", "make lock", "--no-emit-index-url", "--no-annotate"]
    first = next(iter(LOCKS))
    agreeing = [] if name == first else ["--constraint", str(file_of(first))]
    command = [*uv, *everywhere, *shown, *agreeing, *options, "--output-file", str(file_of(name)), "-"]
    subprocess.run(command, input="\n".join(wanted(name)), text=True, check=True, cwd=ROOT, stdout=subprocess.DEVNULL)


def main() -> None:
    for name in LOCKS:
        print(f"requirements/{name}.txt", flush=True)
        write(name, sys.argv[1:])


if __name__ == "__main__":
    main()

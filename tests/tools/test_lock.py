"""Everything that `make` installs is locked: one version with hashes, within the declared ranges, on every system."""

from __future__ import annotations

import re
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools.lock import LOCKS, lock_file, pins, wanted

ROOT = Path(__file__).parents[2]
HASHES = r"(?: \\\n    --hash=sha256:[0-9a-f]{64})+"
PIN = re.compile(rf"^([\w.-]+==[^\s;]+(?: ; [^\\\n]+?)?){HASHES}\n", re.MULTILINE)

ENVIRONMENTS = [
    {
        "python_version": python,
        "python_full_version": f"{python}.0",
        "platform_python_implementation": "CPython",
        "sys_platform": system,
        "extra": "",
    }
    for python, system in product(("3.11", "3.12", "3.13", "3.14"), ("linux", "darwin", "win32"))
]


@cache
def locked(name: str) -> list[Requirement]:
    return [Requirement(pin) for pin in PIN.findall(lock_file(name).read_text("utf-8"))]


def applies(requirement: Requirement, environment: dict[str, str]) -> bool:
    return requirement.marker is None or requirement.marker.evaluate(environment)


@pytest.mark.parametrize("name", LOCKS)
def test_everything_locked_has_hashes_and_no_url(name: str) -> None:
    text = lock_file(name).read_text("utf-8")
    rest = PIN.sub("", text)
    assert [line for line in rest.splitlines() if not line.startswith("#")] == []
    assert "://" not in text
    assert len(locked(name)) == len(pins(name)) > 0


@pytest.mark.parametrize("name", LOCKS)
def test_locked_versions_are_within_the_declared_ranges(name: str) -> None:
    for environment, need in product(ENVIRONMENTS, map(Requirement, wanted(name))):
        if not applies(need, environment):
            continue
        same = [pin for pin in locked(name) if canonicalize_name(pin.name) == canonicalize_name(need.name)]
        (pin,) = [pin for pin in same if applies(pin, environment)]
        (version,) = [specifier.version for specifier in pin.specifier]
        assert need.specifier.contains(version), f"make lock: {need} is locked at {version}"


@pytest.mark.parametrize("name", [name for name, lock in LOCKS.items() if lock.package])
def test_playing_testing_and_benchmarks_use_the_same_versions(name: str) -> None:
    assert set(pins("play")) <= set(pins(name))


def test_make_installs_nothing_that_is_not_locked() -> None:
    recipes = (ROOT / "Makefile").read_text("utf-8")
    assert recipes.count("pip ") == 1, "only the variable PIP calls pip"
    allowed = ("--require-hashes --requirement $<", "--no-deps --no-build-isolation --editable .")
    assert recipes.count("$(PIP)") == sum(recipes.count(f"$(PIP) {options}") for options in allowed) > 0
    for tool in ("native", "page"):
        source = (ROOT / "tools" / f"{tool}.py").read_text("utf-8")
        assert source.count('"pip"') == source.count('"--require-hashes"') == 1
    assert "pip " not in (ROOT / ".ci" / "run").read_text("utf-8")

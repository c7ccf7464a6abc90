"""CI, the hooks before a commit and the documentation call make targets that exist, and the same ones."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CALLERS = [
    ROOT / ".ci" / "run",
    ROOT / ".pre-commit-config.yaml",
    *sorted((ROOT / ".github" / "workflows").glob("*.yml")),
]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]


def targets() -> set[str]:
    """Return the targets of the Makefile that are no files."""
    declared = re.search(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert declared is not None
    return set(declared[1].split())


def called(text: str, command: str) -> list[str]:
    """Return the targets in every call of make that follows this pattern."""
    found = re.findall(rf"{command}make ((?:--silent )?[a-z][a-z -]*)", text, re.MULTILINE)
    return [name for names in found for name in names.split() if name != "--silent"]


@pytest.mark.parametrize("file", CALLERS, ids=lambda file: str(file.name))
def test_every_target_that_ci_calls_exists(file: Path) -> None:
    names = called(file.read_text("utf-8"), r"(?:^\s*|run: |entry: |\()")
    assert set(names) - targets() == set()


def test_ci_runs_all_that_a_pull_request_must_pass() -> None:
    hosted = set(called((ROOT / ".github" / "workflows" / "ci.yml").read_text("utf-8"), "run: "))
    local = set(called((ROOT / ".ci" / "run").read_text("utf-8"), r"^\s*"))
    assert {"check", "workflows", "test", "test-slow", "soak", "docs"} <= hosted
    assert {"check", "workflows", "test-all", "soak", "docs"} <= local


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.name))
def test_every_target_that_the_documentation_names_exists(page: Path) -> None:
    named = set(re.findall(r"`make ([a-z][a-z-]*)[`\s]", page.read_text("utf-8")))
    assert named - targets() == set()

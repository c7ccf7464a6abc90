"""CI runs the tests with the oldest and the newest Python that can make a virtual environment."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tools import pythons


def fake_python(folder: Path, version: str, answer: str) -> str:
    path = folder / f"python{version}"
    path.write_text(f"#!/bin/sh\n{answer}\n")
    path.chmod(0o755)
    return str(path)


def test_old_broken_and_missing_pythons_are_skipped(tmp_path: Path) -> None:
    found = pythons.find(
        [
            fake_python(tmp_path, "3.10", "echo 3 10 /old"),
            fake_python(tmp_path, "3.12", "echo 3 12 /a path/python3.12"),
            fake_python(tmp_path, "3.12.1", "echo 3 12 /another"),
            fake_python(tmp_path, "3.13", "echo no module named ensurepip >&2; exit 1"),
            fake_python(tmp_path, "3.9", "echo 3 9 /older"),
            fake_python(tmp_path, "3.11", "echo 3 11 /eleven"),
            str(tmp_path / "missing"),
        ]
    )
    assert found == {(3, 11): "/eleven", (3, 12): "/a path/python3.12"}
    assert list(found) == sorted(found)


@pytest.mark.parametrize(
    ("found", "lines"),
    [
        ({(3, 9): "a", (3, 11): "b", (3, 12): "c", (3, 14): "d"}, ["3.9 a", "3.14 d"]),
        ({(3, 12): "c"}, ["3.12 c"]),
    ],
)
def test_the_oldest_and_the_newest_are_printed(
    found: pythons.Found, lines: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(pythons, "find", lambda _: found)
    pythons.main()
    assert capsys.readouterr().out.splitlines() == lines


def test_the_python_of_the_tests_is_found() -> None:
    assert sys.version_info[:2] in pythons.find([sys.executable])

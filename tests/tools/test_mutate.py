"""The mutants of tools/mutate.py: what is changed, what is left alone, and who survives."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tools import mutate

SOURCE = '''"""A module with 2 numbers in its docstring."""

from typing import Annotated

LOW: Annotated[int, 3] = 1


def is_low(value: "int | None" = None) -> bool:
    if value is None or value < LOW:
        return True
    return not value
'''


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(mutate, "ROOT", tmp_path)
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "lows.py").write_text(SOURCE)
    return Path("src", "lows.py")


def test_conditions_numbers_and_operators_are_changed_and_annotations_are_not(module: Path) -> None:
    found = {(mutant.line, mutant.before, mutant.after) for mutant in mutate.mutants(module)}
    assert found == {
        (5, "1", "2"),
        (9, "value is None or value < LOW", "not (value is None or value < LOW)"),
        (9, "value is None or value < LOW", "value is None and value < LOW"),
        (9, "value is None", "value is not None"),
        (9, "value < LOW", "value <= LOW"),
        (10, "True", "False"),
    }


def test_a_mutant_differs_in_one_place(module: Path) -> None:
    lines = mutate.mutate(module, 0).splitlines()
    assert "LOW: Annotated[int, 3] = 2" in lines
    assert "    if value is None or value < LOW:" in lines


@pytest.mark.slow
def test_mutants_that_no_test_notices_survive_and_are_named(
    module: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tests = mutate.ROOT / "test_lows.py"
    tests.write_text(
        "import lows\n\ndef test_none_is_low():\n    assert lows.is_low() is True\n    assert lows.LOW == 1\n"
    )
    arguments = ["mutate", str(module), "--sample", "6", "--tests", str(tests)]
    monkeypatch.setattr(sys, "argv", [*arguments])
    mutate.main()
    shown = capsys.readouterr().out
    assert "survived: src/lows.py:9: value < LOW  ->  value <= LOW\n" in shown
    assert shown.endswith("4 of 6 mutants killed, 67 % (6 possible).\n")
    assert (mutate.ROOT / module).read_text() == SOURCE

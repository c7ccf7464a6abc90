"""The gate on coverage: it counts lines by folder, and fails if a folder is below it or missing."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tools import coverage_gate


def write_report(path: Path, **lines: tuple[int, int]) -> Path:
    """Write a report with two files in each folder: all lines in one, none in the other."""
    files = {
        f"src/ludoteca/{folder}/{name}.py": {"summary": {"num_statements": total, "covered_lines": covered}}
        for folder, (covered, total) in lines.items()
        for name, covered, total in (("a", covered, covered), ("b", 0, total - covered))
    }
    path.write_text(json.dumps({"files": files}))
    return path


FULL = dict.fromkeys(coverage_gate.GATED, (95, 100))


def run_gate(report: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["coverage_gate", "--json", str(report)])
    coverage_gate.main()


def test_folders_at_the_gate_pass_and_others_are_only_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run_gate(write_report(tmp_path / "report.json", **FULL, terminal=(10, 100)), monkeypatch)
    assert "terminal         10 of    100 lines   10.0 %\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    "lines", [{**FULL, "store": (94, 100)}, {name: FULL[name] for name in FULL if name != "store"}]
)
def test_a_folder_below_the_gate_or_without_any_line_fails_by_name(
    lines: dict[str, tuple[int, int]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(SystemExit, match="in: store"):
        run_gate(write_report(tmp_path / "report.json", **lines), monkeypatch)

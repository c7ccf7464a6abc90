"""`python -m ludoteca.selftest` tries an installation, and says what does not work."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import ludoteca
from ludoteca import selftest


def test_it_plays_every_game_serves_the_page_and_lets_a_bot_move(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "ludoteca.selftest"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    labels = [line.partition(" (")[0] for line in lines[1:-1]]
    played = [f"ok: play {name}" for name in ludoteca.game_names()]
    assert labels == [*played, "ok: serve the page", "ok: let a bot move in a room"]
    assert lines[-1] == "Everything works."


def test_it_names_the_step_that_fails_and_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    played: list[str] = []

    def play(name: str) -> str:
        played.append(name)
        if name == "latice":
            raise ValueError("no tiles")
        return "1 move"

    monkeypatch.setattr(selftest, "play", play)
    monkeypatch.setattr(selftest, "SERVE", (sys.executable, "-c", ""))
    with pytest.raises(SystemExit) as ended:
        selftest.main()
    assert ended.value.code
    assert played == ludoteca.game_names()
    shown = capsys.readouterr().out
    assert "failed: play latice\n" in shown
    assert "ValueError: no tiles" in shown
    assert "failed: the server does not start\n" in shown
    assert shown.endswith("Something does not work.\n")

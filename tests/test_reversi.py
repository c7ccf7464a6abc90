"""The example game examples/reversi: small, installed as any distribution, and played in the terminal and the arena.

tests/browser/test_external_games.py plays it in a browser.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from installed_games import REVERSI, InstalledGames

MOST_LINES = 150
PACKAGE = REVERSI / "src" / "reversi"
CHECK = """
def test_reversi_keeps_the_contract(ludoteca_conformance):
    ludoteca_conformance("reversi")
"""


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> InstalledGames:
    installed = InstalledGames(tmp_path_factory.mktemp("installed"))
    installed.install(REVERSI)
    return installed


@pytest.mark.parametrize("pattern", ["*.py", "*.js"])
def test_rules_and_board_are_short(pattern: str) -> None:
    lines = [line for path in PACKAGE.rglob(pattern) for line in path.read_text("utf-8").splitlines()]
    assert 0 < len(lines) < MOST_LINES


@pytest.mark.slow
def test_reversi_keeps_the_contract_with_every_part_installed(games: InstalledGames, tmp_path: Path) -> None:
    (tmp_path / "test_reversi.py").write_text(CHECK)
    done = games.run(
        "pytest", "-q", "-p", "no:xdist", "-p", "no:cacheprovider", "--rootdir", str(tmp_path), cwd=tmp_path
    )
    assert (done.returncode, "1 passed" in done.stdout) == (0, True), done.stdout + done.stderr
    for name in ("page/board.js", "page/rules.md", "page/art.svg", "page/locales/en.json"):
        assert (games.folder / "reversi" / name).is_file()


def test_reversi_is_played_in_the_terminal(games: InstalledGames) -> None:
    done = games.run("ludoteca", "play", "reversi", "--seed", "7", stdin="d3\nc3\na1\nquit\n")
    assert "Guest places a disc on d3 and turns over 1." in done.stdout, done.stdout + done.stderr
    assert "A disc there would turn nothing over." in done.stdout


@pytest.mark.slow
def test_reversi_is_played_in_the_arena(games: InstalledGames) -> None:
    done = games.run("ludoteca", "arena", "reversi", "1:4", "random", "--games", "2", "--processes", "1", "--json")
    report = json.loads(done.stdout)
    assert report["game"] == "reversi", done.stderr


def test_every_text_that_the_board_asks_for_exists() -> None:
    texts = json.loads((PACKAGE / "page" / "locales" / "en.json").read_text("utf-8"))
    asked = set(
        re.findall(r'"((?:page_|role_)\w+|choose|pass|empty)"', (PACKAGE / "page" / "board.js").read_text("utf-8"))
    )
    assert len(asked) >= 6
    assert asked <= set(texts)

"""Colour in the terminal: only if it can be seen and is wanted, and never the only cue."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest

from ludoteca.core.registry import find_game, game_names
from ludoteca.terminal.colours import CODES, add_colours
from ludoteca.terminal.terminal import Terminal

PLAY = [sys.executable, "-c", "from ludoteca.cli import main; main()", "play"]
CODE = re.compile(r"\x1b\[[0-9;]*m")


class Screen(StringIO):
    def isatty(self) -> bool:
        return True


def drawn(output: StringIO) -> str:
    Terminal(StringIO(), output).print_board(" rf  *", {r"\br[ft]\b": "on red", r"\*": "yellow"})
    return output.getvalue()


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")


def test_a_terminal_gets_colours() -> None:
    assert drawn(Screen()) == "\n \x1b[97;41mrf\x1b[0m  \x1b[33m*\x1b[0m\n\n"


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_colours_can_be_switched_off(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, value)
    assert drawn(Screen()) == "\n rf  *\n\n"


def test_a_pipe_gets_no_colours() -> None:
    assert drawn(StringIO()) == "\n rf  *\n\n"


@pytest.mark.parametrize("name", game_names())
def test_every_game_uses_known_styles_and_colouring_changes_no_text(name: str) -> None:
    game = find_game(name)
    assert set(game.colours.values()) <= set(CODES)
    assert all(re.compile(pattern).groups == 0 for pattern in game.colours)
    golden = Path(__file__).parents[1] / "golden"
    for file in golden.glob(f"{name}*.txt"):
        text = file.read_text("utf-8")
        assert CODE.sub("", add_colours(text, game.colours)) == text


def test_every_tile_of_latice_has_its_colour() -> None:
    board = "  5  *  .  . rf yb  o  .\n\n> Player 1   be me ?? ??\n"
    coloured = add_colours(board, find_game("latice").colours)
    for tile, hue in {"rf": "red", "yb": "yellow", "be": "blue", "me": "magenta"}.items():
        assert f"\x1b[{CODES[f'on {hue}']}m{tile}\x1b[0m" in coloured


def at_a_terminal(folder: Path, **environment: str) -> str:
    """Return what `ludoteca play latice` writes to a real terminal if the player quits at once."""
    leader, follower = pytest.importorskip("pty").openpty()
    plain = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    command = [*PLAY, "latice", "--seed", "7", "--bot", "2=1", "--new", "--data", str(folder)]
    with subprocess.Popen(
        command, stdin=follower, stdout=follower, stderr=follower, env={**plain, "TERM": "xterm", **environment}
    ) as process:
        os.close(follower)
        os.write(leader, b"quit\n")
        parts = []
        try:
            while part := os.read(leader, 4096):
                parts.append(part)
        except OSError:  # Linux raises it when the other side has closed
            pass
        process.wait(60)
    os.close(leader)
    return b"".join(parts).decode().replace("\r\n", "\n")


def test_only_a_real_terminal_gets_a_coloured_console(tmp_path: Path) -> None:
    coloured = at_a_terminal(tmp_path)
    plain = at_a_terminal(tmp_path, NO_COLOR="1")
    assert re.search(r"\x1b\[(97|30);4[1-6]m[rygbcm][fbtdel]\x1b\[0m", coloured)
    assert not CODE.search(plain)
    board = plain[plain.index("Turn 1") : plain.index("laid 0\n")]
    assert board in CODE.sub("", coloured)

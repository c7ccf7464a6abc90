"""Colour in the terminal: only if it can be seen and is wanted, and never the only cue."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest

import ludoteca
from ludoteca.core.board import COLOURS, STYLE
from ludoteca.core.generator import Random
from ludoteca.core.records import begin
from ludoteca.core.registry import find_game, game_names
from ludoteca.core.text_board import draw_view, to_text
from ludoteca.terminal.colours import codes, paint
from ludoteca.terminal.terminal import Terminal

PLAY = [sys.executable, "-c", "from ludoteca.cli import main; main()", "play"]
CODE = re.compile(r"\x1b\[[0-9;]*m")


class Screen(StringIO):
    def isatty(self) -> bool:
        return True


def drawn(output: StringIO) -> str:
    Terminal(StringIO(), output).print_lines([[(" ", ""), ("rf", "on red"), ("  ", ""), ("*", "yellow")]])
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


@pytest.mark.parametrize(
    ("style", "expected"),
    [
        ("bold", "1"),
        ("dim", "2"),
        ("bold magenta", "1;35"),
        ("on red", "97;41"),
        ("on yellow", "30;43"),
        ("bold on blue", "1;97;44"),
        ("green on blue", "32;44"),
    ],
)
def test_a_style_has_its_codes_and_text_on_a_background_can_be_read(style: str, expected: str) -> None:
    assert STYLE.fullmatch(style)
    assert codes(style) == expected


@pytest.mark.parametrize("name", game_names())
def test_every_game_has_colours_and_they_change_no_text(name: str) -> None:
    game = find_game(name)
    state = begin(game, 2, game.check_options({}), "colours", None)
    random = Random(name)
    seen = set()
    for _ in range(30):
        if state.seat() < 0:
            break
        lines = draw_view(game, game.make_view(state, state.seat()))
        assert CODE.sub("", paint(lines)) == to_text(lines)
        seen |= {colour for colour in COLOURS for line in lines for _, style in line if colour in style}
        state.play(state.random_move(random))
    assert seen


def test_every_tile_of_latice_has_its_colour() -> None:
    view = {**ludoteca.game("latice").view(ludoteca.game("latice").new(seed=1)), "racks": [["rf", "yb"], ["be", "me"]]}
    coloured = paint(draw_view(find_game("latice"), view))
    for tile, hue in {"rf": "red", "yb": "yellow", "be": "blue", "me": "magenta"}.items():
        assert f"\x1b[{codes(f'on {hue}')}m{tile}\x1b[0m" in coloured


def test_suits_have_symbols_only_where_the_terminal_writes_them(monkeypatch: pytest.MonkeyPatch) -> None:
    class Utf8Screen(Screen):
        encoding = "UTF-8"

    class LatinScreen(Screen):
        encoding = "latin-1"

    game = find_game("waffe")
    view = game.make_view(begin(game, 2, game.check_options({}), "symbols", None), 0)
    for screen, expected in ((Utf8Screen(), True), (LatinScreen(), False), (StringIO(), False)):
        Terminal(StringIO(), screen).print_board(game, view)
        assert any(symbol in screen.getvalue() for symbol in "♣♦♥♠") == expected
        assert screen.getvalue().isascii() != expected


def at_a_terminal(folder: Path, **environment: str) -> str:
    """Return what `ludoteca play latice` writes to a real terminal if the player quits at once."""
    leader, follower = pytest.importorskip("pty").openpty()
    plain = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    command = [*PLAY, "latice", "--seed", "7", "--bot", "2=1", "--new", "--plain", "--data", str(folder)]
    with subprocess.Popen(
        command, stdin=follower, stdout=follower, stderr=follower, env={**plain, "TERM": "xterm", **environment}
    ) as process:
        os.close(follower)
        parts, has_quit = [], False
        try:
            while part := os.read(leader, 4096):
                parts.append(part)
                if b"Your turn" in b"".join(parts) and not has_quit:
                    has_quit = True
                    os.write(leader, b"quit\n")
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


def test_a_turn_of_wege_fits_on_a_screen_of_24_lines() -> None:
    game = find_game("wege")
    state = begin(game, 2, game.check_options({}), "lines", None)
    random = Random("wege")
    while state.seat() >= 0:
        output = StringIO()
        Terminal(StringIO(), output).print_board(game, game.make_view(state, state.seat()), ("Ada", "Bo"))
        printed = output.getvalue().split("\n")
        assert len(printed) + len(["Your turn.", "> "]) - 1 <= 24
        state.play(state.random_move(random))

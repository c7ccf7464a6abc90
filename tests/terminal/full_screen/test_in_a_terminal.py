"""When the full screen opens, and how it leaves a real terminal."""

from __future__ import annotations

import fcntl
import os
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from terminal.clients import Player, server_in_a_thread
from terminal.terminal_process import TerminalProcess

from ludoteca.store.terminal_games import new_token
from ludoteca.table.create_room import CreateRoom, SeatRequest
from ludoteca.terminal.server_host import ServerHost

Start = Callable[..., TerminalProcess]
ALTERNATE_SCREEN, NORMAL_SCREEN = "\x1b[?1049h", "\x1b[?1049l"
GAME = ("play", "flooding", "3", "--new", "--bot", "2=1", "--name", "Ada")


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start `ludoteca` in a terminal of 80x24 characters."""
    with ExitStack() as stack:

        def run(*arguments: str, plain: bool = False, **env: str) -> TerminalProcess:
            terminal = TerminalProcess(*arguments, data=tmp_path, tty=True, plain=plain, env=env)
            stack.callback(terminal.close)
            return terminal

        yield run


def test_a_terminal_gets_the_full_screen_and_has_its_own_back_after_ctrl_c(start: Start) -> None:
    game = start(*GAME)
    game.until(ALTERNATE_SCREEN)
    game.until("The journeyman is to move.")
    game.press("\r")
    game.until("Night 1")
    game.press("\x03")
    assert game.end() == 130
    after = game.seen.rpartition(NORMAL_SCREEN)[2]
    assert "Goodbye. To continue this game: ludoteca play flooding" in after
    again = start("play", "flooding", "--continue")
    again.until("Night 1")
    again.press(":quit\r")
    assert again.end() == 0


def test_a_signal_ends_it_without_a_traceback(start: Start) -> None:
    game = start(*GAME)
    game.until("The journeyman is to move.")
    game.process.send_signal(signal.SIGINT)
    assert game.end() == 130
    assert NORMAL_SCREEN in game.seen
    assert "Traceback" not in game.seen


def test_a_window_may_shrink_and_grow(start: Start) -> None:
    game = start(*GAME)
    game.until("Enter: Day 1")
    for rows, columns, wanted in ((12, 40, "This window has"), (24, 80, "The journeyman is to move.")):
        fcntl.ioctl(game.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        game.until(wanted)
    os.write(game.fd, b"\x03")
    assert game.end() == 130
    assert "Traceback" not in game.seen


def test_plain_lines_where_they_are_asked_for_or_nothing_else_works(start: Start) -> None:
    for plain, term in ((True, "xterm"), (False, "dumb")):
        game = start(*GAME, plain=plain, TERM=term)
        game.until("Your turn, Ada (Journeyman).")
        game.type("quit")
        assert game.end() == 0
        assert ALTERNATE_SCREEN not in game.seen


def test_a_terminal_without_utf_8_is_told_so_in_one_sentence(start: Start) -> None:
    game = start(*GAME, PYTHONUTF8="0", PYTHONIOENCODING="latin-1", LC_ALL="C", PYTHONCOERCECLOCALE="0")
    game.until("This terminal does not use UTF-8, so the game is shown line by line.")
    game.until("Your turn, Ada (Journeyman).")
    game.type("quit")
    assert game.end() == 0
    assert "Traceback" not in game.seen


def test_tab_completes_commands_and_moves_in_the_line_console(start: Start) -> None:
    game = start(*GAME, plain=True)
    game.until("Your turn, Ada (Journeyman).")
    game.until("> ")
    game.press("wh\t\n")
    game.until("Table ")
    game.until("Your turn, Ada (Journeyman).")
    game.press("?\n")
    game.until("undo          take back your last move")
    game.press("hint\n")
    game.until("I would play: ")
    game.press("quit\n")
    assert game.end() == 0


def test_only_the_full_screen_waits_for_textual() -> None:
    code = "import sys, ludoteca.terminal.commands, ludoteca.terminal.play; sys.exit('textual' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_a_spectator_joins_a_server_and_sees_moves_as_they_happen(start: Start, tmp_path: Path) -> None:
    token = new_token()
    with server_in_a_thread(tmp_path / "server") as url:
        host = ServerHost(url)
        code = host.create(CreateRoom("flooding", {"size": 4}, [SeatRequest("here", "Ada")] * 2), token)
        ada = Player(host, code, token)
        watching = start("join", "--watch", f"{url}/r/{code}")
        watching.until("Waiting for Ada")
        ada.move("b2")
        watching.until("Night 1 of 365. The weather is to move.")
        watching.press("\x03")
        assert watching.end() == 130
        ada.close()


def test_a_room_that_cannot_be_entered_is_one_sentence(start: Start) -> None:
    lost = start("join", "http://127.0.0.1:9/r/ABCDEFGH")
    assert lost.end() == 2
    after = lost.seen.rpartition(NORMAL_SCREEN)[2]
    assert "ludoteca: http://127.0.0.1:9 cannot be reached" in after
    assert "Traceback" not in lost.seen

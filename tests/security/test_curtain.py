"""Several people share one terminal. The curtain between them lifts only on Enter. An interrupt or the end of input
quits, and leaves no hand on the screen or in the scrollback."""

from __future__ import annotations

import asyncio
import builtins
import json
import signal
from collections.abc import Iterator
from contextlib import suppress
from io import StringIO
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from aiohttp import ClientSession
from server.test_start import SERVE, Process, join, process
from terminal.terminal_process import CLEAR_ALL, LIMIT_S, TerminalProcess

from ludoteca.core.records import Record, Seat, parse_record
from ludoteca.core.registry import find_game
from ludoteca.core.state import State
from ludoteca.terminal.console import Console
from ludoteca.terminal.local_game import LocalGame
from ludoteca.terminal.save_files import SaveFile
from ludoteca.terminal.terminal import Terminal

GAME = find_game("latice")
RECORD = Record(GAME, GAME.check_options({}), "curtain", (Seat("1"), Seat("2")), ())
CTRL_C, CTRL_D = "\x03", "\x04"
PASS_ON, LIFT = "pass the screen to", "press Enter to see the board. "
INTERRUPTED = 130


def hand(state: State, seat: int) -> list[str]:
    """Return the lines of a seat's board that only this seat may see."""
    public = GAME.render(GAME.make_view(state, None)).splitlines()
    return [line for line in GAME.render(GAME.make_view(state, seat)).splitlines() if line not in public]


def shows_a_hand(text: str, states: list[State]) -> bool:
    seen = text.splitlines()
    return any(line.strip() and line in seen for state in states for seat in (0, 1) for line in hand(state, seat))


def interrupt(terminal: TerminalProcess, how: str) -> int:
    """Interrupt the process and wait for its end; return the exit status.

    A signal between the prompt and readline's wait for keys takes effect only with the next key, so it is repeated.
    """
    while True:
        if how == "SIGINT":
            terminal.process.send_signal(signal.SIGINT)
        else:
            terminal.press(how)
        if terminal.ends(within_s=3):
            return terminal.end()


@pytest.fixture
def console(tmp_path: Path) -> Iterator[TerminalProcess]:
    terminal = TerminalProcess("play", "latice", "--seed", "curtain", "--new", data=tmp_path, tty=True)
    yield terminal
    terminal.close()


@pytest.mark.parametrize("how", [CTRL_C, CTRL_D, "SIGINT"], ids=["Ctrl-C", "Ctrl-D", "SIGINT"])
@pytest.mark.parametrize("enters", [0, 1])
def test_an_interrupted_curtain_ends_the_game_and_shows_nobodys_hand(
    console: TerminalProcess, enters: int, how: str
) -> None:
    start = RECORD.begin()
    after = start.copy()
    after.play(int(GAME.read_move(start, "exchange")))  # type: ignore[arg-type]
    for prompt in (PASS_ON, LIFT):
        console.until(prompt)
        console.type("")
    console.until("1> ")
    assert shows_a_hand(console.screen, [start])
    console.type("exchange")
    console.until(PASS_ON)
    if enters:
        console.type("")
        console.until(LIFT)
    before = len(console.seen)
    assert interrupt(console, how) in (0, INTERRUPTED)
    assert not shows_a_hand(console.seen[before:], [start, after])
    assert not shows_a_hand(console.screen, [start, after])
    assert "draws" not in console.screen
    assert "To continue this game" in console.screen


def test_leaving_at_the_prompt_takes_the_hand_off_the_screen(console: TerminalProcess) -> None:
    for prompt in (PASS_ON, LIFT):
        console.until(prompt)
        console.type("")
    console.until("1> ")
    assert interrupt(console, CTRL_C) in (0, INTERRUPTED)
    assert not shows_a_hand(console.screen, [RECORD.begin()])


class InterruptingOutput(StringIO):
    """An output that raises a real SIGINT in the middle of its nth write."""

    def __init__(self, nth: int) -> None:
        super().__init__()
        self.left = nth
        self.length_before = 0
        """How much had been written when the signal came."""

    def write(self, text: str) -> int:
        self.left -= 1
        if self.left == 0:
            self.length_before = len(self.getvalue())
            signal.raise_signal(signal.SIGINT)
        return super().write(text)


def interrupted_at(nth: int, folder: Path, monkeypatch: pytest.MonkeyPatch) -> InterruptingOutput:
    """Play two turns at one screen, until the nth write."""
    output = InterruptingOutput(nth)
    typed = iter(["", "", "exchange", "", ""])

    def scripted(prompt: str = "") -> str:
        output.write(prompt)
        for line in typed:
            return line
        raise EOFError

    monkeypatch.setattr(builtins, "input", scripted)
    terminal = Terminal(StringIO(), output)
    terminal.interactive = True
    with suppress(KeyboardInterrupt):
        Console(LocalGame(RECORD), SaveFile(folder), terminal).run()
    return output


def test_no_moment_of_a_curtain_lets_an_interruption_through(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    start = RECORD.begin()
    after = start.copy()
    after.play(int(GAME.read_move(start, "exchange")))  # type: ignore[arg-type]
    writes = 0
    while (output := interrupted_at(writes + 1, tmp_path, monkeypatch)).left <= 0:
        writes += 1
        shown = output.getvalue()
        assert not shows_a_hand(shown[output.length_before :], [start, after]), f"write {writes}"
        assert not shows_a_hand(shown.rpartition(CLEAR_ALL)[2], [start, after]), f"write {writes}"
    assert writes > 10


# Two seats of one device in a room of a server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    folder = tmp_path_factory.mktemp("server")
    with process(*SERVE, "--port", "0", "--data", str(folder), errors=folder / "errors") as started:
        yield started


@pytest.mark.parametrize("how", [CTRL_C, CTRL_D, "SIGINT"], ids=["Ctrl-C", "Ctrl-D", "SIGINT"])
def test_a_room_with_two_seats_at_one_terminal_keeps_hands_apart(server: Process, tmp_path: Path, how: str) -> None:
    seats = [{"kind": "here", "name": "Ada"}, {"kind": "here", "name": "Bo"}]
    request = json.dumps({"game": "latice", "seats": seats, "options": {"turns": 4}}).encode()
    with urlopen(Request(f"{server.url}/api/rooms", request), timeout=LIMIT_S) as answer:  # noqa: S310 - our own server
        room = json.load(answer)
    known = tmp_path / "console" / "devices" / server.url.replace(":", "%3A").replace("/", "%2F")
    known.parent.mkdir(parents=True)
    known.write_text(room["token"])
    terminal = TerminalProcess("join", f"{server.url}/r/{room['code']}", data=tmp_path, tty=True)
    try:
        terminal.until("Type `look` to show their hand.")
        terminal.type("look")
        terminal.until("Your turn, Ada.")
        terminal.type("exchange")
        terminal.until("Bo is to move, at this terminal.")
        first = terminal.screen
        terminal.type("look")
        terminal.until("Your turn, Bo.")
        second = terminal.screen
        terminal.type("exchange")
        terminal.until("Ada is to move, at this terminal.")
        before = len(terminal.seen)
        assert interrupt(terminal, how) in (0, INTERRUPTED)
        states = list(parse_record(whole_game(server, room)).steps())
        assert not shows_a_hand(first, states)
        bos = [line for state in states[1:] for line in hand(state, 1)]
        assert any(line in second for line in bos)
        assert not any(line in second for state in states for line in hand(state, 0))
        assert not shows_a_hand(terminal.seen[before:], states)
        assert not shows_a_hand(terminal.screen, states)
    finally:
        terminal.close()


def whole_game(server: Process, room: dict[str, str]) -> bytes:
    """Play the game to its end, so that its record may be read."""

    async def play() -> None:
        async with ClientSession() as session:
            client = await join(session, server.url, room["code"], room["token"])
            for _ in range(2):
                seat = client.table["room"]["to_move"]
                await client.done({"type": "set_perspective", "seat": seat})
                await client.done(
                    {"type": "move", "seat": seat, "move": "exchange", "version": client.table["version"]}
                )

    asyncio.run(play())
    with urlopen(f"{server.url}/api/rooms/{room['code']}/record", timeout=LIMIT_S) as answer:  # noqa: S310
        return bytes(answer.read())

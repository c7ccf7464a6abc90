"""Several people share one terminal. The curtain between them lifts only on Enter. An interrupt or the end of input
quits, and leaves no hand on the screen or in the scrollback."""

from __future__ import annotations

import asyncio
import json
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
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
from ludoteca.store.terminal_games import new_token
from ludoteca.terminal.conversation import Conversation
from ludoteca.terminal.fair_deals import FairDeals
from ludoteca.terminal.local_host import LocalHost
from ludoteca.terminal.play import join_options
from ludoteca.terminal.prompt import Prompt

GAME = find_game("latice")
RECORD = Record(GAME, GAME.check_options({}), "curtain", (Seat("1"), Seat("2")), ())
CTRL_C, CTRL_D = "\x03", "\x04"
PASS_ON, LIFT = "pass the screen to", "press Enter to see the board."
INTERRUPTED = 130


def hand(state: State, seat: int) -> list[str]:
    """Return the text of what only this seat may see: its rack."""
    return [" ".join(GAME.make_view(state, seat)["racks"][seat])]


def shows_a_hand(text: str, states: list[State]) -> bool:
    return any(rack in text for state in states for seat in (0, 1) for rack in hand(state, seat))


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


TWO_PEOPLE = ("play", "latice", "--seed", "curtain", "--new", "--people", "2")


@pytest.fixture
def console(tmp_path: Path) -> Iterator[TerminalProcess]:
    terminal = TerminalProcess(*TWO_PEOPLE, data=tmp_path, tty=True)
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
    console.until(LIFT)
    console.type("")
    console.until("Your turn, Guest.")
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
    console.until(LIFT)
    console.type("")
    console.until("Your turn, Guest.")
    assert interrupt(console, CTRL_C) in (0, INTERRUPTED)
    assert not shows_a_hand(console.screen, [RECORD.begin()])


@pytest.mark.parametrize("how", [CTRL_C, "SIGINT"], ids=["Ctrl-C", "SIGINT"])
def test_the_full_screen_leaves_nothing_behind(tmp_path: Path, how: str) -> None:
    terminal = TerminalProcess(*TWO_PEOPLE, data=tmp_path, tty=True, plain=False)
    try:
        terminal.until("Guest only: press Enter to see the board.")
        own = GAME.make_view(RECORD.begin(), 0)["racks"][0]
        assert not any(f" {tile} " in terminal.seen for tile in own)
        terminal.press("\r")
        terminal.until("Guest's hand")
        assert interrupt(terminal, how) == INTERRUPTED
        after = terminal.seen.rpartition("\x1b[?1049l")[2]  # back on the screen from before
        assert not any(tile in after for tile in own)
        assert "To continue this game" in after
    finally:
        terminal.close()


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


class ScriptedTerminal(Prompt):
    """A terminal at which two players type what they are asked for: two turns, then the end of input."""

    def __init__(self, output: StringIO) -> None:
        super().__init__()
        self._output = output
        self.interactive = True
        self.coloured = False
        self._turns = 0

    def listen(self, on_line: Callable[[str | None], None], complete: Callable[[str], list[str]]) -> None:
        self._on_line = on_line

    def print(self, text: str = "") -> None:
        super().print(text)
        if LIFT in text or PASS_ON in text:
            self._on_line("")
        elif "Your turn" in text:
            self._turns += 1
            self._on_line("exchange" if self._turns == 1 else None)


def interrupted_at(nth: int, host: LocalHost) -> InterruptingOutput:
    """Play two turns at one screen, until the nth write."""
    output, token = InterruptingOutput(nth), new_token()
    code = host.import_record(RECORD, token)
    options = join_options(GAME, host, code, token, only_bots=False)
    with suppress(KeyboardInterrupt):
        deals = FairDeals(None, quiet=True)
        Conversation(options, partial(host.client, code, token), ScriptedTerminal(output), deals).run()
    return output


def test_no_moment_of_a_curtain_lets_an_interruption_through(tmp_path: Path) -> None:
    start = RECORD.begin()
    after = start.copy()
    after.play(int(GAME.read_move(start, "exchange")))  # type: ignore[arg-type]
    writes = 0
    host = LocalHost(tmp_path)
    try:
        while (output := interrupted_at(writes + 1, host)).left <= 0:
            writes += 1
            shown = output.getvalue()
            assert not shows_a_hand(shown[output.length_before :], [start, after]), f"write {writes}"
            assert not shows_a_hand(shown.rpartition(CLEAR_ALL)[2], [start, after]), f"write {writes}"
    finally:
        host.close()
    assert writes > 10
    assert shows_a_hand(output.getvalue(), [start])
    assert shows_a_hand(output.getvalue(), [after])


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
        terminal.until(f"Ada only: {LIFT}")
        terminal.type("")
        terminal.until("Your turn, Ada.")
        terminal.type("exchange")
        terminal.until(f"{PASS_ON} Bo.")
        terminal.type("")
        terminal.until(f"Bo only: {LIFT}")
        first = terminal.screen
        terminal.type("")
        terminal.until("Your turn, Bo.")
        second = terminal.screen
        terminal.type("exchange")
        terminal.until(f"{PASS_ON} Ada.")
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

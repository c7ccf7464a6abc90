"""One data folder: a game goes from the terminal to the browser and back, through whichever process has the folder."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from aiohttp import ClientSession
from server.live_server import Client
from server.test_start import SERVE, Process, process
from server.test_start import join as join_room
from terminal.scripted import stored_table
from terminal.terminal_process import LIMIT_S, TerminalProcess

from ludoteca.store.lock import Lock
from ludoteca.store.server_address import publish_address
from ludoteca.store.terminal_games import TerminalGames
from ludoteca.terminal.game_host import open_host

Play = Callable[..., TerminalProcess]


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Play]:
    started: list[TerminalProcess] = []

    def start(*arguments: str, tty: bool = False) -> TerminalProcess:
        people = () if "--bot" in arguments else ("--people", "2")
        terminal = TerminalProcess("play", "flooding", *arguments, *people, data=tmp_path, tty=tty)
        started.append(terminal)
        return terminal

    yield start
    for terminal in started:
        terminal.close()


def serve(folder: Path) -> Any:
    return process(*SERVE, "--port", "0", "--data", str(folder), errors=folder / "errors")


def post(server: Process, path: str, body: object = None, token: str = "") -> Any:
    request = Request(f"{server.url}{path}", json.dumps(body or {}).encode(), {"Authorization": f"Bearer {token}"})  # noqa: S310
    with urlopen(request, timeout=LIMIT_S) as answer:  # noqa: S310 - our own server
        return json.load(answer)


def in_a_browser(server: Process, code: str, token: str, move: str) -> None:
    """Play a move over a socket, as a page with this token does."""

    async def main() -> None:
        async with ClientSession() as session:
            client: Client = await join_room(session, server.url, code, token)
            await client.move(move)

    asyncio.run(main())


def moves(folder: Path, code: str) -> list[str]:
    return [move.text for move in stored_table(folder, code).moves]


@pytest.mark.slow
def test_a_game_goes_to_the_browser_and_back_without_losing_a_move(play: Play, tmp_path: Path) -> None:
    # In the terminal, alone.
    first = play("4", "--bot", "weather=1", "--name", "Ada")
    first.until("Your turn, Ada (Journeyman).")
    first.type("b2", "quit")
    assert first.end() == 0
    games = TerminalGames(tmp_path)
    (code,) = games.codes()
    begun = moves(tmp_path, code)
    assert begun[0] == "b2"
    in_browser, in_terminal = [field for field in ("b1", "b3", "a2", "c2") if field not in begun[1]][:2]
    with serve(tmp_path) as server:
        # In the browser: the terminal's token finds the game, and has its seat.
        assert post(server, "/api/terminal/games", token=games.token()) == {"codes": [code]}
        known = post(server, "/api/rooms/known", {"rooms": {code: games.token()}})
        assert (known[code]["own_seats"], known[code]["moves"]) == ([0], 2)
        in_a_browser(server, code, games.token(), in_browser)
        # In the terminal, through the server that has the folder.
        second = play("--continue")
        assert f"{server.url}/r/{code}" in second.until("Your turn, Ada (Journeyman).")
        second.type("undo", in_terminal, "quit")
        assert second.end() == 0
        third = play("3", "--new", "--bot", "2=1")
        third.until("Your turn, Guest (Journeyman).")
        third.type("quit")
        assert third.end() == 0
        newest = post(server, "/api/terminal/games", token=games.token())["codes"]
        assert newest == games.codes()
        assert len(newest) == 2
    before = moves(tmp_path, code)
    assert before[:2] == begun
    assert before[2] == in_terminal
    # In the terminal again, alone.
    last = play("--continue")
    last.until("Your turn, Ada (Journeyman).")
    last.end_input()
    assert last.end() == 0
    assert moves(tmp_path, code) == before


def test_a_second_terminal_gets_one_sentence(play: Play, tmp_path: Path) -> None:
    first = play("3")
    first.until("Your turn")
    second = play("3")
    assert second.end() == 2
    assert second.seen.startswith(f"ludoteca: A game in another terminal uses {tmp_path}. Close it first, or run")
    assert second.seen.count("\n") == 1
    first.type("b2", "quit")
    assert first.end() == 0
    play("--continue").until("Your turn, Guest 2 (Weather).")


def test_two_terminals_play_at_the_same_time_through_a_server(play: Play, tmp_path: Path) -> None:
    with serve(tmp_path):
        first, second = play("3", "--new"), play("4", "--new")
        for terminal in (first, second):
            terminal.until("Your turn, Guest (Journeyman).")
            terminal.type("b2")
            terminal.until("Your turn, Guest 2 (Weather).")


def test_the_address_of_a_killed_server_is_not_believed(play: Play, tmp_path: Path) -> None:
    with serve(tmp_path) as server:
        server.kill()
    assert (tmp_path / "ludoteca.address").read_text() == server.url
    first = play("3")
    first.until("Your turn")
    second = play("3")
    assert second.end() == 2
    assert "A game in another terminal uses" in second.seen


def test_a_terminal_waits_for_a_server_that_is_just_starting(play: Play, tmp_path: Path) -> None:
    with Lock(tmp_path), ThreadPoolExecutor() as threads:
        waiting = threads.submit(open_host, tmp_path)
        publish_address(tmp_path, "http://127.0.0.1:9")
        assert waiting.result(LIMIT_S).url == "http://127.0.0.1:9"


def test_join_has_the_seats_of_play_at_the_server_of_its_own_folder(play: Play, tmp_path: Path) -> None:
    with serve(tmp_path) as server:
        first = play("3", "--bot", "2=1", "--name", "Ada")
        first.until("Your turn, Ada")
        first.type("b2", "quit")
        assert first.end() == 0
        (code,) = TerminalGames(tmp_path).codes()
        joined = TerminalProcess("join", code, "--server", server.url, data=tmp_path)
        try:
            joined.until("Your turn, Ada (Journeyman).")
        finally:
            joined.close()


def test_the_link_for_the_browser_is_printed_on_request(play: Play, tmp_path: Path) -> None:
    first = play("3")
    first.type("link")
    code, token = TerminalGames(tmp_path).codes, TerminalGames(tmp_path).token
    first.until("Show it to nobody: it holds your seat.")
    assert first.until("\n") == "\n"
    assert first.until("\n") == f"http://localhost:8321/r/{code()[0]}#terminal={token()}\n"


# Attacks on the token


def test_only_the_terminals_own_token_lists_its_games(play: Play, tmp_path: Path) -> None:
    first = play("3")
    first.type("b2", "quit")
    assert first.end() == 0
    (code,) = TerminalGames(tmp_path).codes()
    with serve(tmp_path) as server:
        own = post(server, "/api/rooms", {"game": "flooding"})["token"]
        for token in ("", "x", own, TerminalGames(tmp_path).token()[:-1], "ä" * 40):
            with pytest.raises(HTTPError) as refused:
                post(server, "/api/terminal/games", token=token)
            body = refused.value.read().decode()
            assert refused.value.code == 403
            assert code not in body
            assert TerminalGames(tmp_path).token() not in body


@pytest.mark.slow
def test_the_token_is_not_in_what_the_server_prints_or_logs(play: Play, tmp_path: Path) -> None:
    first = play("3")
    first.type("b2", "quit")
    assert first.end() == 0
    with serve(tmp_path) as server:
        post(server, "/api/terminal/games", token=TerminalGames(tmp_path).token())
        server.stop()
        assert server.process.stdout is not None
        printed = server.process.stdout.read()
    assert "Stopping" in printed
    assert TerminalGames(tmp_path).token() not in printed + (tmp_path / "errors").read_text()

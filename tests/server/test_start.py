"""The server as a process: it starts or says in one sentence why not, and stops without losing anything."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession, WSMsgType
from server.live_server import Client

from ludoteca.core.native import plain_notice
from ludoteca.store.sqlite import SqliteStore
from ludoteca.table import events as e
from ludoteca.table.fold import fold
from ludoteca.table.table import Table

ROOT = Path(__file__).parents[2]
QUICKLY = "from ludoteca.table import deal; deal.COUNTDOWN_MS = 0; from ludoteca.cli import main; main()"
SERVE = (sys.executable, "-c", QUICKLY, "serve", "--host", "127.0.0.1", "--no-browser")
"""`ludoteca serve`, without the countdown before a game of several people."""
LIMIT_S = 60.0
"""Only for what would otherwise hang."""


class Process:
    """A server process; its first line of output has the port."""

    def __init__(self, command: tuple[str, ...], errors: Path) -> None:
        self.errors = errors
        with errors.open("a") as log:
            self.process = subprocess.Popen(
                command, cwd=ROOT, stdout=subprocess.PIPE, stderr=log, stdin=subprocess.DEVNULL, text=True
            )
        assert self.process.stdout is not None
        try:
            found = re.search(r"http://127\.0\.0\.1:(\d+)", self.process.stdout.readline())
        except BaseException:
            self.kill()
            raise
        self.port = int(found[1]) if found else 0
        self.url = f"http://127.0.0.1:{self.port}"

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(LIMIT_S)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(LIMIT_S)
        if self.process.stdout is not None:
            self.process.stdout.close()


@contextlib.contextmanager
def process(*command: str, errors: Path) -> Iterator[Process]:
    started = Process(command, errors)
    try:
        assert started.port, errors.read_text()
        yield started
    finally:
        started.kill()


def read_table(folder: Path, code: str) -> Table:
    """Fold the log of a room in a data folder."""
    with SqliteStore(folder / "ludoteca.db") as store:
        found = store.load(code)
    assert found is not None
    return fold((event.seq, event.at_ms, e.read_event(event.body)) for event in found[1])


async def open_room(session: ClientSession, url: str, seats: list[dict[str, Any]]) -> tuple[str, str]:
    async with session.post(f"{url}/api/rooms", json={"game": "flooding", "seats": seats}) as answer:
        body = await answer.json()
        assert answer.status == 201, body
        return body["code"], body["token"]


async def join(session: ClientSession, url: str, code: str, token: str | None) -> Client:
    client = Client(await session.ws_connect(f"{url}/api/rooms/{code}/socket", max_msg_size=0))
    await client.say({"type": "hello", "token": token})
    return await client.settle()


async def closing_code(client: Client) -> Any:
    """Read to the end of a socket and return the server's close code. (`close_code` would be our own.)"""
    while (frame := await asyncio.wait_for(client.socket.receive(), LIMIT_S)).type is WSMsgType.TEXT:
        pass
    assert frame.type is WSMsgType.CLOSE, frame
    return frame.data


def test_sigterm_says_going_away_and_loses_nothing(tmp_path: Path) -> None:
    folder, errors = tmp_path / "data", tmp_path / "errors"

    async def play(server: Process) -> dict[str, list[str]]:
        async with ClientSession() as session:
            seats = [{"kind": "here", "name": "Ada"}, {"kind": "here", "name": "Bo"}]
            code, token = await open_room(session, server.url, seats)
            one, watcher = await join(session, server.url, code, token), await join(session, server.url, code, None)
            against_bot: list[dict[str, Any]] = [{"kind": "here", "name": "Ada"}, {"kind": "bot", "level": 1}]
            other, key = await open_room(session, server.url, against_bot)
            two = await join(session, server.url, other, key)
            played = []
            for _ in range(10):
                move = one.table["choices"]["fields"][0]
                await one.move(move)
                played.append(move)
            first = two.table["choices"]["fields"][0]
            await two.move(first)
            # The bot is thinking, or its worker is starting.
            server.process.send_signal(signal.SIGTERM)
            assert [await closing_code(client) for client in (one, watcher, two)] == [1001] * 3
            return {code: played, other: [first]}

    with process(*SERVE, "--port", "0", "--data", str(folder), errors=errors) as server:
        acknowledged = asyncio.run(asyncio.wait_for(play(server), LIMIT_S))
        assert server.process.wait(LIMIT_S) == 0
        assert server.process.stdout is not None
        assert server.process.stdout.read().endswith("Stopping; all games are saved.\n")
    # An interrupted bot has not failed: the fallback did not move.
    assert errors.read_text() == ""
    for code, moves in acknowledged.items():
        found = [made.text for made in read_table(folder, code).moves]
        assert found[: len(moves)] == moves
        assert len(found) <= len(moves) + 1


def test_sigint_stops_it_too(tmp_path: Path) -> None:
    with process(*SERVE, "--port", "0", "--data", str(tmp_path), errors=tmp_path / "errors") as server:
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(LIMIT_S) == 0
    assert (tmp_path / "errors").read_text() == ""


def test_a_server_that_is_not_compiled_says_so_at_the_start(tmp_path: Path) -> None:
    notice = plain_notice()
    if notice is None:
        pytest.skip("Compiled files are run here.")
    with process(*SERVE, "--port", "0", "--data", str(tmp_path), errors=tmp_path / "errors") as server:
        assert server.stop() == 0
        assert server.process.stdout is not None
        assert notice in server.process.stdout.read().splitlines()


def refused(*options: str) -> str:
    """Start a server that must refuse with one sentence and exit status 2; return the sentence."""
    ended = subprocess.run([*SERVE, *options], cwd=ROOT, capture_output=True, text=True, timeout=LIMIT_S)
    assert ended.returncode == 2, ended
    assert ended.stdout == ""
    assert re.fullmatch(r"ludoteca: [^\n]*\.\n", ended.stderr), ended.stderr
    return ended.stderr


def test_a_second_server_on_the_same_folder_is_refused(tmp_path: Path) -> None:
    with process(*SERVE, "--port", "0", "--data", str(tmp_path), errors=tmp_path / "errors") as server:
        assert "Another server, or a game in another terminal, uses" in refused("--port", "0", "--data", str(tmp_path))
        assert server.stop() == 0
    # The lock ends with the process, so the next one starts.
    with process(*SERVE, "--port", "0", "--data", str(tmp_path), errors=tmp_path / "errors") as server:
        assert server.stop() == 0


def test_a_taken_port_is_refused(tmp_path: Path) -> None:
    with process(*SERVE, "--port", "0", "--data", str(tmp_path / "one"), errors=tmp_path / "errors") as server:
        said = refused("--port", str(server.port), "--data", str(tmp_path / "two"))
        assert f"port {server.port}: {os.strerror(98)}" in said


def test_a_folder_that_cannot_be_created_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("not a folder")
    for folder in (file, file / "below"):
        assert "cannot be opened for writing" in refused("--port", "0", "--data", str(folder))
    assert file.read_text() == "not a folder"


def test_a_file_that_is_not_a_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "ludoteca.db").write_text("This is no database. " * 400)
    assert "not a database" in refused("--port", "0", "--data", str(tmp_path))

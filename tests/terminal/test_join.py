"""`ludoteca join`: processes with pipes, or a terminal, against a real server."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import stat
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any
from urllib.request import Request, urlopen

import pytest
from aiohttp import ClientSession
from room_requests import room_request
from server.test_start import SERVE, Process, process
from server.test_start import join as join_room
from terminal.terminal_process import LIMIT_S, TerminalProcess
from websockets.datastructures import Headers
from websockets.http11 import Request as HttpRequest
from websockets.http11 import Response
from websockets.sync.server import ServerConnection
from websockets.sync.server import serve as serve_sockets

from ludoteca.core.errors import OptionError
from ludoteca.core.receipts import parse_receipt
from ludoteca.core.records import parse_record
from ludoteca.core.registry import find_game
from ludoteca.core.text_board import show_view
from ludoteca.rooms.messages import Loading, Welcome, write_message
from ludoteca.terminal import remote_client
from ludoteca.terminal.remote_client import Address, RemoteRoomClient, read_address
from ludoteca.terminal.room_client import ClientEvent, ConnectionFailed, ConnectionLost

Join = Callable[..., TerminalProcess]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    folder = tmp_path_factory.mktemp("server")
    with process(*SERVE, "--port", "0", "--data", str(folder), errors=folder / "errors") as started:
        yield started
        assert (folder / "errors").read_text() == ""


@pytest.fixture
def join(tmp_path: Path) -> Iterator[Join]:
    """Start `ludoteca join`; processes with the same `data` are the same device."""
    with ExitStack() as stack:

        def start(*arguments: str, data: str = "data", tty: bool = False) -> TerminalProcess:
            terminal = TerminalProcess("join", *arguments, data=tmp_path / data, tty=tty)
            stack.callback(terminal.close)
            return terminal

        yield start


def open_room(server: Process, game: str = "flooding", **request: Any) -> str:
    """A new room; its link."""
    opened = json.loads(read_url(f"{server.url}/api/rooms", json.dumps(room_request(game=game, **request)).encode()))
    return f"{server.url}/r/{opened['code']}"


def read_url(url: str, body: bytes | None = None) -> bytes:
    with urlopen(Request(url, body), timeout=LIMIT_S) as answer:  # noqa: S310 - our own server
        return bytes(answer.read())


def two(join: Join, url: str) -> tuple[TerminalProcess, TerminalProcess]:
    """Let Ada and Bo join a room and start a game."""
    ada = join(url, "--name", "Ada", data="ada")
    ada.until("Ada sits down as ")
    bo = join(url, "--name", "Bo", data="bo")
    for each in (ada, bo):
        each.until("The game begins.")
    return ada, bo


def test_deals_are_answered_kept_and_checked(server: Process, join: Join, tmp_path: Path) -> None:
    url = open_room(server, "waffe")
    ada, bo = two(join, url)
    kept = list((tmp_path / "ada" / "console" / "receipts").glob("*/*-1.json"))
    assert len(kept) == 1
    receipt = parse_receipt(kept[0].read_bytes())
    assert receipt.own == receipt.nonces[0]
    assert all(len(nonce) == 22 for nonce in receipt.nonces)
    bo.type("resign")
    for each in (ada, bo):
        each.until("Fair deal: it is the one announced before the game, and it contains your nonce.")
    record = parse_record(read_url(f"{url.replace('/r/', '/api/rooms/')}/record"))
    assert receipt.mismatch(record.seed) is None
    for each in (ada, bo):
        each.type("again")
    for each in (ada, bo):
        each.until("The game begins.")


def test_two_people_play_to_the_end_and_again(server: Process, join: Join) -> None:
    url = open_room(server, options={"size": 3})
    ada, bo = two(join, url)
    # Input from a pipe may be ahead of the game: each line waits for its turn.
    ada.type("b2", "a1")
    bo.type("b2 c3")
    assert "Night 1: the weather floods b2, c3." in ada.until("Your turn, Ada (Journeyman).\n> a1")
    bo.until("Your turn, Bo (Weather).")
    bo.type("b1 a2")
    for each in (ada, bo):
        each.until("The weather wins.")
        each.until("Bo (Weather) wins. Type `again` for another game, or `quit`.")
    ada.type("again", "b1")
    bo.until("Type `again` to agree.")
    bo.type("again")
    assert "  Weather: Ada (you)\n" in ada.until("Waiting for Bo (Journeyman).")
    bo.until("Your turn, Bo (Journeyman).")
    bo.type("a2")
    bo.until("Night 1: the weather floods b1.")
    bo.type("quit")
    assert bo.end() == 0
    ada.until("Bo has left.")
    ada.end_input()
    assert ada.end() == 0
    assert ada.seen.endswith(f"Goodbye. To return to your seat: ludoteca join {url}\n")


def test_players_see_only_their_own_hands(server: Process, join: Join) -> None:
    url = open_room(server, "latice", options={"turns": 4})
    spectator = join("--watch", url)
    ada, bo = two(join, url)
    for each in (ada, bo):
        each.type("exchange", "exchange")
    for each in (ada, bo, spectator):
        each.until("A draw between Ada and Bo.")
    game, states = (
        find_game("latice"),
        list(parse_record(read_url(f"{url.replace('/r/', '/api/rooms/')}/record")).steps()),
    )
    for seat, own, others in ((0, ada, (bo, spectator)), (1, bo, (ada, spectator))):
        for state in states:
            public = show_view(game, game.make_view(state, None), ["Ada", "Bo"]).splitlines()
            shown = show_view(game, game.make_view(state, seat), ["Ada", "Bo"]).splitlines()
            private = [line for line in shown if line not in public]
            assert private
            if state.seat() == seat:
                assert all(line in own.seen for line in private)
            assert not any(line in other.seen for line in private for other in others)


def test_one_person_plays_a_bot(server: Process, join: Join) -> None:
    seats = [{"kind": "open"}, {"kind": "bot", "level": 1}]
    ada = join(open_room(server, options={"size": 3}, seats=seats), "--name", "Ada")
    ada.type("b2")
    ada.until("Night 1: the weather floods")
    ada.until("Your turn, Ada (Journeyman).")
    ada.type("undo", "b1")
    ada.until("Ada undid the last move.")
    ada.until("Day 1: the journeyman walks to b1.")


def test_a_player_returns_to_the_seat_by_a_private_token(server: Process, join: Join, tmp_path: Path) -> None:
    url = open_room(server, options={"size": 3})
    ada, bo = two(join, url)
    ada.type("b2", "quit")
    assert ada.end() == 0
    bo.until("Ada has left.")
    again = join(url.rpartition("/")[2].lower(), "--server", f"{server.url}/", data="ada")
    assert "  Journeyman: Ada (you)\n" in again.until("Waiting for Bo (Weather).")
    assert "walks to b2." in again.seen
    bo.until("Ada is back.")
    (token,) = (tmp_path / "ada" / "console" / "devices").iterdir()
    assert stat.S_IMODE(token.stat().st_mode) == 0o600
    other = join(url, "--seat", "weather", data="ada")
    assert other.end() == 2
    assert "--seat: you already have a seat at this table, as Ada (Journeyman);" in other.seen


def test_the_seat_can_be_chosen(server: Process, join: Join) -> None:
    url = open_room(server)
    ada = join(url, "--name", "Ada", "--seat", "Weather", data="ada")
    ada.until("Ada sits down as Weather.")
    taken, unknown = join(url, "--seat", "2", data="bo"), join(url, "--seat", "sun", data="bo")
    assert taken.end() == 2
    assert taken.seen.endswith("ludoteca: The seat Weather is taken by Ada.\n")
    assert unknown.end() == 2
    assert '--seat must be one of journeyman, weather, 1, 2, not "sun".' in unknown.seen
    join(url, "--name", "Bo", data="bo").until("Your turn, Bo (Journeyman).")


def test_refusals_are_sentences_and_questions_are_answered(server: Process, join: Join) -> None:
    ada, bo = two(join, open_room(server, options={"size": 3}))
    ada.type("c3", "b2")
    ada.until("> c3\nc3 is not next to a1, where the journeyman stands.\n")
    ada.until("Waiting for Bo (Weather).")
    bo.until("Your turn, Bo (Weather).")
    ada.type("undo", "withdraw")
    bo.until("Ada no longer asks for the undo.")
    ada.type("withdraw", "undo")
    ada.until("> withdraw\nYou have asked for nothing.\n")
    bo.until("Ada wants to undo the last move.\nType `yes` or `no`.\n")
    bo.type("no", "help", "abandon")
    bo.until("> no\n")
    bo.until("Flood up to two dry fields")
    ada.until("Bo does not agree to the undo.")
    ada.type("yes", "b2")
    ada.until("Bo offers to call the game off.\nType `yes` or `no`.\n> yes\n")
    ada.until("The game ended without a result.")
    ada.until("> b2\nThe game is over.")
    bo.until("The game ended without a result.")


def test_talk_and_help(server: Process, join: Join) -> None:
    ada, bo = two(join, open_room(server, options={"size": 3}, casual=True))
    ada.type("say good luck")
    bo.until("Ada: good luck\n")
    ada.type("hint", "bot")
    ada.until("I would play: ")
    bo.until("The computer plays this turn for Ada.")
    bo.until("Your turn")


def test_a_spectator_sees_the_game_and_cannot_play(server: Process, join: Join, tmp_path: Path) -> None:
    url = open_room(server, options={"size": 3})
    ada, _ = two(join, url)
    spectator, late = join("--watch", url, data="spectator"), join(url, data="late")
    late.until("All seats are taken, so you are watching.")
    spectator.until("Waiting for Ada (Journeyman).")
    spectator.type("b2")
    spectator.until("You are watching. Only players at the table can do that.")
    ada.type("b2")
    spectator.until("Waiting for Bo (Weather).")
    ada.type("resign")
    spectator.until("Ada resigns.")
    spectator.until("Bo (Weather) wins.\n")
    spectator.end_input()
    assert spectator.end() == 0
    assert spectator.seen.endswith("Goodbye.\n")
    assert not (tmp_path / "spectator").exists()


def test_a_personal_link_moves_the_seat_here_once(server: Process, join: Join) -> None:
    async def make_link(url: str, code: str, token: str) -> str:
        async with ClientSession() as session:
            client = await join_room(session, url, code, token)
            return str((await client.ask({"type": "link", "seat": 0}))["key"])

    body = {"game": "flooding", "seats": [{"kind": "here", "name": "Ada"}, {"kind": "bot", "level": 1}]}
    room = json.loads(read_url(f"{server.url}/api/rooms", json.dumps(body).encode()))
    key = asyncio.run(make_link(server.url, room["code"], room["token"]))
    link = f"{server.url}/r/{room['code']}#{key}"
    join(link).until("Your turn, Ada (Journeyman).")
    join(link).until("Your turn, Ada (Journeyman).")
    stranger = join(link, data="stranger")
    assert stranger.end() == 2
    assert "ludoteca: This personal link is not valid" in stranger.seen


def test_a_lost_connection_is_resumed(join: Join, tmp_path: Path) -> None:
    serve = (*SERVE, "--data", str(tmp_path / "server"), "--port")
    with process(*serve, "0", errors=tmp_path / "errors") as first:
        ada, bo = two(join, open_room(first, options={"size": 3}))
        ada.until("Your turn, Ada (Journeyman).")
        first.stop()
    ada.until("Connection lost. Reconnecting.\n")
    ada.type("b2")
    with process(*serve, str(first.port), errors=tmp_path / "errors"):
        for each in (ada, bo):
            each.until("Reconnected.")
            each.until("Day 1: the journeyman walks to b2.")
        bo.type("c3")
        ada.until("Night 1: the weather floods c3.")
        assert [each.seen.count("The game begins.") for each in (ada, bo)] == [1, 1]


def test_a_closed_room_ends_the_session(server: Process, join: Join) -> None:
    async def close(code: str, token: str) -> None:
        async with ClientSession() as session:
            await (await join_room(session, server.url, code, token)).done({"type": "close"})

    room = json.loads(read_url(f"{server.url}/api/rooms", b'{"game": "flooding"}'))
    ada = join(room["code"], "--server", server.url, "--name", "Ada")
    ada.until("Ada sits down as Journeyman.")
    asyncio.run(close(room["code"], room["token"]))
    assert ada.end() == 0
    assert ada.seen.endswith("The host ended the table.\n")
    late = join(room["code"], "--server", server.url, "--name", "Ada")
    assert late.end() == 0
    assert late.seen.endswith("This table has ended.\n")


def test_a_room_that_cannot_be_reached_gives_one_sentence_and_status_2(server: Process, join: Join) -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        nowhere = f"http://127.0.0.1:{silent.getsockname()[1]}/r/ABCDEFGH"
        processes = [
            join("no room"),
            join("ABCDEFGH", "--server", "here"),
            join(f"{server.url}/r/ABCDEFGH"),
            join(nowhere),
        ]
        ends = [one.end() for one in processes]
    assert ends == [2] * 4
    wrong, unfit, unknown, unreachable = (one.seen for one in processes)
    assert wrong.startswith('ludoteca: "no room" is not a table: give its link')
    assert unfit.startswith("ludoteca: --server must be an address that begins with http://")
    assert unknown == "ludoteca: There is no table ABCDEFGH.\n"
    assert unreachable == f"ludoteca: {nowhere[:-11]} cannot be reached: Connection refused.\n"


def test_at_a_terminal_messages_leave_the_typed_line_intact(server: Process, join: Join) -> None:
    url = open_room(server, options={"size": 3}, seats=[{"kind": "open"}, {"kind": "open"}])
    bo = join(url, "--name", "Bo", "--seat", "weather", data="bo", tty=True)
    bo.until("Bo sits down as Weather.")
    ada = join(url, "--name", "Ada", data="ada")
    bo.until("Waiting for Ada (Journeyman).")
    bo.until("> ")
    bo.type("c3")
    bo.until("It is not your turn: Journeyman is to move.")
    bo.until("> ")
    os.write(bo.fd, b"b2 c")
    bo.until("b2 c")
    ada.type("b1")
    bo.until("Your turn, Bo (Weather).\r\n> b2 c")
    bo.type("3")
    bo.until("Night 1: the weather floods b2, c3.")
    bo.until("Waiting for Ada (Journeyman).")
    bo.type("resign")
    bo.until("Resign this game?")
    bo.process.send_signal(signal.SIGINT)
    assert bo.end() == 130
    assert "Goodbye." in bo.seen
    ada.until("Bo has left.")


def test_a_server_that_stays_away_is_given_up(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(remote_client, "GIVE_UP_S", 0.0)
    events: SimpleQueue[ClientEvent] = SimpleQueue()
    with process(*SERVE, "--port", "0", "--data", str(tmp_path), errors=tmp_path / "errors") as server:
        RemoteRoomClient(read_address(open_room(server), ""), "a token of its own", events.put).start()
        assert isinstance(events.get(timeout=LIMIT_S), Welcome)
        server.stop()
    while not isinstance(events.get(timeout=LIMIT_S), ConnectionLost):
        pass
    end = events.get(timeout=LIMIT_S)
    assert isinstance(end, ConnectionFailed)
    assert end.sentence == f"{server.url} cannot be reached: Connection refused."


def test_a_node_that_sends_its_clients_elsewhere_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A room may be on another node, before and after the first welcome."""
    monkeypatch.setattr(remote_client, "FIRST_RETRY_S", 0.01)
    answers = ["elsewhere", "closes", "welcome", "closes", "elsewhere", "elsewhere", "welcome", *["closes"] * 99]

    def check(connection: ServerConnection, request: HttpRequest) -> Response | None:
        if answers[0] != "elsewhere":
            return None
        answers.pop(0)
        body = b'{"code": "room_elsewhere", "params": {}, "text": "Elsewhere."}'
        headers = Headers({"Content-Length": str(len(body)), "Retry-After": "1"})
        return Response(503, "Service Unavailable", headers, body)

    def handle(connection: ServerConnection) -> None:
        connection.recv()
        if answers.pop(0) == "welcome":
            connection.send(write_message(Welcome("token", "0", 2, None, 0, [], 0)).decode())
        connection.close(1012)

    events: SimpleQueue[ClientEvent] = SimpleQueue()
    with serve_sockets(handle, "127.0.0.1", 0, process_request=check) as listening:
        Thread(target=listening.serve_forever, daemon=True).start()
        port = listening.socket.getsockname()[1]
        client = RemoteRoomClient(Address(f"http://127.0.0.1:{port}", "K7QX2M9P"), "a token", events.put)
        client.start()
        kinds = [Loading, Welcome, ConnectionLost, Welcome, ConnectionLost]
        found = [events.get(timeout=LIMIT_S) for _ in kinds]
        assert [type(event) for event in found] == kinds
        assert found[0] == Loading("Elsewhere.")
        client.close()
        listening.shutdown()


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("http://Host:8321/r/k7qx2m9p", Address("http://host:8321", "K7QX2M9P")),
        ("https://host/r/K7QX2M9P/#some-Key", Address("https://host", "K7QX2M9P", "some-Key")),
        (" k7qx2m9p ", Address("http://here:1", "K7QX2M9P")),
        ("k7qx 2m9p", Address("http://here:1", "K7QX2M9P")),
        ("K7QX-2M9P#key", Address("http://here:1", "K7QX2M9P", "key")),
        ("K7QX2M9P#key", Address("http://here:1", "K7QX2M9P", "key")),
    ],
)
def test_valid_addresses(text: str, address: Address) -> None:
    assert read_address(text, "http://here:1/") == address
    assert address.socket == f"ws{address.server[4:]}/api/rooms/K7QX2M9P/socket"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "K7QX2",
        "K7QX2M9PX",
        "host/r/K7QX2M9P",
        "ftp://host/r/K7QX2M9P",
        "http:///r/K7QX2M9P",
        "http://h:x/r/K7QX2M9P",
        "http://h/K7QX2M9P",
    ],
)
def test_invalid_addresses(text: str) -> None:
    with pytest.raises(OptionError):
        read_address(text, "http://here:1")

"""A full disk or a read-only file: players are told, nothing is half-written, and games go on when there is space."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession
from server.live_server import Client, Server, run
from server.test_start import LIMIT_S, Process, join, open_room, process, read_table

from ludoteca.bots.fair_queue import Requester
from ludoteca.bots.workers import Workers
from ludoteca.store.protocol import Store
from ludoteca.store.sqlite import SqliteStore
from ludoteca.table import events as e
from ludoteca.table.fold import fold
from ludoteca.table.table import Table

Json = dict[str, Any]
PLENTY = 1_000_000
SAYING = {
    "store_full": "The game could not be saved: the disk is full. Nothing was changed; try again.",
    "store_readonly": "read-only at present. Nothing was changed; try again.",
    "store_failed": "Nothing was changed; try again.",
}
SEATS: list[Json] = [{"kind": "here", "name": "Ada"}, {"kind": "here", "name": "Bo"}]


def tell_writer(store: Store, pragma: str) -> None:
    assert isinstance(store, SqliteStore)
    assert store._committer.connection is not None
    store._committer.connection.execute(f"PRAGMA {pragma}").fetchall()


def fill_up(store: Store) -> None:
    """Keep the file from growing, as on a full disk; its free pages can still be used."""
    assert isinstance(store, SqliteStore)
    assert store._committer.connection is not None
    (pages,) = store._committer.connection.execute("PRAGMA page_count").fetchone()
    tell_writer(store, f"max_page_count = {pages}")


def folded(store: Store, code: str) -> Table:
    found = store.load(code)
    assert found is not None
    return fold((event.seq, event.at_ms, e.read_event(event.body)) for event in found[1])


def position(table: Json) -> tuple[Any, ...]:
    return table["seq"], table["version"], table["room"], table["view"]


async def present(server: Server, client: Client) -> Json:
    """Return the table as a new client gets it."""
    stranger = await server.join(client.code)
    await stranger.socket.close()
    return stranger.table


def next_move(client: Client) -> Json:
    choices = client.table["choices"]
    move = choices["fields"][0] if choices["least"] else "-"
    return {"type": "move", "seat": client.table["you"]["seat"], "move": move, "version": client.table["version"]}


async def play_until_refused(one: Client, two: Client) -> tuple[Client, Client, Json, Json]:
    """Play until a move is refused; return its sender, the other player, the command and the refusal."""
    for number in range(2000):
        mover, other = (one, two) if one.table["room"]["to_move"] == one.table["you"]["seat"] else (two, one)
        assert mover.table["room"]["phase"] == "playing"
        command = {**next_move(mover), "id": f"until{number}"}
        answer = await mover.ask(command)
        if answer["type"] == "refused":
            return mover, other, command, answer
        await other.reach(answer["seq"])
    raise AssertionError("the disk never was full")


async def check_nothing_changed(server: Server, clients: list[Client], refused: Json, code: str) -> None:
    assert refused["code"] == code
    assert refused["text"].endswith(SAYING[code])
    stored = folded(server.rooms.services.store, clients[0].code)
    shown = await present(server, clients[0])
    assert shown["seq"] == stored.seq
    assert shown["room"]["moves"] == len(stored.moves)
    for client in clients:
        # A pong comes after everything that was sent before it.
        await client.ask({"type": "ping"})
        assert position(client.table) == position(shown)


def test_a_full_disk_refuses_moves_and_recovers(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        one, two = await server.two_players()
        store = server.rooms.services.store
        fill_up(store)
        mover, other, command, refused = await play_until_refused(one, two)
        await check_nothing_changed(server, [mover, other], refused, "store_full")
        # The same id again is refused again.
        refused = await mover.ask(command)
        await check_nothing_changed(server, [mover, other], refused, "store_full")
        tell_writer(store, f"max_page_count = {PLENTY}")
        answer = await mover.done(command)
        await other.reach(answer["seq"])
        # Sent again after it was carried out, it counts once.
        repeated = await mover.ask(command)
        assert repeated["stale"] == [command["id"]]
        assert repeated["seq"] == answer["seq"]
        assert folded(store, mover.code).seq == answer["seq"]
        await other.done(next_move(other))
        assert folded(store, mover.code).moves[-2].text == command["move"]

    run(test, tmp_path)


def test_a_read_only_file_refuses_moves_and_rooms_and_recovers(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        one, two = await server.two_players()
        store = server.rooms.services.store
        tell_writer(store, "query_only = ON")
        command = {**next_move(one), "id": "again and again"}
        for _ in range(2):
            await check_nothing_changed(server, [one, two], await one.ask(command), "store_readonly")
        for other in ({"type": "resign", "seat": 1, "version": two.table["version"]}, {"type": "link", "seat": 1}):
            await check_nothing_changed(server, [one, two], await two.ask(other), "store_readonly")
        assert await refused_room(server) == "store_readonly"
        # Reading still works.
        for path in ("/healthz", f"/api/rooms/{one.code}", f"/api/rooms/{one.code}/record"):
            async with server.session.get(server.url + path) as answer:
                assert answer.status == 200
        tell_writer(store, "query_only = OFF")
        answered = await one.done(command)
        await two.reach(answered["seq"])
        await server.open()
        assert [made.text for made in folded(store, one.code).moves] == [command["move"]]

    run(test, tmp_path)


async def refused_room(server: Server) -> str:
    """Create rooms until one is refused; return the code. The others must be intact."""
    request = {"game": "flooding", "seats": [SEATS[0], {"kind": "open"}]}
    for _ in range(500):
        async with server.session.post(f"{server.url}/api/rooms", json=request) as answer:
            body = await answer.json()
        if answer.status != 201:
            assert answer.status == 503, body
            assert body["text"].endswith(SAYING[body["code"]])
            return str(body["code"])
        assert folded(server.rooms.services.store, body["code"]).players[0].name == "Ada"
    raise AssertionError("no room was refused")


def test_a_full_disk_refuses_rooms_and_recovers(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        store = server.rooms.services.store
        await server.open()
        fill_up(store)
        assert await refused_room(server) == "store_full"
        rooms = store.rooms(PLENTY)
        for room in rooms:
            assert folded(store, room.code).phase == "waiting"
        tell_writer(store, f"max_page_count = {PLENTY}")
        code, token = await server.open()
        client = await server.join(code, token)
        await client.done({"type": "sit", "seat": 0, "name": "Ada"})
        assert store.count() == len(rooms) + 1

    run(test, tmp_path)


async def metrics(server: Server) -> str:
    async with server.session.get(f"{server.url}/metrics") as answer:
        return await answer.text()


def test_a_bot_whose_move_cannot_be_saved_tries_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ask = Workers.ask
    thought = asyncio.Event()

    async def ask_when_told(workers: Workers, question: Json, requester: Requester) -> str:
        await thought.wait()
        return await ask(workers, question, requester)

    monkeypatch.setattr(Workers, "ask", ask_when_told)

    async def test(server: Server) -> None:
        code, token = await server.open(seats=[SEATS[0], {"kind": "bot", "level": 1}])
        client = await server.join(code, token)
        client.code = code
        store = server.rooms.services.store
        shown = await client.done(next_move(client))
        tell_writer(store, "query_only = ON")
        thought.set()
        async with asyncio.timeout(LIMIT_S):
            while "ludoteca_store_failures_total 2" not in await metrics(server):
                await asyncio.sleep(0.02)
        assert position(await present(server, client)) == position(shown)
        assert folded(store, code).seq == shown["seq"]
        tell_writer(store, "query_only = OFF")
        moved = await client.until(lambda table: table["room"]["to_move"] == 0)
        stored = folded(store, code)
        assert moved["seq"] == stored.seq == shown["seq"] + 1
        assert [made.seat for made in stored.moves] == [0, 1]

    run(test, tmp_path)


# The real server on a file system that is really full


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "small"
    folder.mkdir()
    mount = shutil.which("mount")
    if mount is None or sys.platform != "linux":
        pytest.skip("there is no mount here")
    done = subprocess.run([mount, "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder], capture_output=True, text=True)
    if done.returncode:
        pytest.skip(f"mounting a small file system is not permitted: {done.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)  # noqa: S607


async def fail_and_recover(server: Process, fail: Any, recover: Any) -> tuple[str, str, list[str]]:
    """Play, let writing fail and recover, and play on; return the room, the code of the refusal and the moves."""
    async with ClientSession() as session:
        code, token = await open_room(session, server.url, SEATS)
        client, watcher = await join(session, server.url, code, token), await join(session, server.url, code, None)
        first = next_move(client)
        await client.done(first)
        fail()
        moves, number = [first["move"]], 0
        while True:
            number += 1
            command = {**next_move(client), "id": f"until{number}"}
            before = position(client.table)
            answer = await client.ask(command)
            if answer["type"] == "refused":
                break
            assert number < 2000
            moves.append(command["move"])
        assert answer["text"].endswith(SAYING[answer["code"]])
        assert (await client.ask(command))["code"] == answer["code"]
        await watcher.reach(before[0])
        assert position(watcher.table) == position(client.table) == before
        async with session.get(f"{server.url}/api/rooms/{code}/record") as found:
            assert (await found.json())["moves"] == moves
        recover()
        moves.append(command["move"])
        await client.done(command)
        for _ in range(5):
            command = next_move(client)
            moves.append(command["move"])
            await client.done(command)
        return code, answer["code"], moves


def test_a_full_file_system(small_disk: Path, tmp_path: Path) -> None:
    ballast = small_disk / "ballast"

    def fill() -> None:
        with ballast.open("wb", buffering=0) as file:
            for size in (65536, 4096, 512):
                try:
                    while True:
                        file.write(bytes(size))
                except OSError:
                    continue

    command = (sys.executable, "-m", "bench.unlimited_server", "0", str(small_disk / "data"))
    with process(*command, errors=tmp_path / "errors") as server:
        playing = fail_and_recover(server, fill, ballast.unlink)
        code, refusal, moves = asyncio.run(asyncio.wait_for(playing, LIMIT_S))
        assert server.stop() == 0
    assert refusal == "store_full"
    assert [made.text for made in read_table(small_disk / "data", code).moves] == moves


@pytest.mark.skipif(sys.platform != "linux", reason="limits of another process can be set on Linux only")
def test_a_file_that_cannot_grow(tmp_path: Path) -> None:
    """Writes fail in the middle of a page, as on a broken disk; nothing of them may remain."""
    import resource

    command = (sys.executable, "-m", "bench.unlimited_server", "0", str(tmp_path / "data"))
    with process(*command, errors=tmp_path / "errors") as server:
        pid = server.process.pid
        _, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)

        def fail() -> None:
            grown = os.stat(tmp_path / "data" / "ludoteca.db-wal").st_size
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (grown + 2000, hard))

        def recover() -> None:
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (hard, hard))

        playing = fail_and_recover(server, fail, recover)
        code, refusal, moves = asyncio.run(asyncio.wait_for(playing, LIMIT_S))
        assert server.stop() == 0
    assert refusal in ("store_full", "store_failed")
    assert [made.text for made in read_table(tmp_path / "data", code).moves] == moves

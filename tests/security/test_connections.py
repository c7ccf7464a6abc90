"""One address cannot use up the connections that others need.

- Headers must arrive within 10 s and a body within 20 s, or the connection is closed. Trickling does not help.
- An address has at most 64 connections before `hello`; idle ones of browsers make room for new ones.
- The total stays below the number of files that the process may open, which is raised at start. A tenth of it is
  reserved for addresses that held a seat within the last hour.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import resource
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import cast
from urllib.parse import urlsplit

import pytest
from aiohttp import ClientSession, TCPConnector
from server.live_server import NO_LIMITS, TIMEOUT_S, Server, eventually, run, serving
from server.raw_client import UPGRADE, Raw, frame

from ludoteca.rooms.addresses import read_networks
from ludoteca.rooms.clock import ServerClock
from ludoteca.rooms.limits import Limits
from ludoteca.server.connection_limits import SEAT_REMEMBERED_MS, RecentSeats
from ludoteca.server.network_config import NetworkConfig
from ludoteca.server.serve import raise_open_files

QUICK = replace(NO_LIMITS, headers_s=0.4, body_s=0.6)
HALF = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "


async def dial(server: Server, address: str = "127.0.0.1") -> Raw:
    """Connect from an address of this machine; all of 127.0.0.0/8 is available."""
    there = urlsplit(server.url)
    client = socket.socket()
    client.setblocking(False)
    client.bind((address, 0))
    await asyncio.get_running_loop().sock_connect(client, (there.hostname, there.port))
    return Raw(*await asyncio.open_connection(sock=client), there.netloc)


@contextlib.asynccontextmanager
async def from_address(server: Server, address: str) -> AsyncIterator[Server]:
    """Use the same server from another address."""
    async with ClientSession(connector=TCPConnector(local_addr=(address, 0))) as session:
        yield replace(server, session=session)


async def read_to_end(raw: Raw) -> bytes:
    """Read until the server closes the connection."""
    text = b""
    with contextlib.suppress(ConnectionError):  # a reset after the answer must not lose it
        while part := await asyncio.wait_for(raw.reader.read(65536), TIMEOUT_S):
            text += part
    return text


def run_on_uvloop(test: Callable[[Server], Awaitable[None]], folder: Path, limits: Limits) -> None:
    """Run a test on uvloop, as `ludoteca serve` does."""

    async def main() -> None:
        async with serving(folder, limits) as server:
            await asyncio.wait_for(test(server), 60)

    with asyncio.Runner(loop_factory=pytest.importorskip("uvloop").new_event_loop) as runner:
        runner.run(main())


# Time


@pytest.mark.parametrize("begun", [b"", b"G", HALF])
def test_headers_that_do_not_arrive_in_time_end_the_connection(tmp_path: Path, begun: bytes) -> None:
    async def test(server: Server) -> None:
        raw = await dial(server)
        raw.writer.write(begun)
        answer = await read_to_end(raw)
        assert answer.startswith(b"HTTP/1.1 408 ")
        assert b"within 0.4 seconds" in answer

    run(test, tmp_path, QUICK)


def test_trickling_headers_gains_no_time(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        raw = await dial(server)
        raw.writer.write(HALF)

        async def trickle() -> None:
            while not raw.reader.at_eof():
                raw.writer.write(b"x")
                await asyncio.sleep(0.05)

        trickling = asyncio.ensure_future(trickle())
        assert (await read_to_end(raw)).startswith(b"HTTP/1.1 408 ")
        trickling.cancel()

    run(test, tmp_path, QUICK)


def test_the_second_request_of_a_connection_has_a_deadline_too(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        raw = await dial(server)
        raw.ask("GET /healthz HTTP/1.1")
        assert (await raw.answer())[0] == 200
        raw.writer.write(HALF)
        assert (await read_to_end(raw)).startswith(b"HTTP/1.1 408 ")

    run(test, tmp_path, QUICK)


@pytest.mark.parametrize("path", ["/api/rooms", "/api/records", "/api/rooms/known"])
def test_a_body_that_does_not_arrive_in_time_ends_the_connection(tmp_path: Path, path: str) -> None:
    async def test(server: Server) -> None:
        raw = await dial(server)
        raw.ask(f"POST {path} HTTP/1.1", "Content-Length: 500", body=b'{"game"')

        async def trickle() -> None:
            while not raw.reader.at_eof():
                raw.writer.write(b" ")
                await asyncio.sleep(0.05)

        trickling = asyncio.ensure_future(trickle())
        answer = await read_to_end(raw)
        assert answer.startswith(b"HTTP/1.1 408 ")
        assert json.loads(answer.partition(b"\r\n\r\n")[2])["code"] == "body_slow"
        trickling.cancel()

    run(test, tmp_path, QUICK)


def test_a_body_that_goes_on_after_the_answer_ends_the_connection(tmp_path: Path) -> None:
    """The request is answered at once; the rest of its body gets no more time than any other."""

    async def test(server: Server) -> None:
        raw = await dial(server)
        raw.ask("POST /api/nothing HTTP/1.1", "Content-Length: 100000", body=b"x")
        assert (await raw.answer())[0] == 404
        await read_to_end(raw)

    run(test, tmp_path, QUICK)


def test_a_client_that_does_not_read_its_answer_is_disconnected(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        raw = await Raw.dial(server.url, 4096)
        cast(asyncio.Transport, raw.writer.transport).pause_reading()
        raw.writer.write(f"GET /assets/large.js HTTP/1.1\r\nHost: {raw.host}\r\n\r\n".encode() * 3)
        await eventually(lambda: server.connection_limits.open == 1)
        await eventually(lambda: server.connection_limits.open == 0)
        raw.drop()

    (tmp_path / "page" / "assets").mkdir(parents=True)
    (tmp_path / "page" / "assets" / "large.js").write_bytes(bytes(20_000_000))
    loop = pytest.importorskip("uvloop").new_event_loop()  # as in `ludoteca serve`; asyncio sends files in another way

    async def main() -> None:
        async with serving(tmp_path, replace(NO_LIMITS, send_timeout_s=0.3)) as server:
            await asyncio.wait_for(test(server), 60)

    loop.run_until_complete(main())
    loop.close()


def test_any_number_of_timely_requests_is_served(tmp_path: Path) -> None:
    """Deadlines are per request: a connection may live longer than all of them."""

    async def test(server: Server) -> None:
        raw = await dial(server)
        for number in range(8):
            body = json.dumps({"game": "flooding"}).encode()
            head = f"POST /api/rooms HTTP/1.1\r\nHost: {raw.host}\r\nContent-Length: {len(body)}\r\n\r\n".encode()
            cut = number * 10 + 1
            raw.writer.write(head[:cut])
            await asyncio.sleep(0.05)
            raw.writer.write(head[cut:] + body[:3])
            await asyncio.sleep(0.05)
            raw.writer.write(body[3:])
            assert (await raw.answer())[0] == 201
            await asyncio.sleep(0.05)
        player = await server.join(*await server.open())
        await asyncio.sleep(0.7)
        await player.done({"type": "sit", "seat": 0, "name": "Ada"})

    run(test, tmp_path, QUICK)


# Counting


def test_unfinished_requests_of_one_address_keep_nobody_else_out(tmp_path: Path) -> None:
    """An early version with 1,024 file descriptors was blocked by 1,100 of them."""

    async def test(server: Server) -> None:
        connections = []
        for _ in range(1100):
            raw = await dial(server, "127.0.0.66")
            raw.writer.write(HALF)
            connections.append(raw)
        await eventually(lambda: server.connection_limits.open <= 64)
        refused = await read_to_end(connections[-1])
        assert refused.startswith(b"HTTP/1.1 429 ")
        assert b"64 connections" in refused
        async with from_address(server, "127.0.0.2") as honest:
            one, two = await honest.two_players(options={"size": 4})
            for raw in connections:
                raw.writer.write(b"x")  # a slow trickle
            await one.move("b2")
            await two.until(lambda table: table["room"]["moves"] == 1)
        for raw in connections:
            raw.drop()

    run_on_uvloop(test, tmp_path, replace(NO_LIMITS, connections_before_hello=Limits().connections_before_hello))


def test_an_idle_connection_of_a_browser_makes_room_for_a_new_one(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        connections = []
        for _ in range(12):
            raw = await dial(server, "127.0.0.3")
            raw.ask("GET /healthz HTTP/1.1")
            assert (await raw.answer())[0] == 200
            connections.append(raw)
        await eventually(lambda: server.connection_limits.open == 4)
        assert await read_to_end(connections[0]) == b""
        connections[-1].ask("GET /healthz HTTP/1.1")
        assert (await connections[-1].answer())[0] == 200
        for raw in connections:
            raw.drop()

    run(test, tmp_path, replace(NO_LIMITS, connections_before_hello=4))


def test_a_socket_counts_as_unauthenticated_until_its_hello(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        code, _ = await server.open()
        async with from_address(server, "127.0.0.4") as visitor:
            welcomed = [await visitor.join(code) for _ in range(6)]
            silent = []
            for _ in range(2):
                raw = await dial(server, "127.0.0.4")
                raw.ask(f"GET /api/rooms/{code}/socket HTTP/1.1", *UPGRADE)
                assert (await raw.answer())[0] == 101
                silent.append(raw)
            assert (await read_to_end(await dial(server, "127.0.0.4"))).startswith(b"HTTP/1.1 429 ")
            silent[0].writer.write(frame(b'{"type":"hello"}'))
            await silent[0].message()
            silent[1].drop()
            await eventually(lambda: server.connection_limits.open < 10)
            welcomed.append(await visitor.join(code))
            silent[0].drop()

    run(test, tmp_path, replace(NO_LIMITS, connections_before_hello=2))


def test_behind_a_trusted_proxy_the_forwarded_address_is_counted(tmp_path: Path) -> None:
    async def main() -> None:
        site = NetworkConfig(trusted_proxies=read_networks(["127.0.0.1"]))
        limits = replace(NO_LIMITS, connections_before_hello=2)
        async with serving(tmp_path, limits, site) as server:
            code, _ = await server.open()
            silent = []
            for _ in range(2):
                raw = await dial(server)
                raw.ask(f"GET /api/rooms/{code}/socket HTTP/1.1", *UPGRADE, "X-Forwarded-For: 192.0.2.1")
                assert (await raw.answer())[0] == 101
                silent.append(raw)
            for forwarded, wanted in (("192.0.2.1", 429), ("192.0.2.2", 200)):
                raw = await dial(server)
                raw.ask("GET /healthz HTTP/1.1", f"X-Forwarded-For: {forwarded}")
                assert (await raw.answer())[0] == wanted
                raw.drop()
            silent[0].writer.write(frame(b'{"type":"hello"}'))
            await silent[0].message()
            raw = await dial(server)
            raw.ask("GET /healthz HTTP/1.1", "X-Forwarded-For: 192.0.2.1")
            assert (await raw.answer())[0] == 200
            for one in (*silent, raw):
                one.drop()

    asyncio.run(main())


def test_a_tenth_of_all_connections_is_reserved_for_addresses_that_held_a_seat(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        async with from_address(server, "127.0.0.5") as home:
            code, token = await home.open()
            player = await home.join(code, token)
            await player.done({"type": "sit", "seat": 0, "name": "Ada"})
            await player.socket.close()
        await eventually(lambda: server.connection_limits.open == 0)
        taken = []
        for number in range(27):
            raw = await dial(server, f"127.0.1.{number}")
            raw.writer.write(HALF)
            taken.append(raw)
        await eventually(lambda: server.connection_limits.open == 27)
        assert (await read_to_end(await dial(server, "127.0.2.1"))).startswith(b"HTTP/1.1 503 ")
        async with from_address(server, "127.0.0.5") as home:
            again = await home.join(code, token)
            assert again.table["you"]["seats"] == [0]
        for raw in taken:
            raw.drop()

    run(test, tmp_path, replace(NO_LIMITS, connections=30))


class ManualClock(ServerClock):
    ms = 1_000_000

    def now_ms(self) -> int:
        return self.ms


def test_a_seat_is_remembered_for_an_hour() -> None:
    clock = ManualClock()
    seats = RecentSeats(clock)
    seats.remember("192.0.2.1", "ROOM")
    clock.ms += SEAT_REMEMBERED_MS - 1
    assert seats.held("192.0.2.1")
    assert seats.held_in("192.0.2.1", "ROOM")
    assert not seats.held_in("192.0.2.1", "MOOR")
    clock.ms += 1
    assert not seats.held("192.0.2.1")
    seats.forget()
    assert not seats._rooms


def test_the_descriptor_limit_is_raised_at_start_and_the_total_stays_below_it(tmp_path: Path) -> None:
    """In a process of its own, started with few descriptors, as services usually are."""
    script = """
import resource
from ludoteca.rooms.limits import Limits
from ludoteca.server.serve import _limit_to_open_files
resource.setrlimit(resource.RLIMIT_NOFILE, (64, 2000))
print(_limit_to_open_files(Limits()).connections, resource.getrlimit(resource.RLIMIT_NOFILE)[0])
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env=os.environ)
    assert done.stdout.split() == ["1500", "2000"]
    assert raise_open_files(64) == 64
    assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] >= 64

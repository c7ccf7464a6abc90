"""Clients that do not read, or are gone: nobody waits for them, and they are disconnected in time."""

from __future__ import annotations

import asyncio
import socket
import time
from dataclasses import replace
from pathlib import Path

import pytest
from server.live_server import NO_LIMITS, Client, Server, eventually, run, serving
from server.raw_client import CLOSE, PONG, TEXT, UPGRADE, Raw, frame, read_outgoing

from ludoteca.rooms import messages as m
from ludoteca.rooms.client_session import ClientSession
from ludoteca.rooms.room_state import Session
from ludoteca.server import outbox, sockets

SMALL = 4096
"""Socket buffer size, small enough to fill up soon."""


def outbox_of(session: Session) -> outbox.SocketOutbox:
    assert isinstance(session, ClientSession)
    assert isinstance(session.outbox, outbox.SocketOutbox)
    return session.outbox


def transport_of(session: Session) -> asyncio.Transport:
    transport = outbox_of(session)._protocol.transport
    assert isinstance(transport, asyncio.Transport)
    return transport


async def stalled_socket(server: Server, code: str) -> Raw:
    """Open a socket that reads nothing after hello and has small buffers."""
    before = set(server.rooms.loaded[code].sessions)
    raw = await Raw.dial(server.url, SMALL)
    raw.ask(f"GET /api/rooms/{code}/socket HTTP/1.1", *UPGRADE)
    await raw.reader.readuntil(b"\r\n\r\n")
    raw.say({"type": "hello"})
    assert isinstance(await raw.message(), m.Welcome)
    transport = raw.writer.transport
    assert isinstance(transport, asyncio.Transport)
    transport.pause_reading()
    (mine,) = server.rooms.loaded[code].sessions - before
    transport_of(mine).get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SMALL)
    return raw


async def change_settings(host: Client, times: int) -> int:
    """Change the settings many times, so that everybody gets tables; return the size of a table."""
    for number in range(times):
        await host.done({"type": "set_settings", "settings": {"absence_timeout_s": 30 + number % 1000}})
    return len(m.write_message(host.table))


async def stall(server: Server, host: Client, raw: Raw, code: str) -> ClientSession:
    """Change settings until the server has to wait for the stalled socket."""
    for _ in range(400):
        await change_settings(host, 10)
        raw.writer.write(frame(b"", PONG))  # still alive
        for one in server.rooms.loaded[code].sessions:
            if transport_of(one).get_write_buffer_size() and outbox_of(one).is_blocked:
                assert isinstance(one, ClientSession)
                return one
    raise AssertionError("the socket never filled up")


def test_a_stalled_client_delays_nobody_and_finally_gets_the_latest_table(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        code, token = await server.open()
        host = await server.join(code, token)
        raw = await stalled_socket(server, code)
        stalled = await stall(server, host, raw, code)
        held = transport_of(stalled).get_write_buffer_size()
        start = time.monotonic()
        size = await change_settings(host, 100)
        assert time.monotonic() - start < 5, "the others had to wait"
        raw.writer.write(frame(b"", PONG))  # alive but slow
        assert transport_of(stalled).get_write_buffer_size() <= held, "it grows"
        assert held < (1 << 19) + size  # the high-water marks of aiohttp and the transport, and a frame
        assert stalled._table_due
        assert not stalled.outbox
        # When it reads again it gets what was under way, and then the latest table.
        transport = raw.writer.transport
        assert isinstance(transport, asyncio.Transport)
        transport.resume_reading()
        seqs: list[int] = []
        while not seqs or seqs[-1] < host.table["seq"]:
            message = await raw.message()
            if isinstance(message, m.TableMessage):
                seqs.append(message.seq)
                absence_timeout_s = message.room.settings.absence_timeout_s
        assert seqs[-1] == host.table["seq"]
        assert seqs[-1] - seqs[-2] >= 100, "tables in between were sent"
        assert absence_timeout_s == host.table["room"]["settings"]["absence_timeout_s"]
        raw.drop()

    run(test, tmp_path)


def test_a_client_that_asks_but_does_not_read_is_disconnected(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        code, token = await server.open()
        host = await server.join(code, token)
        raw = await stalled_socket(server, code)
        stalled = await stall(server, host, raw, code)
        for _ in range(100):
            raw.writer.write(frame(b'{"type":"ping","id":"again"}') * 10)
            await asyncio.sleep(0.001)
            assert len(stalled.outbox) <= 50
        await eventually(lambda: stalled not in server.rooms.loaded[code].sessions)
        await change_settings(host, 1)
        raw.drop()

    run(test, tmp_path, replace(NO_LIMITS, unread_replies=50))


@pytest.mark.parametrize("pings", [False, True])
def test_a_client_that_never_reads_is_disconnected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pings: bool
) -> None:
    """The connection ends too, together with its buffers."""
    limits = replace(NO_LIMITS, send_timeout_s=0.5) if pings else NO_LIMITS
    if not pings:
        monkeypatch.setattr(sockets, "HEARTBEAT_S", 0.4)

    async def test(server: Server) -> None:
        code, token = await server.open()
        host = await server.join(code, token)
        raw = await stalled_socket(server, code)
        stalled = await stall(server, host, raw, code)
        transport = transport_of(stalled)
        if pings:
            raw.writer.write(frame(b"x" * 100, 9) * 1000)
        await eventually(lambda: stalled not in server.rooms.loaded[code].sessions, 3)
        await eventually(lambda: transport.get_write_buffer_size() == 0, 1)
        await change_settings(await server.join(code, token), 1)
        raw.drop()

    run(test, tmp_path, limits)


def test_a_stalled_client_does_not_keep_the_server_from_stopping(tmp_path: Path) -> None:
    took = 0.0

    async def main() -> None:
        nonlocal took
        async with serving(tmp_path) as server:
            code, token = await server.open()
            host = await server.join(code, token)
            raw = await stalled_socket(server, code)
            await stall(server, host, raw, code)
            await host.socket.close()
            took = time.monotonic()
        took = time.monotonic() - took
        raw.drop()

    asyncio.run(asyncio.wait_for(main(), 30))
    assert took < sockets.SHUTDOWN_S + 3


def test_a_dead_connection_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # aiohttp rounds timeouts over 5 s up to whole seconds.
    assert sockets.HEARTBEAT_S + 1 + sockets.HEARTBEAT_S / 2 <= 12
    assert sockets.HEARTBEAT_S * 1.5 <= 12
    monkeypatch.setattr(sockets, "HEARTBEAT_S", 0.4)

    async def test(server: Server) -> None:
        code, token = await server.open()
        host = await server.join(code, token)
        raw = await Raw.upgraded(server.url, code)
        raw.say({"type": "hello"})
        await raw.message()
        start = time.monotonic()
        for spectators in (2, 1):  # the host is a spectator too
            while host.presence.get("spectators") != spectators:
                await host.next("presence")
        assert 0.4 <= time.monotonic() - start < 3
        # The host answers pings and stays; the other got pings and was then disconnected.
        opcodes: list[int] = []
        while not opcodes or opcodes[-1] != CLOSE:
            opcode, payload = await raw.frame()
            opcodes.append(opcode)
            if opcode == TEXT:
                read_outgoing(payload)
        assert 9 in opcodes
        assert (await host.ask({"type": "ping"}))["type"] == "pong"
        raw.drop()

    run(test, tmp_path)


def test_a_socket_without_hello_is_closed(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        code, _ = await server.open()
        raw = await Raw.upgraded(server.url, code)
        answer = await raw.message()
        assert isinstance(answer, m.Refused)
        assert answer.code == "hello_first"
        assert await raw.close_code() == 1008
        raw.drop()

    run(test, tmp_path, replace(NO_LIMITS, hello_s=0.2))

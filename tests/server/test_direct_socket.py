"""Messages that are handled as they arrive: in order, one per read, and never while the client is not read."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from server.live_server import NO_LIMITS, Server, eventually, run
from server.raw_client import Raw, frame

from ludoteca.rooms import messages as m
from ludoteca.rooms.client_session import ClientSession
from ludoteca.rooms.limits import Rate


async def joined(server: Server) -> Raw:
    """Return a socket of a spectator that has been sent everything about the room."""
    code, token = await server.open()
    await server.join(code, token)
    raw = await Raw.upgraded(server.url, code)
    raw.say({"type": "hello"})
    raw.say({"type": "ping", "id": "first"})
    await answers(raw, 1)
    return raw


async def answers(raw: Raw, count: int) -> list[str | None]:
    """Return the ids of the next pongs and refusals."""
    found: list[str | None] = []
    while len(found) < count:
        message = await raw.message()
        if isinstance(message, m.Pong | m.Refused):
            found.append(message.ack)
    return found


def ping(number: int) -> bytes:
    return frame(b'{"type":"ping","id":"%d"}' % number)


def test_messages_of_one_read_are_answered_in_order(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        raw = await joined(server)
        raw.writer.write(b"".join(map(ping, range(100))))
        assert await answers(raw, 100) == [str(number) for number in range(100)]
        raw.drop()

    run(test, tmp_path)


def test_a_message_that_comes_in_pieces_is_answered_once(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        raw = await joined(server)
        for number in range(3):
            for byte in ping(number):
                raw.writer.write(bytes([byte]))
                await raw.writer.drain()
                await asyncio.sleep(0)
            assert await answers(raw, 1) == [str(number)]
        raw.writer.write(ping(3) + ping(4)[:9])
        await asyncio.sleep(0.01)
        raw.writer.write(ping(4)[9:] + ping(5))
        assert await answers(raw, 3) == ["3", "4", "5"]
        raw.drop()

    run(test, tmp_path)


def test_only_one_message_of_a_read_is_handled_before_others_get_their_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    handled: list[int] = []
    """For each message, how often the loop has turned before it."""
    turns = 0
    receive = ClientSession.receive

    def counted(session: ClientSession, text: str | bytes) -> float:
        handled.append(turns)
        return receive(session, text)

    async def test(server: Server) -> None:
        nonlocal turns
        raw = await joined(server)
        handled.clear()
        raw.writer.write(b"".join(map(ping, range(20))))
        while len(handled) < 20:
            turns += 1
            await asyncio.sleep(0)
        assert len(set(handled)) == 20
        raw.drop()

    monkeypatch.setattr(ClientSession, "receive", counted)
    run(test, tmp_path)


def test_a_client_that_sends_too_fast_is_not_read_for_a_while(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        raw = await joined(server)
        loop = asyncio.get_running_loop()
        begun = loop.time()
        for number in range(40):  # each in a read of its own
            raw.writer.write(ping(number))
            await raw.writer.drain()
            await asyncio.sleep(0)
        assert await answers(raw, 40) == [str(number) for number in range(40)]
        assert loop.time() - begun > 5 * 0.1, "the refused were answered without a pause"
        raw.drop()

    run(test, tmp_path, replace(NO_LIMITS, messages=Rate(0.001, 10), too_fast_pause_s=0.1))


def test_a_client_that_was_heard_is_not_pinged(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        raw = await joined(server)
        (room,) = server.rooms.loaded.values()
        socket: Any = max(room.sessions, key=lambda session: session.number).outbox._socket  # type: ignore[attr-defined]

        def timer_fires() -> bool:
            """Let the timer for the next ping fire; return whether a pong is expected then."""
            socket._heartbeat_cb.cancel()
            socket._heartbeat_when = 0.0
            socket._send_heartbeat()
            return socket._pong_response_cb is not None

        raw.writer.write(ping(1))
        assert await answers(raw, 1) == ["1"]
        assert not timer_fires()
        socket._frame_reader.heard_at = 0.0
        assert timer_fires()
        raw.writer.write(ping(2))
        assert await answers(raw, 1) == ["2"]
        await eventually(lambda: socket._pong_response_cb is None)
        raw.drop()

    run(test, tmp_path)


def test_messages_wait_again_when_nobody_handles_them(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        raw = await joined(server)
        (room,) = server.rooms.loaded.values()
        session: Any = max(room.sessions, key=lambda session: session.number)
        session.outbox._socket.hand_over(None)
        for number in range(3):
            raw.writer.write(ping(number))
            assert await answers(raw, 1) == [str(number)], "the task reads it"
        session.outbox._socket.hand_over(session.receive)
        raw.writer.write(ping(3))
        assert await answers(raw, 1) == ["3"]
        raw.drop()

    run(test, tmp_path)


def test_an_error_ends_the_connection_and_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(session: ClientSession, text: str | bytes) -> None:
        raise RuntimeError("a defect")

    async def test(server: Server) -> None:
        raw = await joined(server)
        (room,) = server.rooms.loaded.values()
        monkeypatch.setattr(ClientSession, "_receive", fail)
        raw.writer.write(ping(1))
        while await raw.reader.read(1 << 16):
            pass
        await eventually(lambda: not room.sessions)
        raw.drop()

    run(test, tmp_path)
    assert "a defect" in caplog.text

"""Frames are written together at the end of a turn of the loop: whole, in order, and whatever happens to others."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from ludoteca.server.frames import text_frame
from ludoteca.server.outbox import FrameWriter, SocketOutbox


class Transport:
    """Notes what is written; it may fail or be closed."""

    def __init__(self, fails: bool = False) -> None:
        self.written: list[bytes] = []
        self.fails = fails
        self.closing = self.aborted = False

    def write(self, data: bytes) -> None:
        if self.fails:
            raise RuntimeError("the handler is closed")
        self.written.append(data)

    def is_closing(self) -> bool:
        return self.closing

    def abort(self) -> None:
        self.aborted = True


def outbox_of(transport: Transport, writer: FrameWriter) -> SocketOutbox:
    socket: Any = SimpleNamespace(closed=False, on_closed=None)
    protocol: Any = SimpleNamespace(transport=transport, _paused=False, on_backlog=None)
    return SocketOutbox(socket, protocol, writer)


def in_a_turn(act: Callable[[], None]) -> None:
    """Act in one turn of a loop, and let the next ones pass."""

    async def run() -> None:
        act()
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    asyncio.run(run())


def test_what_is_sent_in_one_turn_is_one_write_in_order() -> None:
    transport, writer = Transport(), FrameWriter()
    outbox = outbox_of(transport, writer)

    def act() -> None:
        outbox.append(b"one")
        outbox.append(b"two")
        assert transport.written == []

    in_a_turn(act)
    in_a_turn(lambda: outbox.append(b"three"))
    assert transport.written == [text_frame(b"one") + text_frame(b"two"), text_frame(b"three")]


def test_a_client_that_has_gone_meanwhile_is_sent_nothing() -> None:
    transport, writer = Transport(), FrameWriter()
    outbox = outbox_of(transport, writer)

    def act() -> None:
        outbox.append(b"late")
        transport.closing = True

    in_a_turn(act)
    assert transport.written == []


def test_a_write_that_fails_takes_nothing_from_other_clients(caplog: pytest.LogCaptureFixture) -> None:
    writer = FrameWriter()
    transports = [Transport(), Transport(fails=True), Transport()]
    outboxes = [outbox_of(transport, writer) for transport in transports]

    def act() -> None:
        for outbox in outboxes:
            outbox.append(b"news")

    for _ in range(2):
        in_a_turn(act)
    assert [len(transport.written) for transport in transports] == [2, 0, 2]
    assert [transport.aborted for transport in transports] == [False, True, False]
    assert "could not be written" in caplog.text

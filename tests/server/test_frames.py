"""Frames that are read without aiohttp: whatever is read, aiohttp reads the same."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from aiohttp import WSMsgType
from aiohttp._websocket.reader import WebSocketDataQueue, WebSocketReader
from hypothesis import given
from hypothesis import strategies as st
from server.raw_client import BINARY, CLOSE, PING, PONG, TEXT, frame

from ludoteca.server.frames import ends_with_frame, read_text_frame, text_frame

LIMIT = 1000

payloads = st.one_of(st.text(max_size=40).map(str.encode), st.binary(max_size=40), st.integers(100, 1100).map(bytes))
masks = st.binary(min_size=4, max_size=4)


@st.composite
def frames(draw: st.DrawFn) -> bytes:
    """Make a frame, mostly a valid one."""
    payload, mask = draw(payloads), draw(masks)
    opcode = draw(st.sampled_from([TEXT, TEXT, TEXT, BINARY, PING, PONG, CLOSE, 0, 3]))
    rare = st.integers(0, 9).map(lambda number: number == 0)
    plain = frame(payload, opcode, not draw(rare), not draw(rare), 0x40 if draw(rare) else 0)
    body = bytes(byte ^ mask[place % 4] for place, byte in enumerate(payload))
    return plain[: len(plain) - len(payload) - 4] + mask + body if plain[1] & 0x80 else plain


streams = st.lists(frames(), min_size=1, max_size=4).map(b"".join)
cut = st.tuples(streams, st.integers(0, 3)).map(lambda pair: pair[0][: len(pair[0]) - pair[1]])


def aiohttp_reads(*reads: bytes) -> tuple[list[tuple[Any, Any]], bool]:
    """Return the messages that aiohttp finds in these reads, and whether it found an error."""

    async def read() -> tuple[list[tuple[Any, Any]], bool]:
        protocol: Any = SimpleNamespace(
            _reading_paused=False, pause_reading=lambda: None, resume_reading=lambda: None, _loop=None
        )
        queue = WebSocketDataQueue(protocol, 2**16, loop=asyncio.get_running_loop())
        reader = WebSocketReader(queue, LIMIT, compress=False, decode_text=True)
        for data in reads:
            reader.feed_data(data)
        found = [(message.type, message.data) for message, _ in queue._buffer]
        return found, queue.exception() is not None

    return asyncio.run(read())


@given(st.one_of(streams, cut, st.binary(max_size=60)))
def test_a_text_frame_is_read_as_aiohttp_reads_it(data: bytes) -> None:
    text = read_text_frame(data, LIMIT)
    if text is not None:
        assert aiohttp_reads(data) == ([(WSMsgType.TEXT, text)], False)


@given(st.text(max_size=60), masks)
def test_every_whole_text_frame_is_read(text: str, mask: bytes) -> None:
    body = text.encode()
    masked = bytes(byte ^ mask[place % 4] for place, byte in enumerate(body))
    assert read_text_frame(frame(body)[: -len(body) - 4 or None] + mask + masked, LIMIT) == text


@pytest.mark.parametrize("size", [125, 126, LIMIT - 1])
def test_frames_of_both_lengths_are_read_up_to_the_limit(size: int) -> None:
    assert read_text_frame(frame(b"x" * size), LIMIT) == "x" * size
    assert read_text_frame(frame(b"x" * size), size) is None
    assert ends_with_frame(frame(b"x" * size) + frame(b"", PING))


@given(st.one_of(streams, cut, st.binary(max_size=60)))
def test_after_whole_frames_aiohttp_expects_another_one(data: bytes) -> None:
    if ends_with_frame(data):
        found, failed = aiohttp_reads(data, frame(b"next"))
        assert failed or found[-1] == (WSMsgType.TEXT, "next")


@given(st.lists(st.tuples(st.sampled_from([TEXT, BINARY, PING, PONG]), st.text(max_size=40)), max_size=4))
def test_whole_frames_are_recognised(messages: list[tuple[int, str]]) -> None:
    data = b"".join(frame(text.encode(), opcode) for opcode, text in messages)
    assert ends_with_frame(data)
    assert not ends_with_frame(data + frame(b"x")[:-1])
    assert not ends_with_frame(data + frame(b"x", fin=False))


@pytest.mark.parametrize(("size", "head"), [(0, 2), (125, 2), (126, 4), (2**16 - 1, 4), (2**16, 10)])
def test_a_frame_to_a_client_says_how_long_it_is(size: int, head: int) -> None:
    data = text_frame(b"x" * size)
    assert len(data) == head + size
    assert data[:2] == bytes([0x81, {2: size, 4: 126, 10: 127}[head]])
    assert head == 2 or int.from_bytes(data[2:head], "big") == size

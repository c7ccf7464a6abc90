"""A compressed request body is refused before any of it is inflated.

3.9 MB of gzip can hold gigabytes, and aiohttp inflates while it parses, even after a refusal. The server refuses every
Content-Encoding with 415, does not parse the body, and closes the connection.
"""

from __future__ import annotations

import asyncio
import gzip
import time
import zlib
from pathlib import Path
from typing import Any

import pytest
from aiohttp import compression_utils, http_parser
from server.live_server import TIMEOUT_S, Server, run
from server.raw_client import Raw

BOMB = gzip.compress(bytes(600_000), 9) * 6000
"""3.6 MB in 6000 members, 3.6 GB inflated."""


@pytest.fixture
def inflated(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Record every use of a decompressor."""
    used: list[str] = []

    def spy(cls: Any) -> None:
        made = cls.__init__

        def init(self: object, *args: object, **more: object) -> None:
            used.append(cls.__name__)
            made(self, *args, **more)

        monkeypatch.setattr(cls, "__init__", init)

    for cls in (
        http_parser.DeflateBuffer,
        compression_utils.ZLibDecompressor,
        compression_utils.BrotliDecompressor,
        compression_utils.ZSTDDecompressor,
    ):
        spy(cls)
    return used


async def post(server: Server, path: str, body: bytes, *headers: str, chunked: bool = False) -> tuple[int, bytes]:
    """Send as much as the server accepts and return its answer. The connection must end then."""
    raw = await Raw.dial(server.url)
    if chunked:
        body = b"".join(
            b"%x\r\n%s\r\n" % (len(body[at : at + 65536]), body[at : at + 65536]) for at in range(0, len(body), 65536)
        )
        raw.ask(f"POST {path} HTTP/1.1", "Transfer-Encoding: chunked", *headers, body=body + b"0\r\n\r\n")
    else:
        raw.ask(f"POST {path} HTTP/1.1", f"Content-Length: {len(body)}", *headers, body=body)
    status, _, text = await raw.answer()
    await asyncio.wait_for(_end(raw), TIMEOUT_S)
    raw.drop()
    return status, text


async def _end(raw: Raw) -> None:
    try:
        while await raw.reader.read(65536):
            pass
    except ConnectionError:
        pass


@pytest.mark.parametrize("chunked", [False, True])
@pytest.mark.parametrize(
    "headers",
    [
        ("Content-Encoding: gzip",),
        ("Content-Encoding: deflate",),
        ("content-encoding: br",),
        ("Content-Encoding: zstd",),
        ("Content-Encoding: gzip, gzip",),
        ("Content-Encoding: gzip", "Content-Encoding: deflate"),
        ("Content-Encoding: identity",),
        ("Content-Encoding: ",),
    ],
)
def test_a_compressed_body_is_refused_and_never_inflated(
    tmp_path: Path, inflated: list[str], headers: tuple[str, ...], chunked: bool
) -> None:
    async def test(server: Server) -> None:
        paths = ("/api/rooms", "/api/records", "/api/rooms/known", "/nothing/here")
        answers = [post(server, path, BOMB[:300_000], *headers, chunked=chunked) for path in paths]
        for status, text in await asyncio.gather(*answers):
            assert (status, b"Content-Encoding" in text) == (415, True)
        assert not inflated

    run(test, tmp_path)


def test_a_transfer_encoding_is_not_inflated_either(tmp_path: Path, inflated: list[str]) -> None:
    async def test(server: Server) -> None:
        for encoding in ("gzip", "gzip, chunked", "chunked, gzip", "deflate"):
            raw = await Raw.dial(server.url)
            raw.ask("POST /api/rooms HTTP/1.1", f"Transfer-Encoding: {encoding}", body=BOMB[:100_000])
            assert (await raw.answer())[0] in (400, 0), encoding
            raw.drop()
        assert not inflated

    run(test, tmp_path)


def test_a_bomb_costs_no_more_than_a_plain_body_that_is_refused(tmp_path: Path) -> None:
    """Compares CPU time in one run; inflating the bomb costs a hundred times as much as reading it."""
    assert len(zlib.decompress(BOMB[: len(BOMB) // 6000], 31)) == 600_000

    async def test(server: Server) -> None:
        async def cost(*headers: str) -> float:
            began = time.process_time()
            for status, _ in await asyncio.gather(*(post(server, "/api/rooms", BOMB, *headers) for _ in range(4))):
                assert status in (413, 415)
            return time.process_time() - began

        await cost("Connection: close")
        plain, bomb = await cost("Connection: close"), await cost("Content-Encoding: gzip")
        assert bomb < 5 * plain + 0.5

    run(test, tmp_path)


def test_a_refused_body_that_never_ends_is_cut_off(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        raw = await Raw.dial(server.url)
        raw.ask("POST /api/rooms HTTP/1.1", "Transfer-Encoding: chunked", "Content-Encoding: gzip")
        assert (await raw.answer())[0] == 415

        async def trickle() -> None:
            try:
                while not raw.reader.at_eof():
                    raw.writer.write(b"1\r\nx\r\n")
                    await raw.writer.drain()
                    await asyncio.sleep(0.02)
            except ConnectionError:
                pass

        await asyncio.gather(trickle(), asyncio.wait_for(_end(raw), TIMEOUT_S))
        raw.drop()

    run(test, tmp_path)

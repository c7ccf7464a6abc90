"""Compressed responses: files of games and JSON, for clients that accept gzip."""

from __future__ import annotations

import asyncio
import gzip
import json
import os
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

import pytest
from aiohttp import web
from aiohttp.test_utils import make_mocked_request
from server.live_server import Server, serving

from ludoteca.server import compression
from ludoteca.server.compression import accepts_gzip, compress_response

Test = Callable[[Server], Awaitable[None]]
ART = "/games/latice/art.svg"


def at(folder: Path, test: Test) -> None:
    async def main() -> None:
        async with serving(folder) as server:
            await asyncio.wait_for(test(server), 60)

    asyncio.run(main())


async def ask(server: Server, path: str, method: str = "GET", **headers: str) -> tuple[int, Mapping[str, str], bytes]:
    """Return the response as received, still compressed."""
    wanted = {"Accept-Encoding": "gzip", **headers}
    async with server.session.request(
        method, f"{server.url}{path}", headers=wanted, auto_decompress=False, skip_auto_headers=["Accept-Encoding"]
    ) as answer:
        return answer.status, answer.headers, await answer.read()


@pytest.mark.parametrize("path", [ART, "/games/wege/locales/en.json", "/games/waffe/rules.md", "/api/games"])
def test_files_of_games_and_json_are_compressed(tmp_path: Path, path: str) -> None:
    async def test(server: Server) -> None:
        _, _, plain = await ask(server, path, **{"Accept-Encoding": "identity"})
        for _ in range(2):
            status, headers, body = await ask(server, path)
            assert (status, headers["Content-Encoding"]) == (200, "gzip")
            assert "Accept-Encoding" in headers["Vary"]
            assert gzip.decompress(body) == plain
            assert len(body) == int(headers["Content-Length"]) < 0.5 * len(plain)
        head = await ask(server, path, "HEAD")
        assert (head[0], head[2]) == (200, b"")
        assert [head[1][name] for name in ("Content-Length", "Content-Encoding", "Content-Type")] == [
            headers[name] for name in ("Content-Length", "Content-Encoding", "Content-Type")
        ]

    at(tmp_path, test)


def test_both_forms_of_a_file_have_a_tag_of_their_own(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        tags = {}
        for takes in ("gzip", "identity"):
            _, headers, _ = await ask(server, ART, **{"Accept-Encoding": takes})
            tags[takes] = headers["ETag"]
            status, again, body = await ask(server, ART, **{"Accept-Encoding": takes, "If-None-Match": headers["ETag"]})
            assert (status, body, again["ETag"], again["Vary"]) == (304, b"", headers["ETag"], "Accept-Encoding")
            assert again["Cache-Control"] == "no-cache"
            assert "Content-Encoding" not in again
        assert tags["gzip"] != tags["identity"]
        crossed = await ask(server, ART, **{"If-None-Match": f'{tags["identity"]}, W/"x", , "'})
        assert (crossed[0], crossed[1]["Content-Encoding"]) == (200, "gzip")

    at(tmp_path, test)


def test_a_range_is_one_of_the_plain_file(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        _, _, plain = await ask(server, ART, **{"Accept-Encoding": "identity"})
        status, headers, body = await ask(server, ART, Range="bytes=10-19")
        assert (status, body) == (206, plain[10:20])
        assert "Content-Encoding" not in headers

    at(tmp_path, test)


def test_a_changed_file_is_compressed_again(tmp_path: Path) -> None:
    path = tmp_path / "art.svg"
    for number, letter in enumerate("ab"):
        path.write_text(letter * 2000)
        os.utime(path, (number, number))
        stat = path.stat()
        body = compression._compress_file(path, stat.st_mtime_ns, stat.st_size)
        assert gzip.decompress(body).decode() == letter * 2000


@pytest.mark.parametrize(
    ("header", "accepted"),
    [
        ("gzip", True),
        ("GZIP;Q=0.5 , br", True),
        ("deflate, gzip;q=1.0, *;q=0", True),
        ("*", True),
        ("gzip;q=0", False),
        ("*;q=0", False),
        ("gzip;q=0, *", False),
        ("br, deflate", False),
        ("", False),
        ("gzip;q=nan", False),
        ("gzip;q=", False),
        ("gzip;level=9", False),
        ("gzip;q=1e999", False),
        ("xgzip, gzipx", False),
        (";;;,,,;q=,", False),
        ("gzip" + ",gzip;q=0" * 500, False),
    ],
)
def test_any_accept_encoding_header_is_read(header: str, accepted: bool) -> None:
    assert accepts_gzip(header) is accepted


def test_small_and_odd_responses_stay_as_they_are(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        code, _ = await server.open()
        for path in (f"/api/rooms/{code}", "/api/info"):
            _, headers, body = await ask(server, path)
            assert len(body) < compression.MIN_BYTES
            assert "Content-Encoding" not in headers
            json.loads(body)

    at(tmp_path, test)


@pytest.mark.parametrize("size", [compression.MIN_BYTES, compression.THREAD_BYTES + 1, compression.MAX_BYTES + 1])
def test_a_response_is_compressed_up_to_a_size(size: int) -> None:
    request = make_mocked_request("GET", "/", {"Accept-Encoding": "gzip"})
    body = b"x" * size
    response = web.Response(body=body, content_type="application/json")
    asyncio.run(compress_response(request, response))
    assert isinstance(response.body, bytes)
    if size > compression.MAX_BYTES:
        assert response.body == body
    else:
        assert (gzip.decompress(response.body), response.headers["Content-Encoding"]) == (body, "gzip")
    picture = web.Response(body=b"x" * compression.MIN_BYTES, content_type="image/png")
    asyncio.run(compress_response(request, picture))
    assert "Content-Encoding" not in picture.headers

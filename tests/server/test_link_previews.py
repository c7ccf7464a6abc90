"""What messengers show of a link: a title, a line and a picture. Asking for it changes nothing."""

from __future__ import annotations

import asyncio
import gzip
import re
import struct
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest
from server.live_server import NO_LIMITS, Server, serving
from server.test_static_files import at, get, host_of

from ludoteca.core.registry import find_game
from ludoteca.rooms.limits import Rate
from ludoteca.server.network_config import NetworkConfig
from ludoteca.server.static_files import PAGE
from ludoteca.store.logs import EventRow

BOTH_STORES = "slow"

INDEX = f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8" />
<!--preview--><title>Ludoteca</title><!--/preview-->
{'<link rel="modulepreload" href="/assets/a.js" />' * 20}</head><body></body></html>
"""
"""Long enough to be compressed."""
ONE_OPEN = [{"kind": "here", "name": "Ada"}, {"kind": "open"}]
EVIL = '"><script>alert(1)'
GAMES = ("flooding", "latice", "rowsandcols", "waffe", "wege")


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """Make a built page with a picture for one game and one for everything else."""
    folder = tmp_path / "built"
    (folder / "previews").mkdir(parents=True)
    (folder / "index.html").write_text(INDEX)
    for name in ("ludoteca", "latice"):
        (folder / "previews" / f"{name}.png").write_bytes(b"\x89PNG")
    return folder


def tags_of(body: bytes) -> dict[str, str]:
    """Read the title and the meta tags of a page."""
    text = body.decode()
    title = re.search(r"<title>(.*?)</title>", text)
    assert title is not None
    found = re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)" />', text)
    return {"title": unescape(title[1]), **{name: unescape(value) for name, value in found}}


async def tags_at(server: Server, path: str) -> dict[str, str]:
    status, headers, body = await get(server, path)
    assert (status, headers["Content-Type"]) == (200, "text/html; charset=utf-8"), path
    return tags_of(body)


def test_a_table_says_who_invites_to_what(page: Path, tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        code, token = await server.open("latice", seats=ONE_OPEN)
        for typed in (code, code.lower()):
            tags = await tags_at(server, f"/r/{typed}")
            assert tags["title"] == tags["og:title"] == "Ada invites you to Latice"
            assert tags["description"] == tags["og:description"] == find_game("latice").about
            assert tags["og:url"] == f"{server.url}/r/{typed}"
            assert tags["og:image"] == f"{server.url}/previews/latice.png"
            assert (tags["og:image:width"], tags["og:image:height"]) == ("1200", "630")
            assert tags["twitter:card"] == "summary_large_image"
        assert server.rooms.loaded == {}, "asking does not load the room"
        host = await server.join(code, token)
        assert (await tags_at(server, f"/r/{code}"))["title"] == "Ada invites you to Latice"
        assert host.presence.get("spectators", 0) == 0
        guest = await server.join(code)
        await guest.done({"type": "sit", "seat": 1, "name": "Ben"})
        assert (await tags_at(server, f"/r/{code}"))["title"] == "Ada and Ben play Latice"
        for connected in (host, guest):
            await connected.socket.close()
        server.rooms.unload_idle(0)
        for path in (f"/r/{code}", f"/r/{code}/replay", f"/r/{code}/replay/3"):
            assert (await tags_at(server, path))["title"] == "Ada and Ben play Latice"

    at(page, test, tmp_path)


def test_a_host_without_a_seat_is_not_named(page: Path, tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        code, _ = await server.open("latice")
        assert (await tags_at(server, f"/r/{code}"))["title"] == "You are invited to Latice"

    at(page, test, tmp_path)


def test_asking_leaves_the_room_as_it_is(page: Path, tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        code, _ = await server.open("flooding", seats=[{"kind": "bot", "level": 1}, {"kind": "open"}])
        before = server.rooms.services.store.load(code)
        for _ in range(3):
            assert (await tags_at(server, f"/r/{code}"))["title"] == "You are invited to Flooding Islands"
        assert server.rooms.services.store.load(code) == before
        assert (server.rooms.loaded, server.rooms.stored_count) == ({}, 1)

    at(page, test, tmp_path)


def test_names_are_escaped(page: Path, tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        code, _ = await server.open("latice", seats=[{"kind": "here", "name": EVIL}, {"kind": "open"}])
        _, _, body = await get(server, f"/r/{code}")
        assert b"<script>alert" not in body
        assert tags_of(body)["og:title"] == f"{EVIL} invites you to Latice"
        tags = await tags_at(server, "/r/%22%3E%3Cscript%3E")
        assert tags["og:url"].startswith(f"{server.url}/r/")

    at(page, test, tmp_path)


def test_other_pages_have_previews_too(page: Path, tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        for path, title, picture in (
            ("/", "Ludoteca", "ludoteca"),
            ("/games", "Ludoteca", "ludoteca"),
            ("/new/latice", "Latice · Ludoteca", "latice"),
            ("/rules/latice", "Latice · Ludoteca", "latice"),
            ("/rules/wege", "Wege · Ludoteca", "ludoteca"),  # no picture of its own in this build
            ("/rules/chess", "Ludoteca", "ludoteca"),
            ("/r/AAAAAAAA", "Ludoteca", "ludoteca"),
            ("/r/nothing", "Ludoteca", "ludoteca"),
        ):
            tags = await tags_at(server, path)
            assert (tags["title"], tags["og:image"]) == (title, f"{server.url}/previews/{picture}.png"), path
            assert tags["description"]
            status, headers, _ = await get(server, tags["og:image"].removeprefix(server.url))
            assert (status, headers["Content-Type"], headers["Cache-Control"]) == (200, "image/png", "no-cache")
        for path in ("/previews/chess.png", "/previews/..%2findex.html", "/previews/"):
            assert (await get(server, path))[0] == 404

    at(page, test, tmp_path)


def test_addresses_come_from_the_configuration_never_from_a_header(page: Path, tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        for headers in ({}, {"X-Forwarded-Host": "evil.example"}, {"Host": host_of(server)}):
            _, _, body = await get(server, "/", **headers)
            assert tags_of(body)["og:image"] == "https://games.example/previews/ludoteca.png"
            assert b"evil" not in body
        assert (await get(server, "/", Host="evil.example"))[0] == 421

    at(page, test, tmp_path, NetworkConfig(public_urls=("https://games.example",)))


def test_the_page_is_compressed_and_revalidated(page: Path, tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        code, token = await server.open("latice", seats=ONE_OPEN)
        _, headers, plain = await get(server, f"/r/{code}")
        assert (headers["Cache-Control"], headers["Vary"]) == ("no-cache", "Accept-Encoding, Accept-Language")
        status, zipped, body = await get(server, f"/r/{code}", **{"Accept-Encoding": "gzip"})
        assert (status, zipped["Content-Encoding"], gzip.decompress(body)) == (200, "gzip", plain)
        status, again, body = await get(server, f"/r/{code}", **{"If-None-Match": headers["ETag"]})
        assert (status, body, again["ETag"]) == (304, b"", headers["ETag"])
        host = await server.join(code, token)
        await host.done({"type": "stand", "seat": 0})
        status, changed, _ = await get(server, f"/r/{code}", **{"If-None-Match": headers["ETag"]})
        assert status == 200
        assert changed["ETag"] != headers["ETag"]

    at(page, test, tmp_path)


def test_unknown_codes_are_limited_and_then_no_code_is_told_apart(page: Path, tmp_path: Path) -> None:
    async def main() -> None:
        limits = replace(NO_LIMITS, unknown_codes=Rate(0.0, 3))
        async with serving(tmp_path, limits=limits, page=page) as server:
            code, _ = await server.open("latice", seats=ONE_OPEN)
            for _ in range(5):
                assert (await tags_at(server, f"/r/{code}"))["title"] == "Ada invites you to Latice"
            for _ in range(3):
                assert (await tags_at(server, "/r/AAAAAAAA"))["title"] == "Ludoteca"
            assert (await tags_at(server, f"/r/{code}"))["title"] == "Ludoteca"

    asyncio.run(main())


def test_a_long_log_is_not_read_for_a_preview(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludoteca.server.room_finder.PEEKED_EVENTS", 3)

    async def test(server: Server) -> None:
        one, two = await server.two_players(options={"size": 3})
        await one.move("b2")
        for client in (one, two):
            await client.socket.close()
        server.rooms.unload_idle(0)
        asked: list[int] = []
        tail = server.rooms.services.store.tail

        def watched(code: str, after: int, limit: int) -> list[EventRow]:
            asked.append(limit)
            return tail(code, after, limit)

        monkeypatch.setattr(server.rooms.services.store, "tail", watched)
        assert (await tags_at(server, f"/r/{one.code}"))["title"] == "Ada and Bo play Flooding Islands"
        assert asked == [3]

    at(page, test, tmp_path)


@pytest.mark.skipif(not PAGE.joinpath("index.html").is_file(), reason="The page is not built; run make page.")
def test_every_game_of_ours_has_a_picture(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        for game in GAMES:
            tags = await tags_at(server, f"/rules/{game}")
            assert tags["og:image"] == f"{server.url}/previews/{game}.png"
        for name in (*GAMES, "ludoteca"):
            status, headers, body = await get(server, f"/previews/{name}.png")
            assert (status, headers["Content-Type"]) == (200, "image/png")
            assert body.startswith(b"\x89PNG\r\n\x1a\n")
            assert struct.unpack(">II", body[16:24]) == (1200, 630)
            assert len(body) < 200_000, name

    at(PAGE, test, tmp_path)

"""The page and its files, the files and descriptions of games, and QR codes."""

from __future__ import annotations

import asyncio
import gzip
import sys
from collections.abc import Awaitable, Callable, Mapping
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import segno
from dummy_game import change_game
from server.live_server import TIMEOUT_S, Server, serving
from server.raw_client import Raw

from ludoteca.core import registry
from ludoteca.core.errors import UnknownGame
from ludoteca.core.game_texts import GameTexts
from ludoteca.core.options import BoolOption, ChoiceOption, IntOption, Option
from ludoteca.core.translations import Translations, shared_translations
from ludoteca.server.game_info import find_page_file, list_games, page_files
from ludoteca.server.hosts import headers as usual_headers
from ludoteca.server.network_config import NetworkConfig
from ludoteca.server.static_files import qr_svg

Test = Callable[[Server], Awaitable[None]]
INDEX = "<!doctype html><title>Ludoteca</title>\n"
SCRIPT = "export const much = 1;\n" * 100
BY_GZIP, BY_BROTLI = gzip.compress(SCRIPT.encode()), b"as if by brotli"
VIEWS = ("/", "/new/flooding", "/rules/flooding", "/r/ABCDEF", "/r/ABCDEF/replay", "/r/ABCDEF/replay/17")


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """Make a built page, and files beside it that must not be served."""
    (tmp_path / "secret.txt").write_text("secret")
    folder = tmp_path / "built"
    for name, text in {
        "index.html": INDEX,
        "favicon.svg": "<svg/>",
        "manifest.webmanifest": "{}",
        "sources.sha256": "secret",
        ".hidden.js": "secret",
        "assets/index-Bx_3-9aZ.js": SCRIPT,
        "assets/index-C0ffee00.css": "p {}",
        "assets/type-00000000.woff2": "wOF2",
        "assets/deep/er.js": "secret",
        "kit/1/kit.js": SCRIPT,
        "kit/1/kit.d.ts": "export {};",
    }.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (folder / "assets" / "index-Bx_3-9aZ.js.gz").write_bytes(BY_GZIP)
    (folder / "assets" / "index-Bx_3-9aZ.js.br").write_bytes(BY_BROTLI)
    return folder


def at(page: Path, test: Test, folder: Path, network: NetworkConfig | None = None) -> None:
    async def main() -> None:
        async with serving(folder, network=network, page=page) as server:
            await asyncio.wait_for(test(server), 60)

    asyncio.run(main())


def host_of(server: Server) -> str:
    return server.url.removeprefix("http://")


async def get(server: Server, path: str, **headers: str) -> tuple[int, Mapping[str, str], bytes]:
    """Return the response as received, still compressed."""
    wanted = {"Accept-Encoding": "identity", **headers}
    async with server.session.get(f"{server.url}{path}", headers=wanted, auto_decompress=False) as answer:
        return answer.status, answer.headers, await answer.read()


async def get_json(server: Server, path: str) -> Any:
    async with server.session.get(f"{server.url}{path}") as answer:
        return await answer.json()


# The page


def test_the_page_is_served_at_its_paths(page: Path, tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        for view in VIEWS:
            status, headers, body = await get(server, view)
            assert (status, body.decode()) == (200, INDEX), view
            assert headers["Content-Type"] == "text/html; charset=utf-8"
            assert headers["Cache-Control"] == "no-cache"
            assert usual_headers(host_of(server)).items() <= dict(headers).items()
        for missing in ("/new", "/new/", "/new/flooding/x", "/rules", "/r/", "/help/x", "/nothing"):
            assert (await get(server, missing))[0] == 404, missing

    at(page, test, tmp_path)


def test_hashed_files_are_cached_and_others_revalidated(page: Path, tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        for path, kind in (
            ("/assets/index-Bx_3-9aZ.js", "text/javascript; charset=utf-8"),
            ("/assets/index-C0ffee00.css", "text/css; charset=utf-8"),
            ("/assets/type-00000000.woff2", "font/woff2"),
            ("/favicon.svg", "image/svg+xml"),
            ("/manifest.webmanifest", "application/manifest+json"),
            ("/kit/1/kit.js", "text/javascript; charset=utf-8"),
            ("/kit/1/kit.d.ts", "text/plain; charset=utf-8"),
        ):
            status, headers, _ = await get(server, path)
            assert (status, headers["Content-Type"]) == (200, kind), path
            lasting = path.startswith("/assets/")
            wanted = "public, max-age=31536000, immutable" if lasting else "no-cache"
            assert headers["Cache-Control"] == wanted, path
            status, again, body = await get(server, path, **{"If-None-Match": headers["ETag"]})
            assert (status, body, again["Cache-Control"]) == (304, b"", wanted)
            assert usual_headers(host_of(server)).items() <= dict(again).items()
        status, headers, _ = await get(server, "/assets/index-00000000.js")
        assert status == 404
        assert "Cache-Control" not in headers

    at(page, test, tmp_path)


def test_compressed_files_are_sent_to_clients_that_accept_them(page: Path, tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        path = "/assets/index-Bx_3-9aZ.js"
        for takes, encoding, wanted in (
            ("br, gzip", "br", BY_BROTLI),
            ("gzip, deflate", "gzip", BY_GZIP),
            ("identity", None, SCRIPT.encode()),
            ("zstd", None, SCRIPT.encode()),
        ):
            status, headers, body = await get(server, path, **{"Accept-Encoding": takes})
            assert (status, headers.get("Content-Encoding"), body) == (200, encoding, wanted), takes
            assert headers["Content-Type"] == "text/javascript; charset=utf-8"
            assert headers["Vary"] == "Accept-Encoding"
        for beside in (f"{path}.br", f"{path}.gz"):
            assert (await get(server, beside))[0] == 404

    at(page, test, tmp_path)


def test_no_path_leads_out_of_the_page_folder(page: Path, tmp_path: Path) -> None:
    """Send raw requests, since a client would normalize the path."""

    async def ask(server: Server, target: str) -> tuple[int, bytes]:
        raw = await Raw.dial(server.url)
        raw.ask(f"GET {target} HTTP/1.1", "Connection: close")
        answer = await asyncio.wait_for(raw.reader.read(), TIMEOUT_S)
        raw.writer.close()
        return int(answer.split()[1]), answer

    async def test(server: Server) -> None:
        ups = ("..", "%2e%2e", "%2E.", "..%2f..", "%2e%2e%2f%2e%2e", "..%5c..", "....//..", "%252e%252e", ".", "%00..")
        begins = (
            "",
            "/assets",
            "/kit/1",
            "/games/flooding",
            "/games/flooding/locales",
            "/games",
            "/r",
            "/new/flooding",
        )
        ends = ("secret.txt", "secret.js", "app.py", "rules.py", "__init__.py", "etc/passwd")
        targets = [f"{begin}/{up}/{end}" for begin in begins for up in ups for end in ends]
        targets += [f"{begin}/{up}" for begin in begins for up in ups]
        for path in (tmp_path / "secret.txt", "/etc/passwd"):
            quoted = str(path).replace("/", "%2F")
            targets += [f"{begin}/{path}" for begin in begins] + [f"{begin}/{quoted}" for begin in begins]
        targets += ["/.hidden.js", "/sources.sha256", "/assets/deep", "/assets/deep/er.js", "/assets/deep%2fer.js"]
        targets += ["/assets/", "/assets/%00", f"/assets/{'a' * 5000}.js", f"/{'a' * 300}.js", "/~", "/C:x.js"]
        for target in targets:
            status, answer = await ask(server, target)
            assert b"secret" not in answer.partition(b"\r\n\r\n")[2].replace(b"secret.", b""), target
            assert b"root:" not in answer, target
            # A path that is normalized to one of the page's own may get the page.
            assert status in (400, 404) or (status == 200 and INDEX.encode() in answer), (target, status)

    at(page, test, tmp_path)


def test_a_server_without_a_page_says_so_and_runs(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        for view in VIEWS:
            status, headers, body = await get(server, view)
            assert (status, headers["Content-Type"]) == (503, "text/html; charset=utf-8")
            assert b"<p>The page of this server is not built; make page builds it.</p>" in body
            assert usual_headers(host_of(server)).items() <= dict(headers).items()
        assert (await get(server, "/favicon.svg"))[0] == 404
        code, _ = await server.open()
        assert (await get(server, f"/api/rooms/{code}"))[0] == 200
        assert (await get(server, "/games/flooding/rules.md"))[0] == 200

    at(tmp_path / "none", test, tmp_path)


# The games' files


def test_the_package_of_a_game_is_that_of_its_entry_point() -> None:
    assert registry.game_package("flooding") == "ludoteca.games.flooding"
    assert registry.game_package("dummy") == "dummy_game"
    with pytest.raises(UnknownGame, match='no game called "chess"'):
        registry.game_package("chess")


@pytest.fixture
def external_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Install an external game with files of many kinds."""
    package = tmp_path / "external_game_package"
    (package / "page" / "locales").mkdir(parents=True)
    (package / "__init__.py").write_text(
        "from dummy_game import DummyGame\nclass ExternalGame(DummyGame):\n    name = 'external'\n"
    )
    for name in (
        "art.svg",
        "music.json",
        "board.js",
        "board.css",
        "rules.md",
        "rules-short.md",
        "lesson.json",
        "Board.svelte",
        "x.md",
    ):
        (package / "page" / name).write_text(name)
    for name in ("en.json", "de.json", "zh-Hant.json", "english.json", "en.txt", "EN.json"):
        (package / "page" / "locales" / name).write_text(name)
    monkeypatch.syspath_prepend(tmp_path)
    entry = EntryPoint("external", "external_game_package:ExternalGame", registry.GROUP)
    monkeypatch.setitem(registry._entries(), "external", entry)
    monkeypatch.delitem(sys.modules, "external_game_package", raising=False)


@pytest.mark.usefixtures("external_game")
def test_a_game_brings_its_own_files(page: Path, tmp_path: Path) -> None:
    kinds = {"svg": "image/svg+xml", "json": "application/json"}
    kinds |= {"js": "text/javascript", "css": "text/css", "md": "text/markdown"}
    names = ["art.svg", "music.json", "board.js", "board.css", "rules.md", "rules-short.md", "lesson.json"]
    names += ["locales/de.json", "locales/en.json", "locales/zh-Hant.json"]

    async def test(server: Server) -> None:
        told = {game["name"]: game for game in await get_json(server, "/api/games")}
        assert told["external"]["assets"] == names
        assert told["dummy"]["assets"] == []
        for name in names:
            status, headers, body = await get(server, f"/games/external/{name}")
            assert (status, body.decode()) == (200, name.rsplit("/")[-1]), name
            assert headers["Content-Type"].split(";")[0] == kinds[name.rsplit(".")[-1]]
            assert headers["Cache-Control"] == "no-cache"
            assert headers["Last-Modified"]
            assert (await get(server, f"/games/external/{name}", **{"If-None-Match": headers["ETag"]}))[0] == 304
        for name in (
            *("Board.svelte", "x.md", "__init__.py", "", "words", "locales/", "locales/english.json", "locales/en.txt"),
            *(
                "locales/EN.json",
                "locales/fr.json",
                "locales/rules.md",
                "art.svg/",
                "en.json",
                "locales/zh-Hant-x.json",
            ),
        ):
            async with server.session.get(f"{server.url}/games/external/{name}") as answer:
                assert (answer.status, (await answer.json())["code"]) == (404, "no_page"), name

    at(page, test, tmp_path)


def test_games_without_files_and_unknown_games_have_none(page: Path, tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        for path, code in (("/games/dummy/rules.md", "no_page"), ("/games/chess/art.svg", "unknown_game")):
            async with server.session.get(f"{server.url}{path}") as answer:
                body = await answer.json()
                assert (answer.status, body["code"]) == (404, code)
                assert body["text"].endswith(".")
        assert (await get(server, "/games/dummy/locales/en.json"))[0] == 404

    assert page_files("dummy_game") == []
    assert find_page_file("dummy_game", "rules.md") is None
    at(page, test, tmp_path)


def test_the_built_in_games_have_locales_and_rules(page: Path, tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        for game in await get_json(server, "/api/games"):
            if registry.game_package(game["name"]).startswith("ludoteca."):
                assert {"rules.md", "locales/en.json"} <= set(game["assets"])
                assert isinstance(await get_json(server, f"/games/{game['name']}/locales/en.json"), dict)

    at(page, test, tmp_path)


# Descriptions of games


def test_seats_and_options_have_names_for_people(page: Path, tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        told = {game["name"]: game for game in await get_json(server, "/api/games")}
        assert told["flooding"]["seat_names"] == ["Journeyman", "Weather"]
        assert told["latice"]["seat_names"] == ["Player 1", "Player 2"]
        assert (told["flooding"]["newcomer_seat"], told["latice"]["newcomer_seat"]) == (1, 0)
        assert len(told["dummy"]["seat_names"]) == told["dummy"]["seats"][1]
        assert all(option["title"] for game in told.values() for option in game["options"])

    at(page, test, tmp_path)


def test_the_title_of_an_option_comes_from_the_translations_or_its_name() -> None:
    game = registry.find_game("flooding")
    named = {"option_size": "Size of the island"}
    for name, words, wanted in (
        ("size", named, "Size of the island"),
        ("last_open_days", named, "Last open days"),
        ("step", {}, "Step"),  # `option_step` is a shared refusal
    ):
        option = IntOption(name, default=1, low=1, high=2, help="")
        changed = change_game(game, translations=Translations(words, shared_translations()))
        assert GameTexts(changed, "en").option_title(option) == wanted


def test_values_of_an_option_have_labels_and_summaries_where_the_translations_say() -> None:
    def texts(option: Option, suffix: str = "", **sentences: str) -> dict[str, str]:
        translations = Translations(sentences, shared_translations())
        return GameTexts(change_game(registry.find_game("flooding"), translations=translations), "en").option_texts(
            option, suffix
        )

    size = IntOption("size", default=3, low=2, high=10**9, step=2, help="")
    assert texts(size, option_size_4="4 by 4", option_size_5="odd", option_size_900="far") == {"4": "4 by 4"}
    summaries = {"option_size_summary": "{value} wide", "option_size_2_summary": ""}
    assert texts(size, "_summary", **summaries) == {"": "{value} wide", "2": ""}
    assert texts(BoolOption("open", default=True, help=""), option_open_true="Yes") == {"true": "Yes"}
    refill = ChoiceOption("refill", choices=("end", "each"), help="")
    assert texts(refill, option_refill_each="Each") == {"each": "Each"}


# QR codes


def modules(svg: bytes) -> str:
    """Return the drawn path."""
    root = ElementTree.fromstring(svg)  # noqa: S314 - our own
    return next(str(path.get("d")) for path in root if path.get("stroke"))


@pytest.mark.parametrize(
    ("network", "base"),
    [
        (NetworkConfig(), None),
        (NetworkConfig(("https://ludoteca.example",)), "https://ludoteca.example"),
        (NetworkConfig(("https://ludoteca.example",), "http://192.0.2.7:8321"), "https://ludoteca.example"),
        (NetworkConfig(detected_url="http://192.0.2.7:8321"), "http://192.0.2.7:8321"),
    ],
)
def test_the_link_of_a_room_is_drawn_as_a_qr_code(
    network: NetworkConfig, base: str | None, page: Path, tmp_path: Path
) -> None:
    async def test(server: Server) -> None:
        code, _ = await server.open()
        link = f"{base or server.url}/r/{code}"
        for path, wanted in (
            (f"/r/{code}/qr.svg", link),
            (f"/r/{code.lower()}/qr.svg", link),
        ):
            status, headers, body = await get(server, path)
            assert (status, headers["Content-Type"], headers["Cache-Control"]) == (200, "image/svg+xml", "no-store")
            assert modules(body) == modules(qr_svg(wanted)), path
        async with server.session.get(f"{server.url}/r/AAAAAAAA/qr.svg") as answer:
            assert (answer.status, (await answer.json())["text"]) == (404, "There is no table AAAAAAAA.")
        assert (await get(server, "/r/..%2f..%2f/qr.svg"))[0] == 404

    at(page, test, tmp_path, network)


def test_a_qr_code_is_dark_on_white_with_a_quiet_zone() -> None:
    svg = qr_svg("https://ludoteca.example/r/ABCDEF")
    root = ElementTree.fromstring(svg)  # noqa: S314 - our own
    width, _ = segno.make("https://ludoteca.example/r/ABCDEF", error="m", micro=False).symbol_size(border=4)
    assert root.get("viewBox") == f"0 0 {width} {width}"
    light, dark = list(root)
    assert light.get("fill") == "#fff"
    assert str(light.get("d")).startswith(f"M0 0h{width}v{width}")
    assert dark.get("stroke") == "#000"
    assert str(dark.get("d")).startswith("M4 4.5h7")
    assert b"style" not in svg


def test_a_game_that_cannot_be_loaded_does_not_hide_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    good = registry._entries()
    broken = EntryPoint("broken", "no.such.package:GAME", registry.GROUP)
    monkeypatch.setattr(registry, "_entries", lambda: {**good, "broken": broken})
    assert [game["name"] for game in list_games()] == sorted(good)


def test_the_host_can_switch_the_service_worker_off(tmp_path: Path) -> None:
    page = tmp_path / "page"
    page.mkdir()
    for name in ("index.html", "sw.js", "sw-off.js"):
        (page / name).write_text(f"// {name}")

    async def ask(network: NetworkConfig) -> tuple[int, str, bytes]:
        async with serving(tmp_path, network=network, page=page) as server:
            status, headers, body = await get(server, "/sw.js")
            return status, headers["Cache-Control"], body

    assert asyncio.run(ask(NetworkConfig())) == (200, "no-cache", b"// sw.js")
    assert asyncio.run(ask(NetworkConfig(service_worker=False))) == (200, "no-cache", b"// sw-off.js")

"""Every reader gets their own language from one server, and no value of a language does harm."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from installed_games import REVERSI, InstalledGames
from server.live_server import Client, Server
from server.test_link_previews import INDEX
from server.test_static_files import at, get

from ludoteca.core.registry import known_languages
from ludoteca.core.translations import shared_translations

ONE_OPEN = [{"kind": "here", "name": "Ada"}, {"kind": "open"}]
ABSURD = ("xx", "", "../../etc/passwd", "en-XA", "\u0000", "fi\r\nX: y"[:2] * 9, "de" * 17)


@pytest.fixture
def page(tmp_path: Path) -> Path:
    folder = tmp_path / "built"
    folder.mkdir()
    (folder / "index.html").write_text(INDEX)
    return folder


async def enter(server: Server, code: str, token: str | None, language: str | None, **headers: str) -> Client:
    """Join a room with a language in hello or in a header."""
    url = f"{server.url}/api/rooms/{code}/socket"
    client = Client(await server.session.ws_connect(url, max_msg_size=0, headers=headers))
    await client.say({"type": "hello", "token": token, **({} if language is None else {"language": language})})
    return await client.settle()


def told(client: Client) -> str:
    """Return all sentences of the last table."""
    return " ".join(text["text"] for entry in client.table["log"] for text in entry["texts"])


def test_players_at_one_table_read_their_own_languages(page: Path, tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        code, token = await server.open("flooding", seats=ONE_OPEN, options={"size": 4})
        ada = await enter(server, code, token, "fr")
        bo = await enter(server, code, None, None, **{"Accept-Language": "de-DE,de;q=0.9,en;q=0.5"})
        watcher = await enter(server, code, None, None)
        await bo.done({"type": "sit", "seat": 1, "name": ""})
        for client in (ada, bo, watcher):
            await client.until(lambda table: table["room"]["phase"] == "playing")
        names = [client.table["room"]["seats"][1]["name"] for client in (ada, bo, watcher)]
        assert names == ["Invité", "Gast", "Guest"]
        starts = [shared_translations(language).find("table_started") for language in ("fr", "de", "en")]
        for client, sentence in zip((ada, bo, watcher), starts, strict=True):
            assert str(sentence) in told(client)
        # The codes are the same for everybody.
        codes = [[text["code"] for entry in one.table["log"] for text in entry["texts"]] for one in (ada, bo, watcher)]
        assert codes[0] == codes[1] == codes[2]
        await bo.say({"type": "move", "id": "m", "seat": 1, "move": "none", "version": bo.table["version"]})
        refused = await bo.next("refused")
        assert refused["text"].startswith(str(shared_translations("de").find("not_your_turn")).split("{")[0])

    at(page, test, tmp_path)


@pytest.mark.parametrize("language", ABSURD)
def test_an_absurd_language_is_ignored_or_refused(language: str, page: Path, tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        code, token = await server.open("flooding", seats=ONE_OPEN)
        if len(language) <= 35:
            client = await enter(server, code, token, language)
            assert client.table["room"]["seats"][0]["name"] == "Ada"
        else:
            socket = await server.session.ws_connect(f"{server.url}/api/rooms/{code}/socket")
            await socket.send_str(json.dumps({"type": "hello", "token": token, "language": language}))
            assert (await socket.receive_json())["code"] == "message_unreadable"
        header = "".join(letter for letter in language if letter.isprintable())
        for path in ("/", "/api/games", "/api/rooms/QQQQQQQQ"):
            status, _, body = await get(server, path, **{"Accept-Language": header * 200})
            assert (status, body != b"") == (404 if "QQ" in path else 200, True)

    at(page, test, tmp_path)


def test_many_languages_fill_no_cache(page: Path, tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        code, token = await server.open("flooding", seats=ONE_OPEN)
        for first in "abcdefghij":
            for second in "klmnopqrst":
                client = await enter(server, code, token, first + second)
                await client.socket.close()
        messages = server.rooms.loaded[code].messages
        for cache in (messages._languages, messages._boards):
            assert len(cache) <= len(known_languages()) * 2

    at(page, test, tmp_path)


def test_games_refusals_and_trials_are_in_the_language_of_the_request(page: Path, tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        async def ask(path: str, language: str, body: Any = None) -> Any:
            headers, url = {"Accept-Language": language}, f"{server.url}{path}"
            call = (
                server.session.post(url, json=body, headers=headers)
                if body
                else server.session.get(url, headers=headers)
            )
            async with call as answer:
                return await answer.json()

        listed = {language: await ask("/api/games", language) for language in ("en", "fi", "de")}
        flooding = {
            language: next(one for one in games if one["name"] == "flooding") for language, games in listed.items()
        }
        assert flooding["fi"]["seat_names"] == ["Kulkija", "Sää"]
        assert flooding["de"]["bots"][0]["name"] == "Anfänger"
        assert flooding["de"]["options"][0]["title"] == "Insel"
        assert len({one["about"] for one in flooding.values()}) == 3
        assert "locales/fi.json" in flooding["en"]["assets"]
        assert "rules.fi.md" in flooding["en"]["assets"]
        refused = await ask("/api/rooms/QQQQQQQQ", "fr-CA")
        assert (refused["code"], "QQQQQQQQ" in json.dumps(refused)) == ("no_room", True)
        assert refused["text"] != (await ask("/api/rooms/QQQQQQQQ", "en"))["text"]
        tried = await ask("/api/games/latice/try", "fi", {"step": 1, "moves": ["end"]})
        assert (
            tried["comment"]["text"]
            != (await ask("/api/games/latice/try", "en", {"step": 1, "moves": ["end"]}))["comment"]["text"]
        )

    at(page, test, tmp_path)


def test_title_preview_and_alternates_are_in_the_language_of_the_page(page: Path, tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        code, _ = await server.open("latice", seats=ONE_OPEN)
        english = (await get(server, f"/r/{code}"))[2].decode()
        for path, header in ((f"/r/{code}?lang=fi", "de"), (f"/r/{code}", "fi-FI")):
            _, headers, body = await get(server, path, **{"Accept-Language": header})
            finnish = body.decode()
            assert '<html lang="fi"' in finnish
            assert finnish.split("<title>")[1] != english.split("<title>")[1]
            assert 'property="og:locale" content="fi"' in finnish
            assert "Accept-Language" in headers["Vary"]
        for language in ("de", "en", "fi", "fr"):
            assert f'hreflang="{language}" href="{server.url}/r/{code}?lang={language}"' in english
        assert f'hreflang="x-default" href="{server.url}/r/{code}"' in english
        assert "en-XA" not in english
        tags = [(await get(server, "/", **{"Accept-Language": one}))[1]["ETag"] for one in ("fi", "de", "fi")]
        assert tags[0] == tags[2] != tags[1]

    at(page, test, tmp_path)


def test_a_game_of_another_package_brings_its_languages(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packages = tmp_path / "packages"
    packages.mkdir()
    InstalledGames(packages).install(REVERSI)
    monkeypatch.syspath_prepend(packages)
    from ludoteca.core import registry

    registry._entries.cache_clear()
    try:
        game = registry.find_game("reversi")
        assert game.translations.to("de").language == "de"
        english, german = game.translations, game.translations.to("de")
        code = next(code for code in ("how", "no_move", "placed") if english.find(code) is not None)
        assert english.find(code) != german.find(code)

        async def test(server: Server) -> None:
            status, _, body = await get(server, "/games/reversi/locales/de.json")
            assert (status, isinstance(json.loads(body), dict)) == (200, True)
            assert (await get(server, "/games/reversi/locales/sv.json"))[0] == 404

        at(page, test, tmp_path)
    finally:
        registry._entries.cache_clear()

"""Every limit does what it says, and affects only clients that exceed it."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from server.live_server import NO_LIMITS, Server, eventually, run, serving, status
from server.raw_client import UPGRADE, Raw, frame
from table.local_room import fingerprint

from ludoteca.rooms import messages as m
from ludoteca.rooms.addresses import read_networks
from ludoteca.rooms.limits import Buckets, Limits, Rate
from ludoteca.server.hosts import headers
from ludoteca.server.logs import is_worth_logging
from ludoteca.server.network_config import NetworkConfig

SLOW = Rate(5, 3)
"""Three at once, then one every 200 ms."""
Test = Callable[[Server], Awaitable[None]]


async def refused_socket(server: Server, code: str, *headers: str) -> tuple[int, bytes]:
    raw = await Raw.dial(server.url)
    raw.ask(f"GET /api/rooms/{code}/socket HTTP/1.1", *UPGRADE, *headers)
    got, _, body = await raw.answer()
    raw.drop()
    return got, body


# Rates


def test_a_socket_that_sends_too_fast_is_refused_and_may_go_on_later(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        code, _ = await server.open()
        fast, calm = await server.join(code), await server.join(code)
        for number in range(10):
            await fast.say({"type": "ping", "id": str(number)})
        codes: list[str] = []
        while len(codes) < 10:
            if (answer := await fast.receive())["type"] not in ("presence", "chat"):
                codes.append(answer["code"] if answer["type"] == "refused" else answer["type"])
        assert codes == ["pong"] * 3 + ["too_fast"] * 7
        assert (await calm.ask({"type": "ping"}))["type"] == "pong"
        await asyncio.sleep(0.25)
        assert (await fast.ask({"type": "ping"}))["type"] == "pong"

    run(test, tmp_path, replace(NO_LIMITS, messages=SLOW))


def test_a_socket_that_sends_too_fast_is_not_read_for_a_while(tmp_path: Path) -> None:
    """A refusal costs as much as an answer, so further messages wait in the network."""

    async def test(server: Server) -> None:
        code, _ = await server.open()
        fast = await server.join(code)
        for number in range(10):
            await fast.say({"type": "ping", "id": str(number)})
        assert (await fast.next("refused"))["ack"] == "3"
        for _ in range(20):  # others are served, and there was time for more answers
            assert (await status(server, "/healthz"))[0] == 200
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(fast.next("refused"), 0.05)

    run(test, tmp_path, replace(NO_LIMITS, messages=SLOW, too_fast_pause_s=60.0))


def test_requests_of_one_address_are_limited(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        got = [await status(server, "/healthz") for _ in range(5)]
        assert got == [(200, "")] * 3 + [(429, "too_many_requests")] * 2
        assert (await refused_socket(server, "NORQQMXX"))[0] == 429
        await asyncio.sleep(0.25)
        assert await status(server, "/healthz") == (200, "")

    run(test, tmp_path, replace(NO_LIMITS, requests=SLOW))


def test_files_are_not_counted_so_that_a_game_night_behind_one_router_gets_its_page(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        for _ in range(9):
            async with server.session.get(f"{server.url}/games/flooding/art.svg") as answer:
                assert answer.status == 200
        assert await status(server, "/healthz") == (200, "")

    run(test, tmp_path, replace(NO_LIMITS, requests=SLOW))


def test_new_rooms_of_one_address_are_limited(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        request = {"json": {"game": "flooding"}, "method": "POST"}
        got = [await status(server, "/api/rooms", **request) for _ in range(4)]
        assert got == [(201, "")] * 3 + [(429, "too_many_rooms")]
        assert await status(server, "/healthz") == (200, "")
        await asyncio.sleep(0.25)
        assert await status(server, "/api/rooms", **request) == (201, "")

    run(test, tmp_path, replace(NO_LIMITS, new_rooms=SLOW))


def test_old_addresses_are_forgotten() -> None:
    buckets = Buckets(Rate(100, 2))
    for number in range(50):
        assert buckets.take(f"10.0.0.{number}")
    time.sleep(0.03)
    assert buckets.take("10.0.0.1")
    buckets.forget()
    assert set(buckets._buckets) == {"10.0.0.1"}


# Numbers


def test_a_message_that_is_too_long_closes_its_socket_only(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        code, _ = await server.open()
        calm = await server.join(code)
        for size, closes in ((900, False), (1100, True)):
            raw = await Raw.upgraded(server.url, code)
            raw.say({"type": "hello"})
            raw.say({"type": "claim", "id": "long", "key": "k" * size})
            if closes:
                assert await raw.close_code() == 1009
            else:
                while not isinstance(answer := await raw.message(), m.Refused):
                    pass
                assert answer.code == "link_used"
            raw.drop()
        assert (await calm.ask({"type": "ping"}))["type"] == "pong"

    run(test, tmp_path, replace(NO_LIMITS, message_bytes=1000))


def test_a_body_that_is_too_long_is_refused(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        for size, wanted in ((900, (404, "unknown_game")), (1100, (413, "body_too_large"))):
            assert await status(server, "/api/rooms", method="POST", json={"game": "g" * size}) == wanted

    run(test, tmp_path, replace(NO_LIMITS, body_bytes=1000))


def test_commands_that_wait_are_limited(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        code, token = await server.open()
        host = await server.join(code, token)
        raw = await Raw.upgraded(server.url, code)
        raw.say({"type": "hello", "token": token})
        await raw.message()
        # Another writer locks the database, so the first is still being committed while the others arrive.
        elsewhere = sqlite3.connect(tmp_path / "ludoteca.db", isolation_level=None)
        elsewhere.execute("BEGIN IMMEDIATE")
        commands = [
            {"type": "set_settings", "id": f"s{number}", "settings": {"absence_timeout_s": 30 + number}}
            for number in range(8)
        ]
        raw.writer.write(b"".join(frame(msgspec.json.encode(command)) for command in commands))
        done: list[str] = []
        refused: list[str | None] = []
        while len(done) + len(refused) < 8:
            message = await raw.message()
            if isinstance(message, m.TableMessage):
                done += message.acks
            elif isinstance(message, m.Refused):
                assert message.code == "too_fast"
                refused.append(message.ack)
                if len(refused) == 5:
                    elsewhere.close()
        assert done == ["s0", "s1", "s2"]
        assert refused == ["s3", "s4", "s5", "s6", "s7"]
        await host.done({"type": "set_settings", "settings": {"absence_timeout_s": 50}})
        raw.drop()

    run(test, tmp_path, replace(NO_LIMITS, pending_commands=3))


def test_names_and_ids_are_limited(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        code, _ = await server.open()
        client = await server.join(code)
        for name in ("n" * 25, "a\0b", "\u202eabc"):
            assert await client.refused({"type": "sit", "seat": 0, "name": name}) == "name"
        for avatar in ("a" * 13, "Bird", "<svg>", " "):
            command = {"type": "sit", "seat": 0, "name": "Ada", "avatar": avatar}
            assert await client.refused(command) == "avatar"
        for name in ("i" * 41, "a\nb", "\u202e"):
            await client.say({"type": "ping", "id": name})
            answer = await client.next("refused")
            assert (answer["ack"], answer["code"]) == (None, "id_too_long")
        assert (await client.ask({"type": "ping", "id": "i" * 40}))["type"] == "pong"
        await client.done({"type": "sit", "seat": 0, "name": "n" * 24})
        request = {"game": "flooding", "seats": [{"kind": "here", "name": "n" * 25}, {}]}
        assert await status(server, "/api/rooms", method="POST", json=request) == (400, "name")
        request = {"game": "flooding", "seats": [{"kind": "here", "name": "Ada", "avatar": "\U0001f600"}, {}]}
        assert await status(server, "/api/rooms", method="POST", json=request) == (400, "avatar")

    run(test, tmp_path)


# Rooms


def test_rooms_in_the_store_are_limited(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        code, _ = await server.open()
        assert await status(server, "/api/rooms", method="POST", json={"game": "flooding"}) == (503, "server_full")
        await server.join(code)

    run(test, tmp_path, replace(NO_LIMITS, rooms=1))


def test_rooms_in_memory_are_limited(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        code, _ = await server.open()
        other, _ = await server.open()
        silent = await Raw.upgraded(server.url, code)
        server.rooms.unload_idle(0)
        client = await server.join(other)
        assert await status(server, f"/api/rooms/{code}") == (503, "server_full")
        # The room was unloaded before hello, and now the limit is reached.
        silent.say({"type": "hello"})
        answer = await silent.message()
        assert isinstance(answer, m.Refused)
        assert answer.code == "server_full"
        assert await silent.close_code() == 1013
        silent.drop()
        await client.socket.close()
        await eventually(lambda: server.rooms.loaded[other].is_idle)
        server.rooms.unload_idle(0)
        await server.join(code)

    run(test, tmp_path, replace(NO_LIMITS, rooms_in_memory=1))


def test_an_idle_room_is_unloaded_and_comes_back_unchanged(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        one, two = await server.two_players(options={"size": 4})
        await one.move("b2")
        code = one.code
        server.rooms.unload_idle(0)
        assert code in server.rooms.loaded, "somebody is there"
        await one.socket.close()
        await two.socket.close()
        before = server.rooms.loaded[code]
        await eventually(lambda: before.is_idle)
        server.rooms.unload_idle(60)
        assert code in server.rooms.loaded, "not long enough"
        server.rooms.unload_idle(0)
        assert code not in server.rooms.loaded
        back = [await server.join(code, client.token) for client in (one, two)]
        after = server.rooms.loaded[code]
        assert after is not before
        assert fingerprint(after.table) == fingerprint(before.table)
        assert [client.table["you"]["seats"] for client in back] == [[0], [1]]
        stranger = await server.join(code)
        assert stranger.table["you"]["seats"] == []
        await back[1].move("-")

    run(test, tmp_path)


# Addresses and origins


def with_network(network: NetworkConfig, test: Test, folder: Path, limits: Limits) -> None:
    async def main() -> None:
        async with serving(folder, limits, network) as server:
            await asyncio.wait_for(test(server), 60)

    asyncio.run(main())


@pytest.mark.parametrize("trusted", [(), ("10.0.0.0/8",), ("127.0.0.0/8",), ("127.0.0.1", "10.0.0.0/8")])
def test_only_trusted_proxies_are_believed(tmp_path: Path, trusted: tuple[str, ...]) -> None:
    async def ask(server: Server, *forwarded: str) -> int:
        raw = await Raw.dial(server.url)
        raw.ask("GET /healthz HTTP/1.1", "Connection: close", *(f"X-Forwarded-For: {line}" for line in forwarded))
        got = (await raw.answer())[0]
        raw.drop()
        return got

    async def test(server: Server) -> None:
        believed = any(network.startswith("127.") for network in trusted)
        got = [await ask(server, f"192.0.2.{number}") for number in range(5)]
        assert got == ([200] * 5 if believed else [200] * 3 + [429] * 2)
        if not believed:
            return
        # Only the last address that is not a trusted proxy counts; anybody may have written the ones before it.
        assert [await ask(server, f"1.2.3.{number}, 192.0.2.9") for number in range(4)] == [200] * 3 + [429]
        # A proxy that adds its own header after the one it received.
        assert [await ask(server, f"1.2.4.{number}", "192.0.2.10") for number in range(4)] == [200] * 3 + [429]
        hop = ", 10.1.1.1" if len(trusted) > 1 else ""
        assert [await ask(server, f"192.0.2.11{hop}") for _ in range(4)] == [200] * 3 + [429]
        for malformed in (",,,", "", "x" * 1000, "[::1]:80", "\udcff"):
            assert await ask(server, malformed) in (200, 429)

    never = Rate(0.001, 3)
    with_network(
        NetworkConfig(trusted_proxies=read_networks(trusted)), test, tmp_path, replace(NO_LIMITS, requests=never)
    )


def test_other_sites_pages_are_refused(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        code, _ = await server.open()
        host = server.url.removeprefix("http://")
        for origin, wanted in (
            (server.url, 101),
            (f"https://{host}", 101),
            ("https://ludoteca.example", 101),
            ("http://evil.example", 403),
            (f"http://{host}.evil.example", 403),
            (f"http://{host}@evil.example", 403),
            ("null", 403),
            ("", 403),
            ("http://[", 403),
        ):
            assert (await refused_socket(server, code, f"Origin: {origin}"))[0] == wanted, origin
            opened = await status(
                server, "/api/rooms", method="POST", json={"game": "flooding"}, headers={"Origin": origin}
            )
            assert opened == ((201, "") if wanted == 101 else (403, "other_origin")), origin

    with_network(NetworkConfig(("https://ludoteca.example",)), test, tmp_path, NO_LIMITS)


def test_every_response_has_the_security_headers(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        code, _ = await server.open()
        every = headers(server.url.removeprefix("http://"))
        seen = set()
        asked: list[tuple[str, str, Any]] = [
            ("GET", "/", {}),
            ("GET", f"/r/{code}", {}),
            ("GET", "/api/games", {}),
            ("GET", "/healthz", {}),
            ("GET", "/metrics", {}),
            ("GET", f"/api/rooms/{code}", {}),
            ("GET", f"/api/rooms/{code}/record", {}),
            ("GET", f"/api/rooms/{code}/socket", {}),
            ("GET", "/api/rooms/NORQQMXX", {}),
            ("GET", "/nothing/here", {}),
            ("DELETE", "/healthz", {}),
            ("POST", "/api/rooms", {"data": b"{"}),
            ("POST", "/api/rooms", {"data": b"[" * 20_000}),
            ("POST", "/api/rooms", {"json": {"game": "flooding"}}),
            ("POST", "/api/rooms", {"headers": {"Origin": "http://evil.example"}}),
            *[("GET", "/healthz", {})] * 3,
        ]
        for method, path, more in asked:
            async with server.session.request(method, f"{server.url}{path}", **more) as answer:
                seen.add(answer.status)
                assert {name: answer.headers.get(name) for name in every} == every, (method, path)
        assert seen == {200, 201, 400, 403, 404, 405, 409, 413, 429}

    wanted = headers("127.0.0.1")
    assert "default-src 'self'" in wanted["Content-Security-Policy"]
    assert "unsafe" not in wanted["Content-Security-Policy"]
    assert wanted["X-Content-Type-Options"] == "nosniff"
    assert wanted["X-Frame-Options"] == "DENY"
    assert wanted["Referrer-Policy"] == "no-referrer"
    run(test, tmp_path, replace(NO_LIMITS, requests=Rate(0.001, 17)))


def test_strangers_cannot_fill_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def test(server: Server) -> None:
        for words in (b"no HTTP at all\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n"):
            raw = await Raw.dial(server.url)
            raw.writer.write(words)
            assert (await raw.answer())[0] == 400
            raw.drop()

    with caplog.at_level(logging.WARNING):
        run(test, tmp_path)
    assert caplog.records, "aiohttp has grown quiet by itself, and the filter can go"
    assert not [record for record in caplog.records if is_worth_logging(record)]


# Tokens


def test_a_token_works_on_two_sockets_and_a_stranger_has_none(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        one, two = await server.two_players(options={"size": 4})
        second = await server.join(one.code, one.token)
        assert second.table["you"]["seats"] == [0]
        await second.move("b2")
        await one.until(lambda table: table["room"]["moves"] == 1)
        other_code, _ = await server.open()
        for token in (None, "x" * 24, one.token[:-1] + "!", one.token.swapcase()):
            stranger = await server.join(one.code, token)
            assert stranger.table["you"]["seats"] == []
            version = stranger.table["version"]
            for seat in (0, 1):
                assert await stranger.refused({"type": "sit", "seat": seat, "name": "Eve"}) == "started_already"
                for command in ({"type": "move", "move": "-"}, {"type": "resign"}, {"type": "undo"}):
                    assert await stranger.refused({**command, "seat": seat, "version": version}) == "not_your_seat"
                assert await stranger.refused({"type": "link", "seat": seat}) == "not_your_seat"
                assert await stranger.refused({"type": "set_perspective", "seat": seat}) == "seat_not_held"
                assert (await stranger.ask({"type": "preview", "seat": seat, "move": "-"}))["refused"][
                    "code"
                ] == "seat_not_held"
            await stranger.socket.close()
        # In another room the same token is another device.
        elsewhere = await server.join(other_code, one.token)
        assert elsewhere.table["you"] == {"seats": [], "seat": None, "curtain": False, "host": False}
        await two.move("-")

    run(test, tmp_path)


def test_a_taken_seat_stays_taken_before_the_start(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        code, token = await server.open()
        host, stranger = await server.join(code, token), await server.join(code)
        await host.done({"type": "sit", "seat": 0, "name": "Ada"})
        assert await stranger.refused({"type": "sit", "seat": 0, "name": "Eve"}) == "seat_taken"
        assert await stranger.refused({"type": "stand", "seat": 0}) == "not_your_seat"
        for command in (
            {"type": "seat_bot", "seat": 1, "level": 1},
            {"type": "set_settings", "settings": {"public": True}},
            {"type": "set_settings", "settings": {"legs": 2, "absence_timeout_s": 60}},
            {"type": "close"},
        ):
            assert await stranger.refused(command) == "only_host"
        for command in (
            {"type": "set_settings", "settings": {"legs": 2}},
            {"type": "set_options", "options": {"size": 6}},
            {"type": "swap_seats", "seat": 0, "other": 1},
            {"type": "set_ready", "ready": True},
        ):
            assert await stranger.refused(command) == "only_seated"
        assert host.table["room"]["options"] == {"size": 10}

    run(test, tmp_path)

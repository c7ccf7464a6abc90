"""Rooms over real sockets: hints, clocks while the server is down, lobby, webhooks."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from aiohttp import web
from server.live_server import TIMEOUT_S, Client, Json, Server, run, serving

BOTH_STORES = "slow"
HERE = {"kind": "here", "name": "Ada"}
BOT = {"kind": "bot", "level": 1}
OPEN = {"kind": "open"}


async def alone(server: Server, game: str = "flooding", **request: Any) -> Client:
    """Create a room against a bot and join it."""
    code, token = await server.open(game, seats=[HERE, BOT], **request)
    client = await server.join(code, token)
    client.code = code
    return client


async def get(server: Server, path: str) -> Any:
    async with server.session.get(server.url + path) as answer:
        return await answer.json()


def test_a_hint_is_a_legal_move_from_a_worker(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ada = await alone(server, "latice")
        await ada.done({"type": "hint", "seat": 0, "version": ada.table["version"], "id": "please"})
        hinted = await ada.next("hint_result")
        assert (hinted["ack"], hinted["seat"], hinted["version"]) == ("please", 0, ada.table["version"])
        assert ada.table["room"]["casual"] is True
        await ada.move(hinted["advice"]["move"])

    run(test, tmp_path)


def test_one_hint_at_a_time(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ada = await alone(server, "latice")
        hint = {"type": "hint", "seat": 0, "version": ada.table["version"]}
        await ada.done(hint)
        assert await ada.refused(hint) == "hint_busy"
        await ada.next("hint_result")
        await ada.done(hint)

    run(test, tmp_path)


def test_a_hint_says_why(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ada = await alone(server, "latice")
        await ada.done({"type": "hint", "seat": 0, "version": ada.table["version"]})
        hinted = await ada.next("hint_result")
        assert hinted["second"]["move"] != hinted["advice"]["move"]
        assert all(line["text"] for line in hinted["second"]["texts"] + hinted["second"]["explanations"])
        explanations = hinted["advice"]["explanations"]
        assert explanations
        assert all(line["text"] and line["code"].startswith("explain") for line in explanations)

    run(test, tmp_path)


def test_a_bot_plays_the_rest_of_a_turn_on_request(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ada = await alone(server)
        await ada.done({"type": "autoplay_turn", "seat": 0, "version": ada.table["version"]})
        await ada.until(lambda table: table["room"]["moves"] == 2 and table["room"]["to_move"] == 0)

    run(test, tmp_path)


def test_two_people_get_no_hints(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ada, _ = await server.two_players()
        assert ada.table["room"]["hints_allowed"] is False
        assert await ada.refused({"type": "hint", "seat": 0, "version": ada.table["version"]}) == "help_closed"

    run(test, tmp_path)


def test_time_in_which_the_server_is_down_does_not_count(tmp_path: Path) -> None:
    clock = {"per": "turn", "seconds": 60}

    async def main() -> None:
        async with serving(tmp_path) as server:
            code, token = await server.open(seats=[HERE, {"kind": "here", "name": "Bo"}], clock=clock)
            ada = await server.join(code, token)
            since = ada.table["room"]["clock"]["since"]
        await asyncio.sleep(1.2)
        async with serving(tmp_path) as server:
            ada = await server.join(code, token)
            table = await ada.until(lambda table: table["room"]["clock"]["since"] > since)
            assert 1000 <= table["room"]["clock"]["since"] - since < 60_000
            assert "table_outage" in [line["code"] for entry in table["log"] for line in entry["texts"]]

    asyncio.run(asyncio.wait_for(main(), 60))


def test_the_lobby_lists_public_rooms_while_their_host_waits(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        private, _ = await server.open(seats=[HERE, OPEN])
        code, token = await server.open(seats=[HERE, OPEN], public=True, options={"size": 6})
        assert await get(server, "/api/lobby") == [], "nobody is there yet"
        ada = await server.join(code, token)
        (listed,) = await get(server, "/api/lobby")
        assert (listed["code"], listed["game"], listed["options"]["size"]) == (code, "flooding", 6)
        assert [seat["kind"] for seat in listed["seats"]] == ["person", "free"]
        assert private not in json.dumps(listed)
        bo = await server.join(code)
        await bo.done({"type": "sit", "seat": 1, "name": "Bo"})
        await ada.until(lambda table: table["room"]["phase"] == "playing")
        assert await get(server, "/api/lobby") == []

    run(test, tmp_path)


def test_known_rooms_say_whose_turn_it_is(tmp_path: Path) -> None:
    async def known(server: Server, **rooms: str) -> Any:
        async with server.session.post(server.url + "/api/rooms/known", json={"rooms": rooms}) as answer:
            assert answer.status == 200
            return await answer.json()

    async def test(server: Server) -> None:
        ada, bo = await server.two_players()
        await ada.move("b2")
        stands = await known(server, **{ada.code: bo.token, "NXSUCHXX": "x" * 20})
        assert list(stands) == [ada.code]
        found = stands[ada.code]
        assert (found["phase"], found["own_seats"], found["to_move"], found["moves"]) == ("playing", [1], 1, 1)
        assert (found["time_ends_at"], found["untouched"]) == (None, False)

    run(test, tmp_path)


def test_a_webhook_that_the_operator_listed_is_called(tmp_path: Path) -> None:
    calls: asyncio.Queue[Json] = asyncio.Queue()

    async def called(request: web.Request) -> web.Response:
        calls.put_nowait(await request.json())
        raise web.HTTPFound("/elsewhere")

    async def main() -> None:
        app = web.Application()
        app.router.add_post("/hook", called)
        runner = web.AppRunner(app)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        target = f"http://127.0.0.1:{runner.addresses[0][1]}/hook"
        try:
            async with serving(tmp_path, webhooks={"club": target}) as server:
                assert (await get(server, "/api/info"))["webhooks"] == ["club"]
                ada, bo = await server.two_players(webhook="club")
                assert (await asyncio.wait_for(calls.get(), TIMEOUT_S))["name"] == "Ada"
                await ada.move("b2")
                call = await asyncio.wait_for(calls.get(), TIMEOUT_S)
                assert call == {"room": ada.code, "game": "flooding", "event": "turn", "name": "Bo", "moves": 1}
                await bo.until(lambda table: table["room"]["to_move"] == 1)
                await bo.done({"type": "resign", "seat": 1, "version": bo.table["version"]})
                assert (await asyncio.wait_for(calls.get(), TIMEOUT_S))["event"] == "over"
                body = {"game": "flooding", "settings": {"webhook": "http://127.0.0.1:1/"}}
                async with server.session.post(server.url + "/api/rooms", json=body) as answer:
                    assert (answer.status, (await answer.json())["code"]) == (400, "webhook_unknown")
        finally:
            await runner.cleanup()

    asyncio.run(asyncio.wait_for(main(), 60))

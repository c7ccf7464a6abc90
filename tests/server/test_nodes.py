"""Two nodes on one PostgreSQL: a room is the same on both, whatever happens to hints."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import psycopg
import pytest
from aiohttp import WSMsgType
from postgres_cluster import Cluster
from server import live_server
from server.live_server import NO_LIMITS, Client, Json, Server, eventually, serving, status
from server.test_play import WHOLE_GAME

from ludoteca.rooms.limits import Limits
from ludoteca.store.postgres.hints import channel
from ludoteca.store.postgres.store import PostgresStore
from ludoteca.store.rows import StoreError
from ludoteca.table.table import Table

BOT = {"kind": "bot", "level": 1}
HERE = {"kind": "here", "name": "Ada"}
LEASE_S = 30.0
"""Longer than a lease that nobody gives up."""


@pytest.fixture(autouse=True)
def both_on_postgres(postgres: Cluster) -> Iterator[None]:
    live_server.postgres = postgres
    yield
    live_server.postgres = None


@contextlib.asynccontextmanager
async def two_nodes(folder: Path, limits: Limits = NO_LIMITS) -> AsyncIterator[tuple[Server, Server]]:
    async with serving(folder, limits, node="a") as one, serving(folder, limits, node="b") as two:
        yield one, two


def run(test: Callable[[Server, Server], Awaitable[None]], folder: Path, limits: Limits = NO_LIMITS) -> None:
    async def main() -> None:
        async with two_nodes(folder, limits) as (one, two):
            await test(one, two)

    asyncio.run(asyncio.wait_for(main(), 100))


async def players(one: Server, two: Server, **request: Any) -> tuple[Client, Client, str]:
    """Let two people begin a game of Flooding Islands, each on another node."""
    code, token = await one.open(options={"size": 3}, **request)
    ada, bo = await one.join(code, token), await two.join(code)
    await ada.done({"type": "sit", "seat": 0, "name": "Ada"})
    await bo.done({"type": "sit", "seat": 1, "name": "Bo"})
    for client in (ada, bo):
        await client.until(lambda table: table["room"]["phase"] == "playing")
    return ada, bo, code


def table(server: Server, code: str) -> Table:
    return server.rooms.loaded[code].table


def count(server: Server, name: str) -> float:
    text = server.rooms.services.metrics.text({})
    return sum(float(line.split()[-1]) for line in text.splitlines() if line.startswith(name))


def log(server: Server, code: str) -> list[Any]:
    found = server.rooms.services.store.load(code)
    assert found is not None
    return found[1]


def test_a_game_between_two_nodes_is_the_same_on_both(tmp_path: Path) -> None:
    async def test(one: Server, two: Server) -> None:
        ada, bo, code = await players(one, two)
        for number, move in enumerate(WHOLE_GAME):
            await (bo if number % 2 else ada).move(move)
        for client in (ada, bo):
            await client.until(lambda table: table["room"]["phase"] == "over")
        assert ada.table["seq"] == bo.table["seq"] == len(log(one, code))
        assert ada.table["room"]["result"] == bo.table["room"]["result"]
        keys = [event.command_id for event in log(one, code)[1:] if event.command_id is not None]
        assert len(keys) == len(set(keys))
        assert count(one, "ludoteca_hints_received_total") > 0

    run(test, tmp_path)


@pytest.mark.parametrize("faults", ["drop=1", "drop=0.3,dup=0.3,delay=0.3,reorder=0.5"])
def test_lost_doubled_late_and_mixed_hints_change_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, faults: str
) -> None:
    monkeypatch.setenv("LUDOTECA_HINT_FAULTS", faults)

    async def test(one: Server, two: Server) -> None:
        ada, bo, code = await players(one, two)
        for number, move in enumerate(WHOLE_GAME):
            await (bo if number % 2 else ada).move(move)
        for client in (ada, bo):
            await client.until(lambda table: table["room"]["phase"] == "over")
        assert [event.seq for event in log(one, code)] == list(range(1, ada.table["seq"] + 1))

    run(test, tmp_path)


def test_a_command_sent_to_both_nodes_counts_once(tmp_path: Path) -> None:
    async def test(one: Server, two: Server) -> None:
        ada, bo, code = await players(one, two)
        again = await two.join(code, ada.token)
        move = {"type": "move", "seat": 0, "move": "b2", "version": ada.table["version"], "id": "the same"}
        first, second = await asyncio.gather(ada.ask(move), again.ask(move))
        assert {first["type"], second["type"]} == {"table"}
        # A node that learns of the move while it stores its own sees the same command: it is not late.
        assert sorted([first["stale"], second["stale"]]) in ([[], []], [[], ["the same"]])
        await bo.until(lambda table: table["room"]["moves"] == 1)
        assert len([event for event in log(one, code) if event.kind == "moved"]) == 1

    run(test, tmp_path)


def test_what_does_not_make_a_move_stale_is_no_reason_to_refuse_it(tmp_path: Path) -> None:
    """Somebody is renamed on one node while a move is made on the other: the move is decided again, and counts."""

    async def test(one: Server, two: Server) -> None:
        ada, bo, code = await players(one, two)
        for number in range(10):
            version = ada.table["version"]
            seat, client = number % 2, (ada, bo)[number % 2]
            other = (ada, bo)[1 - seat]
            await client.until(lambda table, seat=seat: table["room"]["to_move"] == seat)  # type: ignore[misc]
            version = client.table["version"]
            rename = {"type": "rename", "seat": 1 - seat, "name": f"Name {number}"}
            answers = await asyncio.gather(
                client.ask({"type": "undo", "seat": seat, "version": version}), other.ask(rename)
            )
            assert not answers[1].get("stale")
            if number < 2:
                await client.move(("b2", "-")[number])
                await other.until(lambda table, number=number: table["room"]["moves"] > number)  # type: ignore[misc]
            else:
                break
        assert [event.seq for event in log(one, code)] == list(range(1, len(log(one, code)) + 1))

    run(test, tmp_path)


def test_a_device_is_absent_only_when_it_has_left_every_node(tmp_path: Path) -> None:
    async def test(one: Server, two: Server) -> None:
        ada, _, code = await players(one, two)
        tab = await two.join(code, ada.token)
        device = table(one, code).players[0].device or ""
        bos = table(one, code).players[1].device or ""
        await eventually(lambda: bos not in one.rooms.loaded[code].absent)
        await eventually(lambda: device in one.rooms.loaded[code].elsewhere)
        await ada.socket.close()
        await eventually(lambda: not one.rooms.loaded[code].sessions)
        await eventually(lambda: device not in two.rooms.loaded[code].elsewhere)
        assert device not in one.rooms.loaded[code].absent
        assert two.rooms.loaded[code].connected_seats() == one.rooms.loaded[code].connected_seats() == [True, True]
        await tab.socket.close()
        await eventually(lambda: device in two.rooms.loaded[code].absent)
        await eventually(lambda: device in one.rooms.loaded[code].absent)
        assert one.rooms.loaded[code].connected_seats() == [False, True]

    run(test, tmp_path)


def test_one_node_asks_the_bot_and_its_move_counts_once(tmp_path: Path) -> None:
    async def test(one: Server, two: Server) -> None:
        code, token = await one.open(seats=[HERE, BOT], options={"size": 3})
        ada, tab = await one.join(code, token), await two.join(code, token)
        moves = 0
        while ada.table["room"]["phase"] == "playing":
            await ada.until(lambda table: table["room"]["to_move"] == 0 or table["room"]["phase"] == "over")
            if ada.table["room"]["phase"] == "over":
                break
            state, game = table(one, code).state, table(one, code).game
            assert state is not None
            await ada.move(game.write_move(state, next(iter(state.moves()))))
            moves += 1
        await tab.until(lambda table: table["room"]["phase"] == "over")
        bots = [event for event in log(one, code) if event.kind == "moved" and '"by":"bot"' in event.body]
        asked = sum(count(server, "ludoteca_bot_answer_seconds_count") for server in (one, two))
        assert len(bots) <= asked <= len(bots) + 1
        seqs = [event.seq for event in log(one, code)]
        assert seqs == list(range(1, len(seqs) + 1))

    run(test, tmp_path)


def test_chat_reaches_other_nodes_even_if_both_write_at_once(tmp_path: Path) -> None:
    async def test(one: Server, two: Server) -> None:
        ada, bo, code = await players(one, two)

        async def read(client: Client, wanted: int) -> list[str]:
            texts: dict[int, str] = {}
            for message in client.received:
                if message["type"] == "chat":
                    texts = {} if message["all"] else texts
                    texts |= {one["number"]: one["text"] for one in message["messages"]}
            while len(texts) < wanted:
                message = await client.next("chat")
                texts = {} if message["all"] else texts
                texts |= {one["number"]: one["text"] for one in message["messages"]}
            return [texts[number] for number in sorted(texts)]

        await asyncio.gather(*(client.done({"type": "say", "text": f"from {n}"}) for n, client in enumerate((ada, bo))))
        await eventually(lambda: len(two.rooms.services.store.load_chat(code)[1]) == 2)
        await eventually(
            lambda: all(
                [m.text for m in server.rooms.loaded[code].chat.chat.messages]
                == [m.text for m in one.rooms.services.store.load_chat(code)[1]]
                for server in (one, two)
            )
        )
        texts = await read(ada, 2), await read(bo, 2)
        assert texts[0] == texts[1]
        assert sorted(texts[0]) == ["from 0", "from 1"]

    run(test, tmp_path)


def test_the_lobby_lists_the_rooms_of_all_nodes(tmp_path: Path) -> None:
    async def lobby(server: Server) -> list[Json]:
        async with server.session.get(f"{server.url}/api/lobby") as answer:
            found: list[Json] = await answer.json()
            return found

    async def test(one: Server, two: Server) -> None:
        code, token = await one.open(seats=[HERE, {"kind": "open"}], public=True)
        ada = await one.join(code, token)
        while [found["code"] for found in await lobby(two)] != [code]:
            await asyncio.sleep(0.05)
        assert await lobby(one) == await lobby(two)
        await ada.socket.close()
        while await lobby(two):
            await asyncio.sleep(0.05)

    run(test, tmp_path)


def test_a_webhook_is_called_by_the_node_that_made_the_move(tmp_path: Path) -> None:
    async def test(one: Server, two: Server) -> None:
        ada, bo, code = await players(one, two)
        calls: list[tuple[str, int]] = []
        for name, server in (("a", one), ("b", two)):
            room = server.rooms.loaded[code]
            room.table.settings = replace_webhook(room.table.settings)
            webhooks = room._notifier._webhooks
            webhooks.call = lambda target, message, name=name: calls.append((name, message["moves"]))  # type: ignore
        await ada.move("b2")
        await bo.until(lambda table: table["room"]["moves"] == 1)
        await bo.move("-")
        await ada.until(lambda table: table["room"]["moves"] == 2)
        assert calls == [("a", 1), ("b", 2)]

    run(test, tmp_path)


def replace_webhook(settings: Any) -> Any:
    import msgspec

    return msgspec.structs.replace(settings, webhook="team")


def test_hints_hold_no_secret(tmp_path: Path, postgres: Cluster) -> None:
    """Anybody who knows the channel can listen."""

    async def test(one: Server, two: Server) -> None:
        with psycopg.connect(postgres.database(str(tmp_path)), autocommit=True) as spy:
            spy.execute(f"LISTEN {channel(spy)}")
            ada, bo, _ = await players(one, two)
            assert (await ada.ask({"type": "link", "seat": 0}))["type"] == "seat_key"
            for number, move in enumerate(WHOLE_GAME):
                await (bo if number % 2 else ada).move(move)
            hidden, token = await one.open("dummy", seats=[HERE, BOT])
            cy = await two.join(hidden, token)
            moves = table(two, hidden).game
            state = table(two, hidden).state
            assert state is not None
            await cy.move(moves.write_move(state, next(iter(state.moves()))))
            heard = [notice.payload for notice in spy.notifies(timeout=0.5)]
        assert any('\\"kind\\":\\"moved\\"' in payload for payload in heard), "moves without secrets are carried"
        bodies = [hint[4] for payload in heard for hint in json.loads(payload)[1] if len(hint) > 4 and hint[4]]
        assert not any(hint[0] == hidden and hint[4] for payload in heard for hint in json.loads(payload)[1])
        kinds = {json.loads(body)["kind"] for body in bodies}
        assert not kinds & {"started", "key_issued", "nonce_added", "seated", "room_created", "seat_moved"}
        assert not any(json.loads(body).get("secret") for body in bodies)

    run(test, tmp_path)


def test_two_nodes_of_one_name_are_refused(tmp_path: Path, postgres: Cluster) -> None:
    url = postgres.database(str(tmp_path))
    with PostgresStore(url, node="a"):
        with pytest.raises(StoreError, match=r"Another node of postgresql://127.0.0.1.* is called a; choose another"):
            PostgresStore(url, node="a")
        PostgresStore(url, node="b").close()


def test_a_node_is_ready_until_it_drains(tmp_path: Path) -> None:
    async def test(one: Server, two: Server) -> None:
        assert await status(one, "/readyz") == (200, "")
        nodes = one.rooms.services.nodes
        assert nodes is not None
        await nodes.drain()
        assert await status(one, "/readyz") == (503, "node_stops")
        assert await status(one, "/healthz") == (200, "")
        assert await status(two, "/readyz") == (200, "")

    run(test, tmp_path)


def test_another_node_keeps_a_room_whose_node_drains(tmp_path: Path) -> None:
    async def test(one: Server, two: Server) -> None:
        code, token = await one.open(seats=[HERE, BOT], options={"size": 3}, clock={"per": "turn", "seconds": 60})
        await one.join(code, token)
        tab = await two.join(code, token)
        await tab.until(lambda table: table["room"]["phase"] == "playing")
        await eventually(lambda: one.rooms.loaded[code].is_keeper or two.rooms.loaded[code].is_keeper)
        keeper, other = (one, two) if one.rooms.loaded[code].is_keeper else (two, one)
        assert not other.rooms.loaded[code].is_keeper
        nodes = keeper.rooms.services.nodes
        assert nodes is not None
        await nodes.drain()
        await eventually(lambda: other.rooms.loaded[code].is_keeper, within_s=LEASE_S)
        assert not keeper.rooms.loaded[code].is_keeper

    run(test, tmp_path, replace(NO_LIMITS, bot_pause_s=0.0))


def test_a_node_that_cannot_reach_the_store_sends_its_clients_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(one: Server, two: Server) -> None:
        code, token = await one.open(seats=[HERE, {"kind": "open"}])
        ada = await one.join(code, token)
        nodes = one.rooms.services.nodes
        assert nodes is not None
        monkeypatch.setattr(nodes._store, "last_write_s", lambda: 11.0)
        while (frame := await ada.socket.receive()).type is WSMsgType.TEXT:
            pass
        assert (frame.type, frame.data) == (WSMsgType.CLOSE, 1012)
        assert await status(one, "/readyz") == (503, "node_not_ready")
        await two.join(code, token)

    run(test, tmp_path)

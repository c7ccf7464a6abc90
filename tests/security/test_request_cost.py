"""An anonymous request costs little, however much the server stores.

- /healthz and /metrics do not touch the store; /metrics is for the host only.
- The lobby reads listed rooms only, and high scores only the rows that they show, both by an index.
- One run compares their cost at 1,000,000 stored and 20,000 live rooms with their cost at few.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from room_requests import room_request
from security.test_connections import from_address
from server.live_server import NO_LIMITS, Server, run, serving, status
from server.raw_client import Raw

from ludoteca.core.registry import find_game
from ludoteca.rooms.addresses import read_networks
from ludoteca.rooms.command_keys import CommandKeys
from ludoteca.rooms.limits import Limits
from ludoteca.rooms.loading import Loaded
from ludoteca.rooms.room import Room
from ludoteca.server.network_config import NetworkConfig
from ludoteca.store import sqlite
from ludoteca.store.chain import BEGINNING
from ludoteca.store.highscores import high_score_lists
from ludoteca.store.sqlite import SqliteStore
from ludoteca.table.create_room import CreateRoom, create_room
from ludoteca.table.fold import fold
from ludoteca.table.settings import RoomSettings

STORED, LIVE = 1_000_000, 20_000


async def get(server: Server, path: str, *headers: str) -> int:
    raw = await Raw.dial(server.url)
    raw.ask(f"GET {path} HTTP/1.1", "Connection: close", *headers)
    found = (await raw.answer())[0]
    raw.drop()
    return found


def test_health_metrics_and_lobby_do_not_use_the_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(server: Server) -> None:
        host = await server.join(*await server.open(public=True))
        await asyncio.sleep(0)

        def fail(*_: object) -> None:
            raise AssertionError("the store was used")

        for name in ("_reading", "count", "rooms", "load"):
            monkeypatch.setattr(server.rooms.services.store, name, fail)
        for path in ("/healthz", "/metrics", "/api/lobby"):
            assert (await status(server, path))[0] == 200, path
        monkeypatch.undo()
        await host.socket.close()

    run(test, tmp_path)


def test_creating_a_room_counts_no_rows_and_still_keeps_the_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(server: Server) -> None:
        monkeypatch.setattr(server.rooms.services.store, "count", None)
        await server.open()
        await server.open()
        opened = await status(server, "/api/rooms", method="POST", json={"game": "flooding"})
        assert opened == (503, "server_full")
        monkeypatch.undo()
        assert server.rooms.stored_count == server.rooms.services.store.count() == 2

    run(test, tmp_path, replace(NO_LIMITS, rooms=2))


def test_metrics_are_for_the_host_only(tmp_path: Path) -> None:
    async def main() -> None:
        site = NetworkConfig(trusted_proxies=read_networks(["127.0.0.1"]), metrics_token="a-long-secret")  # noqa: S106 - a test's
        async with serving(tmp_path, NO_LIMITS, site) as server:
            assert await get(server, "/metrics") == 200
            for header in ("X-Forwarded-For: 192.0.2.1", "X-Forwarded-For: 127.0.0.1", "Forwarded: for=127.0.0.1"):
                assert await get(server, "/metrics", header) == 403, header
            behind = "X-Forwarded-For: 192.0.2.1"
            assert await get(server, "/metrics", behind, "Authorization: Bearer a-long-secret") == 200
            for wrong in ("Bearer a-long-secres", "Bearer ", "a-long-secret", "Basic a-long-secret", "Bearer é"):
                assert await get(server, "/metrics", behind, f"Authorization: {wrong}") == 403, wrong
        async with serving(tmp_path, NO_LIMITS, replace(site, metrics_token=None)) as server:
            assert await get(server, "/metrics", "X-Forwarded-For: 192.0.2.1", "Authorization: Bearer ") == 403

    asyncio.run(main())


def test_the_lobby_is_fair_and_lists_at_most_three_rooms_of_an_address(tmp_path: Path) -> None:
    """In an early version 60 rooms of three addresses pushed out an honest one."""

    async def codes(server: Server) -> list[str]:
        async with server.session.get(f"{server.url}/api/lobby") as answer:
            return [entry["code"] for entry in await answer.json()]

    async def test(server: Server) -> None:
        async with contextlib.AsyncExitStack() as stack:
            honest = await stack.enter_async_context(from_address(server, "127.0.0.2"))
            code, token = await honest.open(public=True)
            sockets = [await honest.join(code, token)]
            for number in range(3):
                squatter = await stack.enter_async_context(from_address(server, f"127.0.0.6{number}"))
                opened = [await squatter.open(public=True) for _ in range(20)]
                sockets += [await squatter.join(*one) for one in opened]
                request = room_request(game="flooding", public=True)
                assert await status(squatter, "/api/rooms", method="POST", json=request) == (429, "too_many_listed")
                alone = await squatter.join(*await squatter.open())
                assert await alone.refused({"type": "set_settings", "settings": {"public": True}}) == "too_many_listed"
                sockets.append(alone)
            listed = await codes(server)
            assert len(listed) == 1 + 3 * 3
            assert code in listed[:4], "the first room of every address comes before any second one"
            assert len(sockets) == 1 + 3 * 21

    run(test, tmp_path, replace(NO_LIMITS, listed_per_address=Limits().listed_per_address))


# A million rooms


def fill(path: Path, rooms: int, scores: int) -> None:
    """Insert rooms and high scores by SQL, as they would be after years."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(f"""
            PRAGMA synchronous = OFF;
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {rooms})
            INSERT INTO room (code, game, rules_version, created, updated, ended, public)
            SELECT printf('%08d', i), 'flooding', 1, i, i, iif(i % 2, i, NULL), i % 3 = 0 FROM n;
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {scores})
            INSERT INTO high_score (source, game, list, seat, rank, value, name, players, at_ms)
            SELECT printf('%08d/9', i), 'flooding', printf('["highscore_days", {{"size": %d}}]', i % 7 + 4), 0,
                i % 1000, i % 1000, 'Ada', 2, i FROM n;
        """)  # noqa: S608 - numbers


def plan(path: Path, sql: str, *values: object) -> str:
    with closing(sqlite3.connect(path)) as connection:
        return "\n".join(row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {sql}", values))


def steps(store: SqliteStore) -> int:
    """Count how many tens of SQLite's instructions reading the high scores takes."""
    with store._reading() as connection:
        count = 0

        def step() -> int:
            nonlocal count
            count += 1
            return 0

        connection.set_progress_handler(step, 10)
    high_score_lists(store, find_game("flooding"))
    with store._reading() as connection:
        connection.set_progress_handler(None, 0)
    return count


def test_high_scores_are_read_by_an_index(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "few.db") as store:
        fill(store.path, 1, 100)
        few = steps(store)
        assert len(high_score_lists(store, find_game("flooding"))) == 7
        assert "SCAN score" not in plan(store.path, sqlite._LISTS, "flooding", 9)
        connection = sqlite3.connect(store.path)
        connection.execute("DELETE FROM high_score")
        connection.execute("DELETE FROM room")
        connection.commit()
        connection.close()
        fill(store.path, 1, 20_000)
        assert steps(store) < 3 * few


@pytest.mark.slow
def test_a_million_stored_and_twenty_thousand_live_rooms_make_no_request_more_expensive(tmp_path: Path) -> None:
    limits = replace(NO_LIMITS, rooms=2 * STORED, rooms_in_memory=2 * LIVE)

    async def cost(server: Server, path: str) -> float:
        """Return the CPU time of 30 requests, the lowest of several tries."""
        tries = []
        for _ in range(7):
            began = time.process_time()
            for _ in range(30):
                assert (await status(server, path))[0] == 200
            tries.append(time.process_time() - began)
        return min(tries)

    async def costs(folder: Path, rooms: int, live: int) -> dict[str, float]:
        SqliteStore(folder / "ludoteca.db").close()
        fill(folder / "ludoteca.db", rooms, rooms)
        async with serving(folder, limits) as server:
            game = find_game("flooding")
            for number in range(live):
                begun = create_room(
                    game, CreateRoom("flooding", settings=RoomSettings(public=True)), "host", f"{number:032x}"
                )
                assert isinstance(begun, list)
                table = fold((seq, 1, event) for seq, event in enumerate(begun, start=1))
                code = f"LIVE{number:05d}"
                server.rooms.loaded[code] = Room(
                    code, Loaded(table, CommandKeys(), 0, BEGINNING), server.rooms.services
                )
            hosts = [await server.join(*await server.open(public=True)) for _ in range(5)]
            paths = (
                "/healthz",
                "/metrics",
                "/api/lobby",
                "/api/games/flooding/highscores",
                "/api/games/flooding/highscores?against=people",
            )
            found = {path: await cost(server, path) for path in paths}
            server.rooms.loaded.clear()
            assert len(hosts) == 5
            return found

    (tmp_path / "few").mkdir()
    (tmp_path / "many").mkdir()
    few = asyncio.run(costs(tmp_path / "few", 1000, 20))
    many = asyncio.run(costs(tmp_path / "many", STORED, LIVE))
    for path, spent in many.items():
        assert spent < 3 * few[path] + 0.05, (path, few[path], spent)

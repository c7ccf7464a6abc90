"""Two releases on one PostgreSQL: a room is served only by nodes that have its rules and know its events."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from random import Random
from typing import Any

import psycopg
import pytest
from aiohttp import ClientSession, WSServerHandshakeError
from postgres_cluster import Cluster
from server import live_server
from server.live_server import NO_LIMITS, Server, eventually, serving, status
from server.node_fleet import BOT, HUMAN, OPEN, Fleet, NodePlayer, check_logs, logs_of, open_rooms, playing, progress
from server.test_nodes import players, run
from server.test_start import closing_code

from ludoteca.rooms.expiry import Expiry
from ludoteca.rooms.limits import Rate
from ludoteca.store.postgres.store import PostgresStore
from ludoteca.store.rows import StoredEvent

UNKNOWN = '{"kind":"juggled","seat":0}'
BOTH = "from ludoteca.table import deal; deal.NONCE_TIMEOUT_MS = 0\n"
NEWER = """
from importlib import metadata
real_version = metadata.version
metadata.version = lambda name: "99.0" if name == "ludoteca" else real_version(name)
from ludoteca.core.registry import find_game
type(find_game("wege")).rules_version = 99
from ludoteca.store.postgres import schema
real_scripts = schema.scripts
schema.scripts = lambda: [*real_scripts(), (99, "ALTER TABLE room ADD COLUMN weather TEXT NOT NULL DEFAULT 'fair'")]
"""
"""Makes a node of a newer release: other rules of Wege, and a further script for the database."""


@pytest.fixture(autouse=True)
def on_postgres(postgres: Cluster) -> Iterator[None]:
    live_server.postgres = postgres
    yield
    live_server.postgres = None


class OtherRelease:
    """What a node of another release leaves in the database."""

    def __init__(self, folder: Path) -> None:
        assert live_server.postgres is not None
        self.url = live_server.postgres.database(str(folder))

    def execute(self, statement: str, *values: Any) -> list[Any]:
        with psycopg.connect(self.url, autocommit=True) as connection:
            found = connection.execute(statement, values)
            return found.fetchall() if found.description else []

    def beat(self, rules: str, release: str = "99.0", draining: int = 0) -> None:
        self.execute("DELETE FROM node WHERE name = 'other'")
        self.execute(
            "INSERT INTO node (name, beat_ms, ahead_ms, release, rules, draining)"
            " SELECT 'other', max(beat_ms) + 10000, 0, %s, %s, %s FROM node",
            release,
            rules,
            draining,
        )

    def append(self, code: str, seq: int, public: bool) -> None:
        """Append an event that this release does not know, and hint at it."""
        written: list[Any] = []
        with PostgresStore(self.url, node="writer") as store:
            store.listen(lambda hints: None)
            event = StoredEvent(seq, 1, "juggled", UNKNOWN, None)
            store.append(code, [event], None, None, None, written.append, public=public)
        assert written == [None]


async def unload(server: Server) -> None:
    await eventually(lambda: all(room.is_idle for room in server.rooms.loaded.values()))
    server.rooms.unload_idle(0.0)


def test_a_room_of_other_rules_is_served_by_the_node_that_has_them(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(one: Server, two: Server) -> None:
        other = OtherRelease(tmp_path)
        code, token = await one.open(seats=[HUMAN, OPEN])
        other.execute("UPDATE room SET rules_version = 7, due_at = 1, visited = 1, updated = 1, started = 1")
        for game, refused in (("flooding", (400, "record_version")), ("chess", (404, "unknown_game"))):
            other.execute("UPDATE room SET game = %s", game)
            for rules, draining in ((f"{game}=6 wege=7", 0), (f"{game}=7", 2)):
                other.beat(rules, draining=draining)
                assert await status(one, f"/api/rooms/{code}") == refused, "nobody can serve it"
            other.beat(f"wege=7 {game}=7", draining=1)
            assert await status(one, f"/api/rooms/{code}") == (503, "room_elsewhere")
            with pytest.raises(WSServerHandshakeError) as caught:
                await two.call(code, token)
            assert caught.value.status == 503
            assert caught.value.headers is not None
            assert caught.value.headers["Retry-After"] == "1"
            async with one.session.post(f"{one.url}/api/rooms/known", json={"rooms": {code: token}}) as answer:
                assert (answer.status, await answer.json()) == (200, {})
            async with one.session.get(f"{one.url}/r/{code}") as answer:
                assert answer.status == 200
        await one.rooms._wake_due_rooms()
        await Expiry(one.rooms).sweep()
        asked = "SELECT due_at, keeper, visited FROM room"
        assert other.execute(asked) == [(1, None, 1)], "left to the other node"
        assert not one.rooms.loaded

    run(test, tmp_path)
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


@pytest.mark.parametrize("public", [True, False], ids=["hinted", "read"])
def test_a_room_with_an_unknown_event_leaves_memory(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, public: bool
) -> None:
    async def test(one: Server, two: Server) -> None:
        other = OtherRelease(tmp_path)
        ada, bo, code = await players(one, two, public=True)
        await asyncio.to_thread(other.append, code, ada.table["seq"] + 1, public)
        assert [await closing_code(client) for client in (ada, bo)] == [1012, 1012]
        for server in (one, two):
            await eventually(lambda server=server: code not in server.rooms.loaded)  # type: ignore[misc]
        other.beat("flooding=1", release=version("ludoteca"))
        assert await status(one, f"/api/rooms/{code}") == (400, "log_unreadable"), "it is no newer"
        other.beat("flooding=1")
        assert await status(one, f"/api/rooms/{code}") == (503, "room_elsewhere")
        other.execute("UPDATE room SET due_at = 1, keeper = NULL")
        await one.rooms._wake_due_rooms()
        for _ in range(100):
            if other.execute("SELECT due_at, keeper FROM room") == [(1, None)]:
                break
            await asyncio.sleep(0.05)
        assert other.execute("SELECT due_at, keeper FROM room") == [(1, None)], "left to the other node"

    run(test, tmp_path)
    warned = [record for record in caplog.records if "cannot be followed" in record.message]
    assert len(warned) == 2, "once per node"
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


def test_a_command_that_meets_an_unknown_event_is_neither_done_nor_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The client sends it again under the same id, to a node that can decide it."""
    monkeypatch.setenv("LUDOTECA_HINT_FAULTS", "drop=1")

    async def test(one: Server, two: Server) -> None:
        other = OtherRelease(tmp_path)
        ada, _, code = await players(one, two)
        await asyncio.to_thread(other.append, code, ada.table["seq"] + 1, False)
        (room,) = one.rooms.loaded.values()
        for number in (1, 2):  # the second waits for the first
            command = {"type": "move", "seat": 0, "move": "b2", "version": ada.table["version"], "id": f"mine {number}"}
            await ada.say(command)
        assert await closing_code(ada) == 1012
        assert not room._queue, "a room that has left memory keeps nobody's commands"
        assert not [message for message in ada.received if message["type"] == "refused"]
        assert not other.execute("SELECT 1 FROM event WHERE room = %s AND seq > %s", code, ada.table["seq"] + 1)

    run(test, tmp_path)
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


def test_limits_on_new_rooms_and_unknown_codes_are_divided_among_nodes(tmp_path: Path) -> None:
    async def answers(server: Server, count: int, path: str, **options: Any) -> list[int]:
        return [(await status(server, path, **options))[0] for _ in range(count)]

    async def test(one: Server, two: Server) -> None:
        await eventually(lambda: one.rooms.services.node_count() == two.rooms.services.node_count() == 2)
        for server in (one, two):
            opened = await answers(server, 3, "/api/rooms", method="POST", json={"game": "flooding"})
            assert opened == [201, 201, 429]
            assert await answers(server, 3, "/api/rooms/ABCDEFGH") == [404, 404, 429]
        async with serving(tmp_path, limits, node="c") as three:
            assert await answers(three, 2, "/api/rooms/ABCDEFGH") == [404, 429]

    limits = replace(NO_LIMITS, new_rooms=Rate(0.001, 4), unknown_codes=Rate(0.001, 4), requests_pause_s=0.0)
    run(test, tmp_path, limits)


async def open_wege(session: ClientSession, url: str, random: Random) -> list[NodePlayer]:
    """Open a room of Wege for two people, and one against a bot; return the players."""
    found = []
    for seats in ([HUMAN, OPEN], [HUMAN, BOT]):
        body = {"game": "wege", "options": {"rows": 4, "cols": 4}, "seats": seats}
        async with session.post(f"{url}/api/rooms", json=body) as answer:
            made = await answer.json()
            assert answer.status == 201, made
        tokens = (made["token"], None) if OPEN in seats else (made["token"],)
        found += [NodePlayer(made["code"], token, random) for token in tokens]
    return found


@pytest.mark.slow
def test_an_old_and_a_new_release_serve_games_together(tmp_path: Path, postgres: Cluster) -> None:
    async def refused(session: ClientSession, node: str, code: str) -> tuple[int, str]:
        async with session.get(f"{fleet.nodes[node].url}/api/rooms/{code}") as answer:
            return answer.status, (await answer.json()).get("code", "")

    async def main() -> None:
        random = Random("releases")
        async with fleet.relaying() as url, ClientSession() as session:
            both = await open_rooms(session, url, 4, random)
            old = await open_wege(session, fleet.nodes["old"].url, random)
            async with playing(fleet, [*both, *old]):
                await progress([*both, *old], 1)  # before the upgrade
                await asyncio.to_thread(fleet.start, "new", prelude=BOTH + NEWER)
                new = await open_wege(session, fleet.nodes["new"].url, random)
                async with playing(fleet, new):
                    for player in [*both, *old]:  # to whichever node is next
                        assert player.socket is not None
                        await player.socket.close()
                    await progress([*both, *old, *new], 4)
            everybody = [*both, *old, *new]
            await asyncio.to_thread(check_logs, fleet.url, everybody)
            for player in everybody:
                assert player.turned_away <= {503, 1012}, player.turned_away
                assert not player.refused
            assert any(503 in player.turned_away for player in old)
            assert any(503 in player.turned_away for player in new)
            logs = await asyncio.to_thread(logs_of, fleet.url, everybody)
            bots = {code for code, log in logs.items() if any('"by":"bot"' in event.body for event in log)}
            for side, other, members in (("old", "new", old), ("new", "old", new)):
                codes = {player.code for player in members}
                assert codes & bots
                for code in codes:
                    assert await refused(session, other, code) == (503, "room_elsewhere")
                    assert (await refused(session, side, code))[0] == 200
            assert {player.code for player in both} & bots
            await asyncio.to_thread(fleet.nodes.pop("old").stop)
            await asyncio.to_thread(fleet.start, "old", prelude=BOTH + NEWER)  # all are upgraded
            assert await refused(session, "new", old[0].code) == (400, "record_version")
            assert (await refused(session, "old", new[0].code))[0] == 200
        for log in tmp_path.glob("errors-*"):
            assert not [line for line in log.read_text().splitlines() if not line.startswith("WARNING")], (
                log.read_text()
            )

    with closing(Fleet(tmp_path, postgres.database(str(tmp_path)))) as fleet:
        fleet.start("old", prelude=BOTH)
        asyncio.run(main())

"""Nobody can fill the server with rooms. Unused rooms expire, and nothing else is ever deleted.

- At most 200 rooms created from one address are unfinished; a finished one makes room. (Three are listed:
  test_request_cost.py.) Addresses are stored only as keyed hashes.
- A room in which no game was started expires a day after its last change and visit, with everything in it; so does a
  game against bots in which the player has not moved.
- A finished game expires after the time that the operator has set, or never. Its high scores stay.
- A running game that nobody has visited for 90 days is closed, and its record is kept.
- Rooms expire in small batches, found by an index, and never while somebody is in them.
"""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from security.test_connections import from_address
from security.test_request_cost import plan
from server.live_server import NO_LIMITS, Client, Server, eventually, run, status

from ludoteca.rooms.expiry import DAY_MS, Expiry
from ludoteca.rooms.limits import SITE_SHARE, Limits
from ludoteca.store import expiry
from ludoteca.store.expiry import Creator, ExpiryCutoffs
from ludoteca.store.rows import RoomRow
from ludoteca.store.sqlite import SqliteStore

OPEN: Any = {"method": "POST", "json": {"game": "flooding"}}


async def pass_days(server: Server, days: float) -> None:
    """Let this many days pass, and run the expiry."""
    clock = server.rooms.services.clock
    now = clock.now_ms() + int(days * DAY_MS)
    setattr(clock, "now_ms", lambda: now)  # noqa: B010 - the clock of this server alone
    assert server.rooms._maintenance is not None
    server.rooms._maintenance.cancel()  # it would run at a time of its own

    def is_quiet() -> bool:
        server.rooms.unload_idle(0)
        return all(room.sessions for room in server.rooms.loaded.values())

    await eventually(is_quiet)
    written = asyncio.Event()  # wait for earlier writes
    server.rooms.services.store.set_due("nobody", None, lambda error: written.set())
    await written.wait()
    await Expiry(server.rooms).sweep()


async def leave(server: Server, *clients: Client) -> None:
    for client in clients:
        await client.socket.close()
    await eventually(lambda: not any(room.sessions for room in server.rooms.loaded.values()))


def rows(server: Server, code: str) -> dict[str, int]:
    """Count the rows of a room in every SQL table, and its events, whichever table they are in."""
    with closing(sqlite3.connect(Path(server.rooms.services.store.name))) as connection:
        kept = {"room": "code", **dict.fromkeys(expiry.TABLES, "room")}
        kept["log"] = kept.pop("event")
        counts = {
            table: connection.execute(f"SELECT count(*) FROM {table} WHERE {column} = ?", (code,)).fetchone()[0]  # noqa: S608
            for table, column in kept.items()
        }
        return {table: count for table, count in counts.items() if count}


# Creating


def test_an_address_has_a_limited_number_of_unfinished_rooms(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        opened = [await server.open() for _ in range(4)]
        assert await status(server, "/api/rooms", **OPEN) == (429, "too_many_unfinished")
        async with from_address(server, "127.0.0.9") as other:
            await other.open()
        host = await server.join(*opened[0])
        await host.done({"type": "close"})
        await eventually(lambda: server.rooms.services.store.unfinished(creator(server), 9)[0] == 3)
        await server.open()
        assert await status(server, "/api/rooms", **OPEN) == (429, "too_many_unfinished")

    def creator(server: Server) -> Creator:
        return Creator(server.rooms.services.hash_address("", "127.0.0.1"))

    assert Limits().unfinished_per_address == 200
    run(test, tmp_path, replace(NO_LIMITS, unfinished_per_address=4))


def test_an_ipv6_site_has_a_limit_too_and_no_address_is_stored(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        rooms = server.rooms
        creators = [await rooms._check_creator(f"2001:db8:1:{number:x}::/64") for number in range(3)]
        assert len({one.address for one in creators}) == 3
        assert len({one.site for one in creators}) == 1
        with SqliteStore(tmp_path / "other.db") as store:
            for number in range(40):
                row = RoomRow(f"ROOM{number:04d}", "flooding", 1, 1, 1)
                store.create(row, [], lambda error: None, Creator(f"address{number}", "site"))
        with SqliteStore(tmp_path / "other.db") as store:
            assert store.unfinished(Creator("address7", "site"), 2 * SITE_SHARE) == (1, 2 * SITE_SHARE)
        await server.open()
        path = Path(rooms.services.store.name)
        assert b"127.0.0.1" not in path.read_bytes() + path.with_suffix(".db-wal").read_bytes()

    run(test, tmp_path)


# Expiry


def test_a_room_that_never_started_expires_after_a_day(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        code, token = await server.open()
        host = await server.join(code, token)
        await host.done({"type": "sit", "seat": 0, "name": "Ada"})
        await leave(server, host)
        await pass_days(server, 0.99)
        assert (await status(server, f"/api/rooms/{code}"))[0] == 200
        again = await server.join(code, token)  # a visit counts
        await leave(server, again)
        await pass_days(server, 0.99)
        assert rows(server, code)
        await pass_days(server, 0.02)
        assert rows(server, code) == {}
        assert await status(server, f"/api/rooms/{code}") == (404, "no_room")
        assert server.rooms.stored_count == 0

    run(test, tmp_path)


@pytest.mark.parametrize("moves", [0, 1])
def test_a_game_against_bots_without_a_move_of_the_player_expires_after_a_day(tmp_path: Path, moves: int) -> None:
    async def test(server: Server) -> None:
        code, token = await server.open(seats=[{"kind": "here", "name": "Ada"}, {"kind": "bot", "level": 1}])
        ada = await server.join(code, token)
        known = {"rooms": {code: token}}
        if moves:
            await ada.move("b2")
        async with server.session.post(f"{server.url}/api/rooms/known", json=known) as answer:
            assert (await answer.json())[code]["untouched"] == (not moves)
        await leave(server, ada)
        await pass_days(server, 0.9)
        assert rows(server, code)
        await pass_days(server, 0.2)
        assert bool(rows(server, code)) == bool(moves)

    run(test, tmp_path)


def test_a_game_of_two_people_without_a_move_stays(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        one, two = await server.two_players(options={"size": 4})
        await leave(server, one, two)
        await pass_days(server, 2)
        assert rows(server, one.code)

    run(test, tmp_path)


def test_a_room_that_somebody_is_in_stays(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        code, token = await server.open()
        host = await server.join(code, token)
        await pass_days(server, 3)
        await pass_days(server, 0.5)
        await host.done({"type": "sit", "seat": 0, "name": "Ada"})
        assert rows(server, code)

    run(test, tmp_path)


async def play_game(server: Server) -> str:
    """Play a game to its end; return the room's code."""
    one, two = await server.two_players(options={"size": 4})
    await one.done({"type": "resign", "seat": 0, "version": one.table["version"]})
    await two.until(lambda table: table["room"]["phase"] == "over")
    await leave(server, one, two)
    return one.code


@pytest.mark.parametrize("days", [None, 30])
def test_a_finished_game_expires_only_if_the_operator_says_so(tmp_path: Path, days: int | None) -> None:
    async def test(server: Server) -> None:
        code = await play_game(server)
        await pass_days(server, 29)
        assert {"room", "log"} <= set(rows(server, code))
        await pass_days(server, 2)
        assert bool(rows(server, code)) == (days is None)
        await pass_days(server, 5000)
        assert bool(rows(server, code)) == (days is None)

    run(test, tmp_path, replace(NO_LIMITS, keep_finished_days=days))


def test_a_running_game_that_nobody_visits_is_closed_and_its_record_is_kept(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        one, two = await server.two_players(options={"size": 4})
        await one.move("b2")
        await leave(server, one, two)
        code = one.code
        await pass_days(server, 89)
        assert (await status(server, f"/api/rooms/{code}"))[0] == 200
        async with server.session.get(f"{server.url}/api/rooms/{code}") as answer:
            assert (await answer.json())["phase"] == "playing"
        await pass_days(server, 2)
        await eventually(lambda: server.rooms.loaded[code].table.phase == "closed")
        async with server.session.get(f"{server.url}/api/rooms/{code}/record") as answer:
            assert answer.status == 200
            assert (await answer.json())["moves"] == ["b2"]
        back = await server.join(code, one.token)
        texts = [line["text"] for entry in back.table["log"] for line in entry["texts"]]
        assert any("Nobody was here for 90 days" in text for text in texts), texts
        await leave(server, back)
        await pass_days(server, 5000)
        assert {"room", "log"} <= set(rows(server, code)), "a record is never deleted"

    run(test, tmp_path)


def test_rooms_expire_in_small_batches_found_by_an_index(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        codes = [(await server.open())[0] for _ in range(7)]
        await pass_days(server, 2)
        assert server.rooms.stored_count == 4
        await Expiry(server.rooms).sweep()
        await Expiry(server.rooms).sweep()
        assert server.rooms.stored_count == server.rooms.services.store.count() == 0
        assert not any(rows(server, code) for code in codes)
        path = Path(server.rooms.services.store.name)
        for sql in (expiry.NEVER_STARTED, expiry.UNVISITED, expiry.FINISHED, expiry.UNFINISHED, expiry.UNFINISHED_SITE):
            found = plan(path, sql, 1, 1)
            assert "USING" in found, sql
            assert "SCAN room" not in found, found
            assert "TEMP B-TREE" not in found, found

    run(test, tmp_path, replace(NO_LIMITS, expiry_batch=3))


def test_a_room_is_deleted_only_if_it_is_still_expired(tmp_path: Path) -> None:
    """The store checks again in the transaction that deletes."""
    with SqliteStore(tmp_path / "ludoteca.db") as store:
        outcomes: list[Any] = []
        store.create(RoomRow("ROOMROOM", "flooding", 1, 10, 10), [], outcomes.append)
    with SqliteStore(tmp_path / "ludoteca.db") as store:
        store.visit("ROOMROOM", 20)
        store.remove("ROOMROOM", ExpiryCutoffs(15, 15, None), outcomes.append)
        store.remove("ROOMROOM", ExpiryCutoffs(25, 25, None), outcomes.append)
    assert [error is None for error in outcomes] == [True, False, True]

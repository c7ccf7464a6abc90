"""Clocks are fair: an outage, or a change of the wall clock, costs no player any time.

The slow tests kill and freeze real server processes. The quick ones give the server a clock that they control.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession
from room_requests import room_request
from server.live_server import Client, Server, serving
from server.test_start import Process, join, process, read_table

from ludoteca.core.translations import Refusal
from ludoteca.rooms.clock import LATE_MS, TICK_MS, ServerClock
from ludoteca.store.rows import StoreError
from ludoteca.store.sqlite import SqliteStore
from ludoteca.store.write import Write
from ludoteca.table import events as e
from ludoteca.table.clock import GRACE_MS

Json = dict[str, Any]
TURN: Json = {"per": "turn", "seconds": 20, "on_timeout": "loss"}
LONGER_S = 22.0
"""Longer than any player has left."""
HERE: list[Json] = [{"kind": "here", "name": "Ada"}, {"kind": "here", "name": "Bo"}]
GAMES = 30
UNLIMITED = (sys.executable, "-m", "bench.unlimited_server", "0")
"""The command of a server without limits on new rooms; its data folder follows."""


# Real processes


async def open_games(url: str, count: int) -> list[tuple[str, str]]:
    """Create games of two people on one device; the clock of the first player runs."""
    opened = []
    async with ClientSession() as session:
        for _ in range(count):
            request = room_request(game="flooding", clock=TURN, seats=HERE)
            async with session.post(f"{url}/api/rooms", json=request) as answer:
                body = await answer.json()
                assert answer.status == 201, body
                opened.append((body["code"], body["token"]))
    return opened


async def all_play_on(url: str, opened: list[tuple[str, str]]) -> None:
    """Check that every game continues, has time on its clock, and accepts a move."""
    async with ClientSession() as session:
        for code, token in opened:
            client = await join(session, url, code, token)
            room = (await client.until(lambda table: table["seq"] > 0))["room"]
            assert (room["phase"], [seat["lost_on_time"] for seat in room["seats"]]) == ("playing", [False, False]), (
                code
            )
            await client.move("a2")
            await client.socket.close()


@pytest.mark.slow
@pytest.mark.parametrize("stop", [Process.kill, Process.stop], ids=["kill -9", "SIGTERM"])
def test_no_game_is_lost_on_time_because_the_server_was_down(tmp_path: Path, stop: Callable[[Process], Any]) -> None:
    command, errors = (*UNLIMITED, str(tmp_path / "data")), tmp_path / "errors"
    with process(*command, errors=errors) as server:
        opened = asyncio.run(open_games(server.url, GAMES))
        stop(server)
    time.sleep(LONGER_S)
    with process(*command, errors=errors) as server:
        time.sleep(2 * TICK_MS / 1000)  # time for every flag that would fall to have fallen
        asyncio.run(all_play_on(server.url, opened))
    for code, _ in opened:
        assert not read_table(tmp_path / "data", code).lost_on_time


@pytest.mark.slow
def test_no_game_is_lost_on_time_because_the_host_was_frozen(tmp_path: Path) -> None:
    command, errors = (*UNLIMITED, str(tmp_path / "data")), tmp_path / "errors"
    with process(*command, errors=errors) as server:
        opened = asyncio.run(open_games(server.url, GAMES))
        os.kill(server.process.pid, signal.SIGSTOP)
        time.sleep(LONGER_S)
        os.kill(server.process.pid, signal.SIGCONT)
        asyncio.run(all_play_on(server.url, opened))


# A clock that the test controls


class Sources:
    """A wall clock and a monotonic clock, in seconds, and the outages that a server's clock makes of them."""

    def __init__(self) -> None:
        self.wall, self.monotonic = 1_000_000.0, 500.0
        self.clock = ServerClock(lambda: self.wall, lambda: self.monotonic)
        self.found: list[tuple[int, int]] = []
        self.clock.on_outage = lambda begun, until: self.found.append((begun, until))

    def stop(self, seconds: float) -> None:
        """Stop the process for this long."""
        self.wall += seconds
        self.monotonic += seconds

    def run(self, seconds: int) -> None:
        """Let time pass as usual, with a tick every second."""
        for _ in range(seconds):
            self.stop(1)
            self.clock.tick()


def test_time_runs_by_the_monotonic_clock_from_one_sample_of_the_wall_clock() -> None:
    sources = Sources()
    sources.run(100)
    sources.monotonic += 0.4
    assert (sources.clock.now_ms(), sources.found) == (1_000_100_400, [])


def test_a_wall_clock_set_forward_is_an_outage_up_to_the_new_time() -> None:
    sources = Sources()
    sources.run(10)
    sources.wall += 3600
    assert sources.clock.now_ms() == 1_000_010_000, "nothing happens between two ticks"
    sources.clock.tick()
    assert (sources.clock.now_ms(), sources.found) == (1_003_610_000, [(1_000_010_000, 1_003_610_000)])
    sources.run(10)
    assert len(sources.found) == 1


def test_a_wall_clock_set_back_does_not_take_the_time_back() -> None:
    sources = Sources()
    sources.run(10)
    sources.wall -= 3600
    sources.run(10)
    assert (sources.clock.now_ms(), sources.found) == (1_000_020_000, [])


def test_reading_the_time_after_a_stop_reports_the_outage_first() -> None:
    sources = Sources()
    sources.run(10)
    sources.stop((TICK_MS + LATE_MS) / 1000)
    sources.clock.now_ms()
    assert sources.found == [], "late, but not too late"
    sources.stop(0.001)
    sources.clock.on_outage = lambda begun, until: sources.found.append((begun, sources.clock.now_ms()))
    now = sources.clock.now_ms()
    assert sources.found == [(1_000_010_000, now)]


# A server with such a clock


def serve(folder: Path, sources: Sources, test: Callable[[Server], Any]) -> None:
    async def main() -> None:
        async with serving(folder, clock=sources.clock) as server:
            await asyncio.wait_for(test(server), 60)

    asyncio.run(main())


def left(client: Client) -> int:
    """Return the time left to the seat to move, as a client computes it."""
    clock = client.table["room"]["clock"]
    return int(clock["left_ms"][clock["running"]])


async def caught_up(client: Client, since_ms: int) -> Json:
    """Return the first table whose clock runs from after the outage."""
    return await client.until(lambda table: table["room"]["clock"]["since"] >= since_ms)


def test_after_a_stop_the_lost_time_is_given_back_before_a_move_is_decided(tmp_path: Path) -> None:
    sources = Sources()

    async def test(server: Server) -> None:
        one, two = await server.two_players(clock=TURN)
        sources.run(5)
        sources.stop(LONGER_S)
        await one.move("a2")
        await two.until(lambda table: table["room"]["to_move"] == 1)
        times = server.rooms.loaded[one.code].table.clock_state
        assert (times.left_ms[1], one.table["room"]["phase"]) == (20_000, "playing")
        codes = [
            line["code"] for message in one.received for entry in message.get("log", []) for line in entry["texts"]
        ]
        assert "table_outage" in codes, "the log says why the clock stood still"

    serve(tmp_path, sources, test)


def test_a_stopped_server_lets_no_flag_fall(tmp_path: Path) -> None:
    """The flag's timer may fire before the tick. It reads the time, which reports the outage."""
    sources = Sources()

    async def test(server: Server) -> None:
        one, _ = await server.two_players(clock=TURN)
        room = server.rooms.loaded[one.code]
        sources.stop(LONGER_S)
        wanted = room.table.clock_state.deadline_ms()
        assert wanted is not None
        room.automation.schedule()
        await caught_up(one, wanted)
        assert (one.table["room"]["phase"], left(one)) == ("playing", 20_000)

    serve(tmp_path, sources, test)


def test_a_wall_clock_set_forward_by_an_hour_costs_no_time(tmp_path: Path) -> None:
    sources = Sources()

    async def test(server: Server) -> None:
        one, two = await server.two_players(clock=TURN, absence_timeout_s=60)
        gone = await server.two_players(absence_timeout_s=60)
        await gone[0].socket.close()
        room = server.rooms.loaded[gone[0].code]
        while not room.absent:
            await asyncio.sleep(0.01)
        sources.run(5)
        sources.wall += 3600
        sources.clock.tick()
        await caught_up(one, 1_003_600_000)
        assert server.rooms.loaded[one.code].table.clock_state.deadline_ms() == sources.clock.now_ms() + 15_000
        await one.move("a2")
        assert all(since >= 1_003_600_000 for since in room.absent.values()), "nor does the wait for the absent run"
        await two.until(lambda table: table["room"]["phase"] == "playing")

    serve(tmp_path, sources, test)


def test_no_game_is_lost_on_time_when_its_room_is_loaded_after_the_deadline(tmp_path: Path) -> None:
    """A quick version of the tests that kill a process: load rooms long after their deadline."""
    sources = Sources()
    opened: list[tuple[str, str]] = []

    async def before(server: Server) -> None:
        for _ in range(GAMES):
            opened.append(await server.open(clock=TURN, seats=HERE))
        sources.run(5)

    async def after(server: Server) -> None:
        for code, token in opened:
            client = await server.join(code, token)
            await caught_up(client, 1_001_000_000)
            assert (client.table["room"]["phase"], left(client)) == ("playing", 20_000)
            await client.move("a2")

    serve(tmp_path, sources, before)
    sources.stop(3600)
    serve(tmp_path, sources, after)


def test_time_in_a_log_never_goes_back(tmp_path: Path) -> None:
    sources = Sources()
    opened: list[tuple[str, str]] = []

    async def before(server: Server) -> None:
        sources.run(30)
        opened.append(await server.open(clock=TURN, seats=HERE))
        client = await server.join(*opened[0])
        sources.wall -= 3600
        sources.run(3)
        await client.move("a2")

    async def after(server: Server) -> None:
        client = await server.join(*opened[0])
        sources.run(3)
        await client.move("-")
        assert client.table["room"]["phase"] == "playing"

    serve(tmp_path, sources, before)
    sources.stop(10)
    sources.wall -= 600
    serve(tmp_path, sources, after)
    with SqliteStore(tmp_path / "ludoteca.db") as store:
        found = store.load(opened[0][0])
    assert found is not None
    times = [event.at_ms for event in found[1]]
    assert times == sorted(times)


# Moves


class Held:
    """A store in which events wait until they are released, as on a busy disk."""

    def __init__(self, server: Server) -> None:
        self._write = server.rooms.services.store.write
        self._writes: list[Write] = []
        self.broken = False
        server.rooms.services.store.write = self.write  # type: ignore[method-assign]

    def write(self, writes: list[Write]) -> None:
        for write in writes:
            if not write.events:
                self._write([write])
            elif self.broken:
                asyncio.get_running_loop().call_soon(write.done, StoreError(Refusal("store_full")))
            else:
                self._writes.append(write)

    async def some(self) -> None:
        while not self._writes:
            await asyncio.sleep(0.01)

    def release(self) -> None:
        writes, self._writes = self._writes, []
        self._write(writes)


def test_a_move_is_charged_until_it_arrived_however_long_the_disk_takes(tmp_path: Path) -> None:
    sources = Sources()

    async def test(server: Server) -> None:
        one, _ = await server.two_players(clock={"per": "game", "seconds": 60, "on_timeout": "loss"})
        table = server.rooms.loaded[one.code].table
        held = Held(server)
        sources.run(5)
        arrived = sources.clock.now_ms()
        await one.say({"type": "move", "seat": 0, "move": "a2", "version": table.version})
        await held.some()
        sources.run(40)
        held.release()
        await held.some()
        held.release()
        await one.until(lambda message: message["room"]["clock"]["since"] >= arrived + 40_000)
        assert table.clock_state.left_ms == [55_000, 60_000], "nor does the next player pay for it"

    serve(tmp_path, sources, test)
    with SqliteStore(tmp_path / "ludoteca.db") as store:
        (code,) = (room.code for room in store.rooms(10))
        found = store.load(code)
    assert found is not None
    moved = next(e.read_event(event.body) for event in found[1] if event.kind == "moved")
    assert isinstance(moved, e.Moved)
    assert moved.arrived_ms == 1_000_005_000


def test_a_move_that_arrived_before_the_deadline_counts(tmp_path: Path) -> None:
    sources = Sources()

    async def test(server: Server) -> None:
        one, two = await server.two_players(clock=TURN)
        room = server.rooms.loaded[one.code]
        held = Held(server)
        await two.say({"type": "abandon", "seat": 1, "version": room.table.version})
        await held.some()
        sources.run(19)
        await one.say({"type": "move", "seat": 0, "move": "a2", "version": room.table.version})
        while not room._queue:
            await asyncio.sleep(0.01)
        sources.run(10)
        room.schedule()  # the flag joins the line behind the move
        while len(room._queue) < 2:
            await asyncio.sleep(0.01)
        while room.table.to_move() != 1:
            held.release()
            await asyncio.sleep(0.01)
        assert (room.table.phase, room.table.lost_on_time) == ("playing", set())

    serve(tmp_path, sources, test)


def test_a_flag_falls_a_moment_after_the_deadline_not_at_it(tmp_path: Path) -> None:
    sources = Sources()

    async def test(server: Server) -> None:
        one, _ = await server.two_players(clock=TURN)
        room = server.rooms.loaded[one.code]
        sources.run(20)
        sources.stop((GRACE_MS - 1) / 1000)
        assert await one.ask({"type": "move", "seat": 0, "move": "a2", "version": room.table.version})
        assert room.table.to_move() == 1
        sources.run(20)
        sources.stop(GRACE_MS / 1000)
        room.schedule()
        await one.until(lambda table: table["room"]["seats"][1]["lost_on_time"])

    serve(tmp_path, sources, test)


def test_a_client_cannot_say_when_its_move_arrived(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        one, _ = await server.two_players(clock=TURN)
        version = one.table["version"]
        await one.say({"type": "move", "seat": 0, "move": "a2", "version": version, "arrived_ms": 5})
        assert (await one.next("refused"))["code"] == "message_unreadable"

    serve(tmp_path, Sources(), test)


def test_an_outage_that_cannot_be_written_is_tried_again(tmp_path: Path) -> None:
    sources = Sources()

    async def test(server: Server) -> None:
        one, _ = await server.two_players(clock=TURN)
        room = server.rooms.loaded[one.code]
        held = Held(server)
        held.broken = True
        sources.stop(LONGER_S)
        # Neither a move nor a flag is decided before the lost time is given back.
        assert (
            await one.refused({"type": "move", "seat": 0, "move": "a2", "version": room.table.version}) == "store_full"
        )
        assert not room.table.lost_on_time
        held.broken = False
        await held.some()
        held.release()
        await one.until(lambda table: table["room"]["clock"]["since"] > 1_000_020_000)
        assert (room.table.phase, left(one)) == ("playing", 20_000)

    serve(tmp_path, sources, test)

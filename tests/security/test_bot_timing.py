"""The time at which a bot's move appears reveals nothing about its hand.

With hidden hands the time depends on the level and on whether the bot's turn has just begun, never on how quickly the
move was found: a forced move comes no sooner. The tests set the clock and the speed of the bots.
"""

from __future__ import annotations

import asyncio
import heapq
import itertools
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from server.live_server import NO_LIMITS, Server
from server.live_server import run as serve
from table import local_room

from ludoteca.bots.fair_queue import Requester
from ludoteca.bots.workers import WorkerFailed
from ludoteca.core.generator import Random
from ludoteca.core.registry import find_game
from ludoteca.core.state import State, determinize
from ludoteca.core.translations import Refusal
from ludoteca.rooms.clock import ServerClock
from ludoteca.rooms.command_keys import CommandKeys
from ludoteca.rooms.limits import Limits
from ludoteca.rooms.loading import Loaded
from ludoteca.rooms.room import Room
from ludoteca.rooms.services import RoomServices
from ludoteca.store.chain import BEGINNING
from ludoteca.store.rows import StoredEvent
from ludoteca.store.write import Write
from ludoteca.table import commands as c
from ludoteca.table.create_room import CreateRoom, SeatRequest
from ludoteca.table.table import Table
from ludoteca.terminal.local_host import LOCAL_LIMITS, LocalHost

WAFFE = find_game("waffe")
PAUSES_MS = {1: 600, 2: 750, 3: 900, 4: 1050, 5: 1200}
STEP_MS = 1200


class ManualClock(ServerClock):
    """A clock that stands still until the test advances it; timers fire at their time."""

    def __init__(self, now_ms: int) -> None:
        self._now = now_ms
        self._order = itertools.count()
        self._timers: list[tuple[int, int, Timer]] = []

    def now_ms(self) -> int:
        return self._now

    def call_at(self, at_ms: int, call: Callable[..., object], *arguments: Any) -> Any:
        timer = Timer(call, arguments)
        heapq.heappush(self._timers, (max(at_ms, self._now), next(self._order), timer))
        return timer

    async def advance(self, ms: int) -> None:
        end = self._now + ms
        await settle()
        while self._timers and self._timers[0][0] <= end:
            self._now, _, timer = heapq.heappop(self._timers)
            timer.fire()
            await settle()
        self._now = end


class Timer:
    def __init__(self, call: Callable[..., object], arguments: tuple[Any, ...]) -> None:
        self._call: Callable[..., object] | None = call
        self._arguments = arguments

    def cancel(self) -> None:
        self._call = None

    def fire(self) -> None:
        if self._call is not None:
            self._call(*self._arguments)


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


class FakeWorkers:
    """Workers that find a move after a given time, or none at all."""

    def __init__(self, clock: ManualClock, speed_ms: int, fails: bool = False) -> None:
        self.asked = 0
        self._clock = clock
        self._speed_ms = speed_ms
        self._fails = fails

    async def ask(self, request: Any, requester: Requester) -> str:
        self.asked += 1
        found = asyncio.Event()
        self._clock.call_at(self._clock.now_ms() + self._speed_ms, found.set)
        await found.wait()
        if self._fails:
            raise WorkerFailed(Refusal("bot_failed", {"game": "", "tries": 1, "reason": ""}))
        game = find_game(request["game"])
        state = game.read_position(request["position"], Random("bot"))
        return str(game.write_move(state, state.moves()[0]))


class FakeStore:
    """A store that commits at once and keeps everything in a list."""

    shared = None

    def __init__(self) -> None:
        self.events: list[StoredEvent] = []

    def write(self, writes: list[Write]) -> None:
        for write in writes:
            self.events += write.events
            write.done(None)

    def moves(self) -> list[int]:
        """Return the times of the moves."""
        return [event.at_ms for event in self.events if event.kind == "moved"]


def room_of(
    table: Table, speed_ms: int = 0, fails: bool = False, clock: ManualClock | None = None
) -> tuple[Room, ManualClock, FakeStore, FakeWorkers]:
    clock, log = clock or ManualClock(table.changed_ms), FakeStore()
    bots = FakeWorkers(clock, speed_ms, fails)
    store: Any = log
    workers: Any = bots
    services = RoomServices(store, workers, Limits(), clock=clock)
    return Room("ABCDEF", Loaded(table, CommandKeys(), 0, BEGINNING), services), clock, log, bots


def waiting(game: str = "waffe", level: int = 5, **request: Any) -> local_room.Room:
    """Make a room in which Ann has moved and a bot is to answer."""
    made = local_room.Room(game, [SeatRequest("here", "Ann"), SeatRequest("bot", level=level)], **request)
    while made.table.to_move() == 0:
        made.play(made.first())
    return made


@cache
def same_looking_deals() -> tuple[State, State]:
    """Find two deals that look the same to Ann and to spectators: the bot has a choice only in the second."""
    state = waiting().table.state
    assert state is not None
    deals = (determinize(state, 0, Random(f"deal {number}")) for number in itertools.count())
    found: dict[bool, State] = {}
    for deal in itertools.islice(deals, 1000):
        found.setdefault(len(deal.moves()) == 1, deal)
        if len(found) == 2:
            break
    for seat in (0, None):
        assert WAFFE.make_view(found[True], seat) == WAFFE.make_view(found[False], seat)
    return found[True], found[False]


def run(test: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(test(), 60))


async def shown_after(table: Table, speed_ms: int, fails: bool = False) -> int:
    """Return how long after Ann's move the bot's appears."""
    begun = table.changed_ms
    room, clock, log, _ = room_of(table, speed_ms, fails)
    while not log.moves():
        await clock.advance(50)
        assert clock.now_ms() < begun + 100_000, "it never came"
    await room.stop()
    return log.moves()[0] - begun


@pytest.mark.parametrize("level", [1, 3, 5])
def test_a_forced_move_comes_no_sooner_than_a_chosen_one_however_quickly_it_is_found(level: int) -> None:
    async def test() -> None:
        times = set()
        for index in range(2):
            for speed_ms in (0, 5, 300, PAUSES_MS[level]):
                made = waiting(level=level)
                made.table.state = same_looking_deals()[index].copy()
                times.add(await shown_after(made.table, speed_ms))
        assert times == {PAUSES_MS[level]}

    run(test)


def test_a_move_that_takes_longer_appears_at_a_whole_step() -> None:
    async def test() -> None:
        after = [await shown_after(waiting().table, speed) for speed in (1201, 1500, 2400, 2401, 5000)]
        assert [time - PAUSES_MS[5] for time in after] == [STEP_MS, STEP_MS, STEP_MS, 2 * STEP_MS, 4 * STEP_MS]

    run(test)


def test_a_bot_that_fails_is_replaced_at_the_time_of_its_move() -> None:
    async def test() -> None:
        assert {await shown_after(waiting().table, speed, fails=True) for speed in (0, 700)} == {PAUSES_MS[5]}

    run(test)


def test_the_fallback_for_an_absent_player_keeps_its_pause_too() -> None:
    async def test() -> None:
        seats = [SeatRequest("here", "Ann"), SeatRequest(), SeatRequest()]
        made = local_room.Room("rowsandcols", seats)
        made.do(local_room.BO, c.Sit(1, "Bo", **made.answer(local_room.BO)))
        made.do(local_room.CY, c.Sit(2, "Cy", **made.answer(local_room.CY)))
        made.do(local_room.BO, c.Resign(1, made.version))
        while made.table.to_move() != 1:
            made.play(made.first())
        assert made.table.automated_by(1) == "fallback"
        assert await shown_after(made.table, 0) == PAUSES_MS[1]

    run(test)


def test_later_moves_of_a_turn_have_the_short_pause_whatever_the_level() -> None:
    async def test() -> None:
        made = waiting("latice", options={"turns": 10})
        room, clock, log, _ = room_of(made.table, 20)
        begun = made.table.changed_ms
        await clock.advance(60_000)
        turns = [(move.seat, move.turn) for move in room.table.moves]
        times = [begun, *log.moves()]
        bots = list(zip(turns[-len(log.moves()) - 1 :], turns[-len(log.moves()) :], times, times[1:], strict=False))
        assert bots
        for before, this, then, now in bots:
            assert now - then == (PAUSES_MS[1] if before == this else PAUSES_MS[5])
        await room.stop()

    run(test)


def test_if_nothing_is_hidden_a_move_comes_when_it_is_found() -> None:
    async def test() -> None:
        made = waiting("flooding", options={"size": 5})
        assert [await shown_after(made.table, 700)] == [700]

    run(test)


def test_an_undo_while_a_move_waits_discards_it() -> None:
    async def test() -> None:
        made = waiting("latice", options={"turns": 10})
        room, clock, log, bots = room_of(made.table)
        before = len(made.table.moves)
        await clock.advance(500)
        assert bots.asked == 1
        assert room.automation.is_busy, "a room with a waiting move stays in memory"
        outcomes: list[Any] = []
        room.submit(c.Undo(0, made.table.version), room.actor(local_room.ANN), outcomes.append)
        await settle()
        assert outcomes == [None]
        await clock.advance(60_000)
        assert log.moves() == []
        assert len(made.table.moves) < before
        assert room.is_idle
        await room.stop()

    run(test)


def test_a_waiting_move_is_played_once_even_if_somebody_connects_or_the_server_stops() -> None:
    async def test() -> None:
        made = waiting()
        moves = len(made.table.moves)
        room, clock, log, bots = room_of(made.table)
        await clock.advance(500)
        for _ in range(3):
            room.schedule()
            await clock.advance(50)
        assert bots.asked == 1
        await room.stop()
        await clock.advance(10_000)
        assert not log.moves(), "a stopped server plays no more moves"
        again, _, log, bots = room_of(made.table, clock=clock)
        await clock.advance(5_000)
        assert bots.asked == 1
        times = log.moves()
        assert len(times) == 1
        assert len(again.table.moves) == moves + 1
        assert (times[0] - PAUSES_MS[5] - 1_000_000) % STEP_MS == 0
        await again.stop()

    run(test)


def test_in_the_terminal_a_bot_keeps_the_same_times(tmp_path: Path) -> None:
    """It is the same room; only scripts, which nobody watches, do without the pause."""
    assert LOCAL_LIMITS.bot_pause_s == Limits().bot_pause_s
    host = LocalHost(tmp_path)
    try:
        code = host.create(CreateRoom("waffe", {}, [SeatRequest("bot", level=1), SeatRequest("here", "Bo")]), "t" * 24)
        room = host.call(host.rooms.load(code))
        assert room.services.limits.bot_pause_s == Limits().bot_pause_s
    finally:
        host.close()


def test_with_real_processes_a_level_keeps_its_time(tmp_path: Path) -> None:
    """Nobody has to be connected: the times are in the log, and a replay shows them."""

    async def test(server: Server) -> None:
        seats = [{"kind": "bot", "level": 1}, {"kind": "here", "name": "Bo"}]
        code, _ = await server.open("waffe", seats=seats)
        room = await server.rooms.load(code)
        begun = room.table.changed_ms
        while not room.table.moves:
            await asyncio.sleep(0.02)
        assert room.table.changed_ms - begun >= 200

    serve(test, tmp_path, replace(NO_LIMITS, bot_pause_s=0.2))

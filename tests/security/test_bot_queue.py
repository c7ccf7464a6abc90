"""The bot queue is fair: quick levels never wait for slow ones, and no address crowds out another.

The tests assert the order of service, with workers that answer on demand, and never a time.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from server.live_server import NO_LIMITS, Server
from server.live_server import run as serve

from ludoteca.bots.fair_queue import FairQueue, Requester
from ludoteca.bots.workers import QUICK_CPU_S, WorkerFailed, Workers, WorkersBusy, make_request
from ludoteca.core.generator import Random
from ludoteca.core.registry import find_game

Json = dict[str, Any]
TIMEOUT_S = 30.0
ATTACKER, HONEST = "198.51.100.7", "203.0.113.9"


class FakeProcesses:
    """Workers without processes: they note every request when it is served, and answer it when the test says so."""

    def __init__(self, cpu_s: float = 0.0) -> None:
        self.served: list[str] = []
        self.thinking: dict[str, asyncio.Event] = {}
        self.started = 0
        self.cpu_s = cpu_s

    async def start(self, command: Sequence[str]) -> FakeProcess:
        self.started += 1
        return FakeProcess(self, self.started)

    def finish(self, name: str) -> None:
        self.thinking.pop(name).set()


class FakeProcess:
    def __init__(self, processes: FakeProcesses, pid: int) -> None:
        self._processes = processes
        self.pid = pid

    def alive(self) -> bool:
        return True

    def kill(self) -> None:
        for event in self._processes.thinking.values():
            event.set()

    async def ended(self) -> None:
        return None

    async def ask(self, line: bytes) -> Json:
        asked = json.loads(line)
        self._processes.served.append(asked["seed"])
        event = self._processes.thinking[asked["seed"]] = asyncio.Event()
        await event.wait()
        return {"id": asked["id"], "move": asked["seed"], "cpu_s": self._processes.cpu_s}


def request(name: str, quick: bool = False) -> Json:
    return {"game": "latice", "level": 1 if quick else 5, "seed": name, "quick": quick}


async def settle() -> None:
    """Let every task that can go on do so."""
    for _ in range(20):
        await asyncio.sleep(0)


def run(
    test: Callable[[Workers, FakeProcesses], Awaitable[None]], processes: FakeProcesses | None = None, **settings: Any
) -> None:
    async def whole() -> None:
        started = processes or FakeProcesses()
        workers = Workers(**{"count": 1, **settings}, start=started.start)
        await workers.start()
        try:
            async with asyncio.timeout(TIMEOUT_S):
                await test(workers, started)
        finally:
            await workers.close()

    asyncio.run(whole())


def flood(workers: Workers, rooms: int = 80) -> list[asyncio.Task[str]]:
    """Ask for a slow move in many rooms, all from one address."""
    names = [f"flood {number}" for number in range(rooms)]
    return [asyncio.ensure_future(workers.ask(request(name), Requester(ATTACKER, name))) for name in names]


def test_a_quick_level_is_served_at_once_beside_eighty_rooms_of_strong_bots() -> None:
    async def test(workers: Workers, processes: FakeProcesses) -> None:
        waiting = flood(workers)
        await settle()
        assert len(processes.served) == 1
        quick = asyncio.ensure_future(workers.ask(request("quick", quick=True), Requester(ATTACKER, "one more room")))
        await settle()
        assert processes.served[1:] == ["quick"], "it waited for a slow one"
        processes.finish("quick")
        assert await quick == "quick"
        assert not any(task.done() for task in waiting)
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)

    run(test)


@pytest.mark.parametrize("count", [1, 3])
def test_another_address_waits_for_at_most_one_request_of_the_first(count: int) -> None:
    async def test(workers: Workers, processes: FakeProcesses) -> None:
        waiting = flood(workers)
        await settle()
        other = asyncio.ensure_future(workers.ask(request("honest"), Requester(HONEST, "honest room")))
        for _ in range(2):
            await settle()
            processes.finish(processes.served[-1])
        await settle()
        assert "honest" in processes.served[: count + 2]
        processes.finish("honest")
        assert await other == "honest"
        # Two busy addresses take turns.
        more = [
            asyncio.ensure_future(workers.ask(request(f"more {number}"), Requester(HONEST, f"room {number}")))
            for number in range(4)
        ]
        begun = len(processes.served)
        while not all(task.done() for task in more):
            await settle()
            processes.finish(next(name for name in processes.served if name in processes.thinking))
            await settle()
        order = [name.split()[0] for name in processes.served[begun:]]
        assert order[:8] == ["flood", "more"] * 4 or order[:8] == ["more", "flood"] * 4
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)

    run(test, count=count)


def test_a_room_has_one_request_in_progress_and_the_rooms_of_an_address_take_turns() -> None:
    queue: FairQueue[str] = FairQueue(100)
    for number in range(3):
        for room in ("a", "b"):
            assert queue.put(Requester(HONEST, room), f"{room}{number}")
    order = []
    for _ in range(3):
        one, two = queue.take(), queue.take()
        assert one is not None
        assert two is not None
        assert queue.take() is None, "both rooms are busy"
        order += [one[1], two[1]]
        queue.done(one[0].room)
        queue.done(two[0].room)
    assert order == ["a0", "b0", "a1", "b1", "a2", "b2"]
    assert queue.take() is None


def test_moves_of_games_come_before_hints_of_the_same_address() -> None:
    queue: FairQueue[str] = FairQueue(100)
    for number in range(3):
        queue.put(Requester(HONEST, f"hinted {number}", is_move=False), "hint")
    queue.put(Requester(HONEST, "room"), "move")
    queue.put(Requester(ATTACKER, "room of another", is_move=False), "hint of another")
    taken = [found[1] for _ in range(5) if (found := queue.take()) is not None]
    assert taken == ["move", "hint of another", "hint", "hint", "hint"]


def test_the_queue_of_an_address_has_a_limit_and_the_refusal_names_it() -> None:
    async def test(workers: Workers, processes: FakeProcesses) -> None:
        waiting = flood(workers, 6)
        await settle()
        with pytest.raises(WorkersBusy) as refused:
            await workers.ask(request("too many"), Requester(ATTACKER, "room"))
        assert refused.value.sentence == "Too many requests to the computer from your address; at most 5 are allowed."
        other = asyncio.ensure_future(workers.ask(request("honest"), Requester(HONEST, "room")))
        await settle()
        assert not other.done()
        for task in (*waiting, other):
            task.cancel()
        await asyncio.gather(*waiting, other, return_exceptions=True)

    run(test, most_waiting=5)


def test_a_cancelled_request_leaves_the_queue_and_blocks_nobody() -> None:
    async def test(workers: Workers, processes: FakeProcesses) -> None:
        waiting = flood(workers, 3)
        await settle()
        for task in waiting:
            task.cancel()
        last = asyncio.ensure_future(workers.ask(request("last"), Requester(ATTACKER, "flood 1")))
        await asyncio.gather(*waiting, return_exceptions=True)
        await settle()
        assert processes.served == ["flood 0", "last"]
        processes.finish("last")
        assert await last == "last"

    run(test)


def test_a_level_that_is_not_as_quick_as_it_declares_loses_the_quick_worker() -> None:
    async def test(workers: Workers, processes: FakeProcesses) -> None:
        async def ask(name: str) -> None:
            asking = asyncio.ensure_future(workers.ask(request(name, quick=True), Requester(ATTACKER, "room")))
            await settle()
            processes.finish(name)
            await asking

        for name in ("one", "two"):
            await ask(name)
        assert processes.started == 1
        await ask("three")
        assert processes.started == 2, "it goes to the slow ones now"

    run(test, FakeProcesses(cpu_s=2 * QUICK_CPU_S))


def test_every_game_has_quick_levels_and_the_strongest_is_not_one() -> None:
    for name in ("flooding", "latice", "rowsandcols", "waffe", "wege"):
        bots = find_game(name).levels
        assert bots[0].is_quick
        assert not bots[-1].is_quick


# Real processes, and a real server


def test_real_processes_serve_a_quick_level_while_a_slow_one_never_ends(tmp_path: Path) -> None:
    script = tmp_path / "worker.py"
    script.write_text(
        "import json, sys, time\n"
        "for line in sys.stdin:\n"
        "    request = json.loads(line)\n"
        "    if not request['quick']: time.sleep(1000)\n"
        "    print(json.dumps({'id': request['id'], 'move': sys.argv[1]}), flush=True)\n"
    )

    async def whole() -> None:
        workers = Workers(1, command=[sys.executable, "-S", "-E", str(script)])
        await workers.start()
        try:
            slow = [asyncio.ensure_future(workers.ask(request(str(n)), Requester(ATTACKER, str(n)))) for n in range(8)]
            await asyncio.sleep(0)
            async with asyncio.timeout(TIMEOUT_S):
                for number in range(3):
                    answer = await workers.ask(request("quick", quick=True), Requester(ATTACKER, f"quick {number}"))
                    assert answer == "5", "a slow worker answered"
            assert not any(task.done() for task in slow)
        finally:
            await workers.close()
        for ended in await asyncio.gather(*slow, return_exceptions=True):
            assert isinstance(ended, WorkerFailed)

    asyncio.run(whole())


def test_a_request_says_whether_it_is_quick() -> None:
    game = find_game("latice")
    state = game.start(2, game.check_options({}), Random("queue"))
    quick = [make_request(game, state, 0, bot.level, "seed")["quick"] for bot in game.bots]
    assert quick == [True, True, True, True, False]


def test_rooms_of_one_address_share_a_limit_beyond_which_the_fallback_moves(tmp_path: Path) -> None:
    seats = [{"kind": "here", "name": "Ada"}, {"kind": "bot", "level": 5}]

    async def test(server: Server) -> None:
        processes = FakeProcesses()
        workers = server.rooms.services.workers = Workers(1, start=processes.start, most_waiting=2)
        await workers.start()
        clients = []
        for _ in range(5):
            code, token = await server.open("flooding", options={"size": 5}, seats=seats)
            assert (await server.rooms.load(code)).bot_queue_key == "127.0.0.1"
            clients.append(await server.join(code, token))
        for client in clients:
            await client.move("b2")
        # One request is in progress and two wait; for the others the fallback has moved.
        for client in clients[3:]:
            await client.until(lambda table: table["room"]["to_move"] == 0)
        assert len(processes.served) == 1
        for client in clients[:3]:
            assert client.table["room"]["to_move"] == 1
        await workers.close()

    serve(test, tmp_path, replace(NO_LIMITS, bot_questions=2))

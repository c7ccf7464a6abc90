"""Bots think in worker processes: every request gets a move or a reason, whatever happens to the process."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import dummy_game
import pytest

from ludoteca.bots.worker import answer
from ludoteca.bots.workers import COMMAND, WorkerFailed, Workers, make_request
from ludoteca.core.generator import Random
from ludoteca.core.registry import find_game
from ludoteca.core.translations import Refusal

T = TypeVar("T")
Json = dict[str, Any]

FLOODING = find_game("flooding")
TESTS = Path(__file__).parents[1]
TIMEOUT_S = 30.0

ODD_GAME = """
import os, sys, time
import dummy_game
from ludoteca import Bot

def loud(state, random, simulations):
    print("move: nonsense")
    os.write(1, b'{"id": 1, "move": "nonsense"}\\n')
    assert sys.stdin.read() == ""
    return dummy_game.greedy(state, random)

def broken(state, random, simulations):
    raise ZeroDivisionError("thought too far")

def leaving(state, random, simulations):
    sys.exit("enough")

def endless(state, random, simulations):
    while True:
        pass

def cheating(state, random, simulations):
    return -7

def changing(state, random, simulations):
    move = dummy_game.greedy(state, random)
    state.play(move)
    return move

ALL = (loud, broken, leaving, endless, cheating, changing)

class OddGame(dummy_game.DummyGame):
    name = "odd"
    levels = tuple(Bot(level, choose.__name__, "", choose) for level, choose in enumerate(ALL, 1))
"""


def flooding_request(seed: str = "seed", level: int = 2, played: Sequence[str] = ()) -> Json:
    state = FLOODING.start(2, FLOODING.check_options({"size": 5}), Random("game"))
    for text in played:
        move = FLOODING.read_move(state, text)
        assert not isinstance(move, Refusal)
        state.play(move)
    return make_request(FLOODING, state, state.seat(), level, seed)


def dummy_state(seed: str = "game") -> dummy_game.DummyState:
    return dummy_game.DummyState(2, dummy_game.GAME.check_options({}), Random(seed))


def odd_request(level: int | str, quick: bool = False) -> Json:
    state = dummy_state()
    return {**make_request(dummy_game.GAME, state, 0, 1, "seed"), "game": "odd", "level": level, "quick": quick}


@pytest.fixture
def odd(tmp_path: Path) -> list[str]:
    """Return the command of a worker that has a game with odd bots installed."""
    (tmp_path / "odd.py").write_text(ODD_GAME)
    info = tmp_path / "odd-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: odd\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[ludoteca.games]\nodd = odd:OddGame\n")
    path = f"import sys; sys.path[:0] = {[str(tmp_path), str(TESTS)]!r}"
    return [sys.executable, "-c", f"{path}; from ludoteca.bots.worker import main; main()"]


def fake_worker(folder: Path, body: str) -> list[str]:
    """Return the command of a worker that runs `body` for each request; `count` is the number of earlier requests."""
    script = folder / "fake.py"
    script.write_text(
        "import json, os, sys, time\n"
        "for line in sys.stdin:\n"
        "    request = json.loads(line)\n"
        f"    with open({str(folder / 'asked')!r}, 'a+') as log:\n"
        "        count = log.tell()\n"
        "        log.write('x')\n"
        f"    {body}\n"
        "    print(json.dumps({'id': request['id'], 'move': f'move {count}'}), flush=True)\n"
    )
    return [sys.executable, "-S", "-E", str(script)]


def was_asked(folder: Path) -> bool:
    """Return whether the fake worker has counted a request."""
    log = folder / "asked"
    return log.exists() and log.stat().st_size > 0


def run(use: Callable[[Workers], Awaitable[T]], workers: Workers) -> T:
    """Run `use` with the workers and check that none of their processes is left."""

    async def main() -> tuple[T, list[int]]:
        await workers.start()
        try:
            async with asyncio.timeout(TIMEOUT_S):
                result = await use(workers)
            left = workers.pids()
        finally:
            await workers.close()
        return result, left

    result, left = asyncio.run(main())
    assert not workers.pids()
    assert not any(map(is_alive, left))
    return result


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    # A zombie whose parent was killed is not alive.
    status = Path(f"/proc/{pid}/stat")
    return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"


async def until(holds: Callable[[], bool]) -> None:
    while not holds():
        await asyncio.sleep(0.01)


@pytest.mark.parametrize("played", [[], ["b2"]])
@pytest.mark.parametrize("level", [1, 2])
def test_a_worker_finds_a_legal_move_in_both_roles(played: list[str], level: int) -> None:
    request = flooding_request(level=level, played=played)
    state = FLOODING.read_position(request["position"], Random("other"))
    assert state.seat() == request["seat"]
    text = run(lambda workers: workers.ask(request), Workers(1))
    assert not isinstance(FLOODING.read_move(state, text), Refusal)


def test_the_same_seed_gives_the_same_move() -> None:
    seeds = [f"seed {number}" for number in range(6)]

    async def use(workers: Workers) -> list[str]:
        return [await workers.ask(flooding_request(seed, 1, ["b2"])) for seed in seeds + seeds]

    moves = run(use, Workers(1))
    assert moves[:6] == moves[6:]
    assert len(set(moves)) > 1


def test_a_request_holds_the_true_state_no_more_often_than_chance() -> None:
    true_decks = true_hands = 0
    for number in range(400):
        state = dummy_state(f"game {number}")
        before = dummy_game.GAME.write_position(state)
        request = make_request(dummy_game.GAME, state, 0, 1, f"seed {number}")
        assert dummy_game.GAME.write_position(state) == before
        assert request["position"]["hands"][0] == state.hands[0]
        true_hands += request["position"]["hands"][1] == state.hands[1]
        true_decks += request["position"]["deck"] == state.deck
    # 14 unseen cards make 91 pairs: 4.4 hits are expected.
    assert true_hands <= 14
    assert true_decks == 0


def test_equal_views_give_equal_requests() -> None:
    state = dummy_state()
    other = state.copy()
    other.hands[1], other.deck[:2] = sorted(other.deck[:2]), other.hands[1]
    other.deck.reverse()
    other.random = Random("another")
    assert other.hands[1] != state.hands[1]
    first, second = (make_request(dummy_game.GAME, each, 0, 1, "seed") for each in (state, other))
    assert json.dumps(first) == json.dumps(second)
    assert make_request(dummy_game.GAME, state, 0, 1, "seed 2") != first


def test_more_requests_than_workers_are_all_answered_in_order(tmp_path: Path) -> None:
    ended: list[int] = []

    async def use(workers: Workers) -> list[str]:
        async def one(number: int) -> str:
            text = await workers.ask({"game": str(number)})
            ended.append(number)
            return text

        moves = await asyncio.gather(*(one(number) for number in range(12)))
        assert len(workers.pids()) == 1
        return moves

    moves = run(use, Workers(1, command=fake_worker(tmp_path, "pass")))
    assert ended == list(range(12))
    assert moves == [f"move {number}" for number in range(12)]


def test_several_workers_think_at_once(odd: list[str]) -> None:
    async def use(workers: Workers) -> int:
        asks = [asyncio.create_task(workers.ask(odd_request("endless"))) for _ in range(3)]
        await until(lambda: len(workers.pids()) == 2)
        await asyncio.sleep(0.05)
        assert not any(ask.done() for ask in asks)
        count = len(workers.pids())
        for ask in asks:
            ask.cancel()
        await asyncio.gather(*asks, return_exceptions=True)
        return count

    assert run(use, Workers(2, command=odd)) == 2


def test_no_process_starts_before_a_request() -> None:
    async def use(workers: Workers) -> list[int]:
        return workers.pids()

    assert run(use, Workers()) == []


@pytest.mark.parametrize(
    ("body", "limit_s"),
    [
        ("count or os._exit(3)", TIMEOUT_S),
        ("count or (sys.stdout.write('{\"id\":'), sys.stdout.flush(), os._exit(0))", TIMEOUT_S),
        ("count or print('nonsense', flush=True)", TIMEOUT_S),
        ("count or print('[]', flush=True)", TIMEOUT_S),
        ("count or print(json.dumps({'id': -1, 'move': 'another'}), flush=True)", TIMEOUT_S),
        ("count or time.sleep(1000)", 2.0),
        ("count or os.close(0) or time.sleep(1000)", 2.0),
    ],
)
def test_a_worker_that_dies_hangs_or_answers_nonsense_is_replaced(tmp_path: Path, body: str, limit_s: float) -> None:
    async def use(workers: Workers) -> list[str]:
        first = await workers.ask({})
        return [first, await workers.ask({})]

    assert run(use, Workers(1, limit_s, command=fake_worker(tmp_path, body))) == ["move 1", "move 2"]


def test_an_error_counts_as_a_try_and_the_worker_stays(tmp_path: Path) -> None:
    body = "if not count: print(json.dumps({'id': request['id'], 'error': 'No.'}), flush=True); continue"

    async def use(workers: Workers) -> list[int]:
        assert await workers.ask({}) == "move 1"
        before = workers.pids()
        assert await workers.ask({}) == "move 2"
        assert workers.pids() == before
        return before

    assert len(run(use, Workers(1, command=fake_worker(tmp_path, body)))) == 1


def test_a_request_fails_after_enough_tries(tmp_path: Path) -> None:
    async def use(workers: Workers) -> WorkerFailed:
        with pytest.raises(WorkerFailed) as failed:
            await workers.ask({"game": "chess"})
        return failed.value

    error = run(use, Workers(1, tries=3, command=fake_worker(tmp_path, "os._exit(1)")))
    assert (tmp_path / "asked").read_text() == "xxx"
    assert error.code == "bot_failed"
    assert error.sentence == "The computer found no move in chess (tries: 3): The worker died."


def test_a_command_that_cannot_be_started_fails() -> None:
    async def use(workers: Workers) -> None:
        with pytest.raises(WorkerFailed, match="No worker could be started"):
            await workers.ask({})

    run(use, Workers(1, command=["/no/such/program"]))


def test_a_worker_killed_while_it_thinks_or_idles_is_replaced(tmp_path: Path) -> None:
    log = tmp_path / "asked"

    async def use(workers: Workers) -> list[str]:
        asking = asyncio.create_task(workers.ask({}))
        await until(lambda: log.exists() and log.read_text() == "x")
        (thinking,) = workers.pids()
        os.kill(thinking, signal.SIGKILL)
        first = await asking
        (resting,) = workers.pids()
        assert resting != thinking
        os.kill(resting, signal.SIGKILL)
        return [first, await workers.ask({})]

    assert run(use, Workers(1, command=fake_worker(tmp_path, "count or time.sleep(1000)"))) == ["move 1", "move 2"]


def test_the_late_answer_to_a_cancelled_request_is_dropped(tmp_path: Path) -> None:
    async def use(workers: Workers) -> list[str]:
        asking = asyncio.create_task(workers.ask({}))
        await until(lambda: was_asked(tmp_path))
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        return [await workers.ask({}), await workers.ask({})]

    assert run(use, Workers(1, command=fake_worker(tmp_path, "count or time.sleep(0.2)"))) == ["move 1", "move 2"]


def test_long_lines_pass_in_both_directions(tmp_path: Path) -> None:
    long = "x" * 1_000_000
    body = "print(json.dumps({'id': request['id'], 'move': request['position']})); sys.stdout.flush(); continue"
    assert run(lambda workers: workers.ask({"position": long}), Workers(1, command=fake_worker(tmp_path, body))) == long


def test_closing_ends_all_requests(tmp_path: Path) -> None:
    workers = Workers(2, command=fake_worker(tmp_path, "time.sleep(1000)"))

    async def use(workers: Workers) -> None:
        asks = [asyncio.create_task(workers.ask({})) for _ in range(5)]
        await until(lambda: len(workers.pids()) == 2)
        pids = workers.pids()
        await workers.close()
        assert not any(map(is_alive, pids))
        for ask in asks:
            with pytest.raises(WorkerFailed, match="closed"):
                await ask
        with pytest.raises(WorkerFailed, match="closed"):
            await workers.ask({})
        await workers.start()
        await workers.close()
        await workers.close()

    run(use, workers)


def test_closing_while_a_worker_starts(tmp_path: Path) -> None:
    async def use(workers: Workers) -> None:
        asking = asyncio.create_task(workers.ask({}))
        await asyncio.sleep(0)
        await workers.close()
        with pytest.raises(WorkerFailed, match="closed"):
            await asking

    run(use, Workers(1, command=fake_worker(tmp_path, "time.sleep(1000)")))


def test_workers_run_on_uvloop() -> None:
    uvloop = pytest.importorskip("uvloop")

    async def main() -> list[str]:
        workers = Workers(2)
        await workers.start()
        request = flooding_request()
        first = await workers.ask(request)
        for pid in workers.pids():
            os.kill(pid, signal.SIGKILL)
        moves = [first, *await asyncio.gather(*(workers.ask(request) for _ in range(4)))]
        left = workers.pids()
        await workers.close()
        assert not any(map(is_alive, left))
        return moves

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        assert len(set(runner.run(main()))) == 1


def test_bots_that_print_or_change_their_state_do_no_harm(odd: list[str]) -> None:
    best = f"play {max(dummy_state().hands[0])}"

    async def use(workers: Workers) -> list[str]:
        return [await workers.ask(odd_request(level)) for level in ("loud", "changing", "loud")]

    assert run(use, Workers(1, tries=1, command=odd)) == [best] * 3


def test_bots_that_fail_leave_the_worker_alive(odd: list[str]) -> None:
    async def use(workers: Workers) -> list[int]:
        await workers.ask(odd_request("loud"))
        before = workers.pids()
        for level, reason in [("broken", "ZeroDivisionError"), ("leaving", "SystemExit"), ("cheating", "do not hold")]:
            with pytest.raises(WorkerFailed, match=reason):
                await workers.ask(odd_request(level))
        await workers.ask(odd_request("loud"))
        assert workers.pids() == before
        return before

    assert len(run(use, Workers(1, tries=2, command=odd))) == 1


def test_an_endless_bot_is_stopped(odd: list[str]) -> None:
    async def use(workers: Workers) -> None:
        with pytest.raises(WorkerFailed, match=r"No answer within 0\.5 seconds"):
            await workers.ask(odd_request("endless"))

    run(use, Workers(1, limit_s=0.5, tries=1, command=odd))


def test_bad_requests_get_an_error_and_the_worker_stays_alive() -> None:
    good = {**flooding_request(), "id": 9}
    bad: list[tuple[Any, str]] = [
        ({**good, "game": "chess"}, "There is no game called"),
        ({**good, "game": None}, "There is no game called"),
        ({**good, "position": {}}, "has no field"),
        ({**good, "position": None}, "must be an object"),
        ({**good, "level": 77}, "has no bot 77"),
        ({**good, "seat": 1 - good["seat"]}, "is not to move"),
        ({**good, "seed": 5}, "Error: "),
        ({"id": 9}, "KeyError"),
        ({}, "KeyError"),
        ([], "TypeError"),
    ]
    lines = [json.dumps(request).encode() for request, _ in bad] + [b"{", b"\xff", b"[" * 100_000, b""]
    answers = ask_worker([*lines, json.dumps(good).encode()])
    for (request, reason), response in zip(bad, answers, strict=False):
        assert reason in response["error"]
        assert response["id"] == (9 if request and "id" in request else None)
    assert all("The bot failed" in response["error"] for response in answers[len(bad) : -1])
    assert answers[-1].keys() == {"id", "move", "cpu_s"}
    assert answers[-1]["move"] == answer(json.dumps(good).encode())["move"]


def ask_worker(lines: list[bytes]) -> list[Json]:
    """Send lines to a real worker and return its answers; it ends when its stdin is closed."""
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdin
        assert process.stdout
        answers = []
        for line in lines:
            process.stdin.write(line + b"\n")
            process.stdin.flush()
            answers.append(json.loads(process.stdout.readline()))
        process.stdin.close()
        assert process.wait(TIMEOUT_S) == 0
    return answers


def test_workers_are_niced_slow_ones_more_and_have_their_own_sessions() -> None:
    async def use(workers: Workers) -> None:
        own, nicer = os.getpriority(os.PRIO_PROCESS, 0), list[int]()
        for level in (2, 5):
            before = set(workers.pids())
            await workers.ask(flooding_request(level=level))
            (pid,) = set(workers.pids()) - before
            assert os.getsid(pid) == pid
            nicer.append(os.getpriority(os.PRIO_PROCESS, pid) - own)
        assert nicer == [5, 10] or own > 9

    run(use, Workers(1))


def test_a_worker_ends_with_its_server_even_while_a_bot_thinks(tmp_path: Path, odd: list[str]) -> None:
    script = tmp_path / "server.py"
    script.write_text(
        "import asyncio\n"
        "from ludoteca.bots.workers import Workers\n"
        "async def main():\n"
        f"    workers = Workers(1, command={odd!r})\n"
        "    await workers.start()\n"
        f"    await workers.ask({odd_request('loud')!r})\n"
        f"    asking = asyncio.create_task(workers.ask({odd_request('endless')!r}))\n"
        "    await asyncio.sleep(0.3)\n"
        "    print(*workers.pids(), flush=True)\n"
        "    await asking\n"
        "asyncio.run(main())\n"
    )
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as server:
        assert server.stdout
        pid = int(server.stdout.readline())
        assert is_alive(pid)
        server.kill()
    end = time.monotonic() + TIMEOUT_S
    while is_alive(pid) and time.monotonic() < end:
        time.sleep(0.02)
    assert not is_alive(pid)

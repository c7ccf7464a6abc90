"""Workers on other machines are asked first, are never believed, and are never needed."""

from __future__ import annotations

import asyncio
import json
import threading
from collections import Counter
from collections.abc import Awaitable, Callable, Collection
from dataclasses import replace
from typing import Any, TypeVar

import pytest

from ludoteca.bots.answers import MAX_EXPLANATIONS, MAX_ITEMS, MAX_TEXT, check_answer
from ludoteca.bots.jobs import MAX_ANSWER, MAX_ATTEMPTS, MAX_POSITION, Games, Job, JobStatus, make_job
from ludoteca.bots.remote_workers import ANSWERS, MOST_OPEN, REFUSED, UNTAKEN, RemoteWorkers
from ludoteca.bots.worker_pool import WorkerError
from ludoteca.bots.workers import WorkerFailed, Workers, make_list_request, make_request
from ludoteca.core.errors import LudotecaError
from ludoteca.core.generator import Random
from ludoteca.core.registry import find_game
from ludoteca.core.translations import Refusal

T = TypeVar("T")
Json = dict[str, Any]
LATICE = find_game("latice")
STATE = LATICE.start(2, LATICE.check_options({}), Random("game"))
LEGAL = [LATICE.write_move(STATE, move) for move in STATE.moves()]
TIMEOUT_S = 60.0
HERE = "a move of this node"


def request(level: int = 5) -> Json:
    return {**make_request(LATICE, STATE, STATE.seat(), level, "seed"), "quick": False}


class FakeJobs:
    """A table of jobs in memory. `answer` is what a worker says to an attempt: None if nobody takes it."""

    def __init__(self, answer: Callable[[Job, int], str | None], games: Games | None = None) -> None:
        self._answer = answer
        self._games = {"latice": LATICE.rules_version} if games is None else games
        self._gate = threading.Lock()
        self._wake: Callable[[], None] = lambda: None
        self.jobs: dict[str, tuple[Job, JobStatus]] = {}
        self.posted: list[Job] = []
        self.fails = False

    def post(self, job: Job) -> None:
        with self._gate:
            self.posted.append(job)
            self._offer(job, 0)
        self._wake()

    def _offer(self, job: Job, attempt: int) -> None:
        answer = self._answer(job, attempt)
        taken = 0 if answer is None else 1
        self.jobs[job.id] = job, JobStatus(job.id, attempt + taken, False, f"worker {attempt}", answer)

    def look(self, ids: Collection[str]) -> list[JobStatus]:
        if self.fails:
            raise LudotecaError(Refusal("store_failed"))
        with self._gate:
            return [self.jobs[one][1] for one in ids if one in self.jobs]

    def refuse(self, status: JobStatus) -> None:
        with self._gate:
            self._offer(self.jobs[status.id][0], status.attempt)
        self._wake()

    def take_back(self, job_id: str) -> bool:
        with self._gate:
            return self.jobs.pop(job_id, None) is not None

    def remove(self, ids: Collection[str]) -> None:
        with self._gate:
            for one in ids:
                self.jobs.pop(one, None)

    def workers(self) -> list[Games]:
        return [self._games] if self._games else []

    def remove_old(self) -> None:
        return None

    def listen(self, on_answer: Callable[[], None]) -> None:
        self._wake = on_answer

    def close(self) -> None:
        return None


class LocalWorker:
    """A worker of this node that always answers the same, or never if the seed says so."""

    pid = 0

    def alive(self) -> bool:
        return True

    def kill(self) -> None:
        return None

    async def ended(self) -> None:
        return None

    async def ask(self, line: bytes) -> Any:
        asked = json.loads(line)
        if asked["seed"] == "endless":
            await asyncio.Event().wait()
        if "contains" in asked:
            return {"id": asked["id"], "moves": [], "found": 0, "total": 0}
        return {"id": asked["id"], "move": HERE}


async def start_local(command: object) -> LocalWorker:
    return LocalWorker()


def run(jobs: FakeJobs, use: Callable[[Workers], Awaitable[T]]) -> tuple[T, Counter[str]]:
    """Run `use` with workers of this node and of others; return what it returns, and what was counted."""
    counted: Counter[str] = Counter()

    async def main() -> T:
        remote = RemoteWorkers(jobs, lambda name: counted.update([name]), claim_s=0.0)
        workers = Workers(1, start=start_local, remote=remote)
        await workers.start()
        try:
            async with asyncio.timeout(TIMEOUT_S):
                return await use(workers)
        finally:
            await workers.close()

    found = asyncio.run(main())
    assert not jobs.jobs, "every job is removed in the end"
    return found, counted


def test_a_move_of_another_machine_is_taken() -> None:
    jobs = FakeJobs(lambda job, attempt: json.dumps({"move": LEGAL[3].upper()}))
    move, counted = run(jobs, lambda workers: workers.ask(request()))
    assert (move, counted) == (LEGAL[3], {ANSWERS: 1})
    (job,) = jobs.posted
    assert (job.game, job.level, job.kind, job.quick, job.seat) == ("latice", "5", "move", False, STATE.seat())


def test_advice_comes_with_its_explanations() -> None:
    answer = {"move": LEGAL[0], "explanations": [["explain_earns", {"gain": 1}]]}
    jobs = FakeJobs(lambda job, attempt: json.dumps(answer))
    advice, _ = run(jobs, lambda workers: workers.advise(request()))
    assert (advice.move, [text.code for text in advice.explanations]) == (LEGAL[0], ["explain_earns"])
    assert jobs.posted[0].kind == "advice"


def test_a_wrong_answer_is_a_failed_attempt_and_another_worker_gets_the_job() -> None:
    jobs = FakeJobs(lambda job, attempt: json.dumps({"move": LEGAL[1] if attempt else "resign"}))
    move, counted = run(jobs, lambda workers: workers.ask(request()))
    assert (move, counted) == (LEGAL[1], {REFUSED: 1, ANSWERS: 1})


def test_wrong_answers_only_end_in_a_move_of_this_node() -> None:
    jobs = FakeJobs(lambda job, attempt: "[]" if attempt < MAX_ATTEMPTS else None)
    move, counted = run(jobs, lambda workers: workers.ask(request()))
    assert (move, counted) == (HERE, {REFUSED: MAX_ATTEMPTS})


def test_a_job_that_nobody_takes_is_taken_back() -> None:
    jobs = FakeJobs(lambda job, attempt: None)
    move, counted = run(jobs, lambda workers: workers.ask(request()))
    assert (move, counted) == (HERE, {UNTAKEN: 1})


@pytest.mark.parametrize("games", [{}, {"latice": LATICE.rules_version + 1}, {"flooding": 1}])
def test_nobody_is_asked_without_a_worker_that_has_the_same_rules(games: Games) -> None:
    jobs = FakeJobs(lambda job, attempt: "{}", games)
    assert run(jobs, lambda workers: workers.ask(request()))[0] == HERE
    assert not jobs.posted


def test_a_list_of_moves_is_made_here() -> None:
    jobs = FakeJobs(lambda job, attempt: "{}")
    asked = make_list_request(LATICE, STATE, STATE.seat(), "", "seed")
    run(jobs, lambda workers: workers.list_moves(asked))
    assert not jobs.posted


def test_a_table_of_jobs_that_cannot_be_reached_is_done_without() -> None:
    jobs = FakeJobs(lambda job, attempt: None)

    async def use(workers: Workers) -> str:
        jobs.fails = True
        return await workers.ask(request())

    assert run(jobs, use)[0] == HERE


def test_a_job_that_the_database_has_lost_is_thought_about_here() -> None:
    jobs = FakeJobs(lambda job, attempt: None)
    jobs.look = lambda ids: []  # type: ignore[method-assign]
    assert run(jobs, lambda workers: workers.ask(request()))[0] == HERE


def test_closing_ends_what_waits() -> None:
    jobs = FakeJobs(lambda job, attempt: None)
    jobs.take_back = lambda job_id: False  # type: ignore[method-assign]

    async def use(workers: Workers) -> None:
        asked = asyncio.ensure_future(workers.ask(request()))
        while not jobs.posted:
            await asyncio.sleep(0.01)
        await workers.close()
        with pytest.raises(WorkerFailed):
            await asked

    run(jobs, use)


def test_a_node_has_a_bounded_number_of_open_jobs_and_quick_ones_do_not_wait_for_slow_ones() -> None:
    jobs = FakeJobs(lambda job, attempt: json.dumps({"move": LEGAL[0]}) if job.quick else None)
    jobs.take_back = lambda job_id: False  # type: ignore[method-assign]

    async def use(workers: Workers) -> str:
        waiting = [asyncio.ensure_future(workers.ask(request())) for _ in range(MOST_OPEN + 9)]
        while len(jobs.jobs) < MOST_OPEN:
            await asyncio.sleep(0.01)
        quick = {**request(1), "quick": True}
        assert await workers.ask(quick) == HERE, "its own process for quick levels is free"
        waiting.append(asyncio.ensure_future(workers.ask({**quick, "seed": "endless"})))
        await asyncio.sleep(0)
        move = await workers.ask(quick)
        assert len([job for job in jobs.posted if not job.quick]) == MOST_OPEN
        for one in waiting:
            one.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        return move

    assert run(jobs, use)[0] == LEGAL[0]


def test_a_job_names_neither_room_nor_seed_and_has_a_bounded_position() -> None:
    job = make_job({**request(), "seed": "ABCD2345 7 3"}, quick=False)
    assert "ABCD2345" not in json.dumps(job.request())
    assert job.request()["position"] == request()["position"]
    with pytest.raises(WorkerError, match="more than 65536 bytes"):
        make_job({**request(), "position": "x" * MAX_POSITION}, quick=False)
    assert make_job(request(), quick=False).id != make_job(request(), quick=False).id


DEEP = "[" * 5000 + "]" * 5000
LIES: list[tuple[str, str]] = [
    ("", "not JSON"),
    ("\0", "not JSON"),
    (DEEP, "not JSON|no move"),  # newer Pythons read it
    (f'{{"move": {"1" * 5000}}}', "not JSON"),
    ("[]", "no move"),
    ('{"move": 7}', "no move"),
    ('{"moves": ["end"]}', "no move"),
    ('{"move": ""}', "not legal"),
    ('{"move": "resign"}', "not legal"),
    ('{"move": "\\ud800"}', "not legal"),
    (json.dumps({"move": LEGAL[0] + "\n" + LEGAL[1]}), "not legal"),
    (json.dumps({"move": "x" * MAX_ANSWER}), "more than"),
]
EXPLANATIONS: list[tuple[object, str]] = [
    (None, "a list"),
    ([["explain_earns", {}]] * (MAX_EXPLANATIONS + 1), "a list"),
    (["explain_earns"], "a code with"),
    ([["explain_earns", []]], "a code with"),
    ([["no_such_code", {}]], "no code of latice"),
    ([["explain_earns", {"gain": 1.5}]], "plain"),
    ([["explain_earns", {"gain": 2**60}]], "plain"),
    ([["explain_earns", {"gain": "x" * (MAX_TEXT + 1)}]], "plain"),
    ([["explain_earns", {"x" * (MAX_TEXT + 1): 1}]], "plain"),
    ([["explain_earns", {"gain": list(range(MAX_ITEMS + 1))}]], "plain"),
    ([["explain_earns", {"gain": [[1]]}]], "plain"),
]


@pytest.mark.parametrize(("text", "reason"), LIES)
def test_a_lie_is_found(text: str, reason: str) -> None:
    with pytest.raises(WorkerError, match=reason):
        check_answer(request(), text)


@pytest.mark.parametrize(("explanations", "reason"), EXPLANATIONS)
def test_explanations_cannot_carry_anything_else(explanations: object, reason: str) -> None:
    text = json.dumps({"move": LEGAL[0], "explanations": explanations})
    with pytest.raises(WorkerError, match=reason):
        check_answer({**request(), "explain": True}, text)
    assert check_answer(request(), text) == {"move": LEGAL[0]}, "a move comes without any"


@pytest.mark.parametrize(
    "second", ["x", {}, {"move": "no"}, {"move": LEGAL[1]}, {"move": LEGAL[1], "explanations": [1]}]
)
def test_the_second_best_move_of_a_hint_is_checked_too(second: object) -> None:
    best = {"move": LEGAL[0], "explanations": []}
    asked = {**request(), "explain": True, "second": True}
    with pytest.raises(WorkerError):
        check_answer(asked, json.dumps({**best, "second": second}))
    good = {**best, "second": {"move": LEGAL[1], "explanations": []}}
    assert check_answer(asked, json.dumps(good)) == good
    assert check_answer(asked, json.dumps({**best, "second": None}))["second"] is None


@pytest.mark.parametrize("name", ["flooding", "latice", "rowsandcols", "waffe", "wege"])
def test_true_answers_pass_in_every_game(name: str) -> None:
    from ludoteca.bots.worker import answer

    game = find_game(name)
    state = game.start(2, game.check_options({}), Random("game"))
    asked = {**make_request(game, state, state.seat(), 1, "seed"), "explain": True, "second": True}
    job = make_job(asked, quick=True)
    found = answer(json.dumps({**job.request(), "id": 1}).encode())
    checked = check_answer(asked, json.dumps(found))
    assert checked == {name: found[name] for name in ("move", "explanations", "second")}
    assert replace(job, id="") == replace(make_job(asked, quick=True), id="")

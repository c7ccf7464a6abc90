"""The arena as a whole: processes, order, stopping, Ctrl-C, continuing, and the command."""

from __future__ import annotations

import io
import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest

from ludoteca.cli import cli
from ludoteca.core.errors import LudotecaError
from ludoteca.lab import pool, runner
from ludoteca.lab.arena import Arena, Matchup, round_robin_pairs
from ludoteca.lab.pairings import Contest, DealResult, Pairing, ThinkingTime
from ludoteca.lab.report import Report

COMMAND = [sys.executable, "-c", "from ludoteca.cli import main; main()", "arena"]
MATCHUP = ["latice", "greedy", "random"]
CONTEST = Contest("latice", {"turns": 4, "open_racks": False, "refill": "end", "buy": "any"}, 2, "seed")
needs_proc = pytest.mark.skipif(not Path("/proc/self").exists(), reason="looks at processes by /proc")
TIMES = {"seconds", "processes", "turns", "mean_turn_s", "longest_turn_s"}


def deal(*results: float) -> DealResult:
    return DealResult(
        list(results), [2 * result - 1 for result in results], ThinkingTime(2, 0.2, 0.1), ThinkingTime(2, 0.4, 0.3)
    )


def without_times(report: dict[str, Any]) -> dict[str, Any]:
    """Return what must be the same every time: everything but the times."""
    return {
        name: without_times(value) if isinstance(value, dict) else value
        for name, value in report.items()
        if name not in TIMES
    }


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play deals in this process, the later of two first."""

    def play_all(contest: Contest, pairings: Iterator[Pairing], processes: int) -> Iterator[tuple[Pairing, DealResult]]:
        while waiting := [pairing for pairing in (next(pairings, None), next(pairings, None)) if pairing is not None]:
            for pairing in reversed(waiting):
                yield pairing, contest.play(pairing)

    monkeypatch.setattr("ludoteca.lab.arena.play_all", play_all)


def asked(*arguments: str) -> int | None:
    status: int | None = cli.main(["arena", *arguments], standalone_mode=False)
    return status


def answered(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert not asked(*arguments, "--json")
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_any_number_of_processes_gives_the_same_results() -> None:
    found = []
    for processes in (1, 3):
        matchup = Matchup("greedy", "random", 7, "games")
        Arena(CONTEST, [matchup]).run(processes, None, lambda matchup: None)
        found.append([(deal.results, deal.margins) for deal in matchup.counted])
    in_order = [CONTEST.play(Pairing("greedy", "random", number)) for number in range(7)]
    assert found[0] == found[1] == [(deal.results, deal.margins) for deal in in_order]


def test_a_failing_bot_is_reported() -> None:
    contest = Contest("latice", {}, 2, "seed")
    with pytest.raises(pool.ArenaFailed, match=r"Deal 0 of greedy against random was not played .*KeyError"):
        list(pool.play_all(contest, iter([Pairing("greedy", "random", 0)]), 1))


def test_a_dead_process_is_reported() -> None:
    playing = pool.play_all(CONTEST, iter([Pairing("greedy", "random", number) for number in range(3)]), 1)
    next(playing)
    (worker,) = multiprocessing.active_children()
    worker.kill()
    worker.join()
    with pytest.raises(pool.ArenaFailed, match=r"Deal 1 of greedy .*: Its process died\."):
        next(playing)


def test_deals_count_in_the_order_of_their_numbers() -> None:
    matchup = Matchup("a", "b", 4, "games")
    for number, counted in ((2, 0), (0, 1), (1, 3), (3, 4)):
        assert not matchup.done
        matchup.add(number, deal(number % 2, 1))
        assert len(matchup.counted) == counted
    assert matchup.done
    assert [deal.results[0] for deal in matchup.counted] == [0, 1, 0, 1]


def test_a_matchup_stops_at_the_same_deal_in_any_order() -> None:
    deals = [deal(1, 1), deal(1, 0.5), deal(1, 1)] * 20
    straight, backwards = (Matchup("a", "b", len(deals), "games", stop_at=0.5) for _ in range(2))
    for number, each in enumerate(deals):
        straight.add(number, each)
    for number, each in reversed(list(enumerate(deals))):
        backwards.add(number, each)
    assert straight.verdict == backwards.verdict == "above"
    assert len(straight.counted) == len(backwards.counted) < len(deals)
    assert list(straight.remaining()) == []


def test_who_meets_whom_in_a_round_robin() -> None:
    assert round_robin_pairs(["r", "1", "2"], neighbours=False) == [("1", "r"), ("2", "r"), ("2", "1")]
    assert round_robin_pairs(["r", "1", "2"], neighbours=True) == [("1", "r"), ("2", "1")]


@pytest.mark.usefixtures("here")
def test_the_json_of_a_matchup(capsys: pytest.CaptureFixture[str]) -> None:
    found = answered(capsys, *MATCHUP, "--games", "5", "--option", "turns=8")
    assert (found["game"], found["measure"], found["complete"]) == ("latice", "games", True)
    assert found["options"]["turns"] == 8
    assert (found["games"], found["deals"]) == (6, 3)
    assert found["a"]["name"] == "greedy"
    assert found["b"]["player"] in ("random", "1")
    assert found["a"]["turns"] == found["b"]["turns"] == 6 * 4
    assert 0 <= found["low"] < found["share"] <= found["high"] <= 1
    assert {"elo", "elo_low", "elo_high", "margin", "seconds", "verdict", "seed", "version"} <= set(found)
    assert found["a"]["mean_turn_s"] <= found["a"]["longest_turn_s"]


@pytest.mark.usefixtures("here")
def test_it_stops_when_the_result_is_clear(capsys: pytest.CaptureFixture[str]) -> None:
    found = answered(capsys, *MATCHUP, "--games", "4000", "--stop-at", "0.6")
    assert found["verdict"] == "above"
    assert found["deals"] < 60
    assert found["low"] > 0.6 - 1e-6
    assert found["complete"]


@pytest.mark.usefixtures("here")
def test_games_with_roles_are_measured_by_matches(capsys: pytest.CaptureFixture[str]) -> None:
    island = ["flooding", "watchful", "carefree", "--option", "size=3", "--games", "6"]
    found = answered(capsys, *island)
    assert found["measure"] == "scores"
    assert found["share"] == 1.0
    assert found["elo"] is None
    assert answered(capsys, *island, "--measure", "games")["share"] == found["share_of_games"] < 1.0
    asked(*island)
    shown = capsys.readouterr().out
    assert "100.0 % of the matches (95 % interval 43.9 % to 100.0 %)" in shown
    assert "of the single games" in shown


@pytest.mark.usefixtures("here")
def test_three_seats(capsys: pytest.CaptureFixture[str]) -> None:
    found = answered(capsys, "rowsandcols", "random", "random", "--seats", "3", "--games", "4", "--seed", "three")
    assert (found["games"], found["deals"], found["seats"]) == (6, 2, 3)
    assert found["b"]["turns"] > found["a"]["turns"]


@pytest.mark.usefixtures("here")
def test_a_round_robin_with_ratings(capsys: pytest.CaptureFixture[str]) -> None:
    everybody = ["latice", "--round-robin", "--players", "random,greedy,thrifty", "--games", "8", "--option", "turns=8"]
    found = answered(capsys, *everybody)
    assert len(found["pairs"]) == 3
    assert found["ratings"][0]["rating"] == 500
    assert all(entry["low"] <= entry["rating"] <= entry["high"] for entry in found["ratings"])
    assert found["ratings"][0]["rating"] < found["ratings"][1]["rating"]
    assert len(answered(capsys, *everybody, "--neighbours")["pairs"]) == 2
    asked(*everybody, "--neighbours")
    shown = capsys.readouterr().out.splitlines()
    assert shown[1] == "8 games per pair; row against column, in %:"
    assert "at 500, with 95 % intervals:" in shown[6]
    # Only neighbours have met.
    assert shown[3].split()[-1] == "."


@pytest.mark.usefixtures("here")
def test_a_results_file_can_be_continued_and_extended(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "results"
    kept = [*MATCHUP, "--option", "turns=8", "--results", str(path)]
    answered(capsys, *kept, "--games", "6")
    written = path.read_bytes()
    again = answered(capsys, *kept, "--games", "6")
    assert path.read_bytes() == written
    assert again["deals"] == 3
    more = answered(capsys, *kept, "--games", "10")
    assert path.read_bytes().startswith(written)
    assert without_times(more) == without_times(answered(capsys, *MATCHUP, "--option", "turns=8", "--games", "10"))
    with pytest.raises(LudotecaError, match=r"another contest \(seed differ\)"):
        asked(*kept, "--seed", "other")


@pytest.mark.usefixtures("here")
def test_an_interrupted_contest_is_kept_without_results_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    play, played = Contest.play, []

    def until_ctrl_c(contest: Contest, pairing: Pairing) -> DealResult:
        played.append(pairing)
        if len(played) == 4:
            raise KeyboardInterrupt
        return play(contest, pairing)

    with monkeypatch.context() as patched:
        patched.setattr(Contest, "play", until_ctrl_c)
        assert asked(*MATCHUP, "--games", "12") == 130
    shown = capsys.readouterr()
    (kept,) = tmp_path.glob("ludoteca-arena-latice-*.jsonl")
    how = f"run the same command with --results {kept} to continue"
    assert shown.err == f"Interrupted after 3 of 6 deals, kept in {kept}; {how}.\n"
    assert "4 games on 2 deals" in shown.out
    whole = answered(capsys, *MATCHUP, "--games", "12", "--results", str(kept))
    assert without_times(whole) == without_times(answered(capsys, *MATCHUP, "--games", "12"))
    assert kept.read_bytes().count(b"\n") == 7


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chess", "1", "2"], 'There is no game called "chess"'),
        (["latice"], "The arena needs two players, A and B, or --round-robin."),
        (["latice", "1"], "The arena needs two players, A and B, or --round-robin."),
        (["latice", "9", "1"], 'Latice has no bot "9"; its bots are: 1 ('),
        (["latice", "1", "0"], 'Latice has no bot "0"; its bots are: 1 ('),
        (["latice", "1:many", "1"], 'simulations must be a whole number from 0 to 10000000, not "many".'),
        (["latice", "1:", "1"], "simulations must be a whole number from 0 to 10000000"),
        (["latice", "1", "1", "--games", "0"], "--games must be a whole number from 1 to 1000000, not 0."),
        (["latice", "1", "1", "--seats", "3"], "seats must be a whole number from 2 to 2, not 3."),
        (["latice", "1", "1", "--seats", "x"], 'seats must be a whole number from 2 to 2, not "x".'),
        (["latice", "1", "1", "--seed", ""], "seed must be a whole number or a text of 1 to 512 characters"),
        (["latice", "1", "1", "--option", "turns"], "--option must be a name, an equals sign and a value"),
        (["latice", "1", "1", "--option", "size=3"], 'There is no option "size"; the options are: turns'),
        (
            ["latice", "1", "1", "--option", "turns=5"],
            "turns must be a whole number from 4 to 60 in steps of 2, not 5.",
        ),
        (["latice", "1", "1", "--stop-at", "1"], '--stop-at must be a number between 0 and 1, not "1".'),
        (["latice", "1", "1", "--stop-at", "nan"], '--stop-at must be a number between 0 and 1, not "nan".'),
        (["latice", "1", "1", "--processes", "0"], "--processes must be a whole number from 1 to 1024, not 0."),
        (["latice", "1", "1", "--players", "1,2"], "--players is for --round-robin only."),
        (["latice", "1", "1", "--neighbours"], "--neighbours is for --round-robin only."),
        (["latice", "1", "1", "--round-robin"], "With --round-robin, name the players with --players."),
        (["latice", "--round-robin", "--players", "1"], "--players must be two players or more, each once"),
        (["latice", "--round-robin", "--players", "1,1"], "--players must be two players or more, each once"),
        (["rowsandcols", "--round-robin", "--seats", "3"], "--round-robin needs 2 seats, not 3."),
    ],
)
def test_bad_arguments_are_refused_in_one_sentence(arguments: list[str], sentence: str) -> None:
    with pytest.raises(LudotecaError) as refused:
        asked(*arguments)
    assert sentence in refused.value.sentence
    assert "\n" not in refused.value.sentence


def test_an_unknown_measure_is_refused() -> None:
    with pytest.raises(click.BadParameter, match="'x' is not one of 'games', 'scores'"):
        asked("latice", "1", "1", "--measure", "x")


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_gets_a_progress_bar_with_the_share(monkeypatch: pytest.MonkeyPatch) -> None:
    matchup = Matchup("5", "4", 4, "games")
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    with runner._progress_bar(Arena(CONTEST, [matchup])) as bar:
        for number in range(4):
            matchup.add(number, deal(1, number % 2))
            bar(matchup)
    assert "100%" in screen.getvalue()
    assert "5 has 75.0 % against 4" in screen.getvalue()


def test_a_report_without_deals_says_so() -> None:
    report = Report(
        Arena(CONTEST, [Matchup("greedy", "random", 4, "games")]), ["greedy", "random"], False, None, 1, 0.5
    )
    assert not report.complete
    assert "No deal was played." in report.text()
    assert (report.json()["games"], report.json()["complete"]) == (0, False)


def run(*arguments: str) -> dict[str, Any]:
    done = subprocess.run([*COMMAND, *arguments, "--json"], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def wait_for_lines(path: Path, count: int) -> None:
    while not path.exists() or path.read_bytes().count(b"\n") < count:
        time.sleep(0.05)


def children(pid: int) -> list[int]:
    return [int(text) for text in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def alive(pid: int) -> bool:
    """Return whether a process runs; a zombie does not."""
    try:
        return "State:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False


def interrupted(arguments: list[str], path: Path, how: signal.Signals) -> tuple[str, str, int]:
    """Stop a run in the middle and return its output; none of its workers is left."""
    lines = path.read_bytes().count(b"\n") if path.exists() else 0
    with subprocess.Popen(
        [*COMMAND, *arguments, "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        wait_for_lines(path, lines + 4)
        workers = children(process.pid)
        process.send_signal(how)
        out, err = process.communicate(timeout=60)
    assert len(workers) >= 2
    while any(alive(worker) for worker in workers):
        time.sleep(0.05)
    return out, err, process.returncode


@needs_proc
def test_an_interrupted_contest_continues_to_the_same_result(tmp_path: Path) -> None:
    path = tmp_path / "results"
    kept = [*MATCHUP, "--results", str(path), "--processes", "2"]
    assert interrupted([*kept, "--games", "100000"], path, signal.SIGKILL)[0] == ""
    with path.open("ab") as torn:
        torn.write(b'{"a": "gree')
    out, err, status = interrupted([*kept, "--games", "100000"], path, signal.SIGINT)
    assert status == 130
    assert not json.loads(out)["complete"]
    assert len(err.splitlines()) == 1
    assert f"deals, kept in {path}; run the same command to continue." in err
    games = str(2 * (path.read_bytes().count(b"\n") + 8))
    assert without_times(run(*kept, "--games", games)) == without_times(run(*MATCHUP, "--games", games))


@needs_proc
def test_ctrl_c_reaches_the_parent_only(tmp_path: Path) -> None:
    """In a terminal the whole process group gets it; the workers must not print tracebacks."""
    with subprocess.Popen(
        [*COMMAND, *MATCHUP, "--games", "100000", "--processes", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env={**os.environ, "TMPDIR": str(tmp_path)},
    ) as process:
        while len(children(process.pid)) < 3:
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err.startswith("Interrupted after ")
    assert len(err.splitlines()) == 1
    assert out.startswith("Latice, ")

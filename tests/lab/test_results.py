"""The results file: continued, truncated, broken, or of another contest."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ludoteca.lab.pairings import Contest, DealResult, Pairing, ThinkingTime
from ludoteca.lab.results import ResultsFile, ResultsFileError, make_header

CONTEST = Contest("flooding", {"size": 3}, 2, "seed")
HEADER = make_header(CONTEST, ["1", "random"])
DEAL = DealResult([1.0, 0.5], [2.0, -1.0], ThinkingTime(3, 0.1, 0.05), ThinkingTime(4, 0.2, 0.07))
PAIRINGS = [Pairing("1", "random", number) for number in range(3)]
ENTRY = (
    '{"a": "1", "b": "random", "number": 1, "results": [1, 0], "margins": [1, 0], '
    '"time_a": [3, 3, 3], "time_b": [3, 3, 3]}'
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "results.jsonl"
    with ResultsFile(path, HEADER) as results:
        assert results.deals == {}
        for pairing in PAIRINGS:
            results.add(pairing, DEAL)
    return path


def test_written_deals_are_read_back(path: Path) -> None:
    with ResultsFile(path, HEADER) as results:
        assert results.deals == dict.fromkeys(PAIRINGS, DEAL)
    assert len(path.read_text().splitlines()) == 4


def test_an_incomplete_last_line_is_dropped(path: Path) -> None:
    whole = path.read_bytes()
    last = whole[:-1].rfind(b"\n") + 1
    for length in (last + 1, last + 20, len(whole) - 1):
        path.write_bytes(whole[:length])
        with ResultsFile(path, HEADER) as results:
            assert list(results.deals) == PAIRINGS[:2]
            results.add(PAIRINGS[2], DEAL)
        assert path.read_bytes() == whole


def test_an_incomplete_first_line_is_written_again(path: Path) -> None:
    first = path.read_bytes().splitlines(keepends=True)[0]
    for length in (0, 10, len(first) - 1, len(first)):
        path.write_bytes(first[:length])
        with ResultsFile(path, HEADER) as results:
            assert results.deals == {}
        assert path.read_bytes() == first


@pytest.mark.parametrize(
    ("contest", "players", "fields"),
    [
        (replace(CONTEST, seed="other"), ["1", "random"], "seed"),
        (replace(CONTEST, options={"size": 4}), ["1", "random"], "options"),
        (CONTEST, ["1:5", "random"], "players"),
        (CONTEST, ["random", "1"], "players"),
        (Contest("latice", {}, 2, "seed"), ["1", "random"], "game, rules_version, options"),
    ],
)
def test_results_of_another_contest_are_refused_and_left(
    path: Path, contest: Contest, players: list[str], fields: str
) -> None:
    before = path.read_bytes()
    with pytest.raises(ResultsFileError) as refused:
        ResultsFile(path, make_header(contest, players))
    assert str(refused.value).startswith(f"{path} holds results of another contest ({fields}")
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("number", "line"),
    [
        (1, "my shopping list"),
        (1, "{}"),
        (1, '{"game": "flooding"}'),
        (2, "{"),
        (2, "[" * 100_000),
        (2, "null"),
        (3, '{"a": "1", "b": "random", "number": 1}'),
        (4, ENTRY.replace('"1"', '"7"')),
        (4, ENTRY.replace("[1, 0]", "[1]")),
        (4, ENTRY.replace("[1, 0]", "[2, 0]")),
        (4, ENTRY.replace("[3, 3, 3]", "[3, 3]")),
    ],
)
def test_a_broken_file_is_refused_and_left(path: Path, number: int, line: str) -> None:
    lines = path.read_text().splitlines()
    lines[number - 1] = line
    broken = "\n".join([*lines, '{"torn'])
    path.write_text(broken)
    with pytest.raises(ResultsFileError, match=f"^Line {number} of .* is not a result of the arena"):
        ResultsFile(path, HEADER)
    assert path.read_text() == broken


def test_bytes_that_are_not_text_are_refused(path: Path) -> None:
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(ResultsFileError, match="Line 1"):
        ResultsFile(path, HEADER)


def test_a_folder_cannot_be_a_results_file(tmp_path: Path) -> None:
    with pytest.raises(ResultsFileError, match="cannot be read: Is a directory"):
        ResultsFile(tmp_path, HEADER)
    with pytest.raises(ResultsFileError, match="cannot be written: No such file or directory"):
        ResultsFile(tmp_path / "no" / "such", HEADER)

"""High scores of the console: each game counts once, and casual games never."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from ludoteca.cli import cli
from ludoteca.core.records import Record, Seat
from ludoteca.core.registry import find_game
from ludoteca.store.database import FILE_NAME
from ludoteca.store.sqlite import Store
from ludoteca.terminal.highscores import add_high_scores
from ludoteca.terminal.local_game import LocalGame

FIELDS = [f"{letter}{row}" for letter in "abc" for row in "123"]
WALK = "\n".join(FIELDS * 300) + "\n"
"""Steps to everywhere: impossible ones are refused, until the game is over."""
ADA = ("--bot", "weather=1", "--name", "Ada")


def play(folder: Path, lines: str, *more: str) -> str:
    done = CliRunner().invoke(cli, ["play", "flooding", "3", "--data", str(folder), *more], input=lines)
    assert done.exit_code == 0, done.output
    return done.output


def high_scores(folder: Path) -> list[tuple[str, int]]:
    with Store(folder / FILE_NAME) as store:
        return [(score.name, score.value) for score in store.high_scores("flooding", 10)]


def test_a_finished_game_is_counted_with_the_bot_it_was_played_against(tmp_path: Path) -> None:
    play(tmp_path, WALK, *ADA)
    with Store(tmp_path / FILE_NAME) as store:
        (score,) = store.high_scores("flooding", 10)
    assert (score.name, score.against, score.players) == ("Ada", 1, 2)


def test_a_game_that_is_continued_is_counted(tmp_path: Path) -> None:
    play(tmp_path, "b2\n", *ADA)
    assert high_scores(tmp_path) == []
    play(tmp_path, WALK, "--continue")
    assert [name for name, _ in high_scores(tmp_path)] == ["Ada"]


def test_nobody_is_listed_under_the_name_of_a_role(tmp_path: Path) -> None:
    play(tmp_path, WALK, "--bot", "weather=1")
    play(tmp_path, WALK, "--bot", "weather=1", "--name", "JOURNEYMAN")
    assert high_scores(tmp_path) == []


def test_two_people_at_one_terminal_are_not_listed(tmp_path: Path) -> None:
    play(tmp_path, "b2\nb2 c3\na1\nb1 a2\n", "--name", "Ada")
    assert high_scores(tmp_path) == []


def test_the_same_game_counts_once(tmp_path: Path) -> None:
    seats = (Seat("Ada", None), Seat("bot", 2))
    moves = ("b2", "b2 c3", "a1", "b1 a2")
    record = Record(find_game("flooding"), {"size": 3}, "seed", seats, moves)
    for _ in range(2):
        assert add_high_scores(LocalGame(record), tmp_path / FILE_NAME) == ""
    assert [value for _, value in high_scores(tmp_path)] == [2]


@pytest.mark.parametrize("when", ["at once", "continued"])
def test_a_chosen_seed_does_not_count(tmp_path: Path, when: str) -> None:
    if when == "at once":
        play(tmp_path, WALK, *ADA, "--seed", "mine")
    else:
        play(tmp_path, "b2\n", *ADA, "--seed", "mine")
        play(tmp_path, WALK, "--continue")
    assert high_scores(tmp_path) == []


def test_a_game_from_a_file_does_not_count(tmp_path: Path) -> None:
    play(tmp_path, f"b2\nsave {tmp_path / 'mine.json'}\nquit\n", *ADA)
    play(tmp_path, WALK, "--load", str(tmp_path / "mine.json"))
    assert high_scores(tmp_path) == []


@pytest.mark.parametrize(("name", "casual"), [("flooding", False), ("latice", True)])
def test_an_undo_past_what_was_revealed_makes_a_game_casual(name: str, casual: bool) -> None:
    """The first tile of Latice ends a turn, so new ones are drawn; in Flooding Islands nothing is hidden."""
    game = find_game(name)
    local = LocalGame(Record(game, game.check_options({}), "seed", (Seat("1", None), Seat("2", None)), ()))
    local.play(local.state.moves()[0])
    local.undo()
    assert local.casual is casual


def test_a_database_that_cannot_be_written_is_reported_and_the_game_still_ends(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).mkdir(parents=True)
    assert "cannot be opened" in play(tmp_path, WALK, *ADA)

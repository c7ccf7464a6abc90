"""High scores of games in the terminal: the same as at any table."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from ludoteca.cli import cli
from ludoteca.store.database import FILE_NAME
from ludoteca.store.sqlite import SqliteStore

FIELDS = [f"{letter}{row}" for letter in "abc" for row in "123"]
WALK = "\n".join(FIELDS * 12) + "\n"
"""Steps to everywhere: impossible ones are refused, until the game is over."""
ADA = ("--bot", "weather=5", "--name", "Ada")


def play(folder: Path, lines: str, *more: str) -> str:
    done = CliRunner().invoke(cli, ["play", "flooding", "3", "--data", str(folder), *more], input=lines)
    assert done.exit_code == 0, done.output
    return done.output


def high_scores(folder: Path) -> list[tuple[str, int]]:
    with SqliteStore(folder / FILE_NAME) as store:
        return [(score.name, score.value) for score in store.high_scores("flooding", 10)]


def test_a_finished_game_is_counted_with_the_bot_it_was_played_against(tmp_path: Path) -> None:
    play(tmp_path, WALK, *ADA)
    with SqliteStore(tmp_path / FILE_NAME) as store:
        (score,) = store.high_scores("flooding", 10)
    assert (score.name, score.against, score.players) == ("Ada", 5, 2)


def test_a_game_that_is_continued_is_counted_once(tmp_path: Path) -> None:
    play(tmp_path, "b2\n", *ADA)
    assert high_scores(tmp_path) == []
    play(tmp_path, WALK, "--continue")
    assert [name for name, _ in high_scores(tmp_path)] == ["Ada"]


def test_whoever_gives_no_name_or_that_of_a_role_is_a_guest(tmp_path: Path) -> None:
    play(tmp_path, WALK, "--bot", "weather=5")
    play(tmp_path, WALK, "--bot", "weather=5", "--name", "JOURNEYMAN", "--new")
    assert [name for name, _ in high_scores(tmp_path)] == ["Guest", "Guest"]


def test_two_people_at_one_terminal_are_not_listed(tmp_path: Path) -> None:
    play(tmp_path, "b2\nb2 c3\na1\nb1 a2\n", "--name", "Ada", "--name", "Bo")
    assert high_scores(tmp_path) == []


@pytest.mark.parametrize("when", ["at once", "continued"])
def test_a_chosen_seed_does_not_count(tmp_path: Path, when: str) -> None:
    if when == "at once":
        play(tmp_path, WALK, *ADA, "--seed", "mine")
    else:
        play(tmp_path, "b2\n", *ADA, "--seed", "mine")
        play(tmp_path, WALK, "--continue")
    assert high_scores(tmp_path) == []


def test_a_hint_makes_a_game_casual(tmp_path: Path) -> None:
    play(tmp_path, f"hint\n{WALK}", *ADA)
    assert high_scores(tmp_path) == []


def test_a_game_from_a_file_does_not_count(tmp_path: Path) -> None:
    play(tmp_path, f"b2\nsave {tmp_path / 'mine.json'}\nquit\n", *ADA)
    play(tmp_path, WALK, "--load", str(tmp_path / "mine.json"))
    assert high_scores(tmp_path) == []


def test_a_database_that_cannot_be_opened_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).mkdir(parents=True)
    done = CliRunner().invoke(cli, ["play", "flooding", "--data", str(tmp_path)])
    assert "cannot be opened" in str(getattr(done.exception, "sentence", ""))

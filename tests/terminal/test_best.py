"""Games finished at the terminal among the best: once, and only those that were played fairly."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from ludoteca.cli import cli
from ludoteca.core.catalogue import find_game
from ludoteca.core.records import Record, Seat
from ludoteca.store.database import FILE_NAME
from ludoteca.store.sqlite import Store
from ludoteca.terminal.best import enter
from ludoteca.terminal.session import Session

GAME = "b2\nb2 c3\na1\n"
LAST = "b1 a2\n"


def play(folder: Path, lines: str, *more: str) -> str:
    done = CliRunner().invoke(cli, ["play", "flooding", "3", "--data", str(folder), *more], input=lines)
    assert done.exit_code == 0, done.output
    return done.output


def best(folder: Path) -> list[tuple[str, int]]:
    with Store(folder / FILE_NAME) as store:
        return [(score.name, score.value) for score in store.best("flooding", 10)]


def test_a_finished_game_is_counted(tmp_path: Path) -> None:
    play(tmp_path, GAME + LAST)
    assert best(tmp_path) == [("Journeyman", 2), ("Weather", 2)]


def test_a_game_that_is_continued_is_counted(tmp_path: Path) -> None:
    play(tmp_path, GAME)
    assert best(tmp_path) == []
    play(tmp_path, LAST, "--continue")
    assert best(tmp_path) == [("Journeyman", 2), ("Weather", 2)]


def test_the_same_game_counts_once(tmp_path: Path) -> None:
    seats = (Seat("Ada", None), Seat("bot", 2))
    moves = ("b2", "b2 c3", "a1", "b1 a2")
    record = Record(find_game("flooding"), {"size": 3}, "seed", seats, moves)
    for _ in range(2):
        assert enter(Session(record), tmp_path / FILE_NAME) == ""
    assert [value for _, value in best(tmp_path)] == [2]


@pytest.mark.parametrize("when", ["at once", "continued"])
def test_a_chosen_seed_does_not_count(tmp_path: Path, when: str) -> None:
    if when == "at once":
        play(tmp_path, GAME + LAST, "--seed", "mine")
    else:
        play(tmp_path, GAME, "--seed", "mine")
        play(tmp_path, LAST, "--continue")
    assert best(tmp_path) == []


def test_a_game_from_a_file_does_not_count(tmp_path: Path) -> None:
    play(tmp_path, f"{GAME}save {tmp_path / 'mine.json'}\nquit\n")
    play(tmp_path, LAST, "--load", str(tmp_path / "mine.json"))
    assert best(tmp_path) == []


@pytest.mark.parametrize(("name", "casual"), [("flooding", False), ("latice", True)])
def test_an_undo_past_what_was_revealed_makes_a_game_casual(name: str, casual: bool) -> None:
    """The first tile of Latice ends a turn, so that new ones are drawn; on the island nothing is ever hidden."""
    game = find_game(name)
    session = Session(Record(game, game.check_options({}), "seed", (Seat("1", None), Seat("2", None)), ()))
    session.play(session.state.moves()[0])
    session.undo()
    assert session.casual is casual


def test_a_database_that_cannot_be_written_is_said_and_the_game_still_ends(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).mkdir(parents=True)
    assert "cannot be opened" in play(tmp_path, GAME + LAST)

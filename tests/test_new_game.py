"""`ludoteca new-game` writes a package that passes its own tests and plays at once: terminal, arena and types."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from installed_games import InstalledGames

from ludoteca.cli import cli
from ludoteca.template import write_game

pytestmark = pytest.mark.slow

NAME = "fox_and_geese"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("projects") / NAME
    write_game(NAME, folder)
    return folder


@pytest.fixture(scope="module")
def games(project: Path, tmp_path_factory: pytest.TempPathFactory) -> InstalledGames:
    installed = InstalledGames(tmp_path_factory.mktemp("installed"))
    installed.install(project)
    return installed


def test_nothing_of_the_template_s_own_name_is_left(project: Path) -> None:
    for path in project.rglob("*"):
        assert "my_game" not in path.name
        if path.is_file():
            assert not re.search(r"my_game|my-game|MyGame|My Game", path.read_text("utf-8")), path


def test_the_written_tests_pass_conformance_included(project: Path, games: InstalledGames) -> None:
    done = games.run("pytest", "-q", "-p", "no:xdist", "-p", "no:cacheprovider", "--ludoteca-deals=1", cwd=project)
    assert (done.returncode, "4 passed" in done.stdout) == (0, True), done.stdout + done.stderr


def test_the_game_is_listed_without_a_rating_and_has_its_rules(games: InstalledGames) -> None:
    done = games.run("ludoteca", "games")
    lines = [line for line in done.stdout.splitlines() if line.startswith(NAME)]
    assert lines == [f"{NAME} Fox And Geese, 2 players. Three in a row wins."], done.stderr
    after = done.stdout[done.stdout.index(NAME) :].splitlines()
    assert after[1].strip() == "bot 1, beginner: Thinks briefly."
    assert games.run("ludoteca", "rules", NAME).stdout.startswith("# Fox And Geese\n")


def test_it_is_played_in_the_terminal(games: InstalledGames) -> None:
    done = games.run("ludoteca", "play", NAME, "--people", "2", "--seed", "7", stdin="a1\nb1\na2\nb2\na3\n")
    assert "Guest wins with three in a row." in done.stdout, done.stdout + done.stderr


def test_it_is_played_in_the_arena(games: InstalledGames) -> None:
    done = games.run("ludoteca", "arena", NAME, "2:20", "random", "--games", "4", "--processes", "1")
    assert (done.returncode, "strong" in done.stdout) == (0, True), done.stdout + done.stderr


@pytest.mark.slow
def test_it_is_typed_throughout(project: Path, games: InstalledGames, tmp_path: Path) -> None:
    done = games.run("mypy", "--cache-dir", str(tmp_path), cwd=project)
    assert (done.returncode, done.stdout.startswith("Success")) == (0, True), done.stdout + done.stderr


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Nim", "The name of a game is 2 to 31 lower-case letters"),
        ("n", "The name of a game is 2 to 31 lower-case letters"),
        ("../nim", "The name of a game is 2 to 31 lower-case letters"),
        ("nim-2", "The name of a game is 2 to 31 lower-case letters"),
        ("a" * 32, "The name of a game is 2 to 31 lower-case letters"),
        ("latice", "There is a game called latice already."),
        ("json", "json is a word or a module of Python"),
        ("class", "class is a word or a module of Python"),
    ],
)
def test_a_name_that_no_game_can_have_is_refused_and_nothing_is_written(name: str, reason: str, tmp_path: Path) -> None:
    with pytest.raises(click.ClickException, match=re.escape(reason)):
        write_game(name, tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_a_folder_that_exists_is_never_overwritten(tmp_path: Path) -> None:
    (tmp_path / "kept.txt").write_text("mine")
    done = CliRunner().invoke(cli, ["new-game", "halma", "--folder", str(tmp_path)])
    assert (done.exit_code, "exists already; nothing was written." in done.output) == (1, True)
    assert [path.name for path in tmp_path.iterdir()] == ["kept.txt"]


def test_the_command_says_what_to_do_next(tmp_path: Path) -> None:
    folder = tmp_path / "halma"
    done = CliRunner().invoke(cli, ["new-game", "halma", "--folder", str(folder)])
    steps = f"Next: pip install -e {folder}, then ludoteca play halma."
    assert done.output == f"Wrote 17 files into {folder}. {steps}\n"

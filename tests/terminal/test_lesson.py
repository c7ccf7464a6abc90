"""`ludoteca learn` plays the steps of a lesson."""

from __future__ import annotations

from io import StringIO
from textwrap import wrap

import pytest
from click.testing import CliRunner

import ludoteca
from ludoteca.cli import cli
from ludoteca.core.lessons import SEPARATOR, find_lesson
from ludoteca.core.registry import find_game
from ludoteca.terminal.lesson import LessonConsole
from ludoteca.terminal.terminal import Terminal


def learn(name: str, *lines: str, step: int = 1) -> str:
    output, game = StringIO(), find_game(name)
    terminal = Terminal(StringIO("".join(f"{line}\n" for line in lines)), output)
    LessonConsole(game, find_lesson(game), terminal, step).run()
    return output.getvalue()


@pytest.mark.parametrize("name", ludoteca.game_names())
def test_a_lesson_is_finished_by_its_accepted_moves(name: str) -> None:
    lesson = find_lesson(find_game(name))
    moves = [move for step in lesson.steps for move in step.accept[-1].split(SEPARATOR)]
    out = learn(name, *moves)
    assert out.count("Done.") == len(lesson.steps)
    assert out.endswith(f"To play: ludoteca play {name}\n")


@pytest.mark.parametrize("name", ludoteca.game_names())
def test_a_lesson_can_be_shown_step_by_step(name: str) -> None:
    lesson = find_lesson(find_game(name))
    assert learn(name, *["show"] * len(lesson.steps)).endswith(f"To play: ludoteca play {name}\n")


def test_misses_and_refusals_are_explained_and_the_step_begins_again() -> None:
    out = learn("flooding", "c3", "b1", "b2", "moves", "back", "next", "quit")
    assert "c3 is too far away for one day." in out
    assert "Start diagonally.\nThe step begins again." in out
    assert "a1, b1, c1, a2, c2, a3, b3, c3" in out
    assert "\n2 of 7: Water stops you" in out
    assert out.endswith("To go on: ludoteca learn flooding --step 2\n")


def test_the_end_of_input_ends() -> None:
    assert learn("latice", step=3).endswith("To go on: ludoteca learn latice --step 3\n")


def test_bad_input_gets_one_sentence() -> None:
    with pytest.raises(ludoteca.LudotecaError, match="step must be a whole number from 1 to 7, not 8"):
        learn("flooding", step=8)
    with pytest.raises(ludoteca.LudotecaError, match="chess"):
        CliRunner().invoke(cli, ["learn", "chess"], catch_exceptions=False, standalone_mode=False)


@pytest.mark.parametrize("name", ludoteca.game_names())
def test_a_step_fits_on_a_screen_of_24_lines(name: str) -> None:
    for number in range(1, len(find_lesson(find_game(name)).steps) + 1):
        step = learn(name, "quit", step=number).split("\n\n", 1)[1] if number else ""
        shown = step.rpartition("\n> ")[0] + "\n> "
        lines = [part for line in shown.split("\n") for part in wrap(line, 80) or [""]]
        assert len(lines) <= 24, (name, number, shown)

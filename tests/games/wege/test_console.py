"""Wege on the command line: positional options, and whole games through a pipe."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from ludoteca.cli import main


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTECA_DATA", str(tmp_path))


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str, typed: str = "") -> int:
    monkeypatch.setattr("sys.argv", ["ludoteca", "play", "wege", *arguments])
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    with pytest.raises(SystemExit) as end:
        main()
    assert isinstance(end.value.code, int)
    return end.value.code


@pytest.mark.parametrize(
    ("given", "rows", "cols", "deck"),
    [
        ("", 6, 6, 39),
        ("7 5", 7, 5, 39),
        ("7 5 2", 7, 5, 37),
        ("5", 6, 6, 53),
        ("10 10", 10, 10, 101),
        ("16 16 9", 16, 16, 257),
        ("0", 6, 6, 37),
        ("1", 6, 6, 37),
    ],
)
def test_sizes_and_specials_are_positional(
    given: str, rows: int, cols: int, deck: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, *given.split()) == 0
    output = capsys.readouterr().out
    assert f"Deck: {deck} " in output
    last = f"{'abcdefghijklmnop'[cols - 1]}{rows}"
    assert last in output
    assert f"{'abcdefghijklmnop'[cols - 1]}{rows + 1}" not in output


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("10", 'specials must be one of standard, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, not "10".'),
        ("-1", 'specials must be one of standard, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, not "-1".'),
        ("1.5", 'specials must be one of standard, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, not "1.5".'),
        ("2 6", "rows must be a whole number from 3 to 16, not 2."),
        ("6 17", "cols must be a whole number from 3 to 16, not 17."),
        ("six six", 'rows must be a whole number from 3 to 16, not "six".'),
        ("7 5 10", 'specials must be one of standard, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, not "10".'),
        ("7 5 many", 'specials must be one of standard, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, not "many".'),
        ("7 5 2 1", "Wege takes ROWS COLS or ROWS COLS SPECIALS or SPECIALS in this order; got 4 values."),
    ],
)
def test_bad_options_are_one_sentence_and_status_2(
    given: str, sentence: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, *given.split()) == 2
    output = capsys.readouterr()
    assert output.err == f"ludoteca: {sentence}\n"
    assert output.out == ""


def test_a_whole_game_between_bots(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(monkeypatch, "3", "4", "--seed", "pipe", "--bot", "land=easy", "--bot", "water=beginner") == 0
    output = capsys.readouterr().out
    assert "Land: sides" in output
    assert "Score          Land  Water" in output


def test_help_explains_how_to_move(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(monkeypatch, "--seed", "pipe", typed="\nc3/1\nc3/1\nquit\n") == 0
    output = capsys.readouterr().out
    assert "Place the card in hand with c3/1" in output
    assert "Land lays" in output
    assert "c3 is taken by" in output

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
    [("", 6, 6, 39), ("7 5", 7, 5, 39), ("7 5 2", 7, 5, 37), ("5", 6, 6, 53), ("10 10", 10, 10, 101), ("1", 6, 6, 37)],
)
def test_sizes_and_specials_are_positional(
    given: str, rows: int, cols: int, deck: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, *given.split()) == 0
    output = capsys.readouterr().out
    assert f"Deck, {deck} cards:" in output
    last = f"{'abcdefghij'[cols - 1]}{rows}"
    assert last in output
    assert f"{'abcdefghij'[cols - 1]}{rows + 1}" not in output


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("0", 'specials must be one of standard, 1, 2, 3, 4, 5, not "0".'),
        ("6", 'specials must be one of standard, 1, 2, 3, 4, 5, not "6".'),
        ("1.5", 'specials must be one of standard, 1, 2, 3, 4, 5, not "1.5".'),
        ("2 6", "rows must be a whole number from 3 to 10, not 2."),
        ("6 11", "cols must be a whole number from 3 to 10, not 11."),
        ("six six", 'rows must be a whole number from 3 to 10, not "six".'),
        ("7 5 0", 'specials must be one of standard, 1, 2, 3, 4, 5, not "0".'),
        ("7 5 many", 'specials must be one of standard, 1, 2, 3, 4, 5, not "many".'),
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
    assert "\nScore     sides" in output


def test_help_explains_how_to_move(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(monkeypatch, "--seed", "pipe", typed="\nc3/1\nc3/1\nquit\n") == 0
    output = capsys.readouterr().out
    assert "Place the card in hand with c3/1" in output
    assert "Land places" in output
    assert "c3 is taken by" in output

"""The line console in other languages: whole games, the help, and which language it speaks."""

from __future__ import annotations

from pathlib import Path

import pytest
from english_words import find_english, find_untranslatable
from late_positions import late_position
from terminal.scripted import play

from ludoteca import cli
from ludoteca.core.errors import OptionError
from ludoteca.core.languages import PSEUDO, PSEUDO_SETTING
from ludoteca.table.create_room import CreateRoom, SeatRequest
from ludoteca.terminal import texts
from ludoteca.terminal.participant import printable
from ludoteca.terminal.play import NewGame

GAMES = ("flooding", "latice", "rowsandcols", "waffe", "wege")
AGAINST_BOT = [SeatRequest("here", "Ada"), SeatRequest("bot", level=1)]
TYPED = "> "
"""What was typed is shown after it."""


def late_game(game: str) -> NewGame:
    return NewGame(CreateRoom(game=game, seats=AGAINST_BOT, start=late_position(game, 4)))


@pytest.mark.slow
@pytest.mark.parametrize("language", ["de", "fi", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_to_its_end_without_an_english_sentence(
    game: str, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(texts, "_language", language)
    lines = ["who", "moves zz", "nonsense", "hint", "undo", *["bot"] * 40, "quit"]
    printed, table = play(lines, tmp_path, late_game(game))
    assert table.phase == "over"
    english = [line for line in printed.splitlines() if not line.startswith(TYPED) and find_english(line)]
    assert english == []


def test_the_no_break_spaces_of_french_are_shown_and_control_characters_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(texts, "_language", "fr")
    printed, _ = play(["?", "quit"], tmp_path, late_game("flooding"))
    assert "un de ces mots\u00a0:" in printed
    assert "quitte\u202f; vous gardez votre place" in printed
    assert printable("a\x1b[2J\u202fb\u2028\u200e") == "a?[2J\u202fb??"


@pytest.mark.parametrize("language", ["de", "fi", "fr"])
def test_what_is_listed_fits_eighty_columns(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(texts, "_language", language)
    codes = ("help", "screen_help", "screen_text_keys", "menu_keys", "menu_setup_keys", "replay_keys")
    lines = [line for code in codes for line in texts.t(code).split("\n")]
    assert [line for line in lines if len(line) > 79] == []


@pytest.mark.parametrize("game", ["wege"])
def test_nothing_in_the_console_is_beyond_a_translator(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(PSEUDO_SETTING, "1")
    monkeypatch.setattr(texts, "_language", PSEUDO)
    printed, table = play(["who", *["bot"] * 12, "quit"], tmp_path, late_game(game))
    assert table.phase == "over"
    # `cos` is how the board marks a cossack.
    plain = [line for line in printed.replace("cos", "").splitlines() if not line.startswith(TYPED)]
    assert [line for line in plain if find_untranslatable(line)] == []


@pytest.mark.parametrize(
    ("arguments", "language", "rest"),
    [
        (["play", "wege", "--language", "fi"], "fi", ["play", "wege"]),
        (["--language=de-AT", "games"], "de", ["games"]),
        (["games"], "en", ["games"]),
        (["play", "--", "--language", "fi"], "en", ["play", "--", "--language", "fi"]),
    ],
)
def test_the_option_goes_with_every_command(arguments: list[str], language: str, rest: list[str]) -> None:
    assert cli.take_language(arguments) == (rest, language)


def test_the_environment_chooses_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert cli.take_language(["games"]) == (["games"], "fr")
    monkeypatch.setenv("LC_ALL", "tlh_QO.UTF-8")
    assert cli.take_language(["games"]) == (["games"], "en")
    monkeypatch.setenv("LC_ALL", "fi_FI.UTF-8")
    monkeypatch.setenv("LANGUAGE", "de:en")
    assert cli.take_language(["games"]) == (["games"], "de")
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.delenv("LANGUAGE")
    assert cli.take_language(["games"]) == (["games"], "en")


@pytest.mark.parametrize("value", ["xx", "", "../../etc/passwd", "x" * 10_000])
def test_an_unknown_language_is_refused_in_one_sentence(value: str) -> None:
    with pytest.raises(OptionError, match=r"--language must be one of .*de, en, fi, fr, not ") as refused:
        cli.take_language(["games", "--language", value])
    assert len(refused.value.sentence) < 200

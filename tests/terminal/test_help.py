"""Help pages and usage errors: in the reader's language, with nothing left in English."""

from __future__ import annotations

import re
import sys

import click
import pytest
from click.testing import CliRunner
from english_words import find_english, find_untranslatable

from ludoteca.cli import cli, main
from ludoteca.core.languages import PSEUDO, PSEUDO_SETTING
from ludoteca.core.registry import find_game, game_names
from ludoteca.terminal import texts

GAMES = ("flooding", "latice", "rowsandcols", "waffe", "wege")
LANGUAGES = ("de", "fi", "fr")
PAGES = (
    [],
    *([name] for name in ("play", "join", "learn", "rules", "replay", "games", "highscores", "verify")),
    *(["play", game] for game in GAMES),
)
TYPED = re.compile(r"--?[a-z][a-z-]*|\[[A-Z]+\]|\S+=\S+|postgresql:\S+")
"""Options and values that are the same in every language."""
HELP_OF_JOIN = """\
Usage: ludoteca join [OPTIONS] URL|CODE

  Play or watch in a room of a server. A personal link brings its seat with it.

  Examples:
    ludoteca join http://192.168.1.20:8321/r/K7QX2M9P --name Ada
    ludoteca join K7QX2M9P --seat weather        a room on this machine
    ludoteca join --watch K7QX2M9P

Options:
  --server URL  Server of CODE.  [default: http://127.0.0.1:8321]
  --name TEXT   Your name at the table; default: your login name.
  --seat TEXT   The seat to take, by number or role; default: the first free
                one.
  --watch       Watch without taking a seat.
  --plain       Play line by line, not on the full screen.
  --data PATH   Data folder. [env: LUDOTECA_DATA]  [default: (the user's data
                folder)]
  -h, --help    Show this message and exit.
"""


def read_help(page: list[str], language: str, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(texts, "_language", language)
    shown = CliRunner().invoke(cli, [*page, "--help"], prog_name="ludoteca")
    assert shown.exit_code == 0
    others = tuple(f"  {name} " for name in game_names() if name not in GAMES)
    return "".join(line for line in shown.output.splitlines(keepends=True) if not line.startswith(others))


def typed_values(page: list[str]) -> set[str]:
    """Return the words that somebody types as values: the names of seats, and what options can be."""
    if len(page) < 2:
        return set()
    game = find_game(page[1])
    choices = {choice for option in game.options for choice in getattr(option, "choices", ())}
    return choices | {game.role(seat) for seat in range(game.seats[1])} | {"true", "false"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", PAGES, ids=" ".join)
def test_no_help_page_of_a_player_has_english(page: list[str], language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = read_help(page, language, monkeypatch).splitlines()
    assert [line for line in lines if find_english(TYPED.sub("", line))] == []
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("page", PAGES, ids=" ".join)
def test_no_help_page_of_a_player_is_beyond_a_translator(page: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PSEUDO_SETTING, "1")
    shown = read_help(page, PSEUDO, monkeypatch)
    for name in ["ludoteca", *GAMES, *cli.list_commands(click.Context(cli)), *typed_values(page)]:
        shown = re.sub(rf"\b{name}\b", "", shown, flags=re.IGNORECASE)
    assert [line for line in shown.splitlines() if find_untranslatable(TYPED.sub("", line))] == []


def test_english_help_is_a_page_of_plain_text(monkeypatch: pytest.MonkeyPatch) -> None:
    assert read_help(["join"], "en", monkeypatch) == HELP_OF_JOIN


@pytest.mark.parametrize(
    ("page", "language", "wanted"),
    [
        (
            ["play", "latice"],
            "fi",
            "--turns ARVO Vuoroja yhteensä, puolet kummallekin pelaajalle. 4\u201360, 2 välein;",
        ),
        (["play", "waffe"], "de", "--jokers WERT Joker unter den Karten. 0 bis 3; Vorgabe: 3."),
        (["play", "wege"], "fr", "(standard). Standard ou 0 à 9\u202f; par défaut\u00a0: standard."),
        (["solve", "flooding"], "de", "--size WERT Felder an jeder Seite der Insel. 3 bis 20; Vorgabe: 10."),
        ([], "de", "serve Den Server starten, mit Tischen für dieses Netz."),
    ],
)
def test_options_of_games_and_lines_of_commands_are_translated(
    page: list[str], language: str, wanted: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = read_help(page, language, monkeypatch)
    assert wanted in re.sub(r"[ \n]+", " ", shown)


@pytest.mark.parametrize(
    ("arguments", "german"),
    [
        (["rules"], "Das Argument SPIEL fehlt."),
        (["worker"], "Die Option --store fehlt."),
        (["dance"], "Den Befehl „dance“ gibt es nicht."),
        (["pla"], "Den Befehl „pla“ gibt es nicht. Meinst du play oder replay?"),
        (["play", "flooding", "--siz", "3"], "Die Option „--siz“ gibt es nicht. Meinst du --size?"),
        (["join", "--name"], "Die Option --name braucht einen Wert."),
        (["play", "flooding", "--plain=1"], "Die Option --plain hat keinen Wert."),
        (["games", "all\x1b[2J"], "„all?[2J“ ist hier zu viel."),
        (["replay", "/no/such/file"], "/no/such/file ist nicht lesbar: Datei oder Ordner fehlt."),
        (["replay", "/"], "/ ist nicht lesbar: Das ist ein Ordner."),
        (["rules", "chess"], "Ein Spiel namens „chess“ gibt es nicht. Es gibt: "),
        (["learn", "wege", "--step", "x"], "step muss eine ganze Zahl von 1 bis 8 sein, nicht „x“."),
    ],
)
def test_usage_errors_are_one_sentence_in_every_language(
    arguments: list[str], german: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = {}
    for language in LANGUAGES:
        monkeypatch.setattr(texts, "_language", language)
        monkeypatch.setattr(sys, "argv", ["ludoteca", *arguments, "--language", language])
        with pytest.raises(SystemExit) as left:
            main()
        output, told[language] = capsys.readouterr()
        assert (left.value.code, output, told[language].count("\n")) == (2, "", 1)
        assert not find_english(told[language])
    assert told["de"].startswith(f"ludoteca: {german}")
    assert len(set(told.values())) == len(LANGUAGES)


def test_a_wrong_language_is_refused_in_that_of_the_environment(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(texts, "_language", "en")
    monkeypatch.setenv("LC_ALL", "fi_FI.UTF-8")
    monkeypatch.setattr(sys, "argv", ["ludoteca", "games", "--language", "xx"])
    with pytest.raises(SystemExit):
        main()
    assert "--language: arvon on oltava jokin näistä" in capsys.readouterr().err

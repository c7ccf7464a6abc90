"""The rules pages: complete, without notation before the part about typing, and with pictures that can be drawn."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest
from click.testing import CliRunner

import ludoteca
from ludoteca.cli import cli
from ludoteca.core.game_texts import GameTexts
from ludoteca.core.lessons import SEPARATOR, StepTrial, find_lesson
from ludoteca.core.registry import find_game, game_package
from ludoteca.core.translations import PICTURE, Refusal, without_pictures

FILES = ("rules.md", "rules-short.md")
SECTIONS = [
    "Goal",
    "Your turn",
    "End and points",
    "Options",
    "How to type moves",
    "Who sees what",
    "Where this game comes from",
    "Our decisions",
]
TYPING = "## How to type moves"
CODES = re.compile(r"`|@|/[0-3]\b|-?\d+,-?\d+|\b[2-9TJQKA][CDHS]\b|\b[a-j]\d\b")
ADDRESS = re.compile(r"step:(\d+)(?: moves:(.+?))?(?: hint:(.+?))?(?: part:(.+))?")
MAX_PICTURES = 20
"""A page asks the server for each."""


def read(game: str, file: str) -> str:
    return files(game_package(game)).joinpath("page", file).read_text("utf-8")


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("name", ludoteca.game_names())
def test_every_picture_shows_legal_moves_on_a_step_of_the_lesson(name: str, file: str) -> None:
    game = find_game(name)
    pictures = PICTURE.findall(read(name, file))
    assert 4 <= len(pictures) <= (6 if file == "rules-short.md" else MAX_PICTURES)
    for sentence, address in pictures:
        match = ADDRESS.fullmatch(address)
        assert match, address
        number, moves, hint, _ = match.groups()
        trial = StepTrial(game, find_lesson(game).step(int(number)))
        line = moves.split(SEPARATOR) if moves else []
        attempt = trial.play(line)
        assert attempt.refusal is None, sentence
        assert len(attempt.line) == len(line), sentence
        if hint:
            assert not isinstance(game.read_move(attempt.state, hint), Refusal), sentence


@pytest.mark.parametrize("name", ludoteca.game_names())
def test_a_page_has_all_sections_in_one_order(name: str) -> None:
    assert re.findall(r"^## (.+)$", read(name, "rules.md"), re.MULTILINE) == SECTIONS


@pytest.mark.parametrize("name", ludoteca.game_names())
def test_no_notation_stands_before_the_part_about_typing(name: str) -> None:
    main, _, rest = without_pictures(read(name, "rules.md")).partition(TYPING)
    rest = rest.partition("## Who sees what")[2]
    for text in (main, rest, without_pictures(read(name, "rules-short.md"))):
        assert not CODES.search(text), CODES.findall(text)


@pytest.mark.parametrize("name", ludoteca.game_names())
def test_options_are_called_as_on_the_page(name: str) -> None:
    game = find_game(name)
    part = read(name, "rules.md").partition("## Options")[2].partition(TYPING)[0]
    assert "_" not in part
    for option in game.options:
        assert GameTexts(game, "en").option_title(option) in part
        for text in GameTexts(game, "en").option_texts(option).values():
            if not re.search(r"\d", text):
                assert text.lower() in part.lower(), text


@pytest.mark.parametrize("name", ludoteca.game_names())
def test_what_is_ours_is_listed(name: str) -> None:
    ours = read(name, "rules.md").partition("## Our decisions")[2]
    for word in ("ready", "rounds", "clock", "open", "Help"):
        assert f"**{word}**" in ours


@pytest.mark.parametrize("name", ludoteca.game_names())
def test_in_the_terminal_a_picture_is_its_sentence(name: str) -> None:
    printed = CliRunner().invoke(cli, ["rules", name]).output
    assert "](step:" not in printed
    for sentence, _ in PICTURE.findall(read(name, "rules.md")):
        assert f"- {sentence}\n" in printed


def test_only_whole_lines_are_pictures() -> None:
    text = "a ![b](c)\n![d (e)](step:1)\n![f](g) h\n"
    assert without_pictures(text) == "a ![b](c)\n- d (e)\n![f](g) h\n"

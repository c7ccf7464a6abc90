"""The sentences of lessons: short, without notation, and fit for every kind of pointer."""

from __future__ import annotations

import json
import re
from importlib.resources import files

import pytest

import ludoteca
from ludoteca.core.lessons import find_lesson
from ludoteca.core.registry import find_game, game_package

MAX_WORDS = 14
CODES = re.compile(r"@|/[0-3]\b|-?\d+,-?\d+|\b[2-9TJQKA][CDHS]\b")
POINTERS = re.compile(r"\b(click|tap|point at|hover|drag|mouse)\b", re.IGNORECASE)


def sentences(name: str) -> dict[str, str]:
    locale: dict[str, str] = json.loads(
        files(game_package(name)).joinpath("page", "locales", "en.json").read_text("utf-8")
    )
    return {code: text for code, text in locale.items() if code.startswith("lesson_")}


@pytest.mark.parametrize("name", ludoteca.game_names())
def test_sentences_are_short_and_without_notation(name: str) -> None:
    for code, text in sentences(name).items():
        assert not CODES.search(text), code
        assert not POINTERS.search(text), code
        for sentence in re.split(r"(?<=[.?!]) ", text):
            assert len(sentence.split()) <= MAX_WORDS, f"{code}: {sentence}"


@pytest.mark.parametrize("name", ludoteca.game_names())
def test_every_sentence_is_used(name: str) -> None:
    used = {"lesson_end"}
    for number, step in enumerate(find_lesson(find_game(name)).steps, 1):
        used |= {f"lesson_{number}_{part}" for part in ("title", "text", "goal")}
        used |= {*step.misses.values(), *step.illegal.values()}
    assert set(sentences(name)) == used

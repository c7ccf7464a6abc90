"""The terminal's own sentences: `locales/LANGUAGE.json` of this package, in the language of this process."""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files
from typing import Any

from ludoteca.core.game import Game
from ludoteca.core.languages import ENGLISH, PSEUDO, is_language, pseudo_translate
from ludoteca.core.translations import Text, Translations, shared_translations

_language = ENGLISH


def set_language(language: str) -> None:
    """Choose the language of everything that the terminal says from now on."""
    global _language
    _language = language


def language() -> str:
    """Return the language of this process."""
    return _language


def t(code: str, /, **params: object) -> str:
    """Return a sentence with its parameters; of plural forms, the one for `count`."""
    return terminal_translations(_language).format(Text(code, params))


def game_words(game: Game[Any]) -> Translations:
    """Return a game's sentences in the language of this process."""
    return game.translations.to(_language)


@lru_cache(maxsize=32)
def terminal_translations(language: str) -> Translations:
    """Read the sentences of a language; English stands in for what it does not have."""
    folder = files(__package__).joinpath("locales")
    sentences: dict[str, str] = json.loads(folder.joinpath(f"{ENGLISH}.json").read_text("utf-8"))
    path = folder.joinpath(f"{language}.json")
    if language == PSEUDO:
        sentences = {code: pseudo_translate(sentence) for code, sentence in sentences.items()}
    elif is_language(language) and path.is_file():
        sentences |= json.loads(path.read_text("utf-8"))
    return Translations(sentences, shared_translations(language), language=language)

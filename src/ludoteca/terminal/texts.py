"""The terminal's own sentences: `locales/LANGUAGE.json` of this package, in the language of this process."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache, reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludoteca.core.languages import ENGLISH, PSEUDO, is_language, pseudo_translate
from ludoteca.core.translations import Text, Translations, shared_translations

if TYPE_CHECKING:
    from ludoteca.core.game import Game

LOCALES = Path(__file__).with_name("locales")
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
    sentence = None if params else find_text(code)  # the texts of help pages are quick: they need no other files
    return terminal_translations(_language).format(Text(code, params)) if sentence is None else sentence


def find_text(code: str) -> str | None:
    """Return a sentence of the terminal's own, with its placeholders; None if there is none."""
    return _read_sentences(_language).get(code)


def either(*texts: str) -> str:
    """Join texts of which one is to be chosen: `play or replay`."""
    return reduce(lambda first, second: t("bounds_or", first=first, second=second), texts)


def own_languages() -> frozenset[str]:
    """Return the languages of Ludoteca itself."""
    return frozenset(path.stem for path in LOCALES.glob("*.json"))


def game_words(game: Game[Any]) -> Translations:
    """Return a game's sentences in the language of this process."""
    return game.translations.to(_language)


@lru_cache(maxsize=32)
def terminal_translations(language: str) -> Translations:
    """Return the sentences of a language, with those that all games share."""
    return Translations(_read_sentences(language), shared_translations(language), language=language)


@lru_cache(maxsize=32)
def _read_sentences(language: str) -> Mapping[str, str]:
    """Read the sentences of a language; English stands in for what it does not have."""
    sentences: dict[str, str] = json.loads(LOCALES.joinpath(f"{ENGLISH}.json").read_text("utf-8"))
    path = LOCALES.joinpath(f"{language}.json")
    if language == PSEUDO:
        return {code: pseudo_translate(sentence) for code, sentence in sentences.items()}
    return sentences | json.loads(path.read_text("utf-8")) if is_language(language) and path.is_file() else sentences

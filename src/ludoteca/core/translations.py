"""Texts and their translations.

A refusal or a line of the log is a `Text`: a code with parameters. Its sentence comes from a locale file, so a client
can show it in another language. A game's sentences are in `page/locales/en.json` of its package, those that all games
share in the same place of this one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

Params = Mapping[str, object]

LONGEST_QUOTE = 40
PLAYER_PARAMS = ("player", "other", "owner")
"""Parameters that hold the number of a player."""


class Text:
    """A code of a locale file and its parameters, all JSON-ready."""

    __slots__ = ("code", "params")

    def __init__(self, code: str, params: Params | None = None) -> None:
        self.code = code
        self.params: Params = params or {}

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.code!r}, {dict(self.params)!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Text):
            return NotImplemented
        return (type(self), self.code, self.params) == (type(other), other.code, other.params)

    def __hash__(self) -> int:
        return hash((type(self), self.code))


class Refusal(Text):
    """The reason why something is not allowed."""


class _FormattedParams(dict[str, str]):
    """Parameters as text. A missing one leaves a gap: a sentence with a gap is better than none."""

    def __missing__(self, name: str) -> str:
        return "..."


class Translations:
    """The sentences of one language; codes without one are looked up in `fallback`."""

    def __init__(self, sentences: Mapping[str, str], fallback: Translations | None = None) -> None:
        self._sentences = sentences
        self._fallback = fallback

    def find(self, code: str) -> str | None:
        """Return the sentence of a code, with its placeholders."""
        sentence = self._sentences.get(code)
        return self._fallback.find(code) if sentence is None and self._fallback else sentence

    def format(self, text: Text, names: Sequence[str] = ()) -> str:
        """Return the sentence of a text with its parameters filled in. A code without a sentence stands for itself.

        Players are called by their `names`, or "Player 1" and so on without any.
        """
        sentence = self.find(text.code)
        if sentence is None:
            return f"{text.code} {dict(text.params)}" if text.params else text.code
        params = _FormattedParams({name: _format_value(value) for name, value in text.params.items()})
        for name in PLAYER_PARAMS:
            number = text.params.get(name)
            if isinstance(number, int):
                params[name] = names[number - 1] if names else self._player(number)
        return sentence.format_map(params)

    def _player(self, number: int) -> str:
        return (self.find("player_number") or "{number}").format(number=number)

    def clashes(self) -> list[str]:
        """Return the codes that the fallback has too."""
        return [code for code in self._sentences if self._fallback is not None and self._fallback.find(code)]


@cache
def read_translations(package: str, language: str = "en") -> Translations:
    """Read the translations of a game's package; the shared ones are their fallback."""
    text = files(package).joinpath("page", "locales", f"{language}.json").read_text("utf-8")
    sentences: dict[str, str] = json.loads(text)
    return Translations(sentences, None if package == __package__ else shared_translations(language))


def read_rules(package: str) -> str:
    """Read the rules page of a game's package, as Markdown."""
    return files(package).joinpath("page", "rules.md").read_text("utf-8")


def shared_translations(language: str = "en") -> Translations:
    """Return the sentences that all games share."""
    return read_translations(__package__, language)


def quote(value: Any) -> str:
    """Return somebody's input as a sentence can show it: short, printable, on one line."""
    if isinstance(value, str):
        return f'"{_printable(value)}"'
    if isinstance(value, int) and value.bit_length() > LONGEST_QUOTE * 3:
        return "a huge number"
    return _printable(repr(value)) if isinstance(value, int | float | None) else _type_name(value)


def _type_name(value: object) -> str:
    return {"dict": "an object", "list": "a list"}.get(type(value).__name__, type(value).__name__)


def _printable(text: str) -> str:
    short = text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + "..."
    return "".join(character if character.isprintable() else "?" for character in short)


def _format_value(value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value)) or "none"
    return str(value)

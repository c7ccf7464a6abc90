"""Sayings and the words to say them in.

A refusal and a piece of news are a code with parameters; the sentence comes from a words file, so that a client can
say the same in another language. A game's file is `page/locales/en.json` in its folder; the house's own lies here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

Params = Mapping[str, object]

LONGEST_QUOTE = 40
PLAYERS = ("player", "other", "owner")
"""Parameters that name a player by number."""


class Text:
    """Something to be said: a code of the words file and its parameters, all JSON-ready."""

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
    """Why something may not be done."""


class _Spoken(dict[str, str]):
    """Parameters for a sentence; one that is missing leaves a gap, since a sentence with a gap beats none."""

    def __missing__(self, name: str) -> str:
        return "..."


class Translations:
    """The sentences of one language, with the house's words behind a game's own."""

    def __init__(self, sentences: Mapping[str, str], behind: Translations | None = None) -> None:
        self._sentences = sentences
        self._behind = behind

    def find(self, code: str) -> str | None:
        sentence = self._sentences.get(code)
        return self._behind.find(code) if sentence is None and self._behind else sentence

    def format(self, saying: Text, names: Sequence[str] = ()) -> str:
        """The sentence; a code without words is said as it stands rather than not at all.

        Players are numbered from 1 in news; where `names` has them they are called by name.
        """
        sentence = self.find(saying.code)
        if sentence is None:
            return f"{saying.code} {dict(saying.params)}" if saying.params else saying.code
        spoken = _Spoken({name: _spoken(value) for name, value in saying.params.items()})
        for name in PLAYERS:
            number = saying.params.get(name)
            if isinstance(number, int):
                spoken[name] = names[number - 1] if names else self._player(number)
        return sentence.format_map(spoken)

    def _player(self, number: int) -> str:
        return (self.find("player_number") or "{number}").format(number=number)

    def clashes(self) -> list[str]:
        """Codes that these words and the ones behind them both have: the wrong sentence would be said."""
        return [code for code in self._sentences if self._behind is not None and self._behind.find(code) is not None]


@cache
def read_translations(package: str, language: str = "en") -> Translations:
    """The words of a game's package, before those of the house."""
    text = files(package).joinpath("page", "locales", f"{language}.json").read_text("utf-8")
    sentences: dict[str, str] = json.loads(text)
    return Translations(sentences, None if package == __package__ else shared_translations(language))


def read_rules(package: str) -> str:
    """The rules page of a game's package, as Markdown."""
    return files(package).joinpath("page", "rules.md").read_text("utf-8")


def shared_translations(language: str = "en") -> Translations:
    return read_translations(__package__, language)


def quote(value: Any) -> str:
    """Someone's input as a sentence may show it: short, on one line, printable."""
    if isinstance(value, str):
        return f'"{_printable(value)}"'
    if isinstance(value, int) and value.bit_length() > LONGEST_QUOTE * 3:
        return "a huge number"
    return _printable(repr(value)) if isinstance(value, int | float | None) else _kind(value)


def _kind(value: object) -> str:
    return {"dict": "an object", "list": "a list"}.get(type(value).__name__, type(value).__name__)


def _printable(text: str) -> str:
    short = text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + "..."
    return "".join(sign if sign.isprintable() else "?" for sign in short)


def _spoken(value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value)) or "none"
    return str(value)

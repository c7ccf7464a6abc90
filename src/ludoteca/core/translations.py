"""Texts and their translations.

A refusal or a line of the log is a `Text`: a code with parameters. Its sentence comes from a locale file, so every
reader gets it in their own language. A game's sentences are in `page/locales/` of its package, one file per language;
those that all games share are in the same place of this one. English stands in for what a language does not have.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Any

from mypy_extensions import mypyc_attr

from ludoteca.core.languages import (
    ENGLISH,
    PSEUDO,
    format_enumeration,
    format_number,
    is_language,
    plural_form,
    pseudo_translate,
)

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

Params = Mapping[str, object]

LONGEST_QUOTE = 40
PLAYER_PARAMS = ("player", "other", "owner")
"""Parameters that hold the number of a player, or the role that speaks for one."""
NAME_PARAMS = ("name", "by", "before")
"""Parameters that hold a person's name: a guest's is translated."""
ROLE_PARAM = "role"
"""The parameter that holds a role, as commands name it."""
OPTIONS_PARAM = "options"
"""The parameter that may hold options with their values."""
_SPECIAL_PARAMS = frozenset({*PLAYER_PARAMS, *NAME_PARAMS, ROLE_PARAM, OPTIONS_PARAM})
QUOTES = {"de": ("„", "“"), "fi": ("”", "”"), "fr": ("«\u00a0", "\u00a0»")}
"""Quotation marks that are not those of English."""
GUEST = "Guest"
"""Everybody who has given no name; a second one at a table is "Guest 2"."""
_GUEST_NAME = re.compile(rf"{GUEST}(?: (\d{{1,3}}))?")


@mypyc_attr(acyclic=True)  # a game has many, and they hold no cycles
class Text:
    """A code of a locale file and its parameters, all JSON-ready; in descriptions of boards they may be texts too."""

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

    def __reduce__(self) -> tuple[type[Text], tuple[str, Params]]:
        """Pickle and copy by the constructor: a compiled text has no `__dict__`."""
        return type(self), (self.code, dict(self.params))


@mypyc_attr(acyclic=True)
class Refusal(Text):
    """The reason why something is not allowed."""


def nested(text: Text) -> dict[str, Any]:
    """Return a text as a parameter of another one, JSON-ready."""
    return {"code": text.code, "params": dict(text.params)}


@cache
def _parts(sentence: str) -> list[tuple[str, str | None]]:
    """Split a sentence into its texts, each with the name of the placeholder that follows it."""
    return [(text, name) for text, name, _, _ in Formatter().parse(sentence)]


class Translations:
    """The sentences of one language; codes without one are looked up in `fallback`."""

    def __init__(
        self,
        sentences: Mapping[str, str],
        fallback: Translations | None = None,
        *,
        package: str = "",
        language: str = ENGLISH,
    ) -> None:
        self._sentences = sentences
        self._fallback = fallback
        self._package = package
        """Where the other languages are; "" if there are none."""
        self.language = language

    def __reduce__(self) -> tuple[Callable[..., Translations], tuple[object, ...]]:
        """Pickle and copy by the constructor: compiled translations have no `__dict__`."""
        return _make_translations, (dict(self._sentences), self._fallback, self._package, self.language)

    def to(self, language: str) -> Translations:
        """Return these sentences in another language."""
        return self if language == self.language or not self._package else read_translations(self._package, language)

    def find(self, code: str) -> str | None:
        """Return the sentence of a code, with its placeholders."""
        sentence = self._sentences.get(code)
        return self._fallback.find(code) if sentence is None and self._fallback else sentence

    def find_own(self, code: str) -> str | None:
        """Return the sentence of a code that the fallback does not know."""
        return self._sentences.get(code)

    def format(self, text: Text, names: Sequence[str] = ()) -> str:
        """Return the sentence of a text with its parameters filled in. A code without a sentence stands for itself.

        Players are called by their `names`, or "Player 1" and so on without any. A code that a locale file has in
        several plural forms takes the one for the parameter `count`. A value that is a word of the game's rules, such
        as `pairs`, is translated by `word_pairs`.
        """
        sentence = self.find(text.code)
        if sentence is None:
            sentence = self._find_form(text)
        if sentence is None:
            return f"{text.code} {dict(text.params)}" if text.params else text.code
        params, parts = text.params, []
        for words, name in _parts(sentence):
            parts.append(words)
            if name is not None:  # a sentence with a gap is better than none
                parts.append(self._format_param(name, params[name], names) if name in params else "...")
        return "".join(parts)

    def _find_form(self, text: Text) -> str | None:
        count = text.params.get("count")
        if not isinstance(count, int):
            return None
        form = self.find(f"{text.code}_{plural_form(self.language, count)}")
        return self.find(f"{text.code}_other") if form is None else form

    def format_params(self, params: Params) -> dict[str, Any]:
        """Return parameters JSON-ready: texts among them as sentences."""
        return {
            name: self._format_value(value, ()) if isinstance(value, Text) or _is_nested(value) else value
            for name, value in params.items()
        }

    def _format_param(self, name: str, value: object, names: Sequence[str]) -> str:
        special = self._format_special(name, value, names) if name in _SPECIAL_PARAMS else None
        if special is not None:
            return special
        if isinstance(value, (list, tuple)):
            words = [self._format_param(name, one, names) for one in value]
            return format_enumeration(self.language, words) if words else self.find("list_empty") or ""
        word = self.find_own(f"word_{value}") if isinstance(value, str) else None
        return self._format_value(value, names) if word is None else word

    def _format_special(self, name: str, value: object, names: Sequence[str]) -> str | None:
        """Format a parameter whose name says what it is; None if its value is something else."""
        if name in PLAYER_PARAMS and isinstance(value, (int, str)):
            return self.role(value) if isinstance(value, str) else names[value - 1] if names else self._player(value)
        if name in NAME_PARAMS and isinstance(value, str):
            return self._with_own_quotes(self.player_name(value))
        if name == ROLE_PARAM and isinstance(value, str):
            return self.role(value)
        if name == OPTIONS_PARAM and isinstance(value, Mapping):
            return format_enumeration(self.language, [self.describe_option(*one) for one in value.items()])
        return None

    def _format_value(self, value: object, names: Sequence[str]) -> str:
        if type(value) is int or type(value) is float:
            return format_number(self.language, value)
        if isinstance(value, dict) and _is_nested(value):
            return self.format(Text(value["code"], value["params"]), names)
        return self.format(value, names) if isinstance(value, Text) else self._with_own_quotes(str(value))

    def _with_own_quotes(self, text: str) -> str:
        """Return what `quote` has made of somebody's input, between the quotation marks of this language."""
        before, after = QUOTES.get(self.language, ('"', '"'))
        return f"{before}{text[1:-1]}{after}" if len(text) > 1 and text[0] == text[-1] == '"' else text

    def player_name(self, name: str) -> str:
        """Return a person's name as a reader of this language sees it: a guest's in their words."""
        guest = _GUEST_NAME.fullmatch(name)
        if guest is None:
            return name
        if guest[1] is None:
            return self.find("guest") or name
        return self.format(Text("guest_number", {"number": int(guest[1])}))

    def role(self, role: str) -> str:
        """Return the name of a seat in sentences, given what commands call it: `Weather`, or `Player 2`."""
        return self.find(f"role_{role}") or (self._player(int(role)) if role.isdigit() else role)

    def _player(self, number: int) -> str:
        return (self.find("player_number") or "{number}").format(number=number)

    def describe_option(self, name: str, value: object) -> str:
        """Return an option and its value, such as `Cards each: 13`."""
        if isinstance(value, bool):
            words = self.find("yes" if value else "no") or ""
        else:
            words = self.option_words(f"{name}_{value}", str(value))
        return self.format(Text("option_value", {"option": self.option_words(name), "value": words}))

    def option_words(self, name: str, fallback: str = "") -> str:
        """Return the game's text for an option or a value of it, `size` or `size_3`; else the words of `fallback`."""
        text = self.find_own(f"option_{name}")
        words = (fallback or name).replace("_", " ")
        return text or words[:1].upper() + words[1:]

    def write_declared(self, english: str) -> str:
        """Return a text that a game declares in Python and that this language has no words for."""
        return pseudo_translate(english) if self.language == PSEUDO else english

    def clashes(self) -> list[str]:
        """Return the codes that the fallback has too."""
        return [code for code in self._sentences if self._fallback is not None and self._fallback.find(code)]


def _is_nested(value: object) -> bool:
    return isinstance(value, dict) and value.keys() == {"code", "params"}


def _make_translations(
    sentences: Mapping[str, str], fallback: Translations | None, package: str, language: str
) -> Translations:
    return Translations(sentences, fallback, package=package, language=language)


@lru_cache(maxsize=512)
def read_translations(package: str, language: str = ENGLISH) -> Translations:
    """Read the translations of a game's package; the shared ones are their fallback, and English stands in."""
    fallback = None if package == __package__ else shared_translations(language)
    return Translations(_read_sentences(package, language), fallback, package=package, language=language)


def _files(package: str) -> Traversable:
    """Return the folder of a package."""
    # Imported late, so that `ludoteca --help` does not wait for it.
    from importlib.resources import files

    return files(package)


def _read_sentences(package: str, language: str) -> dict[str, str]:
    folder = _files(package).joinpath("page", "locales")
    sentences: dict[str, str] = json.loads(folder.joinpath(f"{ENGLISH}.json").read_text("utf-8"))
    if language == PSEUDO:
        return {code: pseudo_translate(sentence) for code, sentence in sentences.items()}
    if language != ENGLISH and is_language(language):
        path = folder.joinpath(f"{language}.json")
        sentences |= json.loads(path.read_text("utf-8")) if path.is_file() else {}
    return sentences


@lru_cache(maxsize=256)
def own_languages(package: str) -> frozenset[str]:
    """Return the languages that a package has sentences in; none if it cannot be imported or is a plain module."""
    try:
        folder = _files(package).joinpath("page", "locales")
        names = [path.name for path in folder.iterdir() if path.name.endswith(".json")]
    except Exception:  # third-party code can raise anything
        return frozenset()
    return frozenset(filter(is_language, (name.removesuffix(".json") for name in names)))


@cache
def page_folder(package: str) -> Path | None:
    """Return the folder `page` of a game's package; None for a plain module or a package that is not on disk."""
    spec = find_spec(package)
    if spec is None or spec.submodule_search_locations is None:
        return None
    folder = _files(package).joinpath("page")
    return folder if isinstance(folder, Path) and folder.is_dir() else None


def read_rules(package: str, language: str = ENGLISH) -> str:
    """Read the rules page of a game's package, as Markdown; the English one if there is none in this language."""
    folder = _files(package).joinpath("page")
    own = folder.joinpath(f"rules.{language}.md")
    return (own if is_language(language) and own.is_file() else folder.joinpath("rules.md")).read_text("utf-8")


PICTURE = re.compile(r"^!\[(.+)\]\((.+)\)$", re.MULTILINE)
"""A line of a rules page that a board draws: its sentence, and what to draw."""


def without_pictures(rules: str) -> str:
    """Return a rules page for a terminal: in place of each picture its sentence, as an item of a list."""
    return PICTURE.sub(r"- \1", rules)


def shared_translations(language: str = ENGLISH) -> Translations:
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

"""Languages: which one a reader gets, and how it writes numbers, lists and plurals (by Babel).

A language is named by its tag, such as `fi` or `pt-BR`. Babel is imported when it is first needed, and English with
small numbers does not need it: importing Ludoteca stays quick.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from babel import Locale

ENGLISH: Final = "en"
PSEUDO: Final = "en-XA"
"""English with accents and longer words, made at run time: it shows texts that no translator could reach."""
PSEUDO_SETTING: Final = "LUDOTECA_PSEUDO_LANGUAGE"
"""The environment variable that offers `PSEUDO`, for development and tests."""
TAG: Final = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})?")
MAX_HEADER: Final = 300
MAX_WANTED: Final = 20
NO_LANGUAGE: Final = ("C", "POSIX")
"""Locales that name no language."""


def is_language(tag: str) -> bool:
    """Return whether a text can be the tag of a language; files are named after it."""
    return TAG.fullmatch(tag) is not None


def offers_pseudo() -> bool:
    """Return whether `PSEUDO` may be chosen."""
    return bool(os.environ.get(PSEUDO_SETTING))


def choose_language(wanted: Iterable[str], available: Collection[str]) -> str | None:
    """Return the first wanted language that is available, itself or without its region; None if there is none."""
    by_key = {tag.lower(): tag for tag in available}
    for tag in wanted:
        key = tag.strip().replace("_", "-").lower()
        while key:
            if key in by_key:
                return by_key[key]
            key = key.rpartition("-")[0]
    return None


def read_accept_language(header: str) -> list[str]:
    """Return the tags of an Accept-Language header, the preferred ones first; a bounded part of it is read."""
    found: list[tuple[float, str]] = []
    for part in header[:MAX_HEADER].split(",")[:MAX_WANTED]:
        tag, _, rest = part.strip().partition(";")
        name, _, value = rest.strip().partition("=")
        try:
            quality = float(value) if name.strip() == "q" else 1.0
        except ValueError:
            continue
        if 0 < quality <= 1:
            found.append((-quality, tag.strip()))
    return [tag for _, tag in sorted(found, key=lambda one: one[0])]


def read_environment(environment: dict[str, str] | None = None) -> list[str]:
    """Return the languages that the environment asks for, by LC_ALL, LC_MESSAGES, LANGUAGE and LANG.

    `C` and `POSIX` ask for none.
    """
    values = os.environ if environment is None else environment
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := values.get(name, ""):
            preferred = values.get("LANGUAGE", "").split(":") if value not in NO_LANGUAGE else []
            tags = [tag[:40].partition(".")[0].partition("@")[0] for tag in (*preferred[:MAX_WANTED], value)]
            return [tag for tag in tags if tag and tag not in NO_LANGUAGE]
    return []


@lru_cache(maxsize=64)
def _locale(language: str) -> Locale:
    from babel import Locale, UnknownLocaleError

    try:
        return Locale.parse(ENGLISH if language == PSEUDO else language, sep="-")
    except (UnknownLocaleError, ValueError):
        return Locale.parse(ENGLISH)


def plural_form(language: str, count: float) -> str:
    """Return the form that a language uses for a count: `one`, `few`, `many`, `other` and so on."""
    if language in (ENGLISH, PSEUDO):
        return "one" if count == 1 else "other"
    return str(_locale(language).plural_form(count))


def plural_forms(language: str) -> set[str]:
    """Return all forms that whole numbers can have in a language."""
    return {"other", *_locale(language).plural_form.rules}


def format_number(language: str, number: float) -> str:
    """Write a number. Digits are not grouped: most large numbers here are bounds of something that is typed."""
    if type(number) is int and number >= 0:
        return str(number)
    from babel.numbers import format_decimal

    return str(format_decimal(number, locale=_locale(language), group_separator=False))


def format_list(language: str, items: Sequence[str]) -> str:
    """Join texts as people say them: `Ada and Bo`, `Ada, Bo, and Cy`."""
    if len(items) < 2:
        return "".join(items)
    from babel.lists import format_list as join

    return join(list(items), locale=_locale(language))


def format_enumeration(language: str, items: Sequence[str]) -> str:
    """Join texts as a sentence lists them: in English `a, b, c`. Babel lacks this style for other languages."""
    return ", ".join(items) if language in (ENGLISH, PSEUDO) else format_list(language, items)


def format_unit(language: str, count: int, unit: str) -> str:
    """Write a duration in one unit, such as `5 minutes`; the unit is `day`, `hour`, `minute` or `second`."""
    from babel.units import format_unit as write

    return str(write(count, f"duration-{unit}", locale=_locale(language)))


def format_moment(language: str, at_ms: int) -> str:
    """Write a time of this machine's day with its date."""
    from datetime import datetime

    from babel.dates import format_datetime

    return format_datetime(datetime.fromtimestamp(at_ms / 1000).astimezone(), "medium", locale=_locale(language))


_ACCENTED: Final = str.maketrans("aceghijklnorstuwyzACDEGHIJKLNORSTUWYZ", "åçéĝĥîĵķļñöŕšţûŵýžÅÇÐÉĜĤÎĴĶĻÑÖŔŠŢÛŴÝŽ")
_KEPT: Final = re.compile(r"(\{[^}]*\}|`[^`]*`)")
_LONGER: Final = 3
"""Every so many letters one more: texts are about a third longer, as they may be in other languages."""


def pseudo_translate(sentence: str) -> str:
    """Write a sentence in `PSEUDO`: accented, longer, and its placeholders and `code` unchanged."""
    parts = _KEPT.split(sentence)
    words = "".join(part if index % 2 else part.translate(_ACCENTED) for index, part in enumerate(parts))
    letters = sum(len(part) for part in parts[::2])
    return f"[{words}{' ' + 'ẋ' * (letters // _LONGER) if letters else ''}]" if sentence else sentence

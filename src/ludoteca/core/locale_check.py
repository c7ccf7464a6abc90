"""What is wrong with a translation: missing and superfluous codes, words left in English, placeholders, plural forms,
and rules pages without their headings or pictures. `ludoteca translate check` and `make check` use it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from string import Formatter

from ludoteca.core.languages import plural_form, plural_forms
from ludoteca.core.translations import PICTURE

COUNTS = range(201)
"""A language must have the plural forms of these counts; it may have those of larger ones."""
COUNT = "count"
SCORE = "page_score"
"""Scores are texts with and without `_one`, whose number is one of SCORES."""
SCORES = {"score", "left"}
_HEADING = re.compile(r"^(#{1,6}) ", re.MULTILINE)
_TABLE_ROW = re.compile(r"^\|", re.MULTILINE)
_LETTERS = re.compile(r"[^\W\d_]{2,}")


def check_sentences(
    english: Mapping[str, str], translated: Mapping[str, object], language: str, same: frozenset[str] = frozenset()
) -> Iterator[str]:
    """Say what is wrong with the sentences of a language. `same` are the codes whose words may be the English ones."""
    families = {code.removesuffix("_other") for code in english if code.endswith("_other")}
    families = {base for base in families if f"{base}_one" in english}
    needed = {plural_form(language, count) for count in COUNTS}
    allowed = plural_forms(language)
    plural_codes = {
        f"{base}_{form}": base for base in families for form in ("zero", "one", "two", "few", "many", "other")
    }
    expected = {code for code in english if code not in plural_codes}
    expected |= {f"{base}_{form}" for base in families for form in needed}
    optional = {f"{base}_{form}" for base in families for form in allowed}
    for code in sorted(expected - translated.keys()):
        yield f"{code} is missing."
    for code in sorted(translated.keys() - expected - optional):
        form = f"{language} has no such plural form" if code in plural_codes else "English has no such code"
        yield f"{code} is superfluous: {form}."
    for code in sorted(translated.keys() & (expected | optional)):
        source = english.get(code, english.get(f"{plural_codes.get(code, code)}_other", ""))
        yield from _check_sentence(code, source, translated[code], is_form=code in plural_codes, is_same=code in same)
        is_counted = code in plural_codes or code.startswith(SCORE)
        if is_counted and code.endswith("_one") and plural_form(language, 0) == "one" and "1" in str(translated[code]):
            yield f"{code} stands for 0 too, so it must not say 1."
    for code in sorted(same - translated.keys()):
        yield f"{code} is listed as the same in English, but {language} does not have it."


def _check_sentence(code: str, source: str, sentence: object, *, is_form: bool, is_same: bool) -> Iterator[str]:
    if not isinstance(sentence, str):
        yield f"{code} must be a text."
        return
    try:
        given, wanted = placeholders(sentence), placeholders(source)
    except ValueError:
        yield f"{code} has a brace that belongs to no placeholder."
        return
    # "One card" needs no number, unless the form is used for others too.
    number = {COUNT} if is_form else SCORES if code.startswith(SCORE) else set()
    if wanted - given - number or given - wanted - number:
        yield f"{code} must have the placeholders {_names(wanted)}, not {_names(given)}."
    if bool(source.strip()) != bool(sentence.strip()):
        yield f"{code} is empty in one language only."
    is_equal = sentence == source and bool(_LETTERS.search(_words(source)))
    if is_equal and not is_same:
        yield f"{code} is the same as in English: {source!r}. If that is right, list it in same.txt."
    if is_same and not is_equal:
        yield f"{code} is listed as the same in English, but is not."


def placeholders(sentence: str) -> set[str]:
    """Return the names between braces; ValueError if the braces do not match."""
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


def _words(sentence: str) -> str:
    return "".join(text for text, _, _, _ in Formatter().parse(sentence))


def _names(names: set[str]) -> str:
    return " ".join(f"{{{name}}}" for name in sorted(names)) or "none"


def check_rules(english: str, translated: str) -> Iterator[str]:
    """Say what is wrong with a rules page: it must have the headings, pictures and table rows of the English one."""
    levels, own_levels = _HEADING.findall(english), _HEADING.findall(translated)
    if levels != own_levels:
        yield f"The page has {len(own_levels)} headings; it must have {len(levels)}, of the levels of the English ones."
    pictures = [target for _, target in PICTURE.findall(english)]
    own_pictures = [target for _, target in PICTURE.findall(translated)]
    for target in pictures:
        if target not in own_pictures:
            yield f"The picture ({target}) is missing."
    if not set(own_pictures) <= set(pictures) or len(own_pictures) > len(pictures):
        yield "The page has a picture that the English one does not have."
    rows, own_rows = len(_TABLE_ROW.findall(english)), len(_TABLE_ROW.findall(translated))
    if rows != own_rows:
        yield f"The tables must have {rows} rows, not {own_rows}."


def read_same(text: str, language: str) -> frozenset[str]:
    """Read same.txt: lines of a language and a code whose words are the same in English. `#` begins a comment."""
    lines = (line.partition("#")[0].split() for line in text.splitlines())
    return frozenset(parts[1] for parts in lines if len(parts) == 2 and parts[0] == language)

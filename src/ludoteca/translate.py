"""The command `ludoteca translate`: checks the files of a language against the English ones beside them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from ludoteca.core.errors import LudotecaError
from ludoteca.core.game_texts import declared_texts
from ludoteca.core.languages import ENGLISH, is_language
from ludoteca.core.locale_check import check_rules, check_sentences, read_same
from ludoteca.core.registry import find_game, game_names, game_package
from ludoteca.core.translations import Refusal, page_folder
from ludoteca.store.options import HELP_OPTIONS

RULES = ("rules", "rules-short")
FOUND = 1


class TranslationError(LudotecaError):
    """A file cannot be checked."""


@click.group(context_settings=HELP_OPTIONS)
def translate() -> None:
    """Help with translations.

    docs/translate.md says how they are made.
    """


@translate.command(context_settings=HELP_OPTIONS)
@click.argument("file", type=click.Path(path_type=Path))
def check(file: Path) -> None:
    """Say what is wrong with FILE, such as page/locales/fi.json or page/rules.fi.md.

    The exit status is 0 if nothing is wrong, 1 if something is, and 2 if the file cannot be read.

    \b
    Example:
      ludoteca translate check src/my_game/page/locales/fi.json
    """
    problems = list(check_file(file))
    for problem in problems:
        click.echo(f"{file.name}: {problem}")
    if problems:
        raise click.exceptions.Exit(FOUND)
    click.echo(f"{file.name}: nothing is wrong.")


def check_file(file: Path) -> Iterator[str]:
    """Say what is wrong with a file of translations."""
    name, language = _read_name(file)
    if file.suffix == ".md":
        yield from check_rules(_read(file.with_name(f"{name}.md")), _read(file))
        return
    english = _read_json(file.with_name(f"{ENGLISH}.json")) | declared_in(file.parent)
    same = file.with_name("same.txt")
    listed = read_same(_read(same), language) if same.is_file() else frozenset()
    yield from check_sentences(english, _read_json(file), language, listed)


def declared_in(folder: Path) -> dict[str, str]:
    """Return what the game of a folder of locales declares in Python, by code; {} if it is no game's."""
    for name in game_names():
        page = page_folder(game_package(name))
        if page is not None and (page / "locales").resolve() == folder.resolve():
            return dict(declared_texts(find_game(name)))
    return {}


def _read_name(file: Path) -> tuple[str, str]:
    """Return the name of the English page, or "", and the language."""
    name, _, language = file.stem.partition(".") if file.suffix == ".md" else ("", "", file.stem)
    is_known = name in RULES if file.suffix == ".md" else file.suffix == ".json"
    if not is_known or not is_language(language) or language == ENGLISH:
        raise TranslationError(Refusal("translate_file", {"file": file.name}))
    return name, language


def _read(file: Path) -> str:
    try:
        return file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8"
        raise TranslationError(Refusal("file_unreadable", {"file": str(file), "reason": reason})) from None


def _read_json(file: Path) -> dict[str, Any]:
    try:
        found = json.loads(_read(file), object_pairs_hook=_no_duplicates)
    except ValueError as error:
        raise TranslationError(Refusal("file_unreadable", {"file": str(file), "reason": str(error)})) from None
    if not isinstance(found, dict):
        raise TranslationError(Refusal("file_unreadable", {"file": str(file), "reason": "it is no JSON object"}))
    return found


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    codes = [code for code, _ in pairs]
    if twice := next((code for code in codes if codes.count(code) > 1), None):
        raise ValueError(f"it has the code {twice} twice")
    return dict(pairs)

"""The texts of page and games: every one is used, and they speak the words of the page in short sentences."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src" / "ludoteca"
GAMES = ("flooding", "latice", "rowsandcols", "waffe", "wege")
WEB = ROOT / "web" / "src"
LOCALES = {
    "web": WEB / "locales" / "en.json",
    "core": SOURCES / "core" / "page" / "locales" / "en.json",
    "terminal": SOURCES / "terminal" / "locales" / "en.json",
    **{game: SOURCES / "games" / game / "page" / "locales" / "en.json" for game in GAMES},
}
LITERAL = re.compile(r"""["'`.]([a-z][A-Za-z0-9_]*)\b""")
BEGINNING = re.compile(r"""[`"]([a-z]+_[a-z_]*)\$?\{""")
ENDING = re.compile(r"""\}(_[a-z_]+)[`"]""")
"""Parts of keys that are put together, as in `page_goal_${role}` and `${asked}_sure`."""
READ_OTHERWISE = re.compile(r"how(_\w+)?|page_tip|(row|column)_(twice|mixed)")
"""Keys whose names are put together from parts: the terminal's help, a board's tooltip, two refusals of RowsAndCols."""
MAX_WORDS = 14
LONGER = {
    "deal_open": "Fair play explains itself",
    "deal_fits_own": "Fair play explains itself",
}
"""Keys of sentences that may be longer, and why."""
WORDS_OF_THE_CODE = re.compile(r"\b(bots?|(?<!waiting )rooms?|seat of the|whoever)\b", re.IGNORECASE)
SHOWN = (re.compile(r"page_|explain_|option_|highscore_"), re.compile("table_"))
"""Texts of games and of the table that the page shows; the others are refusals and texts of the terminal."""


def read(name: str) -> dict[str, str]:
    texts: dict[str, str] = json.loads(LOCALES[name].read_text("utf-8"))
    return texts


def code_of(name: str) -> Iterator[str]:
    """Return the code that may use a locale: the page, and the game's own."""
    folders = (
        [WEB, SOURCES] if name in ("web", "core", "terminal") else [WEB, SOURCES / "core", SOURCES / "games" / name]
    )
    for folder in folders:
        for path in folder.rglob("*"):
            if path.suffix in (".py", ".ts", ".svelte") and ".test." not in path.name:
                yield path.read_text("utf-8")


@pytest.mark.parametrize("name", LOCALES)
def test_every_text_is_used(name: str) -> None:
    code = "\n".join(code_of(name))
    used = set(LITERAL.findall(code))
    begins, ends = tuple(set(BEGINNING.findall(code))), tuple(set(ENDING.findall(code)))
    keys = {key: re.sub("_(one|other)$", "", key) for key in read(name)}
    unused = [
        key
        for key, base in keys.items()
        if not {key, base} & used
        and not base.startswith(begins)
        and not base.endswith(ends)
        and not READ_OTHERWISE.fullmatch(key)
    ]
    assert unused == []


@pytest.mark.parametrize("name", LOCALES)
def test_texts_are_short_and_use_the_words_of_the_page(name: str) -> None:
    shown = {key: text for key, text in read(name).items() if name == "web" or SHOWN[name == "core"].match(key)}
    assert [key for key, text in shown.items() if WORDS_OF_THE_CODE.search(text)] == []
    long = {
        key
        for key, text in shown.items()
        for sentence in re.split(r"(?<=[.?!])\s+", text)
        if len(sentence.split()) > MAX_WORDS
    }
    assert long - set(LONGER) == set()
    if name == "web":
        assert set(LONGER) <= long, "An exception is no longer needed."


def test_the_table_speaks_of_tables_and_the_computer() -> None:
    """What a person at a table can be told, refusals included; command lines and files speak of bots."""
    technical = re.compile(r"record_|arena_|receipt_|results_|unknown_bot|bot_form|position_|against|seat$")
    told = {key: text for key, text in read("core").items() if not technical.match(key)}
    assert [key for key, text in told.items() if WORDS_OF_THE_CODE.search(text)] == []

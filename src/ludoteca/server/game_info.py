"""What a page needs to know about each game, and the files in its package for browsers."""

from __future__ import annotations

import logging
import re
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ludoteca.core.errors import UnknownGame
from ludoteca.core.game_texts import GameTexts
from ludoteca.core.languages import ENGLISH, TAG
from ludoteca.core.registry import find_game, game_names, game_package
from ludoteca.core.translations import page_folder
from ludoteca.table.bot_names import bot_names

log = logging.getLogger(__name__)

PAGE_FILES = (
    *("art.svg", "music.json", "board.js", "board.css"),
    *("rules.md", "rules-short.md", "lesson.json", "preview.png"),
)
TRANSLATED_FILE = re.compile(rf"(?:locales/{TAG.pattern}\.json)|(?:rules(-short)?\.{TAG.pattern}\.md)")
"""What a game has once per language, beside the English rules."""


def find_page_file(package: str, name: str) -> Path | None:
    """Return the path of a page file, whether it exists or not; None if games have no file of that name."""
    folder = page_folder(package)
    return folder / name if folder and (name in PAGE_FILES or TRANSLATED_FILE.fullmatch(name)) else None


def page_files(package: str) -> list[str]:
    """List the page files that a game has."""
    folder = page_folder(package)
    if folder is None:
        return []
    translated = [f"locales/{path.name}" for path in folder.glob("locales/*")]
    translated += [path.name for path in folder.glob("rules*.md")]
    names = (*PAGE_FILES, *filter(TRANSLATED_FILE.fullmatch, sorted(translated)))
    return [name for name in names if (folder / name).is_file()]


def list_games(language: str = ENGLISH) -> list[dict[str, Any]]:
    """Describe every game. Log an error for one that cannot be loaded, and go on."""
    found = []
    for name in game_names():
        try:
            found.append(describe_game(name, language))
        except UnknownGame as error:
            log.error("%s", error.sentence)
    return found


def describe_game(name: str, language: str = ENGLISH) -> dict[str, Any]:
    """Describe a game to readers of a language."""
    game = find_game(name)
    texts = GameTexts(game, language)
    return {
        "name": name,
        "title": game.title,
        "about": texts.about,
        "minutes": game.minutes,
        "seats": game.seats,
        "roles": game.roles,
        "seat_names": [game.seat_name(seat, language) for seat in range(game.seats[1])],
        "newcomer_seat": game.newcomer_seat,
        "options_first": game.options_first,
        "hidden_information": game.hidden_information,
        "curtain": game.curtain,
        "options": [
            {
                **asdict(option),
                "title": texts.option_title(option),
                "help": texts.option_help(option),
                "labels": texts.option_texts(option),
                "summaries": texts.option_texts(option, "_summary"),
                "kind": option.kind,
                "default": option.default,
                "bounds": option.bounds,
            }
            for option in game.options
        ],
        "bots": [
            {
                "level": bot.level,
                "name": texts.level_name(bot),
                "player_name": bot_names(bot.level, bot.name)[0],
                "more_names": bot_names(bot.level, bot.name)[1:],
                "about": texts.bot_about(bot),
                "rating": bot.rating,
            }
            for bot in game.levels
        ],
        "assets": page_files(game_package(name)),
    }

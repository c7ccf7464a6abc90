"""What a page needs to know about each game, and the files in its package for browsers."""

from __future__ import annotations

import logging
import re
from dataclasses import asdict
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ludoteca.core.errors import UnknownGame
from ludoteca.core.game import Game
from ludoteca.core.options import Option
from ludoteca.core.registry import find_game, game_names, game_package
from ludoteca.core.translations import shared_translations

log = logging.getLogger(__name__)

PAGE_FILES = ("art.svg", "music.json", "board.js", "board.css", "rules.md", "tutorial.json")
LOCALE_FILE = re.compile(r"locales/[a-z]{2}(-[A-Za-z]{1,20})?\.json")


@cache
def page_folder(package: str) -> Path | None:
    """Return the folder `page` of a game's package; None for a plain module or a package that is not on disk."""
    spec = find_spec(package)
    if spec is None or spec.submodule_search_locations is None:
        return None
    folder = files(package).joinpath("page")
    return folder if isinstance(folder, Path) and folder.is_dir() else None


def find_page_file(package: str, name: str) -> Path | None:
    """Return the path of a page file, whether it exists or not; None if games have no file of that name."""
    folder = page_folder(package)
    return folder / name if folder and (name in PAGE_FILES or LOCALE_FILE.fullmatch(name)) else None


def page_files(package: str) -> list[str]:
    """List the page files that a game has."""
    folder = page_folder(package)
    if folder is None:
        return []
    locales = sorted(f"locales/{path.name}" for path in folder.glob("locales/*"))
    return [name for name in (*PAGE_FILES, *filter(LOCALE_FILE.fullmatch, locales)) if (folder / name).is_file()]


def list_games() -> list[dict[str, Any]]:
    """Describe every game. Log an error for one that cannot be loaded, and go on."""
    found = []
    for name in game_names():
        try:
            found.append(describe_game(name))
        except UnknownGame as error:
            log.error("%s", error.sentence)
    return found


def describe_game(name: str) -> dict[str, Any]:
    """Describe a game as JSON."""
    game = find_game(name)
    return {
        "name": name,
        "title": game.title,
        "about": game.about,
        "seats": game.seats,
        "roles": game.roles,
        "seat_names": [game.seat_name(seat) for seat in range(game.seats[1])],
        "hidden_information": game.hidden_information,
        "curtain": game.curtain,
        "options": [
            {
                **asdict(option),
                "title": option_title(game, option),
                "kind": option.kind,
                "default": option.default,
                "bounds": option.bounds,
            }
            for option in game.options
        ],
        "bots": [{"level": bot.level, "name": bot.name, "about": bot.about, "rating": bot.rating} for bot in game.bots],
        "assets": page_files(game_package(name)),
    }


def option_title(game: Game[Any], option: Option) -> str:
    """Return an option's title from the game's translations. Shared codes such as `option_int` are refusals."""
    code = f"option_{option.name}"
    title = game.translations.find(code) if shared_translations().find(code) is None else None
    fallback = option.name.replace("_", " ")
    return title or fallback[:1].upper() + fallback[1:]

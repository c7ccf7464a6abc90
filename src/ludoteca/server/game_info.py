"""The games as a page needs them: what is told of each, and the files that its package has for browsers."""

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

FILES = ("art.svg", "music.json", "board.js", "board.css", "rules.md", "tutorial.json")
WORDS = re.compile(r"locales/[a-z]{2}(-[A-Za-z]{1,20})?\.json")


@cache
def page_folder(package: str) -> Path | None:
    """The folder `page` of a game's package; a game that is a plain module, or not on disk, has none."""
    spec = find_spec(package)
    if spec is None or spec.submodule_search_locations is None:
        return None
    folder = files(package).joinpath("page")
    return folder if isinstance(folder, Path) and folder.is_dir() else None


def find_page_file(package: str, name: str) -> Path | None:
    """Where a file for browsers would be; None for a name that is none of those a game may have."""
    folder = page_folder(package)
    return folder / name if folder and (name in FILES or WORDS.fullmatch(name)) else None


def page_files(package: str) -> list[str]:
    """The names of the files for browsers that there are."""
    folder = page_folder(package)
    if folder is None:
        return []
    words = sorted(f"locales/{path.name}" for path in folder.glob("locales/*"))
    return [name for name in (*FILES, *filter(WORDS.fullmatch, words)) if (folder / name).is_file()]


def list_games() -> list[dict[str, Any]]:
    """Every game that can be loaded; one that cannot must not keep the others from being played."""
    found = []
    for name in game_names():
        try:
            found.append(about(name))
        except UnknownGame as error:
            log.error("%s", error.sentence)
    return found


def about(name: str) -> dict[str, Any]:
    """A game as a page needs it to offer it."""
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
    """What the game's words call the option; the house's words that begin like that are refusals."""
    code = f"option_{option.name}"
    title = game.translations.find(code) if shared_translations().find(code) is None else None
    plain = option.name.replace("_", " ")
    return title or plain[:1].upper() + plain[1:]

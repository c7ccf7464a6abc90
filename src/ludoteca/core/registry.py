"""The installed games, found through the entry points `ludoteca.games` of every distribution, this one included."""

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from ludoteca.core.errors import UnknownGame
from ludoteca.core.game import Game
from ludoteca.core.translations import Refusal, quote

GROUP = "ludoteca.games"


def game_names() -> list[str]:
    """Return the names of all installed games, sorted."""
    return sorted(_entries())


def find_game(name: str) -> Game[Any]:
    """Return the game with this name; UnknownGame lists the names there are."""
    entry = _entry(name)
    try:
        game = entry.load()
    except Exception as error:  # third-party code can raise anything
        raise UnknownGame(Refusal("game_broken", {"name": name, "reason": quote(str(error))})) from error
    if not isinstance(game, Game):
        raise UnknownGame(Refusal("game_broken", {"name": name, "reason": f"{entry.value} is no Game"}))
    return game


def game_package(name: str) -> str:
    """Return the package of a game, or its module if the game is a single file."""
    return _entry(name).module


def _entry(name: str) -> EntryPoint:
    entry = _entries().get(name) if isinstance(name, str) else None
    if entry is None:
        raise UnknownGame(Refusal("unknown_game", {"name": quote(name), "names": game_names()}))
    return entry


@cache
def _entries() -> dict[str, EntryPoint]:
    entries = list(entry_points(group=GROUP))
    # Ours come last and win: no other distribution can take over the name of one of our games.
    entries.sort(key=lambda entry: entry.value.startswith("ludoteca.games."))
    return {entry.name: entry for entry in entries}

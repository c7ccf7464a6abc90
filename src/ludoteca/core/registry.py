"""Where games are found: the entry points `ludoteca.games` of every installed distribution, ours included."""

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from ludoteca.core.errors import UnknownGame
from ludoteca.core.game import Game
from ludoteca.core.translations import Refusal, quote

GROUP = "ludoteca.games"


def game_names() -> list[str]:
    """The names of all games that can be asked for, sorted."""
    return sorted(_found())


def find_game(name: str) -> Game[Any]:
    """The game of that name; UnknownGame lists the names there are."""
    entry = _entry(name)
    try:
        game = entry.load()
    except Exception as error:  # somebody else's code: whatever it raises is its author's to mend
        raise UnknownGame(Refusal("game_broken", {"name": name, "reason": quote(str(error))})) from error
    if not isinstance(game, Game):
        raise UnknownGame(Refusal("game_broken", {"name": name, "reason": f"{entry.value} is no Game"}))
    return game


def game_package(name: str) -> str:
    """The package that the game of that name is in, or the module if it has no folder of its own."""
    return _entry(name).module


def _entry(name: str) -> EntryPoint:
    entry = _found().get(name) if isinstance(name, str) else None
    if entry is None:
        raise UnknownGame(Refusal("unknown_game", {"name": quote(name), "names": game_names()}))
    return entry


@cache
def _found() -> dict[str, EntryPoint]:
    entries = list(entry_points(group=GROUP))
    # Ours last, so that nobody takes the name of a game of the house.
    entries.sort(key=lambda entry: entry.value.startswith("ludoteca.games."))
    return {entry.name: entry for entry in entries}

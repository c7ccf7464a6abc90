"""The installed games, found through the entry points `ludoteca.games` of every distribution, this one included."""

from contextlib import suppress
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from ludoteca.core.errors import UnknownGame
from ludoteca.core.game import Game
from ludoteca.core.languages import PSEUDO, offers_pseudo
from ludoteca.core.translations import Refusal, own_languages, quote

GROUP = "ludoteca.games"

_games: dict[EntryPoint, Game[Any]] = {}


def game_names() -> list[str]:
    """Return the names of all installed games, sorted."""
    return sorted(_entries())


def find_game(name: str) -> Game[Any]:
    """Return the game with this name, always the same instance; UnknownGame lists the names there are."""
    entry = _entry(name)
    game = _games.get(entry)
    # Two threads may both make one; the first that is stored is the game.
    return _games.setdefault(entry, _make(entry)) if game is None else game


def installed_rules() -> dict[str, int]:
    """Return the rules version of every installed game that can be loaded, by name."""
    found = {}
    for name in game_names():
        with suppress(UnknownGame):
            found[name] = find_game(name).rules_version
    return found


def game_package(name: str) -> str:
    """Return the package of a game, or its module if the game is a single file."""
    return _entry(name).module


def known_languages() -> frozenset[str]:
    """Return the languages that Ludoteca or an installed game has texts in."""
    packages = (__package__, *(entry.module for entry in _entries().values()))
    pseudo = {PSEUDO} if offers_pseudo() else ()
    return frozenset().union(*map(own_languages, packages), pseudo)


def _make(entry: EntryPoint) -> Game[Any]:
    try:
        found = entry.load()
        game: Game[Any] | None = found() if isinstance(found, type) and issubclass(found, Game) else None
    except Exception as error:  # third-party code can raise anything
        raise _broken(entry, quote(str(error))) from error
    if game is None:
        raise _broken(entry, f"{entry.value} is no subclass of Game")
    if game.name != entry.name:
        raise _broken(entry, f"{entry.value} has the name {quote(game.name)}")
    return game


def _broken(entry: EntryPoint, reason: str) -> UnknownGame:
    return UnknownGame(Refusal("game_broken", {"name": entry.name, "reason": reason}))


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

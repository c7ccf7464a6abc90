"""The rules that a room was made for."""

from __future__ import annotations

from typing import Any

from ludoteca.core.game import Game
from ludoteca.core.registry import find_game
from ludoteca.core.translations import Refusal
from ludoteca.table.table import TableError


def find_rules(name: str, version: int) -> Game[Any]:
    """Return a game; raise TableError if its rules are of another version here."""
    game = find_game(name)
    if game.rules_version != version:
        params = {"version": version, "game": game.title, "ours": game.rules_version}
        raise TableError(Refusal("record_version", params))
    return game

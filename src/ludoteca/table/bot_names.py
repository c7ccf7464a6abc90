"""Names of bots, so that several of one level at a table can be told apart."""

from __future__ import annotations

from ludoteca.table.names import name_key
from ludoteca.table.table import Table

NAMES = {
    1: ("Pip", "Bea", "Tom", "Lia", "Max"),
    2: ("Nell", "Finn", "Ida", "Sam", "Zoe"),
    3: ("Otto", "Mira", "Jon", "Ella", "Kai"),
    4: ("Vera", "Hugo", "Nora", "Emil", "Ruth"),
    5: ("Magnus", "Alma", "Viktor", "Judit", "Leo"),
}
"""By level. A bot takes the first that nobody else at the table has."""


def bot_names(level: int, fallback: str) -> tuple[str, ...]:
    """Return the names of bots of a level, the preferred one first."""
    return (*NAMES.get(level, ()), fallback)


def name_bots(table: Table) -> None:
    """Name every bot that has no name yet, or whose name a person took."""
    people = {name_key(player.name) for player in table.players if player.is_person}
    for player in table.players:
        if player.level is not None and (not player.name or name_key(player.name) in people):
            taken = {name_key(other.name) for other in table.players if other is not player}
            names = bot_names(player.level, table.game.find_bot(player.level).name)
            player.name = next((name for name in names if name_key(name) not in taken), names[0])

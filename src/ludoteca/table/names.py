"""Players' names: which are allowed, and which look the same to a reader."""

from __future__ import annotations

from typing import Any
from unicodedata import normalize

from ludoteca.core.game import Game
from ludoteca.core.translations import Refusal, quote
from ludoteca.table.table import Table

MAX_NAME_LENGTH = 24

# Printable to Python but invisible: joiners, fillers and variation selectors.
_INVISIBLE = dict.fromkeys(
    (
        *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800),
        *(*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)),
    )
)


def read_name(name: str) -> str | Refusal:
    """Return a name as it is shown, without extra blanks, or why it is not allowed."""
    plain = " ".join(name.split())
    if 0 < len(plain) <= MAX_NAME_LENGTH and plain.isprintable() and name_key(plain):
        return plain
    return Refusal("name", {"field": "name", "high": MAX_NAME_LENGTH, "value": quote(name)})


def name_key(name: str) -> str:
    """Return a key that is equal for names that look alike: NFKC and casefold, without invisible characters."""
    folded = normalize("NFKC", normalize("NFKC", name).casefold()).translate(_INVISIBLE)
    return " ".join(folded.split())


def is_role(game: Game[Any], name: str) -> bool:
    """Return whether this is the game's name for a seat, so that nobody typed it."""
    seats = range(game.seats[1])
    return name_key(name) in {"", *(name_key(one) for seat in seats for one in (game.role(seat), game.seat_name(seat)))}


def why_not_name(table: Table, name: str, device: str, seat: int | None = None) -> Refusal | None:
    """Say why a device may not use this name, on a seat or as a spectator: a player, a bot or a role has it."""
    others = [index for index, player in enumerate(table.players) if player.device != device and index != seat]
    roles, bots = map(table.game.seat_name, others), [bot.name for bot in table.game.bots]
    taken = [*map(table.name, others), *roles, *bots]
    if name_key(name) in map(name_key, taken):
        return Refusal("name_taken", {"field": "name", "value": quote(name)})
    return None

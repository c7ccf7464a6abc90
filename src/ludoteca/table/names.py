"""Players' names: which are allowed, and which look the same to a reader."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any
from unicodedata import normalize

from ludoteca.core.game import Game
from ludoteca.core.registry import known_languages
from ludoteca.core.translations import GUEST, Refusal, quote
from ludoteca.table.table import Table

MAX_NAME_LENGTH = 24
MAX_AVATAR_LENGTH = 12

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


def read_avatar(avatar: str) -> str | Refusal:
    """Return the name of a token, "" for the one that belongs to the player's name, or why it is not allowed.

    Which tokens there are is up to the page; one that it does not know is shown as the one of the name.
    """
    if not avatar or (len(avatar) <= MAX_AVATAR_LENGTH and avatar.isascii() and avatar.isalpha() and avatar.islower()):
        return avatar
    return Refusal("avatar", {"field": "avatar", "high": MAX_AVATAR_LENGTH, "value": quote(avatar)})


def name_key(name: str) -> str:
    """Return a key that is equal for names that look alike: NFKC and casefold, without invisible characters."""
    folded = normalize("NFKC", normalize("NFKC", name).casefold()).translate(_INVISIBLE)
    return " ".join(folded.split())


def is_unnamed(game: Game[Any], name: str) -> bool:
    """Return whether a person gave no name of their own: nothing, `GUEST`, or the game's name for a seat."""
    return name_key(name) in {"", *map(name_key, _reserved_names(game))}


def _reserved_names(game: Game[Any]) -> Iterator[str]:
    """Return the words for guests and seats, in all languages: a reader must not take one for somebody's name."""
    for language in known_languages():
        yield game.translations.to(language).player_name(GUEST)
        yield from (game.seat_name(seat, language) for seat in range(game.seats[1]))
    yield from (game.role(seat) for seat in range(game.seats[1]))


def person_name(game: Game[Any], name: str, others: Iterable[str]) -> str | Refusal:
    """Return a person's name as the table shows it, or why it is not allowed. `others` are the other names there.

    Seats rotate, so a role is never a person's name: whoever has none is a guest.
    """
    if not is_unnamed(game, name):
        return read_name(name)
    taken = set(map(name_key, others))
    guests = (GUEST, *(f"{GUEST} {number}" for number in range(2, len(taken) + 2)))
    return next(guest for guest in guests if name_key(guest) not in taken)


def why_not_name(table: Table, name: str, device: str, seat: int | None = None) -> Refusal | None:
    """Say why a device may not use this name, on a seat or as a spectator: a player or a role has it."""
    others = [index for index, player in enumerate(table.players) if player.device != device and index != seat]
    roles = (table.game.seat_name(other, language) for other in others for language in known_languages())
    taken = [*map(table.name, others), *roles]
    if name_key(name) in map(name_key, taken):
        return Refusal("name_taken", {"field": "name", "value": quote(name)})
    return None

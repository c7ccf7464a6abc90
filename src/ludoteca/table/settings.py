"""Room settings: what the host chooses besides the game's own options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from ludoteca.core.game import Game
from ludoteca.core.translations import Refusal, quote
from ludoteca.table.clock import NO_CLOCK, Clock

OnAbsence = Literal["substitute", "call_off", "win"]
"""What happens when a player is absent too long: a bot plays until they return, the game ends without a result, or
the player loses."""
MIN_ABSENCE_TIMEOUT_S = 30
MAX_ABSENCE_TIMEOUT_S = 30 * 24 * 3600
MAX_LEGS = 2
MAX_WEBHOOK_NAME = 24


class RoomSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the host chooses before the start."""

    legs: int = 1
    """Games in a match; the seats rotate after each."""
    absence_timeout_s: int = 24 * 3600
    """Seconds that an absent player has to return."""
    on_absence: OnAbsence = "substitute"
    substitute_level: int | None = None
    """The level of the substitute bot. Left out in a request: the middle level. Null: the fallback plays."""
    casual: bool = False
    """Games do not count. Undo may reach past a reveal, and everybody may ask for hints."""
    public: bool = False
    """The room is listed in the lobby."""
    clock: Clock = NO_CLOCK
    webhook: str = ""
    """The name of a webhook that the server offers."""


def change_settings(settings: RoomSettings, changes: Mapping[str, Any]) -> RoomSettings | Refusal:
    """Return the settings with these changes, or why they cannot be read."""
    try:
        return msgspec.convert({**msgspec.to_builtins(settings), **changes}, RoomSettings)
    except msgspec.ValidationError as error:
        return Refusal("message_unreadable", {"reason": quote(str(error))})


def check_settings(game: Game[Any], seats: int, settings: RoomSettings) -> RoomSettings | Refusal:
    """Return the settings with their defaults for this game, or what is out of bounds."""
    refusal = (
        _check_range("legs", settings.legs, 1, MAX_LEGS if seats == 2 else 1)
        or _check_range("absence_timeout_s", settings.absence_timeout_s, MIN_ABSENCE_TIMEOUT_S, MAX_ABSENCE_TIMEOUT_S)
        or settings.clock.check()
    )
    if refusal is not None:
        return refusal
    if len(settings.webhook) > MAX_WEBHOOK_NAME:
        return Refusal("name", {"field": "webhook", "high": MAX_WEBHOOK_NAME, "value": quote(settings.webhook)})
    if settings.substitute_level is None:
        return msgspec.structs.replace(settings, substitute_level=middle_level(game))
    if settings.substitute_level not in [bot.level for bot in game.levels]:
        names = [f"{bot.level} ({bot.name})" for bot in game.levels]
        return Refusal("unknown_bot", {"game": game.title, "wanted": quote(settings.substitute_level), "names": names})
    return settings


def middle_level(game: Game[Any]) -> int | None:
    """Return the level of a substitute that nobody chose; None in a game without bots."""
    return game.levels[(len(game.levels) - 1) // 2].level if game.levels else None


def _check_range(field: str, value: int, low: int, high: int) -> Refusal | None:
    if low <= value <= high:
        return None
    return Refusal("option_int", {"field": field, "low": low, "high": high, "value": quote(value)})

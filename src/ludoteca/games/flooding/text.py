"""Moves of Flooding Islands as text, positions as JSON."""

from typing import Any, Final

from ludoteca.core.generator import RandomSource
from ludoteca.core.ints import Numbers, i64, vec
from ludoteca.core.positions import Fields
from ludoteca.core.squares import square_number
from ludoteca.core.translations import Refusal, quote, read_translations
from ludoteca.games.flooding.rules import (
    JOURNEYMAN,
    LAST_DAY,
    MAX_FLOODS,
    NO_FLOOD,
    SIZE,
    WEATHER,
    Flooding,
    flood_move,
    floods,
    start_game,
)

ROLES: Final = ("journeyman", "weather")
TRANSLATIONS: Final = read_translations(__package__)
NO_FLOOD_TEXT: Final = "-"
FIELDS: Final = ("size", "journeyman", "flooded", "day", "to_move")


def parse_move(state: Flooding, text: str) -> int | Refusal:
    size = state.island.size
    last = state.island.names[-1]
    if state.night and text == NO_FLOOD_TEXT:
        return NO_FLOOD
    fields = []
    for name in text.split():
        field = square_number(name, size, size)
        if field < 0:
            return Refusal("not_a_field", {"text": quote(name), "last": last})
        fields.append(field)
    if not state.night:
        return fields[0] if len(fields) == 1 else Refusal("walk_to_one", {"last": last})
    if not fields:
        return Refusal("say_none", {"none": NO_FLOOD_TEXT})
    if len(fields) > MAX_FLOODS:
        return Refusal("too_many_floods", {"count": len(fields), "most": MAX_FLOODS})
    return flood_move(vec[i64](sorted(fields)))


def write_move(state: Flooding, move: int) -> str:
    if not state.night:
        return state.island.names[move]
    return " ".join(field_names(state, floods(move))) or NO_FLOOD_TEXT


def field_names(state: Flooding, fields: Numbers) -> list[str]:
    names = state.island.names
    return [names[field] for field in fields]


def read_position(data: Any, random: RandomSource) -> Flooding:
    fields = Fields(data, FIELDS, TRANSLATIONS)
    size = fields.integer("size", SIZE.low, SIZE.high) if fields.has("size") else SIZE.default
    state = start_game(size)
    state.journeyman = fields.square("journeyman", fields.value("journeyman"), size, size)
    for field in fields.squares("flooded", size, size):
        state.flooded[field] = 1
    state.day = fields.integer("day", 0, LAST_DAY)
    to_move = fields.one_of("to_move", (*ROLES, None))
    # There is no 365th night: the game is over on day 365, whatever `to_move` says.
    state.night = to_move == WEATHER or state.day == LAST_DAY
    state.update_winner()
    if to_move not in (JOURNEYMAN, WEATHER) and state.winner not in (JOURNEYMAN, WEATHER):
        raise fields.error("position_not_over", {})
    return state


def write_position(state: Flooding) -> dict[str, Any]:
    seat = state.seat()
    return {
        "size": state.island.size,
        "journeyman": state.island.names[state.journeyman],
        "flooded": field_names(state, [field for field, wet in enumerate(state.flooded) if wet]),
        "day": state.day,
        "to_move": ROLES[seat] if seat in (JOURNEYMAN, WEATHER) else None,
    }

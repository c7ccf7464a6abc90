"""Views, choices, move descriptions and high scores of Flooding Islands. Nothing is hidden."""

from typing import Any

from ludoteca.core.highscores import HighScore
from ludoteca.core.state import NOBODY
from ludoteca.core.translations import Text
from ludoteca.games.flooding.rules import JOURNEYMAN, LAST_DAY, MAX_FLOODS, WEATHER, Flooding, floods
from ludoteca.games.flooding.text import NO_FLOOD_TEXT, ROLES, field_names, write_position


def make_view(state: Flooding, seat: int | None) -> dict[str, Any]:
    view = write_position(state)
    view["last_day"] = LAST_DAY
    view["winner"] = None if state.winner == NOBODY else ROLES[state.winner]
    return view


def make_choices(state: Flooding, seat: int | None) -> dict[str, Any]:
    """List the fields to choose from, `least` to `most` of them; the move's text is their names, or `none`."""
    if seat is None or seat != state.seat():
        return {}
    if seat == JOURNEYMAN:
        return {"kind": "fields", "least": 1, "most": 1, "fields": field_names(state, state.moves())}
    dry = [field for field, wet in enumerate(state.flooded) if not wet]
    return {
        "kind": "fields",
        "least": 0,
        "most": min(MAX_FLOODS, len(dry)),
        "fields": field_names(state, dry),
        "none": NO_FLOOD_TEXT,
    }


def describe_move(before: Flooding, move: int, after: Flooding, seat: int | None) -> list[Text]:
    texts = _describe_night(before, move) if before.night else _describe_day(before, after)
    if after.winner == WEATHER:
        texts.append(Text("weather_wins", {"days": after.day, "field": _journeyman_field(after)}))
    elif after.winner == JOURNEYMAN:
        texts.append(Text("journeyman_wins", {"days": after.day}))
    return texts


def _describe_day(before: Flooding, after: Flooding) -> list[Text]:
    dried = [field for field in after.island.orthogonal_neighbours[after.journeyman] if before.flooded[field]]
    params = {"day": after.day, "field": _journeyman_field(after), "dried": field_names(after, dried)}
    return [Text("walked_and_dried" if dried else "walked", params)]


def _describe_night(before: Flooding, move: int) -> list[Text]:
    fields = field_names(before, floods(move))
    return [Text("floods" if fields else "floods_none", {"day": before.day, "fields": fields})]


def _journeyman_field(state: Flooding) -> str:
    return state.island.names[state.journeyman]


def high_scores(state: Flooding) -> list[HighScore]:
    """Return the days survived, for the journeyman even if he loses, and for a winning weather: fewer are better."""
    size = {"size": state.island.size}
    found = [HighScore(JOURNEYMAN, "highscore_days", size, state.day, counts_if_lost=True)]
    if state.winner == WEATHER:
        found.append(HighScore(WEATHER, "highscore_trap", size, state.day, lower_is_better=True))
    return found

"""Views, choices, move descriptions, high scores and text board of Flooding Islands. Nothing is hidden."""

from typing import Any, Final

from ludoteca.core.highscores import HighScore
from ludoteca.core.squares import LETTERS, square_name
from ludoteca.core.state import NOBODY
from ludoteca.core.translations import Text
from ludoteca.games.flooding.rules import JOURNEYMAN, LAST_DAY, MAX_FLOODS, WEATHER, Flooding, floods
from ludoteca.games.flooding.text import NO_FLOOD_TEXT, ROLES, TRANSLATIONS, field_names, write_position

BOARD_COLOURS: Final = {
    r"~[~J]": "on blue",
    r"(?<= )J(?= |$)": "bold",
    r"(?<= )\.(?= |$)": "dim",
    r"^ {4,}[a-z].*|^ +\d+": "dim",
}
"""Colours of the text board, by regular expression."""


def make_view(state: Flooding, seat: int | None) -> dict[str, Any]:
    winner = None if state.winner == NOBODY else ROLES[state.winner]
    return {**write_position(state), "last_day": LAST_DAY, "winner": winner}


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


def render(view: dict[str, Any]) -> str:
    """Draw the island row by row: `.` dry, `~~` flooded, `J` the journeyman (`~J` on a flooded field)."""
    size: int = view["size"]
    flooded = set(view["flooded"])
    lines = [_headline(view), "", "    " + "".join(f" {letter} " for letter in LETTERS[:size]).rstrip()]
    for row in range(size):
        names = [square_name(row * size + column, size) for column in range(size)]
        cells = [_cell(name in flooded, name == view["journeyman"]) for name in names]
        lines.append(f"{row + 1:>3} " + "".join(cells).rstrip())
    return "\n".join(lines)


def _cell(wet: bool, journeyman: bool) -> str:
    if journeyman:
        return "~J " if wet else " J "
    return "~~ " if wet else " . "


def _headline(view: dict[str, Any]) -> str:
    code = f"headline_{view['to_move']}" if view["winner"] is None else f"headline_won_{view['winner']}"
    return TRANSLATIONS.format(Text(code, {"day": view["day"], "next": view["day"] + 1, "last": view["last_day"]}))

"""Explanations of good moves in Wege, for hints: at most two for each move."""

from typing import Final

from ludoteca.core.translations import Text
from ludoteca.games.wege.cards import COSSACK, GNOME_CORNER, IS_WATER, ROTATIONS
from ludoteca.games.wege.park import SIDES
from ludoteca.games.wege.rules import SWAP, Wege
from ludoteca.games.wege.scoring import NO_GROUP
from ludoteca.games.wege.text import ROLES

MAX_TEXTS: Final = 2


def explain(state: Wege, move: int) -> list[Text]:
    gain = _gain(state, move)
    texts = [*_explain_link(state, move), *_explain_gnome(state, move)]
    if gain > 0:
        texts.insert(0, Text("explain_point" if gain == 1 else "explain_points", {"points": gain}))
    return texts[:MAX_TEXTS] or [Text("explain_later" if gain == 0 else "explain_lesser")]


def _gain(state: Wege, move: int) -> int:
    """Return by how many points the mover's lead grows at once."""
    after = state.copy()
    after.play(move)
    player = state.mover
    before, then = state.scores(), after.scores()
    return then[player] - then[1 - player] - before[player] + before[1 - player]


def _explain_link(state: Wege, move: int) -> list[Text]:
    """Explain an own card that saves a group from being enclosed, or an opponent's card that saves none."""
    if state.is_empty() or state.hand >= COSSACK:
        return []
    owner = int(IS_WATER[state.hand])
    one, other = (_group_and_border(state, point) for point in _linked_points(state, move))
    saves = one != other and 0 in (one[1], other[1])
    if saves and owner == state.mover:
        return [Text(f"explain_saves_{owner}")]
    if not saves and owner != state.mover:
        return [Text(f"explain_wasted_{owner}")]
    return []


def _linked_points(state: Wege, move: int) -> list[int]:
    """Return the two points that the card in hand would link."""
    first = SIDES * (move // ROTATIONS)
    return [state.park.corners[first + (move + half) % ROTATIONS] for half in (0, 2)]


def _group_and_border(state: Wege, point: int) -> tuple[int, int]:
    """Return the group of a point and its border bits."""
    score = state.score()
    group = score.groups[point]
    return (point, state.park.borders[point]) if group == NO_GROUP else (group, score.borders[group])


def _explain_gnome(state: Wege, move: int) -> list[Text]:
    """Explain an opponent's gnome that faces none here but would elsewhere."""
    corner = GNOME_CORNER[state.hand]
    if corner < 0 or state.is_empty():
        return []
    points = {other: _gnome_point(state, other, corner) for other in state.moves() if other < SWAP}
    owner = (state.park.colours[points[move]] + state.terrain) % 2
    if owner == state.mover or state.gnomes[points[move]] or not any(state.gnomes[point] for point in points.values()):
        return []
    return [Text("explain_gnome", {"other": ROLES[owner]})]


def _gnome_point(state: Wege, move: int, corner: int) -> int:
    return state.park.corners[SIDES * (move // ROTATIONS) + (move + corner) % ROTATIONS]

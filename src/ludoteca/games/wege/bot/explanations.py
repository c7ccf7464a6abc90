"""What speaks for a move, for a hint: at most two reasons, from what everybody sees."""

from typing import Final

from ludoteca.core.translations import Text
from ludoteca.games.wege.cards import COSSACK, GNOME_CORNER, ROTATIONS, WATERY
from ludoteca.games.wege.park import SIDES
from ludoteca.games.wege.rules import SWAP, Wege
from ludoteca.games.wege.scoring import NO_GROUP
from ludoteca.games.wege.view import player_name

MOST: Final = 2


def explain(state: Wege, move: int) -> list[Text]:
    gained = _gained(state, move)
    told = [*_link(state, move), *_gnome(state, move)]
    if gained > 0:
        told.insert(0, Text("because_point" if gained == 1 else "because_points", {"points": gained}))
    return told[:MOST] or [Text("because_later" if gained == 0 else "because_lesser")]


def _gained(state: Wege, move: int) -> int:
    """By how many points the lead grows at once."""
    after = state.copy()
    after.play(move)
    player = state.mover
    before, then = state.scores(), after.scores()
    return then[player] - then[1 - player] - before[player] + before[1 - player]


def _link(state: Wege, move: int) -> list[Text]:
    """One's own card that saves a group from being closed in, or the other's card that saves none."""
    if state.is_bare() or state.hand >= COSSACK:
        return []
    owner = int(WATERY[state.hand])
    roots = [_group(state, point) for point in _ends(state, move)]
    saves = roots[0] != roots[1] and 0 in (roots[0][1], roots[1][1])
    if saves and owner == state.mover:
        return [Text(f"because_saves_{owner}")]
    if not saves and owner != state.mover:
        return [Text(f"because_wasted_{owner}")]
    return []


def _ends(state: Wege, move: int) -> list[int]:
    """The two points that the card in hand would link."""
    first = SIDES * (move // ROTATIONS)
    return [state.park.corners[first + (move + half) % ROTATIONS] for half in (0, 2)]


def _group(state: Wege, point: int) -> tuple[int, int]:
    """The group of a point, and its border."""
    score = state.score()
    group = score.groups[point]
    return (point, state.park.borders[point]) if group == NO_GROUP else (group, score.borders[group])


def _gnome(state: Wege, move: int) -> list[Text]:
    """The other's gnome where it faces none, though it might have been made to."""
    corner = GNOME_CORNER[state.hand]
    if corner < 0 or state.is_bare():
        return []
    points = {at: _gnome_point(state, at, corner) for at in state.moves() if at < SWAP}
    owner = (state.park.colours[points[move]] + state.terrain) % 2
    if owner == state.mover or state.gnomes[points[move]] or not any(state.gnomes[point] for point in points.values()):
        return []
    return [Text("because_gnome", {"other": player_name(owner)})]


def _gnome_point(state: Wege, move: int, corner: int) -> int:
    return state.park.corners[SIDES * (move // ROTATIONS) + (move + corner) % ROTATIONS]

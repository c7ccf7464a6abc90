"""Who sees what in Wege, what can be chosen, and what happened in words.

Everybody sees the same: all but the order of the deck.
"""

from typing import Any, Final

from ludoteca.core.highscores import HighScore
from ludoteca.core.state import NOBODY
from ludoteca.core.translations import Text
from ludoteca.games.wege.cards import CARD_NAMES, CARDS, JOINS, NO_CARD, ROTATIONS
from ludoteca.games.wege.park import SIDES
from ludoteca.games.wege.rules import OPEN, SWAP, Wege
from ludoteca.games.wege.scoring import FACING, GNOME_POINTS, NO_GROUP, Score
from ludoteca.games.wege.text import ROLES, TRANSLATIONS, card_json, hand_json, laid_json

LINES: Final = (("sides", "ponds", "gnomes", "cossacks"), ("sides", "islands", "gnomes", "cossacks"))
"""What the four lines of land and of water are for."""


def make_view(state: Wege, seat: int | None) -> dict[str, Any]:
    to_move = state.seat()
    over = to_move == NOBODY
    score = state.score()
    return {
        "rows": state.park.rows,
        "cols": state.park.cols,
        "top_left": None if state.terrain == OPEN else ROLES[state.terrain],
        "cards": laid_json(state),
        "hand": hand_json(state),
        "hand_is_replaced": state.replaced,
        "deck": len(state.deck),
        "left": _left(state),
        "provisional": not over,
        "score": [_lines(score, place) for place in range(2)],
        "marks": _marks(state, score),
        "to_move": None if over else to_move,
        "result": state.result() if over else None,
    }


def high_scores(state: Wege) -> list[HighScore]:
    """Points, in parks of one size."""
    park = {"rows": int(state.park.rows), "cols": int(state.park.cols)}
    return [HighScore(seat, "best_points", park, points) for seat, points in enumerate(state.scores())]


def _left(state: Wege) -> list[dict[str, Any]]:
    """How many of each card the deck still holds."""
    counts = [0] * CARDS
    for card in state.deck:
        counts[card] += 1
    return [{**card_json(card), "count": count} for card, count in enumerate(counts)]


def _lines(score: Score, seat: int) -> dict[str, int]:
    lines = dict(zip(LINES[seat], score.lines(seat), strict=True))
    return {**lines, "total": score.total(seat), "sides_touched": score.sides[seat]}


def _marks(state: Wege, score: Score) -> dict[str, Any]:
    """What the points were counted from, to be shown on the board. A point is [x, y], its column line and row line."""
    members: dict[int, list[list[int]]] = {}
    for point, group in enumerate(score.groups):
        if group != NO_GROUP:
            members.setdefault(group, []).append(_point(state, point))
    path, stream = (
        None
        if root == NO_GROUP
        else {"sides": score.sides[seat], "points": members[root], "cells": _cells(state, score, root)}
        for seat, root in enumerate(score.best)
    )
    ponds, islands = ([members[root] for root in roots] for roots in score.enclosed)
    facing = [
        {"point": _point(state, point), "gnomes": count, "points": GNOME_POINTS[count]}
        for point, count in enumerate(state.gnomes)
        if count >= FACING
    ]
    return {"path": path, "stream": stream, "ponds": ponds, "islands": islands, "facing": facing}


def _point(state: Wege, point: int) -> list[int]:
    wide = state.park.cols + 1
    return [point % wide, point // wide]


def _cells(state: Wege, score: Score, root: int) -> list[str]:
    """The cells whose cards join points of the group."""
    cells = []
    for cell, laid in enumerate(state.board):
        if laid == NO_CARD:
            continue
        for pair in range(JOINS[laid // ROTATIONS]):
            corner = state.park.corners[SIDES * cell + (laid + pair) % ROTATIONS]
            if score.groups[corner] == root:
                cells.append(state.park.names[cell])
    return cells


def make_choices(state: Wege, seat: int | None) -> dict[str, Any]:
    """Per cell the rotations in which the card in hand can be placed there, or swapped in."""
    if seat is None or seat != state.seat():
        return {}
    place: dict[str, list[int]] = {}
    swap: dict[str, list[int]] = {}
    for move in state.moves():
        target = swap if move >= SWAP else place
        name = state.park.names[(move % SWAP) // ROTATIONS]
        target.setdefault(name, []).append(move % ROTATIONS)
    return {"kind": "cells", "place": place, "swap": swap}


def describe_move(before: Wege, move: int, after: Wege, seat: int | None) -> list[Text]:
    player, other = player_name(before.mover), player_name(1 - before.mover)
    cell = (move % SWAP) // ROTATIONS
    params = {"player": player, "other": other, "cell": before.park.names[cell], "rotation": move % ROTATIONS}
    if move >= SWAP:
        told = [Text("swapped", {**params, "card": CARD_NAMES[before.board[cell] // ROTATIONS]})]
    else:
        told = [Text("placed", {**params, "card": CARD_NAMES[before.hand]})]
    if after.seat() == NOBODY:
        return told + _outcome(after)
    told += _changes(before.score(), after.score())
    if after.draws != before.draws:
        told.append(Text("turned_up", {"player": other, "card": CARD_NAMES[after.hand]}))
    return told


def player_name(seat: int) -> str:
    return TRANSLATIONS.find(f"role_{ROLES[seat]}") or ROLES[seat]


def _changes(before: Score, after: Score) -> list[Text]:
    """Every line of either player that is worth another number of points now."""
    told = []
    for seat in range(2):
        for line, old, new in zip(LINES[seat], before.lines(seat), after.lines(seat), strict=True):
            if old != new:
                told.append(Text(f"now_{line}", {"player": player_name(seat), "before": old, "after": new}))
    return told


def _outcome(state: Wege) -> list[Text]:
    score = state.score()
    told = []
    for seat, role in enumerate(ROLES):
        told.append(Text(f"final_{role}", {"player": player_name(seat), **_lines(score, seat)}))
    land, water = state.scores()
    if land == water:
        return [*told, Text("drawn_game", {"total": land})]
    winner = player_name(0 if land > water else 1)
    return [*told, Text("won", {"player": winner, "high": max(land, water), "low": min(land, water)})]

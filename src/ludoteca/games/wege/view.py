"""What players see of Wege, the choices for a board, and the log of a move.

Everybody sees the same: everything except the order of the deck.
"""

from typing import Any, Final

from ludoteca.core.highscores import HighScore
from ludoteca.core.state import NOBODY
from ludoteca.core.translations import Text
from ludoteca.games.wege.cards import CARD_NAMES, CARDS, JOINED_PAIRS, NO_CARD, ROTATIONS
from ludoteca.games.wege.park import SIDES
from ludoteca.games.wege.rules import NO_TERRAIN, SWAP, Wege
from ludoteca.games.wege.scoring import FACING, GNOME_POINTS, NO_GROUP, ScoreSheet
from ludoteca.games.wege.text import ROLES, card_json, hand_json, laid_json

LINES: Final = (("sides", "ponds", "gnomes", "cossacks"), ("sides", "islands", "gnomes", "cossacks"))
"""Names of the four score lines of land and of water."""


def make_view(state: Wege, seat: int | None) -> dict[str, Any]:
    to_move = state.seat()
    over = to_move == NOBODY
    score = state.score()
    return {
        "rows": state.park.rows,
        "cols": state.park.cols,
        "top_left": None if state.terrain == NO_TERRAIN else ROLES[state.terrain],
        "cards": laid_json(state),
        "hand": hand_json(state),
        "hand_is_replaced": state.hand_is_replaced,
        "deck": len(state.deck),
        "left": _left(state),
        "provisional": not over,
        "score": [_lines(score, player) for player in range(2)],
        "marks": _marks(state, score),
        "to_move": None if over else to_move,
        "result": state.result() if over else None,
    }


def high_scores(state: Wege) -> list[HighScore]:
    """Score the points, separately for each size of park."""
    park = {"rows": int(state.park.rows), "cols": int(state.park.cols)}
    return [HighScore(seat, "highscore_points", park, points) for seat, points in enumerate(state.scores())]


def _left(state: Wege) -> list[dict[str, Any]]:
    """Count the cards of each kind left in the deck."""
    counts = [0] * CARDS
    for card in state.deck:
        counts[card] += 1
    return [{**card_json(card), "count": count} for card, count in enumerate(counts)]


def _lines(score: ScoreSheet, seat: int) -> dict[str, int]:
    lines = dict(zip(LINES[seat], score.lines(seat), strict=True))
    return {**lines, "total": score.total(seat), "sides_touched": score.sides[seat]}


def _marks(state: Wege, score: ScoreSheet) -> dict[str, Any]:
    """Return what scores, for the board to show. A point is [x, y]: its column line and row line."""
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
    width = state.park.cols + 1
    return [point % width, point // width]


def _cells(state: Wege, score: ScoreSheet, root: int) -> list[str]:
    """Return the cells whose cards join points of the group."""
    cells = []
    for cell, laid in enumerate(state.board):
        if laid == NO_CARD:
            continue
        for pair in range(JOINED_PAIRS[laid // ROTATIONS]):
            corner = state.park.corners[SIDES * cell + (laid + pair) % ROTATIONS]
            if score.groups[corner] == root:
                cells.append(state.park.names[cell])
    return cells


def make_choices(state: Wege, seat: int | None) -> dict[str, Any]:
    """Return, for each cell, the rotations in which the card in hand can be placed or swapped in."""
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
    player, other = ROLES[before.mover], ROLES[1 - before.mover]
    cell = (move % SWAP) // ROTATIONS
    params = {"player": player, "other": other, "cell": before.park.names[cell], "rotation": move % ROTATIONS}
    if move >= SWAP:
        texts = [Text("swapped", {**params, "card": CARD_NAMES[before.board[cell] // ROTATIONS]})]
    else:
        texts = [Text("placed", {**params, "card": CARD_NAMES[before.hand]})]
    if after.seat() == NOBODY:
        return texts + _outcome(after)
    texts += _changes(before.score(), after.score())
    if after.draw_count != before.draw_count:
        texts.append(Text("turned_up", {"player": other, "card": CARD_NAMES[after.hand]}))
    return texts


def _changes(before: ScoreSheet, after: ScoreSheet) -> list[Text]:
    """Report every score line that has changed, for both players."""
    texts = []
    for seat in range(2):
        for line, old, new in zip(LINES[seat], before.lines(seat), after.lines(seat), strict=True):
            if old != new:
                texts.append(Text(f"now_{line}", {"player": ROLES[seat], "before": old, "after": new}))
    return texts


def _outcome(state: Wege) -> list[Text]:
    score = state.score()
    texts = []
    for seat, role in enumerate(ROLES):
        texts.append(Text(f"final_{role}", {"player": ROLES[seat], **_lines(score, seat)}))
    land, water = state.scores()
    if land == water:
        return [*texts, Text("drawn_game", {"total": land})]
    winner = ROLES[0 if land > water else 1]
    return [*texts, Text("won", {"player": winner, "high": max(land, water), "low": min(land, water)})]

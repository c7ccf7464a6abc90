"""Wege positions from drawings, for the tests."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import pytest

import ludoteca
from ludoteca.games.wege import WegeGame

GAME = WegeGame()
Json = dict[str, Any]

CARDS: dict[str, Json] = {
    "l": {"kind": "land", "gnome": None},
    "w": {"kind": "water", "gnome": None},
    "P": {"kind": "land", "gnome": "path"},
    "O": {"kind": "land", "gnome": "off"},
    "Q": {"kind": "water", "gnome": "path"},
    "U": {"kind": "water", "gnome": "off"},
    "c": {"kind": "cossack", "gnome": None},
    "b": {"kind": "bridge", "gnome": None},
}


def park(
    drawing: str,
    hand: str = "l",
    deck: str | None = None,
    top_left: str = "land",
    half_turned: Collection[str] = (),
    to_move: int = 0,
    by: int = 0,
    replaced: bool = False,
) -> Json:
    """Return a position from one letter per cell, `.` for a free one.

    Cards lie in rotation 0 or 1, whichever fits; those in `half_turned` in 2 or 3.
    """
    rows = drawing.split()
    cards = {}
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            if letter != ".":
                card, name = CARDS[letter], f"{'abcdefghij'[x]}{y + 1}"
                turned = (x + y + (card["kind"] == "water") + (top_left == "water")) % 2
                cards[name] = {**card, "rotation": turned + 2 * (name in half_turned), "by": by}
    free = drawing.count(".")
    return {
        "rows": len(rows),
        "cols": len(rows[0]),
        "cards": cards,
        "hand": CARDS[hand] if free else None,
        "hand_is_replaced": replaced,
        "deck": [CARDS[letter] for letter in ("l" * free if deck is None else deck)],
        "to_move": to_move if free else None,
    }


def lines(state: Any) -> list[list[int]]:
    """Return for each player: sides, ponds or islands, gnomes, cossacks, total."""
    score = GAME.view(state)["score"]
    return [
        [seat["sides"], seat[enclosed], seat["gnomes"], seat["cossacks"], seat["total"]]
        for seat, enclosed in zip(score, ("ponds", "islands"), strict=True)
    ]


def refused(state: Any, move: str) -> str:
    """Return the sentence that refuses the move, after checking that nothing changed."""
    before = GAME.position(state)
    with pytest.raises(ludoteca.IllegalMove) as error:
        GAME.play(state, move)
    assert GAME.position(state) == before
    return error.value.sentence

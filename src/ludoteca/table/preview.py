"""The preview of a move: what it would tell its player, before it is made."""

from __future__ import annotations

import secrets
from typing import Any, NamedTuple

from ludoteca.core.game import Game
from ludoteca.core.generator import Random
from ludoteca.core.state import State, determinize
from ludoteca.core.translations import Text

SAMPLES = 8
"""Determinized states that must agree on a text."""
REVEALING_SAMPLES = 24
"""As many for a move that reveals something: what they agree on is not by chance what is revealed."""


class MovePreview(NamedTuple):
    texts: list[Text]
    reveals: bool
    """Whether the move would reveal something that is hidden now."""


def preview_move(game: Game[Any], state: State, move: int) -> MovePreview:
    """Describe a legal move as its player could before making it.

    Only determinized states are looked at, so the preview cannot depend on what the player does not see.
    """
    seat = state.seat()
    random = Random(secrets.token_hex(16))
    described: list[list[Text]] = []
    reveals = False
    wanted = SAMPLES if game.hidden_information or game.chance else 1
    while len(described) < wanted:
        before = determinize(state, seat, random.fork())
        after = before.copy()
        after.play(move)
        reveals = reveals or after.reveal_count() != before.reveal_count()
        described.append(game.describe_move(before, move, after, seat))
        wanted = REVEALING_SAMPLES if reveals else wanted
    return MovePreview([text for text in described[0] if all(text in texts for texts in described)], reveals)

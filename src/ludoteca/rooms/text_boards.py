"""Text boards for messages: drawn lines, and the moves that can be chosen on them, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludoteca.core.board import Moves
from ludoteca.core.game import Game
from ludoteca.core.languages import ENGLISH
from ludoteca.core.text_board import draw_view, to_text
from ludoteca.core.translations import Text
from ludoteca.rooms.board_messages import BoardAction, BoardMoves, BoardSelection

MAX_TARGETS = 400
"""A page cannot show more, and a message stays small: the first card of a large park has 1,024."""

DrawnBoard = tuple[str | None, list[list[list[str]]], BoardMoves | None]
"""The text, the same in spans, and the moves of the seat to move."""


def draw_board(
    game: Game[Any], view: dict[str, Any], choices: dict[str, Any], names: Sequence[str], language: str = ENGLISH
) -> DrawnBoard:
    """Draw a view for readers of a language, with the moves of its seat if there are choices."""
    lines = draw_view(game, view, names, language=language)
    moves = game.board(view, choices).moves if game.describes_board and choices else None
    spans = [[[text, style] for text, style in line] for line in lines]
    return to_text(lines), spans, None if moves is None else _write_moves(game, moves, names, language)


def _write_moves(game: Game[Any], moves: Moves, names: Sequence[str], language: str) -> BoardMoves:
    translations = game.translations.to(language)

    def write(text: Text) -> str:
        return translations.format(text, names)

    return BoardMoves(
        write(moves.prompt),
        list(moves.targets) if len(moves.targets) <= MAX_TARGETS else [],
        [
            BoardSelection(write(one.label), one.of, list(one.items), one.least, one.most, one.verb)
            for one in moves.selections
        ],
        [
            BoardAction(one.move, write(one.label), write(one.question) if one.question is not None else None)
            for one in moves.actions
        ],
    )

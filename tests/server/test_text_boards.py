"""The text board in messages: the text, its spans, and what the player to move can choose."""

from __future__ import annotations

from typing import Any

import dummy_game
import pytest

from ludoteca.core.game import Game
from ludoteca.core.records import begin
from ludoteca.core.registry import find_game, game_names
from ludoteca.rooms.text_boards import MAX_TARGETS, draw_board

NAMES = ["Ada", "Bo"]


def start(game: Game[Any], **options: Any) -> Any:
    return begin(game, 2, game.check_options(options), "boards", None)


@pytest.mark.parametrize("name", game_names())
def test_spans_are_the_text_and_only_the_player_to_move_has_moves(name: str) -> None:
    game = find_game(name)
    state = start(game)
    for seat in (None, 0, 1):
        text, lines, moves = draw_board(game, game.make_view(state, seat), game.make_choices(state, seat), NAMES)
        assert text == "\n".join("".join(part for part, _ in line) for line in lines)
        assert (moves is not None) == (seat == 0)


def test_moves_are_in_words() -> None:
    game = find_game("latice")
    state = start(game)
    _, _, moves = draw_board(game, game.make_view(state, 0), game.make_choices(state, 0), NAMES)
    assert moves is not None
    assert moves.prompt == "Choose a tile."
    assert {target.cell for target in moves.targets} == {"e5"}
    assert [(one.move, one.label, one.question) for one in moves.actions] == [
        ("exchange", "Exchange", "Exchange all your tiles? It ends your turn."),
        ("end", "Pass", "End your turn without laying a tile?"),
    ]


def test_a_message_does_not_list_very_many_targets() -> None:
    game = find_game("wege")
    for size, listed in ((6, True), (16, False)):
        state = start(game, rows=size, cols=size)
        _, _, moves = draw_board(game, game.make_view(state, 0), game.make_choices(state, 0), NAMES)
        assert moves is not None
        assert (0 < len(moves.targets) <= MAX_TARGETS) == listed


def test_a_game_that_renders_its_own_text_has_no_moves_on_it() -> None:
    game: Game[Any] = dummy_game.GAME
    state = start(game)
    view = game.make_view(state, 0)
    text, lines, moves = draw_board(game, view, game.make_choices(state, 0), NAMES)
    assert text == dummy_game.GAME.render(view)
    assert all(style == "" for line in lines for _, style in line)
    assert moves is None

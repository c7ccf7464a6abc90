"""Previews of moves: they say what is certain for the player, and nothing that is hidden."""

from __future__ import annotations

import pytest
from table.local_room import with_bot

from ludoteca.core.generator import Random
from ludoteca.table.preview import preview_move


@pytest.mark.parametrize("game", ["flooding", "latice", "rowsandcols", "waffe", "wege"])
def test_a_move_tells_what_its_preview_says(game: str) -> None:
    room = with_bot(game=game)
    for turn in range(12):
        seat, state = room.table.to_move(), room.table.state
        assert state is not None
        move = state.random_move(Random(f"move {turn}"))
        preview = preview_move(room.table.game, state, move)
        before = state.reveal_count()
        room.play(room.table.game.write_move(state, move))
        texts = room.table.log_entries[-1].texts_for(seat)
        assert preview.texts
        assert all(text in texts for text in preview.texts)
        assert room.table.state is not None
        assert preview.reveals == (room.table.state.reveal_count() != before)
        assert preview.reveals or preview.texts == texts

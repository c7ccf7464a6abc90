"""What a hint says of its move beforehand: what is certain for the seat, and nothing that is hidden."""

from __future__ import annotations

import pytest
from table.helpers import with_bot

from ludoteca.core.generator import Random
from ludoteca.server.automation import foretold


@pytest.mark.parametrize("game", ["flooding", "latice", "rowsandcols", "waffe", "wege"])
def test_what_is_foretold_comes_to_pass(game: str) -> None:
    room, some = with_bot(game=game), 0
    for turn in range(12):
        seat, state = room.table.to_move(), room.table.state
        assert state is not None
        text = room.table.game.write_move(state, state.random_move(Random(f"move {turn}")))
        lines = foretold(room.table, seat, text)
        room.play(text)
        assert all(line in room.table.log_entries[-1].to(seat) for line in lines)
        some += bool(lines)
    assert some == 12


def test_a_move_that_cannot_be_made_foretells_nothing() -> None:
    assert foretold(with_bot().table, 0, "z9") == []

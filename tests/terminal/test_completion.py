"""What Tab makes of a typed line."""

from __future__ import annotations

from pathlib import Path

from terminal.clients import open_host
from terminal.test_play import new_game

from ludoteca.core.registry import find_game
from ludoteca.rooms import messages as m
from ludoteca.store.terminal_games import new_token
from ludoteca.terminal.completion import complete
from ludoteca.terminal.play import NewGame
from ludoteca.terminal.table_summary import TableSummary


def summary_of(folder: Path, new: NewGame) -> TableSummary:
    """Return the first table of a game."""
    from terminal.clients import Player

    token = new_token()
    with open_host("local", folder) as host:
        player = Player(host, new.create(host, token), token)
        table: m.TableMessage = player.until(lambda table: table.room.phase == "playing" and bool(table.choices))
        player.close()
    return TableSummary(table, find_game(table.room.game))


def test_commands_and_moves_are_completed(tmp_path: Path) -> None:
    summary = summary_of(tmp_path, new_game(options={"size": 3}))
    assert complete(summary, "b") == ["b1", "b2", "board", "bot"]
    assert complete(summary, "res") == ["resign"]
    assert complete(summary, "zzz") == []
    assert complete(None, "un") == ["undo"]


def test_items_of_a_selection_are_completed_one_after_the_other(tmp_path: Path) -> None:
    summary = summary_of(tmp_path, new_game("waffe", seed="x", bots=("2=1",)))
    assert summary.board is not None
    assert summary.board.moves is not None
    cards = [card.lower() for card in summary.board.moves.selections[0].items]
    assert "play " in complete(summary, "pl")
    assert complete(summary, "play ") == [f"play {card}" for card in cards]
    assert f"play {cards[0]} {cards[1]}" in complete(summary, f"play {cards[0]} ")
    assert f"play {cards[0]} {cards[0]}" not in complete(summary, f"play {cards[0]} ")

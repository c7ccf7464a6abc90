"""RowsAndCols in the terminal, by typed moves."""

from __future__ import annotations

from pathlib import Path

from terminal import scripted

from ludoteca.core.records import Record, Seat
from ludoteca.games.rowsandcols import RowsAndColsGame

GAME = RowsAndColsGame()


def play(lines: list[str], folder: Path, bots: tuple[int | None, ...]) -> str:
    seats = tuple(Seat(GAME.role(seat), level) for seat, level in enumerate(bots))
    return scripted.play(lines, folder, Record(GAME, {}, "5", seats, ()))[0]


def test_a_turn_brick_by_brick_with_undo_and_refusals(tmp_path: Path) -> None:
    out = play(["RT@1,0", "undo", "rt@1,1", "rt@1,0", "swap bf", "end", "quit"], tmp_path, (None, 2, 2))
    assert "undid the last move." in out
    assert "1,1 does not touch a brick." in out
    assert "You have laid a brick this turn, so you cannot swap any more." in out
    assert "Guest ends a turn of one brick and scores 2: 0,0 .. 1,0 = 2." in out
    assert "Finn ends a turn" in out
    assert out.count("New in your hand") == 1, "what the bots draw is theirs"


def test_a_swap_names_its_bricks_to_its_player_alone(tmp_path: Path) -> None:
    out = play(["swap pu bf", "quit"], tmp_path, (None, 2))
    assert "Back into the bag: bf, pu." in out
    assert "Guest swaps bricks: 2." in out


def test_bots_alone_play_to_the_end(tmp_path: Path) -> None:
    out = play([], tmp_path, (4, 1, 1, 1, 1, 1))
    assert "end game has begun" in out
    assert "has won." in out or "have won together." in out

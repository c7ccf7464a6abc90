"""The rules and the reference rules agree: in whole games, and on boards that no game leads to."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from games.rowsandcols.reference_rules import Bricks, Cell, game_states, is_turn, placements
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.core.generator import Random
from ludoteca.core.ints import append
from ludoteca.games.rowsandcols import RowsAndColsGame
from ludoteca.games.rowsandcols.board import BRICK_NAMES, NO_CELL, SLOTS, cell_at, column_of, empty_board, row_of
from ludoteca.games.rowsandcols.rules import RowsAndCols

GAME = RowsAndColsGame()


def check_agreement(state: Any) -> None:
    position, seat = GAME.position(state), GAME.seat(state)
    if seat is None:
        return
    expected = placements(position)
    assert {move for move in GAME.moves(state) if "@" in move} == set(expected)
    targets = GAME.choices(state, seat)["targets"]
    assert {f"{brick}@{cell}": earned for brick in targets for cell, earned in targets[brick].items()} == expected
    moves = [move for move in GAME.moves(state) if "@" not in move]
    if position["placed"]:
        assert moves == ["end"]
    elif position["bag"] and position["hands"][seat]:
        assert all(move.startswith("swap") for move in moves)
    else:
        assert moves == ([] if expected else ["pass"])


@pytest.mark.parametrize("players", range(2, 7))
def test_placements_and_points_agree_in_whole_games(players: int) -> None:
    for number, state in enumerate(game_states(players, f"telling {players}")):
        if number % 3 == 0 or state.placed:
            check_agreement(state)


@pytest.mark.slow
@pytest.mark.parametrize("players", range(2, 7))
def test_placements_and_points_agree_in_many_games(players: int) -> None:
    for deal in range(12):
        for state in game_states(players, f"telling {players} {deal}", swapping=20):
            check_agreement(state)


CELLS = st.tuples(st.integers(-3, 3), st.integers(-3, 3))
EDGES = st.tuples(st.sampled_from([-108, -107, 107, 108]), st.sampled_from([-108, -107, 107, 108]))


def scattered_bricks(cells: list[Cell], seed: int) -> dict[str, Any]:
    """Return a position with random bricks on these cells, valid rows or not."""
    bricks = [brick for brick in BRICK_NAMES for _ in range(3)]
    Random(f"scattered {seed}").shuffle(bricks)
    board = {f"{x},{y}": bricks.pop() for x, y in cells}
    hands = [[bricks.pop() for _ in range(6)] for _ in range(2)]
    return {"players": 2, "board": board, "hands": hands, "bag": bricks, "scores": [0, 0], "placed": [], "to_move": 0}


@settings(max_examples=80, deadline=None)
@given(st.lists(CELLS | EDGES, min_size=1, max_size=30, unique=True), st.integers(0, 10**6), st.integers(0, 10**6))
def test_they_agree_on_boards_that_no_game_leads_to(cells: list[Cell], seed: int, chance: int) -> None:
    """Turns are started on them too, and their positions survive a round trip."""
    state, random = GAME.load(scattered_bricks(cells, seed)), Random(str(chance))
    for _ in range(4):
        check_agreement(state)
        position = GAME.position(state)
        assert GAME.position(GAME.load(position)) == position
        moves = [move for move in GAME.moves(state) if "@" in move]
        if not moves:
            return
        state = GAME.play(state, moves[random.below(len(moves))])


KINDS = st.sampled_from(["bc", "bs", "br", "rc", "rs"])
"""Few kinds, so that many sets of bricks are turns."""


ROWS = st.dictionaries(st.integers(0, 4), KINDS, min_size=1, max_size=4)


@settings(max_examples=250, deadline=None)
@given(st.dictionaries(CELLS, KINDS, min_size=1, max_size=12), CELLS, ROWS)
def test_a_legal_set_of_bricks_can_be_laid_in_some_order(old: Bricks, at: Cell, row: dict[int, str]) -> None:
    new = {(at[0] + step, at[1]): brick for step, brick in row.items()}
    state = RowsAndCols(empty_board(), Random("0"))
    for cell, brick in old.items():
        state.board.lay(BRICK_NAMES.index(brick), cell_at(*cell))
    assert any(can_be_laid(state, new, order) for order in permutations(new)) == is_turn(old, new)


def can_be_laid(state: RowsAndCols, new: Bricks, order: tuple[Cell, ...]) -> bool:
    state = state.copy()
    for cell in order:
        brick, number = BRICK_NAMES.index(new[cell]), cell_at(*cell)
        if state.why_not_lay(brick, number) is not None:
            return False
        state.board.lay(brick, number)
        state.placed = append(state.placed, number)
    return True


def test_the_hash_table_has_a_fixed_size() -> None:
    """It never grows, and on boards of games no two cells collide."""
    for deal in range(5):
        state = game_states(2, f"table {deal}")[-1]
        assert len(state.board.cells) == len(state.board.fits) == SLOTS
        taken = [cell for cell in state.board.cells if cell != NO_CELL]
        assert len(taken) == len(set(taken)) < SLOTS // 2
        xs, ys = [column_of(cell) for cell in taken], [row_of(cell) for cell in taken]
        if max(xs) - min(xs) < 32 and max(ys) - min(ys) < 32:
            homes = [state.board.cells[(cell & 31) | ((cell >> 3) & 992)] for cell in taken]
            assert homes == taken

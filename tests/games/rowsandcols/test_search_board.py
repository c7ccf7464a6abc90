"""The board for looking ahead tells what the board tells, and takes back what was laid."""

from __future__ import annotations

from games.rowsandcols.reference_rules import build, game_states

from ludoteca.core.generator import Random
from ludoteca.games.rowsandcols import GAME as CORE
from ludoteca.games.rowsandcols.board import ALL_KINDS, BIT, BRICK_NAMES, CELLS, WAYS, Board, cell_at
from ludoteca.games.rowsandcols.bot.board import SearchBoard
from ludoteca.games.rowsandcols.bot.turns import Turns, out_points
from ludoteca.games.rowsandcols.rules import RowsAndCols


def told(board: Board, cells: list[int]) -> list[tuple[int, ...]]:
    """All that a board tells of these free cells."""
    return [
        (
            cell,
            board.fit(cell),
            *(board.run(cell, way) for way in WAYS),
            *(board.end(cell, way) for way in WAYS),
            *(board.length(cell, way) for way in WAYS),
            *(board.fit_in_row(cell, way) for way in WAYS),
        )
        for cell in cells
    ]


def turns_on(board: Board, state: RowsAndCols) -> dict[frozenset[int], int]:
    turns = Turns(board, True)
    turns.find(state.hands[state.mover], out_points(state))
    return {frozenset(turns.turn(which)): turns.points[which] for which in range(len(turns.points))}


def test_it_tells_what_the_board_tells_with_every_brick_laid_and_taken_back() -> None:
    states = [state for state in game_states(2, "ground") if not state.placed]
    for state in states[::9]:
        ground, edge = SearchBoard(state.board), list(state.board.edge)
        assert told(ground, edge) == told(state.board, edge)
        assert turns_on(ground, state) == turns_on(state.board, state)
        before = told(ground, edge), ground.narrow(ALL_KINDS)
        for move in state.placements():
            after, brick, cell = state.board.copy(), move // CELLS, move % CELLS
            after.lay(brick, cell)
            known = ground.edge[:]
            ground.lay(brick, cell)
            assert sorted(cell for cell in ground.edge if ground.fit(cell)) == list(after.edge)
            assert told(ground, list(after.edge)) == told(after, list(after.edge))
            ground.take(cell)
            ground.edge = known
        assert (told(ground, edge), ground.narrow(ALL_KINDS)) == before


def test_rows_that_no_turn_could_have_made_are_told_alike() -> None:
    # Two equal bricks side by side; the rest lies in rows of more than six.
    position = build("bc@0,0 bc@1,0 rs@0,3 gs@1,3", hand="rc bs", other="gs", bag=0)
    state = CORE.read_position(position, Random("0"))
    edge = list(state.board.edge)
    assert told(SearchBoard(state.board), edge) == told(state.board, edge)
    assert turns_on(SearchBoard(state.board), state) == turns_on(state.board, state)


def key_after(state: RowsAndCols, bricks: str, left: str) -> int:
    """The key once these are laid, for a brick that is left."""
    ground = SearchBoard(state.board)
    for text in bricks.split():
        name, x, y = text[:2], *text[3:].split(",")
        ground.lay(BRICK_NAMES.index(name), cell_at(int(x), int(y)))
    return ground.narrow(BIT[BRICK_NAMES.index(left)])


def test_positions_are_told_apart_by_what_the_bricks_left_can_do() -> None:
    state = CORE.read_position(build("bc@0,0 pt@10,0", hand="bs bf", other="pu", bag=0), Random("0"))
    assert key_after(state, "bs@1,0 bf@2,0", "bu") == key_after(state, "bf@2,0 bs@1,0", "bu")
    assert key_after(state, "bs@1,0 bf@0,1", "bu") != key_after(state, "bf@1,0 bs@0,1", "bu")
    assert key_after(state, "bs@1,0", "bu") != key_after(state, "bs@-1,0", "bu")
    assert key_after(state, "bs@1,0", "pu") == key_after(state, "bs@-1,0", "pu") != 0

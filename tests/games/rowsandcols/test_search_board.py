"""The search board answers every query as the board does, and takes bricks back."""

from __future__ import annotations

from games.rowsandcols.reference_rules import build, game_states

from ludoteca.core.generator import Random
from ludoteca.games.rowsandcols import RowsAndColsGame
from ludoteca.games.rowsandcols.board import ALL_KINDS, BIT, BRICK_NAMES, CELLS, DIRECTIONS, Board, cell_at
from ludoteca.games.rowsandcols.bot.board import SearchBoard
from ludoteca.games.rowsandcols.bot.turns import TurnGenerator, going_out_bonus
from ludoteca.games.rowsandcols.rules import RowsAndCols

GAME = RowsAndColsGame()


def queried(board: Board, cells: list[int]) -> list[tuple[int, ...]]:
    """Return what a board answers to every query about these free cells."""
    return [
        (
            cell,
            board.fit(cell),
            *(board.run(cell, direction) for direction in DIRECTIONS),
            *(board.next_free(cell, direction) for direction in DIRECTIONS),
            *(board.length(cell, direction) for direction in DIRECTIONS),
            *(board.fit_in_row(cell, direction) for direction in DIRECTIONS),
        )
        for cell in cells
    ]


def turns_on(board: Board, state: RowsAndCols) -> dict[frozenset[int], int]:
    turns = TurnGenerator(board, True)
    turns.generate(state.hands[state.mover], going_out_bonus(state))
    return {frozenset(turns.turn(index)): turns.points[index] for index in range(len(turns.points))}


def test_it_answers_as_the_board_does_with_every_brick_laid_and_taken_back() -> None:
    states = [state for state in game_states(2, "ground") if not state.placed]
    for state in states[::9]:
        board, frontier = SearchBoard(state.board), list(state.board.frontier)
        assert queried(board, frontier) == queried(state.board, frontier)
        assert turns_on(board, state) == turns_on(state.board, state)
        before = queried(board, frontier), board.narrow_frontier(ALL_KINDS)
        for move in state.placements():
            after, brick, cell = state.board.copy(), move // CELLS, move % CELLS
            after.lay(brick, cell)
            kept = board.frontier[:]
            board.lay(brick, cell)
            assert sorted(cell for cell in board.frontier if board.fit(cell)) == list(after.frontier)
            assert queried(board, list(after.frontier)) == queried(after, list(after.frontier))
            board.remove(cell)
            board.frontier = kept
        assert (queried(board, frontier), board.narrow_frontier(ALL_KINDS)) == before


def test_it_answers_as_the_board_does_about_invalid_rows() -> None:
    # Two equal bricks side by side; the others are in rows longer than six.
    position = build("bc@0,0 bc@1,0 rs@0,3 gs@1,3", hand="rc bs", other="gs", bag=0)
    state = GAME.read_position(position, Random("0"))
    frontier = list(state.board.frontier)
    assert queried(SearchBoard(state.board), frontier) == queried(state.board, frontier)
    assert turns_on(SearchBoard(state.board), state) == turns_on(state.board, state)


def key_after(state: RowsAndCols, bricks: str, left: str) -> int:
    """Return the key after laying these bricks, for one brick that is left."""
    board = SearchBoard(state.board)
    for text in bricks.split():
        name, x, y = text[:2], *text[3:].split(",")
        board.lay(BRICK_NAMES.index(name), cell_at(int(x), int(y)))
    return board.narrow_frontier(BIT[BRICK_NAMES.index(left)])


def test_the_key_depends_only_on_what_the_remaining_bricks_can_do() -> None:
    state = GAME.read_position(build("bc@0,0 pt@10,0", hand="bs bf", other="pu", bag=0), Random("0"))
    assert key_after(state, "bs@1,0 bf@2,0", "bu") == key_after(state, "bf@2,0 bs@1,0", "bu")
    assert key_after(state, "bs@1,0 bf@0,1", "bu") != key_after(state, "bf@1,0 bs@0,1", "bu")
    assert key_after(state, "bs@1,0", "bu") != key_after(state, "bs@-1,0", "bu")
    assert key_after(state, "bs@1,0", "pu") == key_after(state, "bs@-1,0", "pu") != 0

"""The bounds on what a brick can still earn: never exceeded, and tight."""

from __future__ import annotations

import pytest
from games.rowsandcols.reference_rules import build, game_states

from ludoteca.core.generator import Random
from ludoteca.core.ints import Ints, filled
from ludoteca.core.state import NOBODY
from ludoteca.games.rowsandcols import RowsAndColsGame
from ludoteca.games.rowsandcols.board import BRICK_NAMES, KINDS
from ludoteca.games.rowsandcols.bot.board import SearchBoard
from ludoteca.games.rowsandcols.bot.bounds import ScoreBounds
from ludoteca.games.rowsandcols.bot.endgame import MAX_MARGIN
from ludoteca.games.rowsandcols.rules import LAST_BRICK_BONUS, RowsAndCols

GAME = RowsAndColsGame()


def bounds_of(state: RowsAndCols) -> Ints:
    return ScoreBounds(SearchBoard(state.board)).compute(state.hands, filled(KINDS, MAX_MARGIN))


def bound(board: str, hand: str, other: str, brick: str) -> int:
    state = GAME.read_position(build(board, hand=hand, other=other, bag=0), Random("0"))
    return int(bounds_of(state)[BRICK_NAMES.index(brick)])


def play_a_turn(state: RowsAndCols, random: Random) -> None:
    """Play a turn at random or greedily, so that rows are both left open and completed."""
    seat, bot = state.mover, GAME.find_bot(("random", "greedy")[random.below(2)])
    while state.seat() == seat:
        state.play(bot.choose(state, random, 0))


@pytest.mark.parametrize("deal", range(8))
def test_no_turn_earns_more_than_the_bounds_of_its_bricks(deal: int) -> None:
    endings = [state for state in game_states(2, f"hopes {deal}") if not state.bag and not state.placed]
    for start in [state for state in endings if state.seat() != NOBODY]:
        bounds = bounds_of(start)
        for playout in range(6):
            state, random = start.copy(), Random(f"{deal} {playout}")
            while state.seat() != NOBODY:
                seat, before = state.mover, state.copy()
                play_a_turn(state, random)
                laid = list(before.hands[seat])
                for brick in state.hands[seat]:
                    laid.remove(brick)
                bonus = 0 if state.hands[seat] else LAST_BRICK_BONUS
                earned = state.points[seat] - before.points[seat]
                assert earned <= sum(bounds[brick] for brick in laid) + bonus


def test_a_single_brick_earns_what_its_best_cell_gives() -> None:
    assert bound("bc@0,0 bs@1,0 br@2,0", "bf", "yt", "bf") == 4
    assert bound("bc@0,0 bs@1,0 br@2,0", "bf", "yt", "yt") == 0


def test_a_row_can_only_be_completed_with_the_remaining_bricks() -> None:
    board = "bc@0,0 bs@1,0 br@2,0 bf@3,0"
    assert bound(board, "bu", "bt", "bu") >= 12
    assert bound(board, "bu", "yt", "bu") == 5


def test_a_brick_can_join_two_rows() -> None:
    assert bound("bc@0,0 bs@1,0 gs@1,1 gt@2,1 gf@3,1 bf@3,0 bu@4,0", "bt", "rc", "bt") == 5 + 2


def test_a_brick_can_wait_for_another_new_one() -> None:
    """The second brick fits nowhere until the first is laid."""
    assert bound("bc@0,0", "bs gs", "yt", "gs") >= 2
    assert bound("bc@0,0", "bs", "gs rs", "gs") >= 3

"""The rules of RowsAndCols: the examples of the rules page, turns, points, the bag and the end."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise
from typing import Any

import pytest
from games.rowsandcols.reference_rules import build, game_states

import ludoteca
from ludoteca.core.state import NOBODY
from ludoteca.games.rowsandcols import RowsAndColsGame
from ludoteca.games.rowsandcols.board import BRICK_NAMES
from ludoteca.games.rowsandcols.rules import RowsAndCols

GAME = RowsAndColsGame()


def played(position: dict[str, Any], *moves: str, seed: str = "0") -> Any:
    state = GAME.load(position, seed=seed)
    for move in moves:
        state = GAME.play(state, move)
    return state


# The examples of the rules page


@pytest.mark.parametrize(
    ("board", "moves", "points"),
    [
        ("bc@0,0 bs@1,0 br@2,0", ["bf@3,0", "bu@4,0"], 5),
        ("bc@0,0 bs@1,0 br@2,0 bf@3,0 bu@4,0", ["bt@5,0"], 12),
        ("bc@0,0 bs@1,0 rr@2,1 gr@2,2 yr@2,3", ["br@2,0"], 7),
        ("bc@0,0", ["rc@1,0", "gc@2,0"], 3),
        ("bc@0,0", ["rc@1,0"], 2),
        # A full row from one brick; then one brick that completes a row and a column.
        ("bc@0,0", ["bs@1,0", "br@2,0", "bf@3,0", "bu@4,0", "bt@-1,0"], 12),
        ("bc@0,0 bs@1,0 br@2,0 bf@3,0 bu@4,0 rt@5,1 gt@5,2 yt@5,3 ct@5,4 pt@5,5", ["bt@5,0"], 24),
        # Joining two rows, and laying on both sides of an old brick.
        ("bc@0,0 br@2,0", ["bs@1,0"], 3),
        ("bc@0,0", ["bs@1,0", "br@-1,0"], 3),
        # The second brick joins the first to an old one below.
        ("bc@0,0 ys@1,2", ["bs@1,0", "rs@1,1"], 2 + 3),
        # The row counts once, the two columns count each.
        ("bc@0,0 rs@1,1 rr@2,1", ["bs@1,0", "br@2,0"], 3 + 2 + 2),
    ],
)
def test_a_turn_scores_each_row_it_touches_once(board: str, moves: list[str], points: int) -> None:
    hand = " ".join(move[:2] for move in moves)
    state = played(build(board, hand=hand, other="pu"), *moves)
    assert GAME.view(state)["earned"] == points
    assert sum(row["points"] for row in GAME.view(state)["rows"]) == points
    assert GAME.scores(state) == [0, 0], "the running turn is not in the scores"
    after = GAME.play(state, "end")
    assert GAME.scores(after) == [points, 0]
    assert GAME.seat(after) == 1


def test_a_row_of_new_bricks_needs_an_old_one() -> None:
    state = played(build("bc@0,0", hand="rc rs gc"), "rc@1,0")
    with pytest.raises(ludoteca.IllegalMove, match="The column 1,0 to 1,1 would hold no brick from before this turn"):
        GAME.play(state, "rs@1,1")
    assert GAME.position(GAME.play(state, "gc@2,0"))["placed"] == ["1,0", "2,0"]


def test_two_identical_bricks_are_never_side_by_side() -> None:
    state = GAME.load(build("bc@0,0", hand="bc bc"))
    assert [move for move in GAME.moves(state) if "@" in move] == []


def test_colour_and_shape_are_never_mixed_in_a_row() -> None:
    state = GAME.load(build("bc@0,0 bs@1,0", hand="rs rc br"))
    targets = GAME.choices(state, 0)["targets"]
    assert "2,0" not in targets["rs"]
    assert "2,0" in targets["br"]


# The deal and the bag


@pytest.mark.parametrize("players", range(2, 7))
def test_the_deal(players: int) -> None:
    position = GAME.position(GAME.new(seats=players, seed="deal"))
    assert list(position["board"]) == ["0,0"]
    assert [len(hand) for hand in position["hands"]] == [6] * players
    assert len(position["bag"]) == 107 - 6 * players
    assert position["to_move"] == 0
    bricks = [*position["board"].values(), *position["bag"], *(brick for hand in position["hands"] for brick in hand)]
    assert Counter(bricks) == dict.fromkeys(BRICK_NAMES, 3)


def test_the_hand_is_refilled_in_drawing_order() -> None:
    position = build("bc@0,0", hand="rc gc yc cc pc bs", other="pu")
    after = GAME.position(played(position, "rc@1,0", "gc@2,0", "end"))
    assert sorted(after["hands"][0]) == sorted(["yc", "cc", "pc", "bs", *position["bag"][:2]])
    assert after["bag"] == position["bag"][2:]


def test_a_short_bag_refills_as_far_as_it_lasts_and_begins_the_end_game() -> None:
    state = played(build("bc@0,0", hand="rc gc yc", other="pu", bag=1), "rc@1,0", "gc@2,0", "end")
    assert len(GAME.position(state)["hands"][0]) == 2
    assert GAME.view(state)["end_game"]
    assert GAME.choices(state, 1)["swap_most"] == 0


def test_a_swap_draws_first_and_puts_back_at_random_positions() -> None:
    position = build("bc@0,0", hand="rs rs gs ys cs ps", other="pu")
    bags = set()
    for seed in range(40):
        after = GAME.position(played(position, "swap rs ys", seed=str(seed)))
        assert sorted(after["hands"][0]) == sorted(["rs", "gs", "cs", "ps", *position["bag"][:2]])
        assert after["scores"] == [0, 0]
        assert after["to_move"] == 1
        assert (after["swaps"], after["passes"]) == (1, 0)
        # Without the two that came back the bag is as it was.
        rest = list(after["bag"])
        rest.remove("rs")
        rest.remove("ys")
        assert Counter(rest) == Counter(position["bag"][2:])
        bags.add(tuple(after["bag"]))
    assert len(bags) > 30
    again = [played(position, "swap rs ys", seed="a") for _ in range(2)]
    assert GAME.position(again[0]) == GAME.position(again[1])


def test_the_rest_of_the_bag_keeps_its_order_in_a_swap() -> None:
    position = build("bc@0,0", hand="ps ps ps", other="pu")
    rest = position["bag"][1:]
    for seed in range(20):
        bag = GAME.position(played(position, "swap ps", seed=str(seed)))["bag"]
        index = bag.index("ps")
        assert bag[:index] + bag[index + 1 :] == rest


def test_a_swap_of_the_whole_bag_does_not_begin_the_end_game() -> None:
    state = played(build("bc@0,0", hand="rs ys", other="pu pt", bag=2), "swap rs ys")
    after = GAME.position(state)
    assert sorted(after["bag"]) == ["rs", "ys"]
    assert not GAME.view(state)["end_game"]
    assert "swap pt pu" not in GAME.moves(state)
    assert "swap pu pt" in GAME.moves(state)


def test_swaps_of_equal_bricks_are_listed_once() -> None:
    state = GAME.load(build("bc@0,0", hand="rs bs rs pt", other="pu"))
    swaps = [move for move in GAME.moves(state) if move.startswith("swap")]
    hand = ["bs", "rs", "rs", "pt"]
    expected = {combination for size in range(1, 5) for combination in combinations(hand, size)}
    assert {tuple(move.split()[1:]) for move in swaps} == expected
    assert len(swaps) == len(expected)
    assert GAME.position(GAME.play(state, "swap pt rs bs rs"))["swaps"] == 1, "any order may be typed"


# The end


def test_the_last_brick_earns_six_more_and_ends_the_game() -> None:
    state = played(build("bc@0,0", hand="rc", other="gc", bag=0, scores=[10, 30]), "rc@1,0")
    assert GAME.seat(state) == 0, "not before the turn is ended"
    over = GAME.play(state, "end")
    assert GAME.scores(over) == [10 + 2 + 6, 30]
    assert GAME.result(over) == [0.0, 1.0]
    assert GAME.moves(over) == []
    assert GAME.position(over)["to_move"] is None


def test_an_empty_hand_is_refilled_while_the_bag_lasts_without_a_bonus() -> None:
    state = played(build("bc@0,0", hand="rc", other="gc", bag=1), "rc@1,0", "end")
    assert GAME.scores(state) == [2, 0]
    assert GAME.seat(state) == 1


def test_passing_is_the_only_move_when_the_bag_is_empty_and_nothing_fits() -> None:
    state = GAME.load(build("bc@0,0", hand="ps", other="rc rs", bag=0))
    assert GAME.moves(state) == ["pass"]
    assert GAME.choices(state, 0) == {"kind": "bricks", "targets": {"ps": {}}, "moves": ["pass"], "swap_most": 0}
    state = GAME.play(state, "pass")
    assert GAME.position(state)["passes"] == 1
    assert "rc@1,0" in GAME.moves(state)
    state = GAME.play(GAME.play(state, "rc@1,0"), "end")
    assert GAME.position(state)["passes"] == 0


def test_everybody_passing_ends_the_game_without_the_bonus() -> None:
    state = GAME.load(build("", hand="ps", other="pt", bag=0, scores=[7, 7]))
    state = GAME.play(GAME.play(state, "pass"), "pass")
    assert GAME.seat(state) is None
    assert GAME.scores(state) == [7, 7]
    assert GAME.result(state) == [0.5, 0.5]


def test_three_rounds_of_swaps_end_the_game() -> None:
    state = GAME.new(seats=3, seed="swaps")
    for count in range(9):
        assert GAME.seat(state) == count % 3
        hand = GAME.view(state, count % 3)["hands"][count % 3]
        state = GAME.play(state, f"swap {hand[0]}")
    assert GAME.seat(state) is None
    assert GAME.result(state) == pytest.approx([1 / 3] * 3)
    assert GAME.position(state)["swaps"] == 9


def test_laying_a_brick_resets_the_count_of_swaps() -> None:
    state = played(build("bc@0,0", hand="rc gc", other="pu", swaps=5), "rc@1,0")
    assert GAME.position(state)["swaps"] == 5
    assert GAME.position(GAME.play(state, "end"))["swaps"] == 0
    over = GAME.load(build("bc@0,0", hand="rc gc", other="pu", swaps=6, to_move=None))
    assert GAME.seat(over) is None


# Counters, whole games


@pytest.mark.parametrize("players", range(2, 7))
def test_the_counters_are_right_in_whole_games(players: int) -> None:
    states = game_states(players, f"books {players}", swapping=12)
    for before, after in pairwise(states):
        drew = before.bag != after.bag
        assert (after.reveal_count() > before.reveal_count()) == drew
        assert (after.turn() > before.turn()) == (not after.placed)
        assert len(after.board.occupied()) + len(after.bag) + sum(map(len, after.hands)) == 108
    last = states[-1]
    assert last.seat() == NOBODY
    assert last.somebody_went_out() or last.all_passed() or last.all_swapped()


def test_no_turn_lays_more_than_five_bricks_nor_a_row_longer_than_six() -> None:
    for deal in range(10):
        for state in game_states(2, f"rows {deal}"):
            assert len(state.placed) <= 5
        assert isinstance(state, RowsAndCols)
        for cell in state.board.occupied():
            assert max(state.board.length(cell, step) for step in (1, 256)) <= 6


def test_laying_bricks_reveals_nothing_until_the_turn_ends() -> None:
    state = GAME.load(build("bc@0,0", hand="rc gc yc", other="pu"))
    laid = GAME.play(GAME.play(state, "rc@1,0"), "gc@2,0")
    assert laid.reveal_count() == state.reveal_count()
    assert laid.turn() == state.turn()
    ended = GAME.play(laid, "end")
    assert ended.reveal_count() == state.reveal_count() + 1
    assert ended.turn() == state.turn() + 1

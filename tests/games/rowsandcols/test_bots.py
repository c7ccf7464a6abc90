"""The five levels, the sparring partners, and the fallback for an empty chair."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from games.rowsandcols.reference_rules import build, game_states, placements

import ludoteca
from ludoteca.core.game import Bot
from ludoteca.core.generator import Random
from ludoteca.core.ints import i64, vec
from ludoteca.core.state import NOBODY, determinize
from ludoteca.games.rowsandcols import GAME as CORE
from ludoteca.games.rowsandcols.bot.endgame import EndgameSolver
from ludoteca.games.rowsandcols.bot.endgame import best_turn as best_ending
from ludoteca.games.rowsandcols.bot.evaluation import (
    all_plans,
    chance_to_hold,
    completing,
    judge,
    largest_set,
    swap_plans,
)
from ludoteca.games.rowsandcols.bot.levels import fallback
from ludoteca.games.rowsandcols.bot.search import think
from ludoteca.games.rowsandcols.bot.turns import NO_WAY, Turns, at_the_start, make, next_move, out_points
from ludoteca.games.rowsandcols.moves import PASS
from ludoteca.games.rowsandcols.rules import LAST_BRICK_BONUS, RowsAndCols

GAME = ludoteca.game("rowsandcols")


def greedy_turn(position: dict[str, Any], seed: int = 0) -> tuple[list[str], int]:
    """The moves of a whole turn, and what it earned."""
    state, bot = GAME.load(position), GAME.bot("greedy", seed=seed)
    mover, moves = GAME.seat(state), []
    while GAME.seat(state) == mover:
        moves.append(bot.move(state))
        state = GAME.play(state, moves[-1])
    return moves, GAME.scores(state)[position["to_move"]]


def best_turn(position: dict[str, Any]) -> tuple[int, int]:
    """Points, and bricks counted down, of the best way to go on: by the second telling, through every order."""
    best = (-1, 0)
    for move, earned in placements(position).items():
        brick, cell = move.split("@")
        hand = list(position["hands"][position["to_move"]])
        hand.remove(brick)
        hands = list(position["hands"])
        hands[position["to_move"]] = hand
        after = {**position, "board": {**position["board"], cell: brick}, "placed": [*position["placed"], cell]}
        best = max(best, (earned, -len(after["placed"])), best_turn({**after, "hands": hands}))
    return best


@pytest.mark.parametrize("deal", range(2))
def test_greedy_finds_the_best_whole_turn(deal: int) -> None:
    tried = 0
    for state in game_states(2, f"best {deal}")[::19]:
        # The end game has its own test: there the last brick counts too.
        if state.bag and not state.placed and state.placements():
            position = {**GAME.position(state), "scores": [0, 0]}
            moves, earned = greedy_turn(position)
            assert (earned, 1 - len(moves)) == best_turn(position)
            tried += 1
    assert tried >= 3


def test_of_equal_turns_greedy_takes_the_one_with_fewer_bricks() -> None:
    # The blue square alone makes a row and a column of 2; so much earn the three circles beside the blue one.
    position = build("bc@0,0 ps@1,1", hand="bs rc gc yc", other="pu")
    for seed in range(5):
        assert greedy_turn(position, seed) in [(["bs@1,0", "end"], 4), (["bs@0,1", "end"], 4)]


def test_greedy_counts_the_bonus_for_the_last_brick() -> None:
    # The last brick alone earns 2 + 6; without the bonus either would do.
    position = build("bc@0,0 rs@10,0", hand="rc gc", other="pu", bag=0)
    assert greedy_turn(position)[1] == 3 + 6
    state = CORE.read_position(build("bc@0,0 bs@1,0 br@2,0 ps@20,0", hand="bf", other="pu", bag=0), Random("0"))
    turns = Turns(state.board, False)
    turns.find(state.hands[0], out_points(state))
    assert turns.best_points == 4 + 6


def test_greedy_swaps_all_it_may_when_nothing_fits() -> None:
    assert greedy_turn(build("bc@0,0", hand="ps rs gs", other="pu"))[0] == ["swap rs gs ps"]
    moves = greedy_turn(build("bc@0,0", hand="ps rs gs", other="pu", bag=2))[0]
    assert len(moves[0].split()) == 3
    assert greedy_turn(build("bc@0,0", hand="ps", other="pu", bag=0))[0] == ["pass"]


def test_the_fallback_lays_one_brick_and_ends_the_turn() -> None:
    state = CORE.read_position(build("bc@0,0", hand="rc gc yc", other="pu"), Random("0"))
    state.play(fallback(state, Random("1")))
    assert len(state.placed) == 1
    assert CORE.write_move(state, fallback(state, Random("2"))) == "end"


@pytest.mark.parametrize("players", range(2, 7))
def test_a_table_that_everybody_has_left_plays_to_its_end(players: int) -> None:
    state, random = CORE.start(players, {}, Random("left")), Random("left")
    while state.seat() != NOBODY:
        state.play(fallback(state, random))
    assert state.somebody_is_out() or state.all_passed()


def play(bots: list[Bot[RowsAndCols]], seed: str, simulations: int) -> RowsAndCols:
    """A game to its end, every bot seeing what its seat does."""
    state = CORE.start(len(bots), {}, Random(seed))
    chances = [Random(f"{seed}/{seat}") for seat in range(len(bots))]
    while (seat := state.seat()) != NOBODY:
        move = bots[seat].choose(determinize(state, seat, chances[seat].fork()), chances[seat], simulations)
        assert state.why_not(move) is None
        state.play(move)
    return state


def paired(one: str, other: str, deals: int, simulations: int = 0) -> float:
    """The share of the first, in paired deals with the seats swapped."""
    bots = [CORE.bot(one), CORE.bot(other)]
    shares = [play(bots, f"paired {deal}", simulations).result()[0] for deal in range(deals)]
    shares += [play(bots[::-1], f"paired {deal}", simulations).result()[1] for deal in range(deals)]
    return sum(shares) / len(shares)


def test_there_are_five_levels() -> None:
    assert [bot.name for bot in CORE.bots] == ["beginner", "easy", "fair", "strong", "master"]
    assert [bot.level for bot in CORE.bots] == [1, 2, 3, 4, 5]
    assert [bot.name for bot in CORE.baselines] == ["greedy", "wary"]


# Whole turns


def every_turn(state: RowsAndCols) -> dict[frozenset[int], int]:
    """The sets of bricks that can be laid, with their points: brick by brick, through every order."""
    found: dict[frozenset[int], int] = {}

    def follow(state: RowsAndCols, laid: frozenset[int]) -> None:
        for move in state.placements():
            if laid | {move} not in found:
                after = state.copy()
                after.play(move)
                out = not after.bag and not after.hands[after.mover]
                found[laid | {move}] = after.earned() + (LAST_BRICK_BONUS if out else 0)
                follow(after, laid | {move})

    follow(state, frozenset())
    return found


@pytest.mark.parametrize("deal", range(3))
def test_all_turns_are_found_once(deal: int) -> None:
    for state in game_states(2, f"turns {deal}")[::13]:
        if state.placed:
            continue
        turns = Turns(state.board, True)
        turns.find(state.hands[state.mover], out_points(state))
        found = [frozenset(turns.turn(which)) for which in range(len(turns.points))]
        assert len(set(found)) == len(found)
        assert dict(zip(found, turns.points, strict=True)) == every_turn(state)
        best = Turns(state.board, False)
        best.find(state.hands[state.mover], out_points(state))
        assert best.best_points == max(turns.points, default=-1)


def test_a_turn_is_laid_in_an_order_that_the_rules_allow() -> None:
    for state in game_states(2, "orders")[::29]:
        for plan in all_plans(state, at_the_start(state)):
            one = state.copy()
            while (move := next_move(one, plan.moves)) < PASS - 1:
                assert one.why_not(move) is None
                one.play(move)
            assert one.earned() + (out_points(one) if not one.hands[one.mover] else 0) == plan.points


def test_a_turn_cannot_go_on_with_other_bricks_than_were_laid() -> None:
    state = CORE.read_position(build("bc@0,0", hand="rc gc", other="pu"), Random("0"))
    move = CORE.parse_move(state, "rc@1,0")
    assert isinstance(move, int)
    state.play(move)
    turns = {
        frozenset(CORE.write_move(state, move) for move in plan.moves) for plan in all_plans(state, at_the_start(state))
    }
    assert turns == {frozenset({"rc@1,0"}), frozenset({"rc@1,0", "gc@2,0"}), frozenset({"rc@1,0", "gc@-1,0"})}
    other = all_plans(at_the_start(state), at_the_start(state))
    assert any(next_move(state, plan.moves) == NO_WAY for plan in other)


# Judgement


def test_the_kinds_that_complete_a_row() -> None:
    board = CORE.read_position(build("bc@0,0 bs@1,0 br@2,0 bf@3,0 bu@4,0", hand="rc", other="pu"), Random("0")).board
    assert completing(board) == 2**5


def test_how_likely_somebody_holds_a_kind() -> None:
    unseen = [0] * 36
    unseen[3], unseen[7] = 1, 3
    assert chance_to_hold(2**3, vec[i64](unseen), 1) == pytest.approx(1 / 4)
    assert chance_to_hold(2**3, vec[i64](unseen), 2) == pytest.approx(1 / 2)
    assert chance_to_hold(2**3, vec[i64](unseen), 4) == 1.0
    assert chance_to_hold(2**4, vec[i64](unseen), 4) == 0.0


def test_wary_does_not_leave_a_row_of_five() -> None:
    # The row of four takes the flower for 5 points, but then the sun makes it six, and the other most likely has it.
    position = build("bc@0,0 bs@1,0 br@2,0 bt@3,0 rs@20,0", hand="bf gs ys", other="bu pf yu gt cc pr", bag=1)
    state = CORE.read_position(position, Random("0"))
    plans = all_plans(state, state)
    judge(state, plans)
    assert max(plan.points for plan in plans) == 5
    assert max(plans, key=lambda plan: plan.worth).points < 5


def test_a_swap_keeps_what_goes_together() -> None:
    state = CORE.read_position(build("pt@0,0", hand="bc bs br bf rc rc", other="pu"), Random("0"))
    assert next(CORE.write_move(state, plan.moves[0]) for plan in swap_plans(state)) == "swap rc rc"
    assert largest_set(state.hands[0]) == 4


# The end game


def margin_by_brute_force(state: RowsAndCols) -> int:
    """The most that the mover can get more than the other from here, through every turn of both."""
    if state.seat() == NOBODY:
        return 0
    seat, best = state.mover, -1000
    for turn in [list(turn) for turn in every_turn(state)] or [[PASS]]:
        after = state.copy()
        make(after, vec[i64](turn))
        best = max(best, after.points[seat] - state.points[seat] - margin_by_brute_force(after))
    return best


ENDINGS = (
    ("bc@0,0 bs@1,0 br@2,0 bf@3,0", "bu rc", "bt"),
    ("bc@0,0 bs@1,0 br@2,0", "bf", "bt rs"),
    ("bc@0,0 rc@0,1 gc@0,2 yc@0,3", "cc ps", "pc yt"),
    ("bc@0,0", "ps", "rc ys"),
)


@pytest.mark.parametrize(("board", "hand", "other"), ENDINGS)
def test_the_end_game_is_worked_out(board: str, hand: str, other: str) -> None:
    state = CORE.read_position(build(board, hand=hand, other=other, bag=0), Random("0"))
    plans = all_plans(state, state)
    if not plans:
        assert think(state, Random("1"), 10, 5, 3) == PASS
        return
    ending = EndgameSolver(state, 100_000)
    ending.solve(plans)
    assert ending.solved()
    margin = ending.least
    assert margin == margin_by_brute_force(state)
    after = state.copy()
    make(after, ending.best)
    assert margin == after.points[0] - margin_by_brute_force(after)


def small_endings(deal: str, most: int) -> list[RowsAndCols]:
    """Starts of turns of a played game with an empty bag and so many bricks in both hands."""
    states = [state for state in game_states(2, deal) if state.seat() != NOBODY and not state.bag and not state.placed]
    return [state for state in states if sum(len(hand) for hand in state.hands) <= most]


@pytest.mark.parametrize("deal", range(6))
def test_the_end_of_a_played_game_is_worked_out(deal: int) -> None:
    endings = small_endings(f"ending {deal}", 5)
    assert endings
    for state in endings:
        plans = all_plans(state, state)
        if plans:
            ending = EndgameSolver(state, 100_000)
            ending.solve(plans)
            assert ending.solved()
            assert ending.least == margin_by_brute_force(state)


def test_who_wins_is_known_before_the_margin_is() -> None:
    """With little thought the margin stays open, but never what it is about."""
    decided = 0
    for deal in range(6):
        for state in small_endings(f"ending {deal}", 5):
            plans = all_plans(state, state)
            if len(plans) > 1:
                lead, margin = state.points[state.mover] - state.points[1 - state.mover], margin_by_brute_force(state)
                ending = EndgameSolver(state, 3)
                ending.solve(plans)
                assert ending.least <= margin <= ending.most
                decided += ending.decided() and not ending.solved()
                if ending.decided() and margin + lead > 0:
                    after = state.copy()
                    make(after, ending.best)
                    assert after.points[state.mover] - after.points[1 - state.mover] > margin_by_brute_force(after)
    assert decided > 0


def test_the_master_takes_the_best_of_all_turns_to_the_end() -> None:
    """Also where none of them earns much, and brick by brick."""
    for deal in range(4):
        for state in small_endings(f"to the end {deal}", 4):
            seat, before, wanted = state.mover, state.points[state.mover], margin_by_brute_force(state)
            while state.seat() == seat:
                state.play(think(state, Random("1"), 100, 2, 3))
            assert state.points[seat] - before - margin_by_brute_force(state) == wanted


def test_a_brick_laid_badly_is_made_the_best_of() -> None:
    board, hand, other = ENDINGS[2]
    state = CORE.read_position(build(board, hand=hand, other=other, bag=0), Random("0"))
    best = best_ending(state, 1000)
    worse = next(move for move in state.moves() if next_move(state, best) != move)
    state.play(worse)
    while state.seat() == 0:
        move = think(state, Random("1"), 100, 5, 3)
        assert state.why_not(move) is None
        state.play(move)


def test_beyond_its_limit_the_end_game_is_played_out_instead() -> None:
    board, hand, other = ENDINGS[2]
    state = CORE.read_position(build(board, hand=hand, other=other, bag=0), Random("0"))
    ending = EndgameSolver(state, 0)
    ending.solve(all_plans(state, state))
    assert not ending.solved()
    assert state.why_not(think(state, Random("0"), 0, 5, 3)) is None


# Levels at play


@pytest.mark.parametrize("name", ["beginner", "easy", "fair", "strong", "master", "greedy", "wary"])
def test_equal_seeds_give_equal_moves_whatever_is_hidden(name: str) -> None:
    bot = CORE.bot(name)
    for number, state in enumerate(game_states(3, "hidden")[::31]):
        if state.seat() != NOBODY:
            views = [determinize(state, state.mover, Random(f"deal {deal}")) for deal in range(3)]
            assert len({bot.choose(view, Random(f"seed {number}"), 12) for view in views}) == 1


@pytest.mark.parametrize("players", range(2, 7))
def test_the_master_plays_to_the_end_with_any_number_of_players(players: int) -> None:
    bots = [CORE.bot("master" if seat == 0 else "strong") for seat in range(players)]
    state = play(bots, f"any {players}", simulations=2)
    assert state.somebody_is_out() or state.all_passed() or state.all_swapped()


def test_greedy_beats_random() -> None:
    assert paired("greedy", "random", 2) == 1.0


def test_the_master_beats_an_easy_player_without_much_thought() -> None:
    assert paired("master", "easy", 2, simulations=6) >= 0.75


def test_every_move_has_its_reason() -> None:
    told = set()
    for state in game_states(2, "reasons"):
        if state.seat() != NOBODY:
            for move in [*list(state.moves())[::7], *list(state.moves())[-1:]]:
                news = CORE.explain(state, move)
                assert 1 <= len(news) <= 2
                assert all(CORE.translations.format(one) for one in news)
                told |= {one.code for one in news}
    assert {"because_earns", "because_safe", "because_end", "because_swap"} <= told


@pytest.mark.slow
def test_each_level_beats_the_one_below() -> None:
    names = ["random", *(bot.name for bot in CORE.bots[:4])]
    for below, above in itertools.pairwise(names):
        assert paired(above, below, 8) > 0.55


@pytest.mark.slow
def test_greedy_scores_220_against_itself() -> None:
    scores = [score for deal in range(50) for score in play([CORE.bot("greedy")] * 2, f"self {deal}", 0).scores()]
    assert sum(scores) / len(scores) > 220

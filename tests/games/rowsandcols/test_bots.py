"""The five levels, the baselines, and the fallback for an absent player."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from games.rowsandcols.reference_rules import build, game_states, placements

from ludoteca.core.game import Bot
from ludoteca.core.generator import Random
from ludoteca.core.ints import i64, vec
from ludoteca.core.state import NOBODY, determinize
from ludoteca.games.rowsandcols import RowsAndColsGame
from ludoteca.games.rowsandcols.bot.endgame import EndgameSolver, best_endgame_turn
from ludoteca.games.rowsandcols.bot.evaluation import (
    completing_kinds,
    evaluate,
    largest_set,
    probability_held,
    swap_candidates,
    turn_candidates,
)
from ludoteca.games.rowsandcols.bot.levels import fallback
from ludoteca.games.rowsandcols.bot.search import search
from ludoteca.games.rowsandcols.bot.turns import (
    NO_MOVE,
    TurnGenerator,
    going_out_bonus,
    next_move,
    play_turn,
    turn_start,
)
from ludoteca.games.rowsandcols.moves import PASS
from ludoteca.games.rowsandcols.rules import LAST_BRICK_BONUS, RowsAndCols

GAME = RowsAndColsGame()


def greedy_turn(position: dict[str, Any], seed: int = 0) -> tuple[list[str], int]:
    """Play a whole turn; return its moves and what it earned."""
    state, bot = GAME.load(position), GAME.bot("greedy", seed=seed)
    mover, moves = GAME.seat(state), []
    while GAME.seat(state) == mover:
        moves.append(bot.move(state))
        state = GAME.play(state, moves[-1])
    return moves, GAME.scores(state)[position["to_move"]]


def best_turn(position: dict[str, Any]) -> tuple[int, int]:
    """Return the points and the negative number of bricks of the best turn, by the reference rules, in every order."""
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
        # End games have their own test: there the last brick earns a bonus.
        if state.bag and not state.placed and state.placements():
            position = {**GAME.position(state), "scores": [0, 0]}
            moves, earned = greedy_turn(position)
            assert (earned, 1 - len(moves)) == best_turn(position)
            tried += 1
    assert tried >= 3


def test_among_equal_turns_greedy_takes_the_one_with_fewer_bricks() -> None:
    # The blue square alone makes a row and a column of 2: as much as the three circles next to the blue one.
    position = build("bc@0,0 ps@1,1", hand="bs rc gc yc", other="pu")
    for seed in range(5):
        assert greedy_turn(position, seed) in [(["bs@1,0", "end"], 4), (["bs@0,1", "end"], 4)]


def test_greedy_counts_the_bonus_for_the_last_brick() -> None:
    # The last brick alone earns 2 + 6; without the bonus either would do.
    position = build("bc@0,0 rs@10,0", hand="rc gc", other="pu", bag=0)
    assert greedy_turn(position)[1] == 3 + 6
    state = GAME.read_position(build("bc@0,0 bs@1,0 br@2,0 ps@20,0", hand="bf", other="pu", bag=0), Random("0"))
    turns = TurnGenerator(state.board, False)
    turns.generate(state.hands[0], going_out_bonus(state))
    assert turns.best_points == 4 + 6


def test_greedy_swaps_all_it_may_when_nothing_fits() -> None:
    assert greedy_turn(build("bc@0,0", hand="ps rs gs", other="pu"))[0] == ["swap rs gs ps"]
    moves = greedy_turn(build("bc@0,0", hand="ps rs gs", other="pu", bag=2))[0]
    assert len(moves[0].split()) == 3
    assert greedy_turn(build("bc@0,0", hand="ps", other="pu", bag=0))[0] == ["pass"]


def test_the_fallback_lays_one_brick_and_ends_the_turn() -> None:
    state = GAME.read_position(build("bc@0,0", hand="rc gc yc", other="pu"), Random("0"))
    state.play(fallback(state, Random("1")))
    assert len(state.placed) == 1
    assert GAME.write_move(state, fallback(state, Random("2"))) == "end"


@pytest.mark.parametrize("players", range(2, 7))
def test_an_abandoned_game_is_played_to_its_end(players: int) -> None:
    state, random = GAME.start(players, {}, Random("left")), Random("left")
    while state.seat() != NOBODY:
        state.play(fallback(state, random))
    assert state.somebody_went_out() or state.all_passed()


def play(bots: list[Bot[RowsAndCols]], seed: str, simulations: int) -> RowsAndCols:
    """Play a game to its end; each bot sees only what its seat sees."""
    state = GAME.start(len(bots), {}, Random(seed))
    chances = [Random(f"{seed}/{seat}") for seat in range(len(bots))]
    while (seat := state.seat()) != NOBODY:
        move = bots[seat].choose(determinize(state, seat, chances[seat].fork()), chances[seat], simulations)
        assert state.why_not(move) is None
        state.play(move)
    return state


def paired(one: str, other: str, deals: int, simulations: int = 0) -> float:
    """Return the first bot's share of paired deals with the seats swapped."""
    bots = [GAME.find_bot(one), GAME.find_bot(other)]
    shares = [play(bots, f"paired {deal}", simulations).result()[0] for deal in range(deals)]
    shares += [play(bots[::-1], f"paired {deal}", simulations).result()[1] for deal in range(deals)]
    return sum(shares) / len(shares)


def test_there_are_five_levels() -> None:
    assert [bot.name for bot in GAME.levels] == ["beginner", "easy", "fair", "strong", "master"]
    assert [bot.level for bot in GAME.levels] == [1, 2, 3, 4, 5]
    assert [bot.name for bot in GAME.baselines] == ["greedy", "wary"]


# Whole turns


def every_turn(state: RowsAndCols) -> dict[frozenset[int], int]:
    """Return the sets of bricks that can be laid, with their points: brick by brick, in every order."""
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
def test_all_turns_are_generated_once(deal: int) -> None:
    for state in game_states(2, f"turns {deal}")[::13]:
        if state.placed:
            continue
        turns = TurnGenerator(state.board, True)
        turns.generate(state.hands[state.mover], going_out_bonus(state))
        found = [frozenset(turns.turn(index)) for index in range(len(turns.points))]
        assert len(set(found)) == len(found)
        assert dict(zip(found, turns.points, strict=True)) == every_turn(state)
        best = TurnGenerator(state.board, False)
        best.generate(state.hands[state.mover], going_out_bonus(state))
        assert best.best_points == max(turns.points, default=-1)


def test_a_turn_is_played_in_an_order_that_the_rules_allow() -> None:
    for state in game_states(2, "orders")[::29]:
        for candidate in turn_candidates(state, turn_start(state)):
            one = state.copy()
            while (move := next_move(one, candidate.moves)) < PASS - 1:
                assert one.why_not(move) is None
                one.play(move)
            assert one.earned() + (going_out_bonus(one) if not one.hands[one.mover] else 0) == candidate.points


def test_a_turn_must_include_the_bricks_already_laid() -> None:
    state = GAME.read_position(build("bc@0,0", hand="rc gc", other="pu"), Random("0"))
    move = GAME.parse_move(state, "rc@1,0")
    assert isinstance(move, int)
    state.play(move)
    turns = {
        frozenset(GAME.write_move(state, move) for move in candidate.moves)
        for candidate in turn_candidates(state, turn_start(state))
    }
    assert turns == {frozenset({"rc@1,0"}), frozenset({"rc@1,0", "gc@2,0"}), frozenset({"rc@1,0", "gc@-1,0"})}
    other = turn_candidates(turn_start(state), turn_start(state))
    assert any(next_move(state, candidate.moves) == NO_MOVE for candidate in other)


# Evaluation


def test_the_kinds_that_complete_a_row() -> None:
    board = GAME.read_position(build("bc@0,0 bs@1,0 br@2,0 bf@3,0 bu@4,0", hand="rc", other="pu"), Random("0")).board
    assert completing_kinds(board) == 2**5


def test_the_probability_that_somebody_holds_a_kind() -> None:
    unseen = [0] * 36
    unseen[3], unseen[7] = 1, 3
    assert probability_held(2**3, vec[i64](unseen), 1) == pytest.approx(1 / 4)
    assert probability_held(2**3, vec[i64](unseen), 2) == pytest.approx(1 / 2)
    assert probability_held(2**3, vec[i64](unseen), 4) == 1.0
    assert probability_held(2**4, vec[i64](unseen), 4) == 0.0


def test_wary_does_not_leave_a_row_of_five() -> None:
    # The flower in the row of four earns 5 points, but then the sun completes it, and the opponent probably has one.
    position = build("bc@0,0 bs@1,0 br@2,0 bt@3,0 rs@20,0", hand="bf gs ys", other="bu pf yu gt cc pr", bag=1)
    state = GAME.read_position(position, Random("0"))
    candidates = turn_candidates(state, state)
    evaluate(state, candidates)
    assert max(candidate.points for candidate in candidates) == 5
    assert max(candidates, key=lambda candidate: candidate.value).points < 5


def test_a_swap_keeps_compatible_bricks() -> None:
    state = GAME.read_position(build("pt@0,0", hand="bc bs br bf rc rc", other="pu"), Random("0"))
    assert next(GAME.write_move(state, candidate.moves[0]) for candidate in swap_candidates(state)) == "swap rc rc"
    assert largest_set(state.hands[0]) == 4


# The end game


def margin_by_brute_force(state: RowsAndCols) -> int:
    """Return the mover's margin from here on by trying every turn of both players."""
    if state.seat() == NOBODY:
        return 0
    seat, best = state.mover, -1000
    for turn in [list(turn) for turn in every_turn(state)] or [[PASS]]:
        after = state.copy()
        play_turn(after, vec[i64](turn))
        best = max(best, after.points[seat] - state.points[seat] - margin_by_brute_force(after))
    return best


ENDINGS = (
    ("bc@0,0 bs@1,0 br@2,0 bf@3,0", "bu rc", "bt"),
    ("bc@0,0 bs@1,0 br@2,0", "bf", "bt rs"),
    ("bc@0,0 rc@0,1 gc@0,2 yc@0,3", "cc ps", "pc yt"),
    ("bc@0,0", "ps", "rc ys"),
)


@pytest.mark.parametrize(("board", "hand", "other"), ENDINGS)
def test_the_end_game_is_solved(board: str, hand: str, other: str) -> None:
    state = GAME.read_position(build(board, hand=hand, other=other, bag=0), Random("0"))
    candidates = turn_candidates(state, state)
    if not candidates:
        assert search(state, Random("1"), 10, 5, 3) == PASS
        return
    solver = EndgameSolver(state, 100_000)
    solver.solve(candidates)
    assert solver.is_solved()
    margin = solver.lower
    assert margin == margin_by_brute_force(state)
    after = state.copy()
    play_turn(after, solver.best)
    assert margin == after.points[0] - margin_by_brute_force(after)


def small_endings(deal: str, most: int) -> list[RowsAndCols]:
    """Return turn starts of a played game with an empty bag and at most this many bricks in both hands."""
    states = [state for state in game_states(2, deal) if state.seat() != NOBODY and not state.bag and not state.placed]
    return [state for state in states if sum(len(hand) for hand in state.hands) <= most]


@pytest.mark.parametrize("deal", [2, 3, *(pytest.param(deal, marks=pytest.mark.slow) for deal in (0, 1, 4, 5))])
def test_the_end_of_a_played_game_is_solved(deal: int) -> None:
    endings = small_endings(f"ending {deal}", 5)
    assert endings
    for state in endings:
        candidates = turn_candidates(state, state)
        if candidates:
            solver = EndgameSolver(state, 100_000)
            solver.solve(candidates)
            assert solver.is_solved()
            assert solver.lower == margin_by_brute_force(state)


@pytest.mark.slow
def test_the_winner_is_known_before_the_margin() -> None:
    """With a low limit the margin stays open, but the bounds hold."""
    only_winner_known = 0
    for deal in range(6):
        for state in small_endings(f"ending {deal}", 5):
            candidates = turn_candidates(state, state)
            if len(candidates) > 1:
                lead, margin = state.points[state.mover] - state.points[1 - state.mover], margin_by_brute_force(state)
                solver = EndgameSolver(state, 3)
                solver.solve(candidates)
                assert solver.lower <= margin <= solver.upper
                only_winner_known += solver.winner_known() and not solver.is_solved()
                if solver.winner_known() and margin + lead > 0:
                    after = state.copy()
                    play_turn(after, solver.best)
                    assert after.points[state.mover] - after.points[1 - state.mover] > margin_by_brute_force(after)
    assert only_winner_known > 0


def test_the_master_plays_end_games_perfectly() -> None:
    """Also where no turn earns much, and brick by brick."""
    for deal in range(4):
        for state in small_endings(f"to the end {deal}", 4):
            seat, before, wanted = state.mover, state.points[state.mover], margin_by_brute_force(state)
            while state.seat() == seat:
                state.play(search(state, Random("1"), 100, 2, 3))
            assert state.points[seat] - before - margin_by_brute_force(state) == wanted


def test_a_badly_started_turn_is_continued() -> None:
    board, hand, other = ENDINGS[2]
    state = GAME.read_position(build(board, hand=hand, other=other, bag=0), Random("0"))
    best = best_endgame_turn(state, 1000)
    worse = next(move for move in state.moves() if next_move(state, best) != move)
    state.play(worse)
    while state.seat() == 0:
        move = search(state, Random("1"), 100, 5, 3)
        assert state.why_not(move) is None
        state.play(move)


def test_beyond_the_limit_playouts_replace_the_solver() -> None:
    board, hand, other = ENDINGS[2]
    state = GAME.read_position(build(board, hand=hand, other=other, bag=0), Random("0"))
    solver = EndgameSolver(state, 0)
    solver.solve(turn_candidates(state, state))
    assert not solver.is_solved()
    assert state.why_not(search(state, Random("0"), 0, 5, 3)) is None


# The levels


@pytest.mark.parametrize("name", ["beginner", "easy", "fair", "strong", "master", "greedy", "wary"])
def test_equal_seeds_give_equal_moves_whatever_is_hidden(name: str) -> None:
    bot = GAME.find_bot(name)
    for number, state in enumerate(game_states(3, "hidden")[::31]):
        if state.seat() != NOBODY:
            views = [determinize(state, state.mover, Random(f"deal {deal}")) for deal in range(3)]
            assert len({bot.choose(view, Random(f"seed {number}"), 12) for view in views}) == 1


@pytest.mark.parametrize("players", range(2, 7))
def test_the_master_plays_to_the_end_with_any_number_of_players(players: int) -> None:
    bots = [GAME.find_bot("master" if seat == 0 else "strong") for seat in range(players)]
    state = play(bots, f"any {players}", simulations=2)
    assert state.somebody_went_out() or state.all_passed() or state.all_swapped()


def test_greedy_beats_random() -> None:
    assert paired("greedy", "random", 2) == 1.0


@pytest.mark.slow
def test_the_master_beats_an_easy_player_with_few_simulations() -> None:
    assert paired("master", "easy", 2, simulations=6) >= 0.75


def test_every_move_has_an_explanation() -> None:
    codes = set()
    for state in game_states(2, "reasons"):
        if state.seat() != NOBODY:
            for move in [*list(state.moves())[::7], *list(state.moves())[-1:]]:
                texts = GAME.explain(state, move)
                assert 1 <= len(texts) <= 2
                assert all(GAME.translations.format(text) for text in texts)
                codes |= {text.code for text in texts}
    assert {"explain_earns", "explain_safe", "explain_end", "explain_swap"} <= codes


@pytest.mark.slow
def test_each_level_beats_the_one_below() -> None:
    names = ["random", *(bot.name for bot in GAME.levels[:4])]
    for below, above in itertools.pairwise(names):
        assert paired(above, below, 8) > 0.55


@pytest.mark.slow
def test_greedy_scores_220_against_itself() -> None:
    scores = [score for deal in range(50) for score in play([GAME.find_bot("greedy")] * 2, f"self {deal}", 0).scores()]
    assert sum(scores) / len(scores) > 220

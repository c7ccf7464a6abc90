"""The first levels, and the fallback for an empty chair."""

from __future__ import annotations

from typing import Any

import pytest
from games.rowsandcols.telling import build, game_states, placements

import ludoteca
from ludoteca.core.generator import Random
from ludoteca.core.state import NOBODY
from ludoteca.games.rowsandcols import GAME as CORE
from ludoteca.games.rowsandcols.bot import TurnSearch, fallback
from ludoteca.lab.legs import play_deal, play_leg

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
    state = CORE.load(build("bc@0,0 bs@1,0 br@2,0 ps@20,0", hand="bf", other="pu", bag=0), Random("0"))
    assert TurnSearch(state).best == (4 + 6, -1)


def test_greedy_swaps_all_it_may_when_nothing_fits() -> None:
    assert greedy_turn(build("bc@0,0", hand="ps rs gs", other="pu"))[0] == ["swap rs gs ps"]
    moves = greedy_turn(build("bc@0,0", hand="ps rs gs", other="pu", bag=2))[0]
    assert len(moves[0].split()) == 3
    assert greedy_turn(build("bc@0,0", hand="ps", other="pu", bag=0))[0] == ["pass"]


def test_the_fallback_lays_one_brick_and_ends_the_turn() -> None:
    state = CORE.load(build("bc@0,0", hand="rc gc yc", other="pu"), Random("0"))
    state.play(fallback(state, Random("1")))
    assert len(state.placed) == 1
    assert CORE.write(state, fallback(state, Random("2"))) == "end"


@pytest.mark.parametrize("players", range(2, 7))
def test_a_table_that_everybody_has_left_plays_to_its_end(players: int) -> None:
    state, random = CORE.start(players, {}, Random("left")), Random("left")
    while state.seat() != NOBODY:
        state.play(fallback(state, random))
    assert state.somebody_is_out() or state.all_passed()


def test_greedy_beats_random() -> None:
    greedy, random = CORE.bot("greedy"), CORE.bot("random")
    shares = [play_deal(CORE, greedy, random, {}, f"seed {number}").share for number in range(6)]
    assert sum(shares) / len(shares) >= 0.99


@pytest.mark.slow
def test_greedy_beats_random_in_paired_games_and_scores_220_against_itself() -> None:
    greedy, random = CORE.bot("greedy"), CORE.bot("random")
    shares = [play_deal(CORE, greedy, random, {}, f"paired {number}").share for number in range(40)]
    assert sum(shares) / len(shares) >= 0.99
    scores = [score for number in range(50) for score in play_leg(CORE, (greedy, greedy), {}, f"self {number}").scores]
    assert sum(scores) / len(scores) > 220

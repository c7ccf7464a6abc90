"""How the best players think: they play the most promising turns out against many imagined deals.

Every deal is played by each of the turns that are still in question, so that luck is the same for all of them; the
worse half is dropped again and again. On a deal everybody makes the turn that earns most, for a few turns only: what
matters is what the next ones bring. Once the bag is empty two players know everything, and the end is worked out.
"""

from __future__ import annotations

from typing import Final

from ludoteca.core.generator import Random
from ludoteca.core.ints import Ints, i64
from ludoteca.core.state import NOBODY, determinize
from ludoteca.games.rowsandcols.board import BRICKS
from ludoteca.games.rowsandcols.bot.endgame import EndgameSolver, best_turn
from ludoteca.games.rowsandcols.bot.evaluation import Plan, all_plans, judge, swap_plans
from ludoteca.games.rowsandcols.bot.turns import NO_WAY, Turns, at_the_start, make, next_move, out_points
from ludoteca.games.rowsandcols.rules import RowsAndCols

POOR: Final = 6.0
"""A turn worth less may be left for a swap."""
SWAPS: Final = 2
"""So many are thought of then."""


def think(state: RowsAndCols, random: Random, simulations: i64, width: i64, ahead: i64) -> i64:
    """The next move of the best turn among the `width` most promising, with `ahead` turns after each.

    With more than two players everybody's next turn counts, and simulations are fewer, as each takes longer.
    """
    start = at_the_start(state)
    more = state.players() - 2
    simulations = simulations * ahead // (ahead + more)
    ahead += more
    plans = all_plans(state, start)
    judge(start, plans)
    plans.sort(key=_by_worth)
    if state.most_swapped() > 0 and (not plans or plans[0].worth < POOR):
        plans = plans[: width - SWAPS] + swap_plans(state)[:SWAPS]
    if not plans:
        return state.random_move(random)
    if not state.bag and state.players() == 2:
        # Plain Python, which simulates less, is slower still at this: hence the square.
        turn = _best_turn(state, start, plans, simulations * simulations // 5)
        if turn:
            return next_move(state, turn)
        # Nothing is left to chance: one simulation tells all.
        plans = plans[: max(simulations, 1)]
        simulations = len(plans)
        ahead = BRICKS
    elif len(plans) > width:
        plans = plans[:width]
    else:
        # Later in a turn fewer ways are left to go on, and less thought is needed to tell them apart.
        simulations = simulations * len(plans) // width
    if len(plans) > 1 and simulations > 0:
        plans = _play_out(start, plans, random, simulations, ahead)
    return next_move(state, plans[0].moves)


def _best_turn(state: RowsAndCols, start: RowsAndCols, plans: list[Plan], limit: i64) -> Ints:
    """The best turn of the end game, or the best that goes on with what was laid; none if the limit is too low."""
    best = best_turn(start, limit)
    if not best or next_move(state, best) != NO_WAY:
        return best
    ending = EndgameSolver(start, limit)
    ending.solve(plans)
    return ending.best


def _play_out(start: RowsAndCols, plans: list[Plan], random: Random, simulations: i64, ahead: i64) -> list[Plan]:
    """The plans that did best, the best first: so many simulations are shared out by halving."""
    rounds: i64 = 1
    while 2**rounds < len(plans):
        rounds += 1
    while rounds > 0 and len(plans) > 1:
        deals: i64 = max(simulations // (rounds * len(plans)), 1)
        simulations -= deals * len(plans)
        rounds -= 1
        while deals > 0:
            dealt = determinize(start, start.mover, random.fork())
            for plan in plans:
                plan.total += _margin_after(dealt.copy(), plan, ahead)
                plan.simulations += 1
            deals -= 1
        plans.sort(key=_by_mean)
        if simulations <= 0:
            break
        plans = plans[: (len(plans) + 1) // 2]
    return plans


def _margin_after(state: RowsAndCols, plan: Plan, ahead: i64) -> float:
    """What the mover has more than the others on the mean, once the plan and some turns are made."""
    seat = state.mover
    random = state.random
    assert isinstance(random, Random)  # noqa: S101 - the state is an imagined one
    make(state, plan.moves)
    turns = Turns(state.board, False)
    while ahead > 0 and state.seat() != NOBODY:
        turns.find(state.hands[state.mover], out_points(state))
        if turns.best:
            make(state, turns.best)
        else:
            state.play(state.random_move(random))
        ahead -= 1
    all_points: i64 = 0
    for points in state.points:
        all_points += points
    own = state.points[seat]
    return float(own) - float(all_points - own) / float(state.players() - 1)


def _by_worth(plan: Plan) -> float:
    return -plan.worth


def _by_mean(plan: Plan) -> float:
    return -plan.mean()

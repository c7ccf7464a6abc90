"""Measure RowsAndCols in full games: the cost of a legality check as the board grows, and random moves per second.

python -m bench.rowsandcols
python -m bench.rowsandcols --greedy 200     also the points of greedy against itself in 200 games
"""

from __future__ import annotations

import argparse
import time
from statistics import mean, median

import ludoteca
from bench.__main__ import ROUNDS
from bench.workloads import Workload, rate, yardstick
from ludoteca.core.generator import KeyedRandom, Random
from ludoteca.core.state import NOBODY, determinize
from ludoteca.games.rowsandcols import RowsAndColsGame
from ludoteca.games.rowsandcols.board import BRICKS, CELLS
from ludoteca.games.rowsandcols.rules import RowsAndCols

GAME = RowsAndColsGame()
SIZES = (10, 25, 50, 75, 100)
CHECKS = 5000


def boards(deal: str) -> dict[int, RowsAndCols]:
    """Return states of a random game by size: the first turn with that many bricks on the board."""
    state, random = GAME.start(2, {}, KeyedRandom(deal)), Random(f"{deal} moves")
    found: dict[int, RowsAndCols] = {}
    while state.seat() != NOBODY:
        laid = BRICKS - len(state.bag) - sum(len(hand) for hand in state.hands)
        for size in SIZES:
            if laid >= size and size not in found and not state.placed:
                found[size] = state.copy()
        state.play(state.random_move(random))
    return found


def check_time(state: RowsAndCols) -> float:
    """Return the microseconds that `why_not` takes for a brick of the hand on a frontier cell, fit or not."""
    random, hand, frontier = Random("asked"), state.hands[state.mover], state.board.frontier
    moves = [random.choice(hand) * CELLS + random.choice(frontier) for _ in range(CHECKS)]
    started = time.perf_counter()
    for move in moves:
        state.why_not(move)
    return (time.perf_counter() - started) / CHECKS * 1e6


def full_games(steps: int) -> None:
    """Play random games to the end, with moves drawn by `random_move`, so that bricks are laid."""
    random = Random("bench")
    first = GAME.start(2, {}, KeyedRandom("bench"))
    state = determinize(first, first.mover, random.fork())
    for _ in range(steps):
        if state.seat() == NOBODY:
            state = determinize(first, first.mover, random.fork())
        state.play(state.random_move(random))


def greedy_game(game: ludoteca.Game, seed: str) -> list[int]:
    bots = [game.bot("greedy", seed=f"{seed}/{seat}") for seat in range(2)]
    state = game.new(seats=2, seed=seed)
    while (seat := game.seat(state)) is not None:
        state = game.play(state, bots[seat].move(state))
    return game.scores(state)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--greedy", type=int, default=0, metavar="GAMES")
    games = parser.parse_args().greedy
    grown = [boards(f"deal {number}") for number in range(ROUNDS)]
    print("bricks on the board   microseconds for the legality of one placement")
    for size in SIZES:
        print(f"{size:>19}   {median(check_time(states[size]) for states in grown if size in states):.2f}")
    steps: dict[Workload, int] = {}
    rates = [(rate(full_games, steps), rate(yardstick, steps)) for _ in range(ROUNDS)]
    ratio = median(1000 * moves / steps for moves, steps in rates)
    print(f"random moves on full games: {median(moves for moves, _ in rates):,.0f} per second,", end=" ")
    print(f"{ratio:.1f} per 1000 yardstick steps")
    if games:
        game = ludoteca.game("rowsandcols")
        scores = [points for number in range(games) for points in greedy_game(game, f"self {number}")]
        print(f"greedy against itself, {games} games: {mean(scores):.1f} points, {min(scores)} to {max(scores)}")


if __name__ == "__main__":
    main()

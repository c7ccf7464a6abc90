"""Measure how long every level of every game thinks about a move: p50, p99 and maximum, in ms of CPU time.

    LUDOTECA_PLAIN=0 python -m bench.bot_times [GAMES [GAME ...]]

Each level plays itself, through the worker's own code. "First" moves begin a turn, "later" moves follow in it.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

from ludoteca.bots.worker import answer
from ludoteca.bots.workers import make_request
from ludoteca.core.game import Game
from ludoteca.core.generator import KeyedRandom
from ludoteca.core.native import COMPILED
from ludoteca.core.registry import find_game, game_names
from ludoteca.core.state import NOBODY


def play(game: Game[Any], seats: int, level: int, seed: str, first: list[float], later: list[float]) -> None:
    """Play one game between bots of a level and add the times of its moves."""
    state = game.start(seats, game.check_options({}), KeyedRandom(seed))
    turn, moves = (NOBODY, -1), 0
    while state.seat() != NOBODY:
        line = json.dumps({**make_request(game, state, state.seat(), level, f"{seed} {moves}"), "id": moves}).encode()
        started = time.process_time()
        reply = answer(line)
        milliseconds = 1000 * (time.process_time() - started)
        now = (state.seat(), state.turn())
        (later if now == turn else first).append(milliseconds)
        turn = now
        state.play(game.read_move(state, reply["move"]))
        moves += 1


def percentiles(times: list[float]) -> str:
    ordered = sorted(times)
    if not ordered:
        return f"{'-':>26}"
    return "".join(f"{ordered[min(len(ordered) - 1, int(len(ordered) * share))]:>8.1f} " for share in (0.5, 0.99, 1.0))


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    print(f"{'compiled' if COMPILED else 'plain Python'}, {games} games each; CPU ms: p50, p99, maximum")
    for name in sys.argv[2:] or game_names():
        game = find_game(name)
        for seats in sorted({game.seats[0], min(4, game.seats[1])}):
            for bot in game.levels:
                first: list[float] = []
                later: list[float] = []
                for number in range(games):
                    play(game, seats, bot.level, f"levels {number}", first, later)
                print(
                    f"{name:<12} {seats} players, level {bot.level} ({bot.simulations:>5} simulations), "
                    f"{len(first) + len(later):>5} moves: first {percentiles(first)}| later {percentiles(later)}",
                    flush=True,
                )


if __name__ == "__main__":
    main()

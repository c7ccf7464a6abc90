"""`make bench`: random moves per second of every game, as a ratio to a fixed pure-Python yardstick in the same run.

The yardstick and the games take turns, five rounds; the medians are compared. The ratio, not the seconds, is what to
compare between machines and between versions.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from statistics import median
from typing import Any

from ludoteca.core.catalogue import find_game, game_names
from ludoteca.core.conformance import option_sweep
from ludoteca.core.game import Game
from ludoteca.core.generator import Random
from ludoteca.core.options import Options
from ludoteca.core.state import NOBODY

ROUNDS = 5
YARDSTICK_STEPS = 100_000


def yardstick(_: int) -> int:
    """Plain Python of the kind rules are made of: small ints, a list, a comparison. Never change it."""
    cells = [0] * 64
    word, hits = 1, 0
    for _step in range(YARDSTICK_STEPS):
        word = (word * 1103515245 + 12345) % 2147483648
        cell = word >> 25
        if cells[cell]:
            hits += 1
        cells[cell] = 1 - cells[cell]
    return YARDSTICK_STEPS


def random_moves(game: Game[Any], options: Options, moves: int) -> Callable[[int], int]:
    """Plays random games until so many moves are made."""

    def play(round_number: int) -> int:
        random = Random(f"bench {round_number}")
        played = 0
        while played < moves:
            state = game.start(game.seats[0], options, Random(f"deal {played}"))
            while state.seat() != NOBODY and played < moves:
                state.play(random.choice(state.moves()))
                played += 1
        return played

    return play


def per_second(work: Callable[[int], int], round_number: int) -> float:
    begun = time.perf_counter()
    steps = work(round_number)
    return steps / (time.perf_counter() - begun)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moves", type=int, default=3000, help="random moves per round and game (default 3000)")
    moves = parser.parse_args().moves
    works: dict[str, Callable[[int], int]] = {"yardstick": yardstick}
    for name in game_names():
        game = find_game(name)
        for options in option_sweep(game):
            changed = [f"{key}={value}" for key, value in options.items() if value != game.check_options({})[key]]
            label = " ".join([name, *changed])
            works[label] = random_moves(game, options, moves)
    rates: dict[str, list[float]] = {label: [] for label in works}
    for round_number in range(ROUNDS):
        for label, work in works.items():
            rates[label].append(per_second(work, round_number))
    unit = median(rates["yardstick"])
    print(f"{'random moves':<56} {'per second':>12} {'per 1000 yardstick steps':>26}")
    for label, found in rates.items():
        print(f"{label:<56} {median(found):>12,.0f} {1000 * median(found) / unit:>26.3f}")


if __name__ == "__main__":
    main()

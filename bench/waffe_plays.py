"""Measure Waffe where everything is playable: an empty field, and all cards of both players within reach.

    python -m bench.waffe_plays [--hands 5 10] [--deals 20]

Prints how many plays there are, and how fast they are listed, drawn at random and checked, relative to the yardstick of
`python -m bench` in the same run (median of 5 interleaved rounds). A hand of 15 can have millions.
"""

from __future__ import annotations

import argparse
from statistics import median

from bench.__main__ import ROUNDS
from bench.workloads import Workload, rate, yardstick
from ludoteca.core.generator import KeyedRandom, Random
from ludoteca.games.waffe import WaffeGame
from ludoteca.games.waffe.rules import PASS, Waffe

GAME = WaffeGame()


def opening(hand: int, deal: int) -> Waffe:
    """Return a state in which the first player has passed, so all their cards are open, and the second begins."""
    state = GAME.start(2, GAME.check_options({"hand": hand}), KeyedRandom(f"opening {deal}"))
    state.play(PASS)
    return state


def workloads_for(states: list[Waffe]) -> dict[str, tuple[Workload, int]]:
    """Return the workloads, each with the number of steps that one round of it counts for."""
    random = Random("bench")
    drawn = [state.random_move(random) for state in states]

    def listing(rounds: int) -> None:
        for _ in range(rounds):
            for state in states:
                state.moves()

    def drawing(rounds: int) -> None:
        for _ in range(rounds):
            for state in states:
                state.random_move(random)

    def checking(rounds: int) -> None:
        for _ in range(rounds):
            for state, move in zip(states, drawn, strict=True):
                state.why_not(move)

    plays = sum(len(state.moves()) for state in states)
    count = len(states)
    return {
        "steps": (yardstick, 1),
        "listed": (listing, plays),
        "drawn": (drawing, count),
        "checked": (checking, count),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, nargs="+", default=[5, 10])
    parser.add_argument("--deals", type=int, default=20)
    args = parser.parse_args()
    print(f"{'hand':>4} {'plays: median':>14} {'most':>9} {'':<7} {'per second':>12} {'per 1000 yardstick steps':>26}")
    for hand in args.hands:
        states = [opening(hand, deal) for deal in range(args.deals)]
        counts: list[int] = [len(state.moves()) - 1 for state in states]
        workloads = workloads_for(states)
        rates: dict[str, list[float]] = {label: [] for label in workloads}
        steps: dict[Workload, int] = {}
        for _ in range(ROUNDS):
            for label, (workload, weight) in workloads.items():
                rates[label].append(weight * rate(workload, steps))
        unit = median(rates.pop("steps"))
        for label, found in rates.items():
            plays = f"{hand:>4} {median(counts):>14,.0f} {max(counts):>9,}"
            print(f"{plays} {label:<7} {median(found):>12,.0f} {1000 * median(found) / unit:>26.3f}")


if __name__ == "__main__":
    main()

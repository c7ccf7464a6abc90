"""The workloads of the benchmark, in a process of their own: labels on stdin, rates on stdout, one per line.

Run as `python -m bench.workloads`. Labels are those of `workloads` and `peers`. Whether the rules are compiled is
decided when the process starts.
"""

from __future__ import annotations

import random as python_random
import sys
import time
from collections.abc import Callable
from typing import Any

from ludoteca.core.conformance import option_sweep
from ludoteca.core.game import Game
from ludoteca.core.generator import Random
from ludoteca.core.options import Options
from ludoteca.core.records import begin
from ludoteca.core.registry import find_game, game_names
from ludoteca.core.state import NOBODY, State, determinize
from ludoteca.search.tree import tree_search

MIN_SECONDS = 0.15
"""A measurement takes at least this long."""
PEERS = ("connect_four", "go(board_size=9)")

Workload = Callable[[int], None]
"""Runs the given number of steps."""


def yardstick(steps: int) -> None:
    """Run plain Python of the kind rules are made of: small ints, a list, a comparison. Never change it."""
    cells = [0] * 64
    word, hits = 1, 0
    for _step in range(steps):
        word = (word * 1103515245 + 12345) % 2147483648
        cell = word >> 25
        if cells[cell]:
            hits += 1
        cells[cell] = 1 - cells[cell]


def initial_state(game: Game[Any], options: Options) -> State:
    """Return a game before its first move. Random games determinize it, which gives them the bots' fast generator."""
    return begin(game, game.seats[0], options, "bench", None)


def random_moves(game: Game[Any], options: Options) -> Workload:
    """Play random games: Python lists the moves, chooses one and plays it."""
    first, random = initial_state(game, options), Random("bench")

    def workload(steps: int) -> None:
        state = determinize(first, first.seat(), random)
        for _ in range(steps):
            moves = state.moves()
            if not moves:
                state = determinize(first, first.seat(), random)
                moves = state.moves()
            state.play(random.choice(moves))

    return workload


def drawn_moves(game: Game[Any], options: Options) -> Workload:
    """Play random games; the state draws the moves itself."""
    first, random = initial_state(game, options), Random("bench")

    def workload(steps: int) -> None:
        state = determinize(first, first.seat(), random)
        for _ in range(steps):
            if state.seat() == NOBODY:
                state = determinize(first, first.seat(), random)
            state.play(state.random_move(random))

    return workload


def simulations(game: Game[Any], options: Options) -> Workload:
    """Search for a first move; each iteration plays a random game to its end."""
    state = initial_state(game, options)

    def workload(steps: int) -> None:
        tree_search(state, state.seat(), Random("bench"), steps)

    return workload


def peer_moves(name: str, choice: Callable[[Any], int]) -> Workload:
    """Run the same loop over a game of OpenSpiel."""
    import pyspiel  # type: ignore[import-not-found, import-untyped, unused-ignore]

    game = pyspiel.load_game(name)

    def workload(steps: int) -> None:
        state = game.new_initial_state()
        for _ in range(steps):
            if state.is_terminal():
                state = game.new_initial_state()
            state.apply_action(choice(state.legal_actions()))

    return workload


def workloads() -> dict[str, Workload]:
    """Return the workloads of our games, by label."""
    found: dict[str, Workload] = {"yardstick": yardstick}
    for name in game_names():
        game = find_game(name)
        default = game.check_options({})
        for options in option_sweep(game):
            changed = [f"{key}={value}" for key, value in options.items() if value != default[key]]
            found[" ".join(["moves:", name, *changed])] = random_moves(game, options)
        found[f"drawn: {name}"] = drawn_moves(game, default)
        found[f"search: {name}"] = simulations(game, default)
    return found


def peers() -> dict[str, Workload]:
    """Return those of OpenSpiel, with the random choice of its own examples and with ours."""
    found: dict[str, Workload] = {}
    for name in PEERS:
        found[f"peer: {name}"] = peer_moves(name, python_random.choice)
        found[f"peer: {name}, our choice()"] = peer_moves(name, Random("bench").choice)
    return found


def rate(workload: Workload, steps: dict[Workload, int]) -> float:
    """Measure steps per second of CPU time; `steps` remembers how many are enough."""
    while True:
        count = steps.setdefault(workload, 1)
        started = time.process_time()
        workload(count)
        took = time.process_time() - started
        if took >= MIN_SECONDS:
            return count / took
        steps[workload] = (
            max(2 * count, int(1.2 * count * MIN_SECONDS / max(took, 1e-9))) if took > MIN_SECONDS / 50 else 4 * count
        )


def main() -> None:
    found = workloads()
    steps: dict[Workload, int] = {}
    for line in sys.stdin:
        label = line.strip()
        if label.startswith("peer: ") and label not in found:
            found.update(peers())
        print(rate(found[label], steps), flush=True)


if __name__ == "__main__":
    main()

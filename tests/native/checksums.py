"""Print checksums of whole games and searches, as JSON. Compiled and plain Python must print the same."""

from __future__ import annotations

import json
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import dummy_game
from golden.playthrough import FOLDER, playthrough, record_of

from ludoteca.core import native
from ludoteca.core.conformance import option_sweep
from ludoteca.core.game import Game
from ludoteca.core.generator import M1, KeyedRandom, Random, RandomSource
from ludoteca.core.ints import packed
from ludoteca.core.options import Options
from ludoteca.core.records import begin
from ludoteca.core.registry import find_game, game_names
from ludoteca.core.state import NOBODY
from ludoteca.search.policy import SearchPolicy
from ludoteca.search.tree import tree_search

DEALS = 3
SEARCHES = 3
ITERATIONS = 50


def whole_game(game: Game[Any], seats: int, options: Options, seed: str) -> dict[str, Any]:
    """Play a random game; return a hash of its positions and moves, and the visits of a few searches."""
    random = Random(f"{seed} moves")
    state = begin(game, seats, options, seed, None)
    trail, number = sha256(), 0
    visits: list[Any] = []
    while state.seat() != NOBODY:
        described = [
            game.write_position(state),
            list(state.moves()),
            state.turn(),
            state.reveal_count(),
            state.scores(),
        ]
        trail.update(json.dumps(described).encode())
        if number % 5 == 2 and len(visits) < SEARCHES:
            found = tree_search(state, state.seat(), random, ITERATIONS, policy=SearchPolicy(max_playout_moves=100))
            visits.append([found.moves, found.visits, found.values])
        state.play(state.random_move(random) if number % 2 else random.choice(state.moves()))
        number += 1
    trail.update(json.dumps([game.write_position(state), state.result()]).encode())
    return {"moves": number, "positions": trail.hexdigest(), "visits": visits}


def drawn(source: RandomSource, most: int) -> list[Any]:
    """Draw numbers up to the largest bound, shuffle both kinds of lists, and draw from a copy."""
    numbers = [source.below(bound) for bound in (1, 2, 3, 7, 2**31 + 1, most) for _ in range(20)]
    whole, ints = list(range(100)), packed(list(range(100)))
    source.copy().shuffle(whole)
    source.shuffle(ints)
    return [numbers, whole, list(ints), source.choice(whole), source.choice(ints), source.copy().below(most)]


def main() -> None:
    sums: dict[str, Any] = {"keyed stream": drawn(KeyedRandom("sum"), 2**32), "fast": drawn(Random("sum"), M1)}
    for game in [*(find_game(name) for name in game_names()), dummy_game.GAME]:
        for options in option_sweep(game):
            for seats in range(game.seats[0], game.seats[1] + 1):
                for deal in range(DEALS):
                    label = f"{game.name} {seats} {options} {deal}"
                    sums[label] = whole_game(game, seats, options, f"checksum {deal}")
    for file in sorted(FOLDER.glob("*.txt")):
        text = playthrough(record_of(file.read_text("utf-8")))
        sums[file.stem] = sha256(text.encode()).hexdigest()
    print(json.dumps({"compiled": native.COMPILED, "sums": sums}))


if __name__ == "__main__":
    main()

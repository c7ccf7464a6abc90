"""Prints what whole games and searches come to, as JSON: run compiled and uncompiled, it must print the same."""

from __future__ import annotations

import json
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import lots
from golden.playthrough import FOLDER, playthrough, record_of

from ludoteca.core import native
from ludoteca.core.catalogue import find_game, game_names
from ludoteca.core.conformance import option_sweep
from ludoteca.core.game import Game
from ludoteca.core.generator import Random
from ludoteca.core.options import Options
from ludoteca.core.records import begin
from ludoteca.core.state import NOBODY
from ludoteca.search.tree import Knowledge, search

DEALS = 3
SEARCHES = 3
ITERATIONS = 50


def whole_game(game: Game[Any], seats: int, options: Options, seed: str) -> dict[str, Any]:
    """One random game: a hash of every position and its moves, and the visits of a few searches on the way."""
    random = Random(f"{seed} moves")
    state = begin(game, seats, options, seed, None)
    trail, number = sha256(), 0
    visits: list[Any] = []
    while state.seat() != NOBODY:
        known = [game.position(state), list(state.moves()), state.turn(), state.reveals(), state.scores()]
        trail.update(json.dumps(known).encode())
        if number % 5 == 2 and len(visits) < SEARCHES:
            found = search(state, state.seat(), random, ITERATIONS, knowledge=Knowledge(longest=100))
            visits.append([found.moves, found.visits, found.worths])
        state.play(state.sample(random) if number % 2 else random.choice(state.moves()))
        number += 1
    trail.update(json.dumps([game.position(state), state.result()]).encode())
    return {"moves": number, "positions": trail.hexdigest(), "visits": visits}


def main() -> None:
    sums: dict[str, Any] = {}
    for game in [*(find_game(name) for name in game_names()), lots.GAME]:
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

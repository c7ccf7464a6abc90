"""Write the golden games: `make goldens`. Bots choose the moves, with fixed seeds."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from golden.playthrough import FOLDER, playthrough

import ludoteca

NO_JOKERS = {"shared_table": False, "transitions": "free", "must_play": True, "hand": 6, "jokers": 0}
LAST_DAYS = {"size": 6, "journeyman": "c3", "flooded": ["b2", "d4", "e5"], "day": 360, "to_move": "weather"}


@dataclass
class Golden:
    """A game to play: options, bots and seed; `start` is a position to start from."""

    game: str
    options: dict[str, Any]
    levels: tuple[int | str, ...]
    seed: str
    start: dict[str, Any] | None = None


def late_position(name: str, seats: int, level: int | str, seed: str, moves: int) -> dict[str, Any]:
    """Return a position late in a game between bots: a whole game with many pieces would be too long to read."""
    game = ludoteca.game(name)
    state, bot = game.new(seats=seats, seed=seed), game.bot(level, seed=seed)
    for _ in range(moves):
        state = game.play(state, bot.move(state))
    return game.position(state)


GAMES = {
    "flooding-3x3": Golden("flooding", {"size": 3}, ("watchful", "carefree"), "golden 3"),
    "flooding-5x5": Golden("flooding", {"size": 5}, ("carefree", "watchful"), "golden 5"),
    "flooding-6x6": Golden("flooding", {"size": 6}, ("watchful", "watchful"), "golden 6"),
    "flooding-10x10": Golden("flooding", {"size": 10}, ("carefree", "watchful"), "golden 10"),
    "latice": Golden("latice", {}, ("thrifty", "greedy"), "golden latice"),
    "latice-open": Golden(
        "latice",
        {"turns": 60, "open_racks": True, "refill": "each", "buy": "before"},
        ("greedy", "thrifty"),
        "golden open",
    ),
    # Soon stuck: three rounds of swaps end it.
    "rowsandcols": Golden("rowsandcols", {}, ("greedy", "greedy"), "self 3276"),
    "rowsandcols-end-game": Golden(
        "rowsandcols",
        {},
        ("greedy", "random"),
        "golden rows 54",
        start=late_position("rowsandcols", 2, "greedy", "golden rows 54", 155),
    ),
    "waffe": Golden("waffe", {}, ("greedy", "greedy"), "golden waffe 18"),
    "waffe-free": Golden("waffe", NO_JOKERS, ("random", "greedy"), "golden free"),
    "waffe-both-win": Golden("waffe", {"hand": 7}, ("random", "random"), "golden both 1097"),
    "waffe-won-by-other": Golden(
        "waffe", {"must_play": True, "hand": 6, "jokers": 2}, ("random", "greedy"), "golden other 281"
    ),
    "wege": Golden("wege", {}, ("greedy", "random"), "golden wege"),
    "wege-3x4-5": Golden("wege", {"rows": 3, "cols": 4, "specials": 5}, ("random", "greedy"), "golden 3x4"),
    "flooding-last-days": Golden("flooding", {"size": 6}, ("watchful", "watchful"), "golden 365", start=LAST_DAYS),
}


def main() -> None:
    for name, golden in GAMES.items():
        game = ludoteca.game(golden.game)
        bots = [game.bot(level, seed=f"{golden.seed}/{seat}") for seat, level in enumerate(golden.levels)]
        seats = [{"name": bot.name, "bot": bot.level or None} for bot in bots]
        settings: dict[str, Any] = {
            "seed": golden.seed,
            "seats": seats,
            "options": golden.options,
            "start": golden.start,
        }
        moves: list[str] = []
        state = ludoteca.replay(ludoteca.record(game, moves, **settings))
        while (seat := game.seat(state)) is not None:
            moves.append(bots[seat].move(state))
            state = game.play(state, moves[-1])
        text = playthrough(ludoteca.record(game, moves, **settings))
        (FOLDER / f"{name}.txt").write_text(text, "utf-8")
        print(name, len(moves), game.result(state))


if __name__ == "__main__":
    main()

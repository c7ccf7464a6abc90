"""Whoever has learned only what a lesson says beats the computer of level 1 in at least half of 50 games.

Each player below looks one move ahead and follows the lesson's sentences, nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import ludoteca
from ludoteca import Game

pytestmark = pytest.mark.slow
GAMES = 50
Player = Callable[[Game, Any, int], str]


def weather(game: Game, state: Any, seat: int) -> str:
    """Flood two dry fields around the journeyman, those towards the middle first."""
    view = game.view(state, seat)
    size, flooded = view["size"], set(view["flooded"])
    column, row = ord(view["journeyman"][0]), int(view["journeyman"][1:])
    around = [(column + right, row + down) for right in (-1, 0, 1) for down in (-1, 0, 1) if right or down]
    middle = ord("a") + (size - 1) / 2, (size + 1) / 2
    around.sort(key=lambda field: abs(field[0] - middle[0]) + abs(field[1] - middle[1]))
    names = [f"{chr(x)}{y}" for x, y in around if 0 <= x - ord("a") < size and 1 <= y <= size]
    return " ".join([name for name in names if name not in flooded][:2]) or "-"


def latice(game: Game, state: Any, seat: int) -> str:
    """Lay the tile that earns most; buy an extra tile if one fits; exchange if nothing fits."""
    moves, view = game.moves(state), game.view(state, seat)
    tiles = [move for move in moves if "@" in move]
    if tiles:
        return max(tiles, key=lambda move: game.view(game.play(state, move), seat)["points"][seat])
    if "buy" in moves and any(game.choices(state, seat).get("targets_after_buying", {}).values()):
        return "buy"
    return "exchange" if "exchange" in moves and not view["placed_this_turn"] else "end"


def rowsandcols(game: Game, state: Any, seat: int) -> str:
    """Lay the brick that adds most to the turn; end the turn when none adds anything; swap if nothing fits."""
    moves, view = game.moves(state), game.view(state, seat)

    def earned(move: str) -> int:
        return int(game.view(game.play(state, move), seat)["earned"])

    bricks = [move for move in moves if "@" in move and earned(move) > view["earned"]]
    if bricks:
        return max(bricks, key=earned)
    return (
        "end" if view["placed"] and "end" in moves else next((m for m in reversed(moves) if m[:4] == "swap"), moves[0])
    )


def wege(game: Game, state: Any, seat: int) -> str:
    """Take the points; if there are none, make the own path or stream longer."""

    def gain(move: str) -> tuple[int, int]:
        after = game.play(state, move)
        scores, way = game.scores(after), game.view(after, seat)["marks"][("path", "stream")[seat]]
        return scores[seat] - scores[1 - seat], len(way["cells"]) if way else 0

    return max(game.moves(state), key=gain)


def waffe(game: Game, state: Any, seat: int) -> str:
    """Play as many of the own cards as fit; pass if none does."""
    view = game.view(state, seat)
    own = {*(view["hands"][seat] or ()), *view["tables"][seat]}
    plays = [move for move in game.moves(state) if move.startswith("play")]
    return max(plays, key=lambda move: len(own.intersection(move.split())), default="pass")


PLAYERS: dict[str, Player] = {
    "flooding": weather,
    "latice": latice,
    "rowsandcols": rowsandcols,
    "wege": wege,
    "waffe": waffe,
}


def test_every_game_has_a_player() -> None:
    assert set(PLAYERS) == set(ludoteca.game_names())


@pytest.mark.parametrize("name", PLAYERS)
def test_the_lesson_is_enough_to_beat_level_1(name: str) -> None:
    game, choose, won = ludoteca.game(name), PLAYERS[name], 0.0
    for number in range(GAMES):
        # Newcomers play the weather; elsewhere both seats alike.
        seat = 1 if name == "flooding" else number % 2
        state, bot = game.new(2, seed=f"deal {number}"), game.bot(1, seed=f"bot {number}")
        while (to_move := game.seat(state)) is not None:
            state = game.play(state, choose(game, state, seat) if to_move == seat else bot.move(state))
        result = game.result(state)
        assert result is not None
        won += result[seat]
    print(name, won)
    assert won >= GAMES / 2

"""The contract for two to six players, also in games played to the end, which random moves seldom reach."""

from __future__ import annotations

import pytest
from games.rowsandcols.reference_rules import whole_game

from ludoteca.core.conformance import CHECKS, Case, check_game
from ludoteca.core.generator import Random
from ludoteca.games.rowsandcols import RowsAndColsGame

GAME = RowsAndColsGame()


def check_played_out(players: int, seed: str, state_count: int, swapping: int) -> None:
    """Run the checks at states of a game in which bricks are laid, from the start to the end."""
    states, texts = whole_game(players, seed, swapping)
    random = Random(f"{seed} states")
    last = len(states) - 1
    for number in sorted({last, *(random.below(last) for _ in range(state_count))}):
        moves = tuple(states[number].moves())
        case = Case(GAME, players, {}, seed, states[number], moves, tuple(texts[:number]), random.fork())
        for check in CHECKS:
            check(case)


@pytest.mark.parametrize("players", range(2, 7))
def test_games_played_out_conform(players: int) -> None:
    check_played_out(players, f"out {players}", state_count=5, swapping=10)


@pytest.mark.slow
@pytest.mark.parametrize("players", range(2, 7))
def test_any_number_of_players_conforms_over_more_games(players: int) -> None:
    for deal in range(2):
        check_game(GAME, players, {}, f"slow {deal}", state_count=15)
        check_played_out(players, f"slow out {deal}", state_count=20, swapping=15 * deal)

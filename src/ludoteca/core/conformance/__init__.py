"""The conformance suite: what every game must fulfil, also those of other authors.

    from ludoteca.core.conformance import check
    check(GAME)          # raises ConformanceError with a sentence and the moves that lead there

`check` plays random games and runs `CHECKS` on their states. Each check is one function of a `Case`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludoteca.core.conformance import blindness, rules
from ludoteca.core.conformance.case import Case, ConformanceError
from ludoteca.core.game import Game
from ludoteca.core.generator import Random
from ludoteca.core.options import Options
from ludoteca.core.records import begin
from ludoteca.core.state import NOBODY, State

__all__ = ["CHECKS", "Case", "ConformanceError", "check", "check_game", "option_sweep"]

CHECKS: tuple[Callable[[Case], None], ...] = (
    rules.moves_are_ascending_and_unique,
    rules.why_not_agrees_with_moves,
    rules.copies_are_independent,
    rules.positions_and_views_do_not_change,
    rules.moves_survive_text,
    rules.bad_text_is_refused,
    rules.positions_survive_reading,
    rules.records_replay_to_the_same_state,
    blindness.chance_is_declared,
    blindness.chance_is_keyed,
    blindness.determinize_is_blind,
    blindness.hidden_information_stays_hidden,
    rules.every_move_is_described,
    rules.only_the_seat_to_move_has_choices,
    rules.counters_never_fall,
    rules.fallback_and_bots_are_legal,
    rules.results_are_shares_of_one,
    rules.random_moves_are_legal,
)


def check(game: Game[Any], deals: int = 2, state_count: int = 12, seed: str = "conformance") -> None:
    """Check a game with every number of seats and a sweep of its options, on `deals` random games each."""
    if clashes := game.translations.clashes():
        raise ConformanceError(f"{game.name}: all games share these codes, use others: {clashes}")
    for options in option_sweep(game):
        for seats in range(game.seats[0], game.seats[1] + 1):
            for deal in range(deals):
                check_game(game, seats, options, f"{seed}/{deal}", state_count)


def option_sweep(game: Game[Any]) -> list[Options]:
    """Return sets of options: all at their defaults, each at its edges, and all at their last values."""
    default = game.check_options({})
    sweep = [default]
    for option in game.options:
        sweep += [{**default, option.name: value} for value in option.sweep()]
    sweep.append({option.name: option.sweep()[-1] for option in game.options})
    return [options for index, options in enumerate(sweep) if options not in sweep[:index]]


def check_game(game: Game[Any], seats: int, options: Options, seed: str, state_count: int = 12) -> None:
    """Play a random game to its end and check its first, its last and about `state_count` other states."""
    random = Random(f"{seed}/moves")
    states = [begin(game, seats, options, seed, None)]
    texts: list[str] = []
    while (state := states[-1]).seat() != NOBODY:
        _check_length(game, len(texts))
        move = _random_move(game, state, random)
        texts.append(game.write_move(state, move))
        states.append(state.copy())
        states[-1].play(move)
    last = len(states) - 1
    for number in sorted({0, last, *(random.below(last + 1) for _ in range(state_count))}):
        moves = tuple(states[number].moves())
        case = Case(game, seats, options, seed, states[number], moves, tuple(texts[:number]), random.fork())
        for one in CHECKS:
            one(case)
    _check_fallback_game(game, states[0], random)


def _check_fallback_game(game: Game[Any], state: State, random: Random) -> None:
    """Check that a game ends when everybody has left."""
    played = 0
    while state.seat() != NOBODY:
        _check_length(game, played)
        state.play(game.fallback(state, random))
        played += 1


def _check_length(game: Game[Any], played: int) -> None:
    if played >= game.max_moves:
        raise ConformanceError(f"{game.name}: a game is not over after {game.max_moves} moves")


def _random_move(game: Game[Any], state: State, random: Random) -> int:
    """Return a random move. It is checked here, since an illegal one could lead anywhere."""
    move = state.random_move(random)
    if state.why_not(move) is not None:
        raise ConformanceError(f"{game.name}: random_move() returns {move}, which why_not() refuses")
    return move

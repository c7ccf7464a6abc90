"""The conformance suite: what every game must fulfil, also those of other authors.

    ludoteca.conformance.check(NimGame())  # raises ConformanceError with a sentence and the moves that lead there

`check` plays random games and runs `CHECKS` on their states. Each check is one function of a `Case`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludoteca.core.conformance import blindness, boards, lessons, rules
from ludoteca.core.conformance.case import Case
from ludoteca.core.conformance.comparison import to_json
from ludoteca.core.conformance.declaration import DECLARATION_CHECKS
from ludoteca.core.conformance.failures import ConformanceError, Where, checking
from ludoteca.core.game import Game
from ludoteca.core.generator import Random
from ludoteca.core.options import Options
from ludoteca.core.records import begin
from ludoteca.core.state import NOBODY, State

__all__ = ["CHECKS", "DECLARATION_CHECKS", "Case", "ConformanceError", "check", "check_game", "option_sweep"]

CHECKS: tuple[Callable[[Case], None], ...] = (
    rules.seats_and_scores_fit,
    rules.what_leaves_the_game_is_json,
    rules.moves_are_ascending_and_unique,
    rules.results_are_shares_of_one,
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
    rules.counters_never_fall,
    blindness.reveals_are_counted,
    rules.every_move_is_described,
    rules.only_the_seat_to_move_has_choices,
    boards.boards_can_be_drawn,
    boards.chosen_moves_are_legal,
    boards.every_move_can_be_chosen,
    rules.fallback_and_bots_are_legal,
    rules.random_moves_are_legal,
)

STATE_METHODS = ("copy", "seat", "turn", "moves", "why_not", "play", "scores", "result")
"""What every state implements."""


def check(game: Game[Any], deals: int = 2, state_count: int = 12, seed: str = "conformance") -> None:
    """Check a game with every number of seats and a sweep of its options, on `deals` random games each."""
    for one in DECLARATION_CHECKS:
        with checking(str(game.name), one.__name__):
            one(game)
    with checking(game.name, "lessons_can_be_played"):
        lessons.check_lesson(game)
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
    where = Where(seats, options, seed)
    states, texts = _play_random_game(game, where, random)
    last = len(states) - 1
    for number in sorted({0, last, *(random.below(last + 1) for _ in range(state_count))}):
        with checking(game.name, rules.moves_are_ascending_and_unique.__name__, where.after(texts[:number])):
            moves = tuple(states[number].moves())
        case = Case(game, seats, options, seed, states[number], moves, tuple(texts[:number]), random.fork())
        for one in CHECKS:
            with checking(game.name, one.__name__, case.where):
                one(case)
    _check_fallback_game(game, states[0], where, random)


def _play_random_game(game: Game[Any], where: Where, random: Random) -> tuple[list[State], list[str]]:
    """Return the states of a random game and its moves. What all other checks build on is checked on the way."""
    with checking(game.name, "start_returns_a_state", where):
        states = [begin(game, where.seats, dict(where.options), where.seed, None)]
        _require_state(states[0])
    texts: list[str] = []
    while True:
        here, state = where.after(texts), states[-1]
        with checking(game.name, rules.seats_and_scores_fit.__name__, here):
            rules.require_seat(state, where.seats)
        with checking(game.name, "games_end_within_max_moves", here):
            if state.seat() == NOBODY:
                return states, texts
            _require_length(game, len(texts))
        with checking(game.name, rules.random_moves_are_legal.__name__, here):
            move = state.random_move(random)
            if state.why_not(move) is not None:  # an illegal move could lead anywhere
                raise ConformanceError(f"random_move() returns {move}, which why_not() refuses")
        with checking(game.name, rules.moves_survive_text.__name__, here):
            texts.append(game.write_move(state, move))
        with checking(game.name, rules.copies_are_independent.__name__, here):
            # Here, and not only in the check: a copy that shares parts would spoil the states that lead there.
            before = to_json({"position": game.write_position(state)})
            states.append(state.copy())
            states[-1].play(move)
            after = to_json({"position": game.write_position(state)})
            rules.require_unchanged(state, states[-1], before, after)


def _require_state(state: object) -> None:
    if not isinstance(state, State):
        raise ConformanceError(f"start() must return a State, not a {type(state).__name__}")
    lacking = [name for name in STATE_METHODS if getattr(type(state), name) is getattr(State, name)]
    if lacking:
        raise ConformanceError(f"{type(state).__name__} lacks {', '.join(f'{name}()' for name in lacking)}")


def _check_fallback_game(game: Game[Any], state: State, where: Where, random: Random) -> None:
    """Check that a game ends when everybody has left."""
    texts: list[str] = []
    while True:
        with checking(game.name, "games_of_fallbacks_end", where.after(texts)):
            if state.seat() == NOBODY:
                return
            _require_length(game, len(texts))
            move = game.fallback(state, random)
            texts.append(game.write_move(state, move))
            state.play(move)


def _require_length(game: Game[Any], played: int) -> None:
    if played >= game.max_moves:
        raise ConformanceError(f"the game is not over after {game.max_moves} moves, which max_moves promises")

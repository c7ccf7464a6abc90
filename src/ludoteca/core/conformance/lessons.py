"""Checks of a lesson: every right answer passes, every example of a miss misses, and something is said to each."""

from __future__ import annotations

from typing import Any

from ludoteca.core.conformance.failures import ConformanceError
from ludoteca.core.errors import LudotecaError, UnknownGame
from ludoteca.core.game import Game
from ludoteca.core.lessons import OTHER, SEPARATOR, Step, StepTrial, read_lesson

LOOK_AHEAD = 2
"""Moves after a step's last one that must not reach its goal either: the step would be too short."""


def check_lesson(game: Game[Any]) -> None:
    """Play every step of the lesson of an installed game, if it has one."""
    try:
        lesson = read_lesson(game)
    except UnknownGame:
        return
    if lesson is None:
        return
    for number, step in enumerate(lesson.steps, 1):
        check_step(game, step, number)
    _require_texts(game, ["lesson_end"], "the lesson")


def check_step(game: Game[Any], step: Step, number: int) -> None:
    """Check one step; a ConformanceError names it and the moves."""
    name = f"step {number} of the lesson"

    def require(holds: bool, sentence: str) -> None:
        if not holds:
            raise ConformanceError(f"{name}: {sentence}")

    codes = [f"lesson_{number}_{part}" for part in ("title", "text", "goal")]
    _require_texts(game, [*codes, *step.misses.values(), *step.illegal.values()], name)
    try:
        trial = StepTrial(game, step)
    except LudotecaError as error:
        raise ConformanceError(f"{name}: {error.sentence}") from error
    require(trial.start.seat() == step.seat, "the learner is not to move")
    require(bool(step.accept), "no line is accepted, so there is nothing to show")
    for line in step.accept:
        moves = line.split(SEPARATOR)
        require(
            trial.play(moves).done and len(moves) <= step.moves, f"{line!r} is accepted but does not reach the goal"
        )
    named = [line for line in step.misses if line != OTHER]
    for line in named:
        attempt = trial.play(line.split(SEPARATOR))
        require(
            attempt.refusal is None and not attempt.done, f"{line!r} is a miss but not allowed, or reaches the goal"
        )
        later = trial.lines(step.moves, attempt.line) if attempt.state.seat() == step.seat else ()
        is_short = len(attempt.line) < step.moves
        require(not (is_short and any(one.done for one in later)), f"{line!r} is a miss but can still reach the goal")
    for line in step.illegal:
        moves = line.split(SEPARATOR)
        attempt = trial.play(moves)
        is_last = len(attempt.line) == len(moves) - 1
        require(
            attempt.refusal is not None and is_last, f"the last move of {line!r} is allowed, or an earlier one is not"
        )
    lines = list(trial.lines(step.moves))
    missing = [one for one in lines if not one.done]
    require(bool(missing) != step.free, "every legal move reaches the goal exactly in a free step")
    silent = [one.line for one in missing if trial.comment(one, one.line) is None]
    require(not silent, f"nothing is said to the miss {silent[:1]}")
    late = [one.line for one in trial.lines(step.moves + LOOK_AHEAD) if one.done and len(one.line) > step.moves]
    require(not late, f"{late[:1]} reaches the goal, but a learner has only {step.moves} moves")


def _require_texts(game: Game[Any], codes: list[str], name: str) -> None:
    for code in codes:
        if not game.translations.find(code):
            raise ConformanceError(f"{name}: there is no text {code!r}")

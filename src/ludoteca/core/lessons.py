"""Lessons: steps on the real board and by the real rules, each with a goal that the program can judge.

A game's lesson is `page/lesson.json` of its package; its sentences are in the game's locale files. A step's `done`
names conditions, and every line of moves that fulfils all of them reaches the goal. A game brings its own conditions
in `Game.lesson_conditions`; those below hold in every game.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources import files
from typing import Any, Literal

from ludoteca.core.errors import LudotecaError
from ludoteca.core.game import Game, Json
from ludoteca.core.generator import KeyedRandom
from ludoteca.core.registry import game_package
from ludoteca.core.state import NOBODY, State
from ludoteca.core.translations import Refusal, Text, quote

SEPARATOR = " | "
"""Between the moves of a line."""
OTHER = "*"
"""The key of what is said to every miss that is not named."""
SEED = "lesson"
"""What is drawn in a lesson is always the same."""
Line = tuple[str, ...]
Outcome = Literal["open", "goal", "miss"]


class LessonError(LudotecaError):
    """A step cannot be tried as it was asked for."""


class Seen:
    """What the learner sees of a state."""

    def __init__(self, game: Game[Any], state: State, seat: int) -> None:
        self.game, self.seat = game, seat
        self.state: Any = state

    @cached_property
    def view(self) -> Json:
        return self.game.make_view(self.state, self.seat)

    @property
    def score(self) -> int:
        return int(self.state.scores()[self.seat])

    @property
    def has_won(self) -> bool:
        return bool(self.state.seat() == NOBODY and self.state.result()[self.seat] == 1)


Condition = Callable[[Seen, Seen, Any], bool]
"""Whether a goal is reached: what was seen at the start of the step, what is seen now, and the value in the lesson."""

SHARED_CONDITIONS: Mapping[str, Condition] = {
    "any": lambda before, now, value: True,
    "won": lambda before, now, value: now.has_won,
    "score_gained": lambda before, now, least: now.score - before.score >= least,
}


def laid(key: str) -> Condition:
    """Return the condition that at least so many pieces were added to this part of the view."""
    return lambda before, now, least: len(now.view[key]) - len(before.view[key]) >= least


@dataclass(frozen=True)
class Step:
    """One step of a lesson. Its title, text and goal are `lesson_N_title` and so on in the game's locale."""

    position: Json
    seat: int
    """The learner's."""
    done: Mapping[str, Any]
    moves: int = 1
    """How many moves the learner has."""
    script: tuple[str, ...] = ()
    """What the other side plays."""
    free: bool = False
    """Every legal move reaches the goal."""
    accept: tuple[str, ...] = ()
    """Lines that reach the goal; the first is what the learner is shown."""
    misses: Mapping[str, str] = field(default_factory=dict)
    """What is said to lines that cannot reach the goal any more, by their moves: codes of the locale."""
    illegal: Mapping[str, str] = field(default_factory=dict)
    """What is said to lines whose last move the rules refuse."""


@dataclass(frozen=True)
class Lesson:
    """The steps of a game's lesson."""

    steps: tuple[Step, ...]
    limits: Mapping[str, int]
    """The largest values that a position to be tried may hold, such as the size of its board."""

    def step(self, number: int) -> Step:
        """Return a step, counted from 1."""
        if 1 <= number <= len(self.steps):
            return self.steps[number - 1]
        raise LessonError(Refusal("lesson_step", {"high": len(self.steps), "value": quote(number)}))


def find_lesson(game: Game[Any]) -> Lesson:
    """Return the lesson of a game; LessonError if it has none."""
    lesson = read_lesson(game)
    if lesson is None:
        raise LessonError(Refusal("lesson_none", {"game": game.title}))
    return lesson


def read_lesson(game: Game[Any]) -> Lesson | None:
    """Read the lesson in the package of an installed game; None if it has none."""
    try:
        text = files(game_package(game.name)).joinpath("page", "lesson.json").read_text("utf-8")
    except (OSError, TypeError):
        return None
    given = json.loads(text)
    steps = tuple(_read_step(step) for step in given["steps"])
    return Lesson(steps, given.get("limits", {}))


def _read_step(given: Json) -> Step:
    fields: Json = {name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}
    return Step(**fields)


@dataclass
class Attempt:
    """A line of the learner's moves and where it has led."""

    state: State
    texts: list[Text] = field(default_factory=list)
    """What the last move did, and the replies to it."""
    line: Line = ()
    """The moves in their standard form."""
    done: bool = False
    refusal: Refusal | None = None
    """Why the last move is not allowed; it was not made."""


class Trial:
    """A position that somebody tries moves on. The other side plays its script, then nothing."""

    def __init__(
        self,
        game: Game[Any],
        position: Json,
        *,
        seat: int | None = None,
        script: Sequence[str] = (),
        done: Mapping[str, Any] | None = None,
    ) -> None:
        self._game, self._script, self._done = game, script, done or {}
        self._conditions = {**SHARED_CONDITIONS, **game.lesson_conditions}
        if unknown := [word for word in self._done if word not in self._conditions]:
            raise LessonError(
                Refusal("lesson_condition", {"value": quote(unknown[0]), "names": sorted(self._conditions)})
            )
        self.start: State = game.read_position(position, KeyedRandom(SEED))
        self.seat = max(self.start.seat(), 0) if seat is None else seat
        self._before = Seen(game, self.start, self.seat)

    def play(self, moves: Sequence[str]) -> Attempt:
        """Play the learner's moves and the replies to them; stop at a move that is refused."""
        attempt, replies = Attempt(self.start.copy()), 0
        for move in moves:
            attempt.texts = []
            if attempt.state.seat() not in (self.seat, NOBODY):
                attempt.refusal = Refusal("lesson_not_your_turn")
                break
            attempt.refusal = self._move(attempt, move)
            if attempt.refusal is not None:
                break
            attempt.done = bool(self._done) and self._reaches(Seen(self._game, attempt.state, self.seat))
            line = attempt.line
            while attempt.state.seat() not in (self.seat, NOBODY) and replies < len(self._script):
                self._move(attempt, self._script[replies])
                replies += 1
            attempt.line = line
        return attempt

    def _reaches(self, now: Seen) -> bool:
        for word, value in self._done.items():
            try:
                if not self._conditions[word](self._before, now, value):
                    return False
            except (TypeError, ValueError, LookupError):  # a value of the wrong kind
                raise LessonError(Refusal("lesson_value", {"field": word, "value": quote(value)})) from None
        return True

    def _move(self, attempt: Attempt, text: str) -> Refusal | None:
        state, game = attempt.state, self._game
        move = game.read_move(state, text)
        if isinstance(move, Refusal):
            return move
        after = state.copy()
        after.play(move)
        attempt.line = (*attempt.line, game.write_move(state, move))
        attempt.texts += game.describe_move(state, move, after, self.seat)
        attempt.state = after
        return None


class StepTrial(Trial):
    """A step of a lesson that somebody tries."""

    def __init__(self, game: Game[Any], step: Step) -> None:
        super().__init__(game, step.position, seat=step.seat, script=step.script, done=step.done)
        self.step = step

    def outcome(self, attempt: Attempt) -> Outcome:
        """Say whether a line has reached the goal, cannot reach it any more, or may go on."""
        if attempt.done:
            return "goal"
        if (
            attempt.refusal is None
            and attempt.line
            and (
                len(attempt.line) >= self.step.moves
                or attempt.state.seat() != self.seat
                or self._find(attempt.line, self.step.misses) is not None
            )
        ):
            return "miss"
        return "open"

    def comment(self, attempt: Attempt, moves: Sequence[str]) -> str | None:
        """Return the code of what is said to a miss or to a move that is not allowed; None if the lesson is silent."""
        if attempt.refusal is not None:
            line = SEPARATOR.join((*attempt.line, " ".join(moves[-1].split()))).lower()
            return next((code for text, code in self.step.illegal.items() if text.lower() == line), None)
        if self.outcome(attempt) != "miss":
            return None
        return self._find(attempt.line, self.step.misses) or self.step.misses.get(OTHER)

    def lines(self, limit: int, line: Line = ()) -> Iterator[Attempt]:
        """Yield all lines of up to `limit` moves; a line stops where it reaches the goal or cannot go on."""
        state = self.play(line).state
        for move in state.moves():
            attempt = self.play((*line, self._game.write_move(state, move)))
            if attempt.done or attempt.state.seat() != self.seat or len(attempt.line) == limit:
                yield attempt
            else:
                yield from self.lines(limit, attempt.line)

    def _find(self, line: Line, named: Mapping[str, str]) -> str | None:
        """Return what is said to exactly this line, in whatever form the lesson writes its moves."""
        for text, code in named.items():
            moves = text.split(SEPARATOR)
            if text != OTHER and len(moves) == len(line) and self.play(moves).line == line:
                return code
        return None

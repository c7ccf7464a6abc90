"""A state to check, and what the checks share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ludoteca.core.conformance.comparison import to_json
from ludoteca.core.conformance.failures import ConformanceError, Where
from ludoteca.core.game import Game
from ludoteca.core.generator import M1, Random
from ludoteca.core.options import Options
from ludoteca.core.state import NOBODY, State
from ludoteca.core.translations import Text

SAMPLE_SIZE = 60
"""The moves of a state that are tried; a sample if there are more."""


@dataclass(frozen=True)
class Case:
    """A state of a random game, with the moves that lead to it."""

    game: Game[Any]
    seats: int
    options: Options
    seed: str
    state: State
    moves: tuple[int, ...]
    """The legal moves of the state."""
    texts: tuple[str, ...]
    """The moves that lead here."""
    random: Random

    @property
    def where(self) -> Where:
        """How to get to this state."""
        return Where(self.seats, self.options, self.seed, self.texts)

    @property
    def perspectives(self) -> list[int | None]:
        """A spectator, None, and all seats."""
        return [None, *range(self.seats)]

    def require(self, condition: bool, complaint: str) -> None:
        """Raise ConformanceError unless the condition holds."""
        if not condition:
            raise ConformanceError(complaint)

    def sample(self, moves: Sequence[int]) -> list[int]:
        """Return all moves, or a sample if there are many."""
        if len(moves) <= SAMPLE_SIZE:
            return list(moves)
        return [moves[self.random.below(len(moves))] for _ in range(SAMPLE_SIZE)]

    def fingerprint(self, state: State) -> str:
        """Return all that is known about a state, to compare it with another."""
        return to_json(
            {
                "position": self.game.write_position(state),
                "view": {perspective(seat): self.game.make_view(state, seat) for seat in self.perspectives},
                "choices": {perspective(seat): self.game.make_choices(state, seat) for seat in self.perspectives},
                "seat()": state.seat(),
                "turn()": state.turn(),
                "reveal_count()": state.reveal_count(),
                "scores()": state.scores(),
            },
            self.game.name,
        )

    def seen_by(self, state: State, seat: int | None) -> str:
        """Return all that one perspective gets of a state; boards are made of it, and of nothing else."""
        seen = {
            "view": self.game.make_view(state, seat),
            "choices": self.game.make_choices(state, seat),
            "seat()": state.seat(),
            "scores()": state.scores(),
        }
        return to_json(seen, perspective(seat))

    def after(self, state: State, move: int) -> State:
        """Return the state after a move."""
        copy = state.copy()
        copy.play(move)
        return copy

    def format(self, text: Text) -> str:
        """Return the sentence of a text, which must exist."""
        self.require(isinstance(text, Text), f"a text must be a Text or a Refusal, not a {type(text).__name__}")
        self.require(self.game.translations.find(text.code) is not None, f"no sentence for the code {text.code!r}")
        to_json(dict(text.params), f"the parameters of {text.code}")
        return self.game.translations.format(text)


def perspective(seat: int | None) -> str:
    """Return the name of a perspective in sentences."""
    return "a spectator" if seat is None else f"seat {seat}"


def play_out(state: State, random: Random, most: int) -> None:
    """Play random moves, `most` at most."""
    for _ in range(most):
        if state.seat() != NOBODY:
            state.play(state.random_move(random))


def below(random: Random, bound: int) -> int:
    """Return a number from 0 to bound-1, for any bound: a move can be larger than one draw."""
    number, drawn = 0, 1
    while drawn < bound:
        number, drawn = number * M1 + random.below(M1), drawn * M1
    return number % bound

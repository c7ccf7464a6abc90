"""One deal between two bots, played from every seat, so that neither luck nor the first move favours one of them."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any, Literal

from ludoteca.bots.in_process import choose_move_in_full
from ludoteca.core.errors import IllegalMove
from ludoteca.core.game import Bot, Game
from ludoteca.core.generator import Random
from ludoteca.core.options import Options
from ludoteca.core.records import begin
from ludoteca.core.registry import find_game
from ludoteca.core.state import NOBODY
from ludoteca.lab.players import read_player

Measure = Literal["games", "scores"]


@dataclass
class ThinkingTime:
    """The CPU time that a side used, counted by turns, each of which may be several moves."""

    turns: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    """The longest turn."""
    _turn: int = field(default=-1, compare=False, repr=False)
    _so_far: float = field(default=0.0, compare=False, repr=False)

    def spend(self, turn: int, seconds: float) -> None:
        if turn != self._turn:
            self._turn, self._so_far = turn, 0.0
            self.turns += 1
        self._so_far += seconds
        self.seconds += seconds
        self.longest = max(self.longest, self._so_far)


def together(thoughts: Sequence[ThinkingTime]) -> ThinkingTime:
    return ThinkingTime(
        sum(thought.turns for thought in thoughts),
        sum(thought.seconds for thought in thoughts),
        max((thought.longest for thought in thoughts), default=0.0),
    )


@dataclass(frozen=True)
class Leg:
    """One game, told by seats."""

    result: list[float]
    scores: list[int]
    thoughts: list[ThinkingTime]


@dataclass(frozen=True)
class Deal:
    """The legs of one deal, told by the side A, which sat in each seat once; B sat in all others."""

    results: list[float]
    """What A got of each game: 1 for a win, shares of 1 when tied."""
    margins: list[float]
    """By how many points A was ahead of the others' mean, leg by leg."""
    a: ThinkingTime
    b: ThinkingTime

    @property
    def share(self) -> float:
        """A's share of the games."""
        return fmean(self.results)

    @property
    def margin(self) -> float:
        return fmean(self.margins)

    def outcome(self, measure: Measure) -> float:
        """What the deal brought to A, from 0 to 1: its share of the games, or the match by the sum of the margins."""
        if measure == "games":
            return self.share
        total = sum(self.margins)
        return 0.5 if total == 0 else float(total > 0)


def play_game(game: Game[Any], bots: Sequence[Bot[Any]], options: Options, seed: str, chance: str = "") -> Leg:
    """One game; `seed` decides the deal, and with `chance` what each bot draws by itself."""
    state = begin(game, len(bots), options, seed, None)
    chances = [Random(f"{seed}/{chance}/{seat}") for seat in range(len(bots))]
    thoughts = [ThinkingTime() for _ in bots]
    while (seat := state.seat()) != NOBODY:
        begun = time.process_time()
        move = choose_move_in_full(bots[seat], state, chances[seat])
        thoughts[seat].spend(state.turn(), time.process_time() - begun)
        refusal = state.why_not(move)
        if refusal is not None:
            raise IllegalMove(refusal, game.translations)
        state.play(move)
    return Leg(state.result(), state.scores(), thoughts)


def play_deal(game: Game[Any], a: Bot[Any], b: Bot[Any], options: Options, seed: str, seats: int = 2) -> Deal:
    """A in every seat once, against B in all others, on the same deal."""
    results, margins = [], []
    of_a: list[ThinkingTime] = []
    of_b: list[ThinkingTime] = []
    for index in range(seats):
        leg = play_game(game, [a if seat == index else b for seat in range(seats)], options, seed, str(index))
        others = [score for seat, score in enumerate(leg.scores) if seat != index]
        results.append(leg.result[index])
        margins.append(leg.scores[index] - fmean(others))
        of_a.append(leg.thoughts.pop(index))
        of_b += leg.thoughts
    return Deal(results, margins, together(of_a), together(of_b))


@dataclass(frozen=True)
class Task:
    """A deal to be played: who meets whom, and its number."""

    a: str
    b: str
    number: int


@dataclass(frozen=True)
class Contest:
    """What is played, whoever plays it. Only names and numbers, so that another process can be told."""

    game: str
    options: Options
    seats: int
    seed: str

    def play(self, task: Task) -> Deal:
        game = find_game(self.game)
        a, b = read_player(game, task.a), read_player(game, task.b)
        return play_deal(game, a, b, self.options, f"{self.seed} {task.number}", self.seats)

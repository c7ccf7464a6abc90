"""Play paired deals: two bots play the same deal from every seat, so that neither luck nor the first move decides."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any, Literal

from ludoteca.core.bot_player import choose_move_in_full
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
    """The CPU time that one side used, counted by turns; a turn may be several moves."""

    turns: int = 0
    seconds: float = 0.0
    longest_turn: float = 0.0
    _turn: int = field(default=-1, compare=False, repr=False)
    _turn_seconds: float = field(default=0.0, compare=False, repr=False)

    def add(self, turn: int, seconds: float) -> None:
        """Add the time of one move."""
        if turn != self._turn:
            self._turn, self._turn_seconds = turn, 0.0
            self.turns += 1
        self._turn_seconds += seconds
        self.seconds += seconds
        self.longest_turn = max(self.longest_turn, self._turn_seconds)


def total_time(times: Sequence[ThinkingTime]) -> ThinkingTime:
    """Return the sum of several times, with the longest turn of all."""
    return ThinkingTime(
        sum(one.turns for one in times),
        sum(one.seconds for one in times),
        max((one.longest_turn for one in times), default=0.0),
    )


@dataclass(frozen=True)
class GameResult:
    """One game; every list goes by seat."""

    result: list[float]
    scores: list[int]
    times: list[ThinkingTime]


@dataclass(frozen=True)
class DealResult:
    """The games of one deal from the point of view of A, who sat in each seat once, with B in all others."""

    results: list[float]
    """A's result of each game: 1 for a win, a share of 1 for a tie."""
    margins: list[float]
    """A's lead over the mean of the others, in points, game by game."""
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
        """Return A's outcome, from 0 to 1: the share of the games, or the match by the sum of the margins."""
        if measure == "games":
            return self.share
        total = sum(self.margins)
        return 0.5 if total == 0 else float(total > 0)


def play_game(game: Game[Any], bots: Sequence[Bot[Any]], options: Options, seed: str, stream: str = "") -> GameResult:
    """Play one game. `seed` decides the deal; together with `stream` it seeds the bots' own random numbers."""
    state = begin(game, len(bots), options, seed, None)
    randoms = [Random(f"{seed}/{stream}/{seat}") for seat in range(len(bots))]
    times = [ThinkingTime() for _ in bots]
    while (seat := state.seat()) != NOBODY:
        started = time.process_time()
        move = choose_move_in_full(bots[seat], state, randoms[seat])
        times[seat].add(state.turn(), time.process_time() - started)
        refusal = state.why_not(move)
        if refusal is not None:
            raise IllegalMove(refusal, game.translations)
        state.play(move)
    return GameResult(state.result(), state.scores(), times)


def play_deal(game: Game[Any], a: Bot[Any], b: Bot[Any], options: Options, seed: str, seats: int = 2) -> DealResult:
    """Play the same deal once per seat, with A in that seat and B in all others."""
    results, margins = [], []
    times_a: list[ThinkingTime] = []
    times_b: list[ThinkingTime] = []
    for a_seat in range(seats):
        bots = [a if seat == a_seat else b for seat in range(seats)]
        played = play_game(game, bots, options, seed, str(a_seat))
        others = [score for seat, score in enumerate(played.scores) if seat != a_seat]
        results.append(played.result[a_seat])
        margins.append(played.scores[a_seat] - fmean(others))
        times_a.append(played.times.pop(a_seat))
        times_b += played.times
    return DealResult(results, margins, total_time(times_a), total_time(times_b))


@dataclass(frozen=True)
class Pairing:
    """Two players and the number of the deal they are to play."""

    a: str
    b: str
    number: int


@dataclass(frozen=True)
class Contest:
    """What is played, independent of the players: names and numbers only, so that it can go to another process."""

    game: str
    options: Options
    seats: int
    seed: str

    def play(self, pairing: Pairing) -> DealResult:
        """Play one deal between the two players."""
        game = find_game(self.game)
        a, b = read_player(game, pairing.a), read_player(game, pairing.b)
        return play_deal(game, a, b, self.options, f"{self.seed} {pairing.number}", self.seats)

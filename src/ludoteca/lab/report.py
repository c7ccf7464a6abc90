"""What the arena has found, for people and for programs."""

from __future__ import annotations

import math
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

from ludoteca.core.game import RANDOM, Bot, Json
from ludoteca.core.native import COMPILED, describe_build
from ludoteca.core.registry import find_game
from ludoteca.lab.arena import Arena, Matchup
from ludoteca.lab.pairings import ThinkingTime
from ludoteca.lab.players import read_player
from ludoteca.lab.ratings import Rating, Result, fit
from ludoteca.lab.statistics import Figures

COLUMN = 8


@dataclass(frozen=True)
class Report:
    """An arena as it stands, and how this run went."""

    arena: Arena
    players: list[str]
    round_robin: bool
    stop_at: float | None
    processes: int
    seconds: float

    @property
    def complete(self) -> bool:
        return all(pair.done for pair in self.arena.pairs)

    def text(self) -> str:
        contest = self.arena.contest
        title = find_game(contest.game).title
        options = "".join(f", {name} {str(value).lower()}" for name, value in contest.options.items())
        seats = f", {contest.seats} seats" if contest.seats > 2 else ""
        lines = [f"{title}{options}{seats}, seed {contest.seed}"]
        lines += self._table() if self.round_robin else self._duel(self.arena.pairs[0])
        return "\n".join([*lines, f"Took {self.seconds:.1f} s, processes: {self.processes} ({describe_build()})."])

    def json(self) -> Json:
        contest = self.arena.contest
        game = find_game(contest.game)
        head = {
            "version": version("ludoteca"),
            "game": game.name,
            "rules_version": game.rules_version,
            "options": contest.options,
            "seats": contest.seats,
            "seed": contest.seed,
            "measure": self.arena.pairs[0].measure,
            "stop_at": self.stop_at,
            "complete": self.complete,
            "processes": self.processes,
            "seconds": round(self.seconds, 3),
            "compiled": COMPILED,
        }
        if not self.round_robin:
            return {**head, **self._pair_json(self.arena.pairs[0])}
        ratings = [_rating_json(entry) for entry in self.ratings()]
        return {**head, "pairs": [self._pair_json(pair) for pair in self.arena.pairs], "ratings": ratings}

    def ratings(self) -> list[Rating]:
        """Of all players, if every pair has met; random has 500, or else the first player."""
        if not all(pair.counted for pair in self.arena.pairs):
            return []
        found = [(pair, pair.figures()) for pair in self.arena.pairs]
        results = [Result(pair.a, pair.b, figures.share, figures.weight) for pair, figures in found]
        return fit(self.players, results, self._anchor())

    def _anchor(self) -> str:
        return next((player for player in self.players if self._bot(player).name == RANDOM.name), self.players[0])

    def _bot(self, player: str) -> Bot[Any]:
        return read_player(find_game(self.arena.contest.game), player)

    def _name(self, player: str) -> str:
        """`5 (master)`, `5:2000 (master)`; a name alone says enough."""
        bot = self._bot(player)
        return f"{player} ({bot.name})" if bot.level else player

    def _duel(self, pair: Matchup) -> list[str]:
        if not pair.counted:
            return ["No deal was played."]
        a, b, figures = self._name(pair.a), self._name(pair.b), pair.figures()
        what = "games" if pair.measure == "games" else "matches"
        interval = f"95 % interval {_percent(figures.low)} to {_percent(figures.high)}"
        lines = [
            f"{a} against {b}: {figures.games} games on {len(pair.counted)} deals",
            f"{a} has {_percent(figures.share)} of the {what} ({interval})",
            f"Elo difference {_elo(figures)}",
            f"{figures.margin:+.1f} points on the mean",
            f"A turn of {a} takes {_time(figures.a)}, of {b} {_time(figures.b)}",
        ]
        if pair.measure == "scores":
            lines.insert(2, f"{_percent(figures.share_of_games)} of the single games")
        if self.stop_at is not None:
            lines.append(f"The share is {_verdict(pair, self.stop_at)}.")
        return lines

    def _table(self) -> list[str]:
        cells = {}
        for pair in self.arena.pairs:
            if pair.counted:
                share = pair.figures().share
                cells[pair.a, pair.b], cells[pair.b, pair.a] = share, 1 - share
        names = {player: self._name(player) for player in self.players}
        width = max(map(len, names.values())) + 1
        column = max(COLUMN, *(len(player) + 2 for player in self.players))
        lines = [
            f"{self.arena.pairs[0].deals * self.arena.contest.seats} games a pair; row against column, in %:",
            " " * width + "".join(f"{player:>{column}}" for player in self.players),
        ]
        for row, name in names.items():
            shares = [f"{100 * cells[row, other]:.1f}" if (row, other) in cells else "." for other in self.players]
            lines.append(f"{name:<{width}}" + "".join(f"{share:>{column}}" for share in shares))
        ratings = self.ratings()
        if not ratings:
            return [*lines, "No ratings: some pairs have not met."]
        lines.append(f"Ratings, {self._anchor()} at 500, with 95 % intervals:")
        for entry in ratings:
            interval = f"{entry.low:>8.0f} to {entry.high:.0f}" if entry.error else ""
            lines.append(f"{names[entry.player]:<{width}}{entry.rating:>{column}.0f}{interval}")
        return lines

    def _pair_json(self, pair: Matchup) -> Json:
        sides: Json = {"a": self._side_json(pair.a), "b": self._side_json(pair.b)}
        if not pair.counted:
            return {**sides, "games": 0, "deals": 0}
        figures = pair.figures()
        sides["a"] |= _thought_json(figures.a)
        sides["b"] |= _thought_json(figures.b)
        return {
            **sides,
            "games": figures.games,
            "deals": len(pair.counted),
            "share": figures.share,
            "low": figures.low,
            "high": figures.high,
            "share_of_games": figures.share_of_games,
            "margin": figures.margin,
            "elo": _finite(figures.elo),
            "elo_low": _finite(figures.elo_low),
            "elo_high": _finite(figures.elo_high),
            "verdict": pair.verdict,
        }

    def _side_json(self, player: str) -> Json:
        bot = self._bot(player)
        return {"player": player, "level": bot.level, "name": bot.name, "simulations": bot.simulations}


def _rating_json(entry: Rating) -> Json:
    rounded = {"rating": round(entry.rating, 1), "low": round(entry.low, 1), "high": round(entry.high, 1)}
    return {"player": entry.player, **rounded}


def _thought_json(thought: ThinkingTime) -> Json:
    mean = thought.seconds / max(1, thought.turns)
    return {"turns": thought.turns, "mean_turn_s": round(mean, 6), "longest_turn_s": round(thought.longest, 6)}


def _time(thought: ThinkingTime) -> str:
    return f"{_span(thought.seconds / max(1, thought.turns))} of CPU (at most {_span(thought.longest)})"


def _span(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 0.1 else f"{1000 * seconds:.1f} ms"


def _verdict(pair: Matchup, share: float) -> str:
    if pair.verdict is None:
        return f"neither surely above nor surely below {_percent(share)}"
    return f"surely {pair.verdict} {_percent(share)}"


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _elo(figures: Figures) -> str:
    if math.isinf(figures.elo):
        return f"above {figures.elo_low:+.0f}" if figures.elo > 0 else f"below {figures.elo_high:+.0f}"
    bounds = [f"{bound:+.0f}" if math.isfinite(bound) else "unbounded" for bound in (figures.elo_low, figures.elo_high)]
    return f"{figures.elo:+.0f} ({bounds[0]} to {bounds[1]})"


def _finite(number: float) -> float | None:
    return round(number, 1) if math.isfinite(number) else None

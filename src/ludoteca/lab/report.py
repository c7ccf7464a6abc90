"""The report of an arena, for people and for programs."""

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
from ludoteca.lab.ratings import PairResult, Rating, fit
from ludoteca.lab.statistics import MatchStatistics

COLUMN = 8


@dataclass(frozen=True)
class Report:
    """An arena in its current state, with the facts of this run."""

    arena: Arena
    players: list[str]
    round_robin: bool
    stop_at: float | None
    processes: int
    seconds: float

    @property
    def complete(self) -> bool:
        return all(matchup.done for matchup in self.arena.matchups)

    def text(self) -> str:
        contest = self.arena.contest
        title = find_game(contest.game).title
        options = "".join(f", {name} {str(value).lower()}" for name, value in contest.options.items())
        seats = f", {contest.seats} seats" if contest.seats > 2 else ""
        lines = [f"{title}{options}{seats}, seed {contest.seed}"]
        lines += self._cross_table() if self.round_robin else self._matchup_lines(self.arena.matchups[0])
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
            "measure": self.arena.matchups[0].measure,
            "stop_at": self.stop_at,
            "complete": self.complete,
            "processes": self.processes,
            "seconds": round(self.seconds, 3),
            "compiled": COMPILED,
        }
        if not self.round_robin:
            return {**head, **self._matchup_json(self.arena.matchups[0])}
        ratings = [_rating_json(entry) for entry in self.ratings()]
        return {**head, "pairs": [self._matchup_json(matchup) for matchup in self.arena.matchups], "ratings": ratings}

    def ratings(self) -> list[Rating]:
        """Return the ratings of all players, if every pair has met; random, or else the first player, has 500."""
        if not all(matchup.counted for matchup in self.arena.matchups):
            return []
        found = [(matchup, matchup.statistics()) for matchup in self.arena.matchups]
        results = [
            PairResult(matchup.a, matchup.b, statistics.share, statistics.effective_games)
            for matchup, statistics in found
        ]
        return fit(self.players, results, self._anchor())

    def _anchor(self) -> str:
        return next((player for player in self.players if self._bot(player).name == RANDOM.name), self.players[0])

    def _bot(self, player: str) -> Bot[Any]:
        return read_player(find_game(self.arena.contest.game), player)

    def _name(self, player: str) -> str:
        """Return `5 (master)` or `5:2000 (master)` for a level, the name alone for others."""
        bot = self._bot(player)
        return f"{player} ({bot.name})" if bot.level else player

    def _matchup_lines(self, matchup: Matchup) -> list[str]:
        if not matchup.counted:
            return ["No deal was played."]
        a, b, statistics = self._name(matchup.a), self._name(matchup.b), matchup.statistics()
        what = "games" if matchup.measure == "games" else "matches"
        interval = f"95 % interval {_percent(statistics.low)} to {_percent(statistics.high)}"
        lines = [
            f"{a} against {b}: {statistics.games} games on {len(matchup.counted)} deals",
            f"{a} has {_percent(statistics.share)} of the {what} ({interval})",
            f"Elo difference {_elo(statistics)}",
            f"{statistics.margin:+.1f} points per game",
            f"A turn of {a} takes {_time(statistics.a)}, of {b} {_time(statistics.b)}",
        ]
        if matchup.measure == "scores":
            lines.insert(2, f"{_percent(statistics.share_of_games)} of the single games")
        if self.stop_at is not None:
            lines.append(f"The share is {_verdict(matchup, self.stop_at)}.")
        return lines

    def _cross_table(self) -> list[str]:
        cells = {}
        for matchup in self.arena.matchups:
            if matchup.counted:
                share = matchup.statistics().share
                cells[matchup.a, matchup.b], cells[matchup.b, matchup.a] = share, 1 - share
        names = {player: self._name(player) for player in self.players}
        width = max(map(len, names.values())) + 1
        column = max(COLUMN, *(len(player) + 2 for player in self.players))
        lines = [
            f"{self.arena.matchups[0].deals * self.arena.contest.seats} games per pair; row against column, in %:",
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

    def _matchup_json(self, matchup: Matchup) -> Json:
        sides: Json = {"a": self._side_json(matchup.a), "b": self._side_json(matchup.b)}
        if not matchup.counted:
            return {**sides, "games": 0, "deals": 0}
        statistics = matchup.statistics()
        sides["a"] |= _time_json(statistics.a)
        sides["b"] |= _time_json(statistics.b)
        return {
            **sides,
            "games": statistics.games,
            "deals": len(matchup.counted),
            "share": statistics.share,
            "low": statistics.low,
            "high": statistics.high,
            "share_of_games": statistics.share_of_games,
            "margin": statistics.margin,
            "elo": _finite(statistics.elo),
            "elo_low": _finite(statistics.elo_low),
            "elo_high": _finite(statistics.elo_high),
            "verdict": matchup.verdict,
        }

    def _side_json(self, player: str) -> Json:
        bot = self._bot(player)
        return {"player": player, "level": bot.level, "name": bot.name, "simulations": bot.simulations}


def _rating_json(entry: Rating) -> Json:
    rounded = {"rating": round(entry.rating, 1), "low": round(entry.low, 1), "high": round(entry.high, 1)}
    return {"player": entry.player, **rounded}


def _time_json(time: ThinkingTime) -> Json:
    mean = time.seconds / max(1, time.turns)
    return {"turns": time.turns, "mean_turn_s": round(mean, 6), "longest_turn_s": round(time.longest_turn, 6)}


def _time(time: ThinkingTime) -> str:
    return f"{_span(time.seconds / max(1, time.turns))} of CPU (at most {_span(time.longest_turn)})"


def _span(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 0.1 else f"{1000 * seconds:.1f} ms"


def _verdict(matchup: Matchup, share: float) -> str:
    if matchup.verdict is None:
        return f"neither clearly above nor clearly below {_percent(share)}"
    return f"clearly {matchup.verdict} {_percent(share)}"


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _elo(statistics: MatchStatistics) -> str:
    if math.isinf(statistics.elo):
        return f"above {statistics.elo_low:+.0f}" if statistics.elo > 0 else f"below {statistics.elo_high:+.0f}"
    bounds = [
        f"{bound:+.0f}" if math.isfinite(bound) else "unbounded" for bound in (statistics.elo_low, statistics.elo_high)
    ]
    return f"{statistics.elo:+.0f} ({bounds[0]} to {bounds[1]})"


def _finite(number: float) -> float | None:
    return round(number, 1) if math.isfinite(number) else None

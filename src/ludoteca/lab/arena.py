"""The arena: matchups of bots over many deals, until all are played or the result is clear."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import combinations, pairwise
from statistics import fmean

from ludoteca.lab.pairings import Contest, DealResult, Measure, Pairing
from ludoteca.lab.pool import play_all
from ludoteca.lab.results import ResultsFile
from ludoteca.lab.sequential import SequentialTest
from ludoteca.lab.statistics import MatchStatistics, compute_statistics


class Matchup:
    """Two bots and the deals between them.

    Deals count in the order of their numbers, not in the order in which they end, so that the statistics and the
    moment to stop do not depend on the number of processes.
    """

    def __init__(self, a: str, b: str, deals: int, measure: Measure, stop_at: float | None = None) -> None:
        self.a, self.b = a, b
        self.deals = deals
        self.measure = measure
        self._test = SequentialTest(stop_at) if stop_at is not None else None
        self._played: dict[int, DealResult] = {}
        self.counted: list[DealResult] = []

    def add(self, number: int, deal: DealResult) -> None:
        """Add a played deal; it counts once all deals before it do."""
        self._played.setdefault(number, deal)
        while not self.done and len(self.counted) in self._played:
            counted = self._played[len(self.counted)]
            self.counted.append(counted)
            if self._test is not None:
                self._test.add(counted.outcome(self.measure))

    @property
    def verdict(self) -> str | None:
        """`above` or `below` once A's share is clearly above or below `stop_at`."""
        return self._test.verdict if self._test is not None else None

    @property
    def done(self) -> bool:
        return self.verdict is not None or len(self.counted) == self.deals

    def remaining(self) -> Iterator[Pairing]:
        """Yield the deals still to play."""
        for number in range(self.deals):
            if self.done:
                return
            if number not in self._played:
                yield Pairing(self.a, self.b, number)

    def played(self) -> Iterator[tuple[Pairing, DealResult]]:
        """Yield all played deals, counted or not."""
        return ((Pairing(self.a, self.b, number), deal) for number, deal in self._played.items())

    def share(self) -> float:
        """Return A's share so far."""
        return fmean(deal.outcome(self.measure) for deal in self.counted)

    def statistics(self) -> MatchStatistics:
        return compute_statistics(self.counted, self.measure, self._test is not None)


class Arena:
    """A contest with one or several matchups."""

    def __init__(self, contest: Contest, matchups: list[Matchup]) -> None:
        self.contest = contest
        self.matchups = matchups
        self._by_players = {(matchup.a, matchup.b): matchup for matchup in matchups}

    def run(self, processes: int, results: ResultsFile | None, on_progress: Callable[[Matchup], None]) -> None:
        """Play the deals that `results` does not hold yet; `on_progress` is called with the matchup of each."""
        for pairing, deal in results.deals.items() if results is not None else ():
            if (pairing.a, pairing.b) in self._by_players:
                self._add(pairing, deal)
        pairings = (pairing for matchup in self.matchups for pairing in matchup.remaining())
        with closing(play_all(self.contest, pairings, processes)) as played:
            for pairing, deal in played:
                if results is not None:
                    results.add(pairing, deal)
                on_progress(self._add(pairing, deal))
                if all(matchup.done for matchup in self.matchups):
                    return

    def _add(self, pairing: Pairing, deal: DealResult) -> Matchup:
        matchup = self._by_players[pairing.a, pairing.b]
        matchup.add(pairing.number, deal)
        return matchup


def round_robin_pairs(players: list[str], neighbours: bool) -> list[tuple[str, str]]:
    """Return who meets whom, the later player first: everybody, or only neighbours in the list."""
    pairs = pairwise(players) if neighbours else combinations(players, 2)
    return [(upper, lower) for lower, upper in pairs]

"""The arena: pairs of bots that meet over many deals, until all are played or enough is known."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import combinations, pairwise
from statistics import fmean

from ludoteca.lab.pairings import Contest, Deal, Measure, Task
from ludoteca.lab.pool import play_all
from ludoteca.lab.results import ResultsFile
from ludoteca.lab.sequential import SequentialTest
from ludoteca.lab.statistics import Figures, figures


class Matchup:
    """Two bots and the deals between them. Deals count in the order of their numbers, whichever is over first, so
    that the figures, and the moment to stop, do not depend on how many processes play."""

    def __init__(self, a: str, b: str, deals: int, measure: Measure, stop_at: float | None = None) -> None:
        self.a, self.b = a, b
        self.deals = deals
        self.measure = measure
        self._test = SequentialTest(stop_at) if stop_at is not None else None
        self._over: dict[int, Deal] = {}
        self.counted: list[Deal] = []

    def take(self, number: int, deal: Deal) -> None:
        """A deal that is over; it counts once all before it do."""
        self._over.setdefault(number, deal)
        while not self.done and len(self.counted) in self._over:
            counted = self._over[len(self.counted)]
            self.counted.append(counted)
            if self._test is not None:
                self._test.add(counted.outcome(self.measure))

    @property
    def verdict(self) -> str | None:
        """Whether A's share is surely `above` or `below` the one to stop at."""
        return self._test.verdict if self._test is not None else None

    @property
    def done(self) -> bool:
        return self.verdict is not None or len(self.counted) == self.deals

    def left(self) -> Iterator[Task]:
        for number in range(self.deals):
            if self.done:
                return
            if number not in self._over:
                yield Task(self.a, self.b, number)

    def over(self) -> Iterator[tuple[Task, Deal]]:
        """All that was played, be it counted yet or not."""
        return ((Task(self.a, self.b, number), deal) for number, deal in self._over.items())

    def share(self) -> float:
        """What A has so far."""
        return fmean(deal.outcome(self.measure) for deal in self.counted)

    def figures(self) -> Figures:
        return figures(self.counted, self.measure, self._test is not None)


class Arena:
    """A contest of one pair or of many."""

    def __init__(self, contest: Contest, pairs: list[Matchup]) -> None:
        self.contest = contest
        self.pairs = pairs
        self._by_players = {(pair.a, pair.b): pair for pair in pairs}

    def run(self, processes: int, journal: ResultsFile | None, told: Callable[[Matchup], None]) -> None:
        """Play what is left; `told` hears of every pair that has got further."""
        for task, deal in journal.deals.items() if journal is not None else ():
            if (task.a, task.b) in self._by_players:
                self._take(task, deal)
        tasks = (task for pair in self.pairs for task in pair.left())
        with closing(play_all(self.contest, tasks, processes)) as played:
            for task, deal in played:
                if journal is not None:
                    journal.add(task, deal)
                told(self._take(task, deal))
                if all(pair.done for pair in self.pairs):
                    return

    def _take(self, task: Task, deal: Deal) -> Matchup:
        pair = self._by_players[task.a, task.b]
        pair.take(task.number, deal)
        return pair


def pairings(players: list[str], neighbours: bool) -> list[tuple[str, str]]:
    """Who meets whom, the later in the list against the earlier: all, or each the one before it only."""
    met = pairwise(players) if neighbours else combinations(players, 2)
    return [(upper, lower) for lower, upper in met]

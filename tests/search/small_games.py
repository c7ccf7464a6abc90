"""Small games for the tests of the search, in plain Python like other people's games."""

from __future__ import annotations

from ludoteca.core.generator import Random
from ludoteca.core.ints import Ints, packed
from ludoteca.core.state import NOBODY, State
from ludoteca.search import SearchPolicy


class Bandit(State):
    """One move, which pays what its arm pays plus the luck of the deal; the deals are numbered."""

    def __init__(self, payoffs: list[float], lucks: list[float]) -> None:
        self.payoffs = payoffs
        self.lucks = lucks
        self.chosen = -1
        self.deal_count = 0
        self.luck = 0.0
        self.random = Random("none")

    def copy(self) -> Bandit:
        other = Bandit(self.payoffs, self.lucks)
        other.__dict__.update(self.__dict__)
        other.random = self.random.copy()
        return other

    def seat(self) -> int:
        return 0 if self.chosen < 0 else NOBODY

    def moves(self) -> list[int]:
        return list(range(len(self.payoffs)))

    def play(self, move: int) -> None:
        self.chosen = move

    def result(self) -> list[float]:
        return [self.payoffs[self.chosen] + self.luck]

    def determinize(self, seat: int, random: Random) -> None:
        self.random = random


class BanditPolicy(SearchPolicy[Bandit]):
    """Counts the deals and notes what is tried on each."""

    def __init__(self) -> None:
        super().__init__()
        self.tried: list[list[int]] = []
        """Per deal, the arms tried on it."""

    def deal(self, state: Bandit, seat: int, random: Random) -> Bandit:
        dealt: Bandit = super().deal(state, seat, random)
        dealt.luck = state.lucks[len(self.tried) % len(state.lucks)]
        self.tried.append([])
        return dealt

    def play_candidate(self, state: Bandit, candidate: int) -> None:
        self.tried[-1].append(candidate)
        super().play_candidate(state, candidate)


LOOK = 0
"""See the coin, then say how it lies."""
SAFE = 1
"""Take the safe share."""
SAFE_SHARE = 0.75


class Coin(State):
    """Either take a safe share, or look at a coin that was tossed before and then say how it lies: 0 or 1."""

    def __init__(self, heads: int) -> None:
        self.heads = heads
        self.looked = False
        self.share = -1.0

    def copy(self) -> Coin:
        other = Coin(self.heads)
        other.looked, other.share = self.looked, self.share
        return other

    def seat(self) -> int:
        return 0 if self.share < 0 else NOBODY

    def moves(self) -> list[int]:
        return [0, 1]

    def play(self, move: int) -> None:
        if self.looked:
            self.share = float(move == self.heads)
        elif move == SAFE:
            self.share = SAFE_SHARE
        else:
            self.looked = True

    def result(self) -> list[float]:
        return [self.share]

    def determinize(self, seat: int, random: Random) -> None:
        if not self.looked:
            self.heads = random.below(2)


class CoinPolicy(SearchPolicy[Coin]):
    """Tells the two sides of the coin apart once they were seen."""

    def __init__(self, fixed: bool) -> None:
        super().__init__(fixed_candidates=fixed, outcome_count=2)

    def outcome(self, state: Coin) -> int:
        return state.heads if state.looked else 0


class OrderedBanditPolicy(SearchPolicy[Bandit]):
    """Tries the arms in a given order."""

    def __init__(self, order: list[int], widening: int) -> None:
        super().__init__(fixed_candidates=True, widening=widening)
        self.order = order

    def candidates(self, state: Bandit, random: Random) -> Ints:
        return packed(self.order)

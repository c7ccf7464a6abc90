"""Sequential halving on common deals: flat Monte Carlo search that soon leaves the worse candidates alone.

Karnin, Koren and Somekh (2013). In each round every candidate is tried on the same determinized deals, which takes most
of the luck out of the comparison. Then the worse half is dropped, and the rest share the next round. The game's
SearchPolicy deals, plays a candidate, plays on and evaluates.
"""

from __future__ import annotations

from ludoteca.core.generator import Random
from ludoteca.core.ints import Ints, i64
from ludoteca.core.state import NOBODY, S, determinize
from ludoteca.search.policy import SearchPolicy


class RankedMove:
    """A candidate, with the sum of its values to the searching seat."""

    def __init__(self, move: i64) -> None:
        self.move = move
        """A move, or the number for which the policy's `play_candidate` plays several."""
        self.value_sum = 0.0
        self.simulations: i64 = 0

    def mean(self) -> float:
        """Return the mean value; 0 for an only candidate, which is not simulated."""
        return self.value_sum / float(self.simulations) if self.simulations else 0.0


def sequential_halving(
    state: S,
    seat: i64,
    random: Random,
    simulations: i64,
    policy: SearchPolicy[S] | None = None,
    candidates: Ints | None = None,
    carry_over: bool = False,
) -> list[RankedMove]:
    """Return all candidates, the best first and those dropped first last, knowing only what `seat` sees.

    Every round has the same share of the simulations and at least one deal. With `carry_over`, what a round leaves
    unused is shared by the later ones, and the search ends once nothing is left. Without `candidates`, the policy lists
    them.
    """
    if state.seat() == NOBODY:
        raise ValueError("the game is over")
    policy = SearchPolicy() if policy is None else policy
    if candidates is None:
        candidates = policy.candidates(determinize(state, seat, random), random)
    ranked = [RankedMove(move) for move in candidates]
    left: i64 = len(ranked)
    rounds = count_rounds(left)
    while left > 1:
        deals = max(simulations // (rounds * left), 1)
        if carry_over:
            simulations -= deals * left
            rounds -= 1
        while deals > 0:
            deals -= 1
            _try_all(policy.deal(state, seat, random), seat, ranked, left, random, policy)
        best = ranked[:left]
        best.sort(key=_by_mean)
        ranked[:left] = best
        if carry_over and simulations <= 0:
            break
        left = (left + 1) // 2
    return ranked


def count_rounds(count: i64) -> i64:
    """Return the number of halvings until one candidate is left."""
    rounds: i64 = 0
    while count > 1:
        count = (count + 1) // 2
        rounds += 1
    return rounds


def _try_all(dealt: S, seat: i64, ranked: list[RankedMove], left: i64, random: Random, policy: SearchPolicy[S]) -> None:
    """Simulate the first `left` candidates on one deal."""
    for index in range(left):
        candidate = ranked[index]
        after = dealt.copy()
        policy.play_candidate(after, candidate.move)
        policy.play_out(after, random)
        candidate.value_sum += policy.evaluate(after)[seat]
        candidate.simulations += 1


def _by_mean(candidate: RankedMove) -> float:
    return -candidate.mean()

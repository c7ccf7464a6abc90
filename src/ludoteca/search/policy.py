"""The search policy: what a game tells a search beyond its rules."""

from __future__ import annotations

from typing import Final, Generic

from mypy_extensions import mypyc_attr

from ludoteca.core.generator import Random
from ludoteca.core.ints import Ints, i64, packed
from ludoteca.core.state import NOBODY, S, determinize

EXPLORATION: Final = 0.7
WIDENING: Final = 4
MAX_PLAYOUT_MOVES: Final = 400


@mypyc_attr(allow_interpreted_subclasses=True)
class SearchPolicy(Generic[S]):
    """Candidates, playouts and evaluation. This default knows nothing of a game; games override what they know better.

    A class and not functions, because compiled code calls its methods without packing their arguments.
    """

    def __init__(
        self,
        max_playout_moves: i64 = MAX_PLAYOUT_MOVES,
        win_value: float = 1.0,
        exploration: float = EXPLORATION,
        widening: i64 = WIDENING,
        fixed_candidates: bool = False,
        outcome_count: i64 = 1,
    ) -> None:
        self.max_playout_moves = max_playout_moves
        """The length of a playout before `evaluate` is called."""
        self.win_value = win_value
        """The value of a certain win. Values that are whole numbers up to a large one have exact sums."""
        self.exploration = exploration
        """The weight of exploration in the upper confidence bound."""
        self.widening = widening
        """Progressive widening: a node with n visits tries at most `widening` * sqrt(n) moves, so trees grow deep."""
        self.fixed_candidates = fixed_candidates
        """Whether a node always has the same candidates. Then they are listed once, in the order to try them.

        Otherwise they may depend on what is hidden: they are listed again at each visit, and tried in random order.
        """
        self.outcome_count = outcome_count
        """How many numbers `outcome` can return."""

    def candidates(self, state: S, random: Random) -> Ints:
        """Return the moves to consider, at least one: ascending, unless there are fixed candidates."""
        return packed(state.moves())

    def playout_move(self, state: S, random: Random) -> i64:
        """Return a legal move for a playout, quickly."""
        return state.random_move(random)

    def play_out(self, state: S, random: Random) -> None:
        """Play on, to the end of the game or the cut-off."""
        played: i64 = 0
        while played < self.max_playout_moves and state.seat() != NOBODY:
            state.play(self.playout_move(state, random))
            played += 1

    def evaluate(self, state: S) -> list[float]:
        """Return what each seat can expect, 0 to `win_value`: the result, or an estimate; by default the scores."""
        if state.seat() == NOBODY:
            return [self.win_value * share for share in state.result()]
        scores = state.scores()
        lead = max(scores)
        leaders = scores.count(lead)
        return [self.win_value / leaders if score == lead else 0.0 for score in scores]

    # Tree search

    def outcome(self, state: S) -> i64:
        """Return what everybody saw of chance in the last move, such as the card drawn: each has its own node."""
        return 0

    # Sequential halving

    def deal(self, state: S, seat: i64, random: Random) -> S:
        """Return a deal for all candidates to be tried on. Its own chance is a stream apart, equal in all copies."""
        return determinize(state, seat, random.fork())

    def play_candidate(self, state: S, candidate: i64) -> None:
        """Play a candidate: a move, or a number that stands for several."""
        state.play(candidate)

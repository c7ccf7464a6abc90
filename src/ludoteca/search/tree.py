"""Tree search for any game with secrets, chance, turns of several moves and two to six seats.

Monte Carlo tree search over what one seat sees (single-observer ISMCTS, Cowling, Powley and Whitehouse 2012). Every
iteration imagines anew what the seat cannot see, walks down the tree along moves that are legal there, adds one node,
plays on at random and credits the outcome to the movers on the way. A node stands for a sequence of moves, so one that
is not always possible is judged by how often it was. It knows the contract of a State, and what the game's own
SearchPolicy tells it.
"""

from __future__ import annotations

from math import log, sqrt
from time import perf_counter
from typing import Final

from mypy_extensions import mypyc_attr

from ludoteca.core.generator import Random
from ludoteca.core.ints import Ints, i64, packed
from ludoteca.core.state import NOBODY, State, determinize

EXPLORATION: Final = 0.7
"""How much a move that was tried seldom is favoured."""
WIDENING: Final = 4
"""A node of n visits has tried 4 times the root of n moves at most: thousands of moves do not keep the tree shallow."""
MAX_PLAYOUT_MOVES: Final = 400
"""Moves played at random before the scores as they stand decide."""


@mypyc_attr(allow_interpreted_subclasses=True)
class SearchPolicy:
    """What a search knows of the game beyond its rules. This one knows nothing; a game's own says more."""

    def __init__(self, max_playout_moves: i64 = MAX_PLAYOUT_MOVES) -> None:
        self.max_playout_moves = max_playout_moves
        """Moves played out before `evaluate` is asked."""

    def candidates(self, state: State) -> Ints:
        """The moves worth thinking about, ascending; at least one."""
        return packed(state.moves())

    def playout_move(self, state: State, random: Random) -> i64:
        """A legal move as it may be played further on, quickly chosen."""
        return state.random_move(random)

    def evaluate(self, state: State) -> list[float]:
        """What each seat may expect, 0 to 1: the result, or how things stand."""
        if state.seat() == NOBODY:
            return state.result()
        scores = state.scores()
        lead = max(scores)
        leaders = scores.count(lead)
        return [1.0 / leaders if score == lead else 0.0 for score in scores]


class Node:
    """A sequence of moves, by the last of them."""

    def __init__(self, move: i64, mover: i64) -> None:
        self.move = move
        self.mover = mover
        self.visits: i64 = 0
        self.availability: i64 = 0
        """How often the move was legal when its parent was visited."""
        self.value_sum = 0.0
        """The sum of what the mover got."""
        self.children: list[Node] = []
        """Ascending by move, as `moves()` is."""

    def ucb(self) -> float:
        """The upper bound of what it may be worth to its mover, each time."""
        visits = float(self.visits)
        return self.value_sum / visits + EXPLORATION * sqrt(log(float(self.availability)) / visits)


class SearchResult:
    """What a search found out: the moves it tried, and for each its visits and its mean worth to the mover."""

    def __init__(self, root: Node, iterations: int) -> None:
        self.iterations = iterations
        self.moves: list[int] = [child.move for child in root.children]
        self.visits: list[int] = [child.visits for child in root.children]
        self.values: list[float] = [child.value_sum / float(child.visits) for child in root.children]

    def best(self) -> int:
        """The move visited most; of several the worthiest, then the lowest."""
        best = 0
        for index in range(1, len(self.moves)):
            if (self.visits[index], self.values[index]) > (self.visits[best], self.values[best]):
                best = index
        return self.moves[best]


def search(
    state: State,
    seat: int,
    random: Random,
    iterations: int = 1000,
    seconds: float = 0.0,
    policy: SearchPolicy | None = None,
) -> SearchResult:
    """Think about the move to be made, knowing only what `seat` sees, until either budget is spent.

    Without `seconds` the iterations alone count, and equal seeds give equal results. At least one iteration is made.
    """
    if state.seat() == NOBODY:
        raise ValueError("the game is over")
    policy = SearchPolicy() if policy is None else policy
    root = Node(-1, NOBODY)
    until = perf_counter() + seconds
    done = 0
    while done == 0 or (done < iterations and (seconds <= 0.0 or perf_counter() < until)):
        _iterate(root, determinize(state, seat, random), random, policy)
        done += 1
    return SearchResult(root, done)


def _iterate(root: Node, state: State, random: Random, policy: SearchPolicy) -> None:
    path = [root]
    node = root
    while state.seat() != NOBODY:
        node = _step(node, state, random, policy)
        path.append(node)
        state.play(node.move)
        if node.visits == 0:
            break
    shares = _play_out(state, random, policy)
    for node in path:
        node.visits += 1
        if node.mover >= 0:
            node.value_sum += shares[node.mover]


def _step(node: Node, state: State, random: Random, policy: SearchPolicy) -> Node:
    """The child to go on with: a new one while there is room for it, else the most appealing of those legal now."""
    moves = policy.candidates(state)
    children = node.children
    legal: list[Node] = []
    index: i64 = 0
    for move in moves:
        while index < len(children) and children[index].move < move:
            index += 1
        if index < len(children) and children[index].move == move:
            legal.append(children[index])
            children[index].availability += 1
    tried: i64 = len(legal)
    if tried < len(moves) and tried * tried <= WIDENING * WIDENING * node.visits:
        return _add(node, _untried(moves, legal, random), state.seat())
    best = legal[0]
    most = best.ucb()
    for child in legal:
        ucb = child.ucb()
        if ucb > most:
            best = child
            most = ucb
    return best


def _untried(moves: Ints, tried: list[Node], random: Random) -> i64:
    """One of the moves that were not tried, by chance."""
    index = random.below(len(moves) - len(tried))
    for child in tried:
        if moves[index] < child.move:
            break
        index += 1
    return moves[index]


def _add(node: Node, move: i64, mover: i64) -> Node:
    child = Node(move, mover)
    child.availability = 1
    index: i64 = len(node.children)
    while index > 0 and node.children[index - 1].move > move:
        index -= 1
    node.children.insert(index, child)
    return child


def _play_out(state: State, random: Random, policy: SearchPolicy) -> list[float]:
    """What each seat may expect after some moves more, to the end of the game if it is near."""
    played: i64 = 0
    while played < policy.max_playout_moves and state.seat() != NOBODY:
        state.play(policy.playout_move(state, random))
        played += 1
    return policy.evaluate(state)

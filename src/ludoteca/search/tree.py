"""Information-set Monte Carlo tree search for any game, also with hidden information, chance and several seats.

Single-observer ISMCTS (Cowling, Powley and Whitehouse 2012). Every iteration determinizes the state for the searching
seat, walks down the tree along moves that are legal there, adds one node, plays out at random and credits the outcome
to the movers on the way. A node stands for a sequence of moves that is not always legal, so its upper confidence bound
counts how often it was available. The search knows only the contract of a State and the game's SearchPolicy.
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
"""The weight of exploration in the upper confidence bound."""
WIDENING: Final = 4
"""Progressive widening: a node with n visits has at most 4 * sqrt(n) children, so the tree grows deep enough."""
MAX_PLAYOUT_MOVES: Final = 400
"""Playouts are cut off after this many moves; then the scores decide."""


@mypyc_attr(allow_interpreted_subclasses=True)
class SearchPolicy:
    """What a search knows about a game beyond its rules. This default knows nothing; games can subclass it."""

    def __init__(self, max_playout_moves: i64 = MAX_PLAYOUT_MOVES) -> None:
        self.max_playout_moves = max_playout_moves
        """The length of a playout before `evaluate` is called."""

    def candidates(self, state: State) -> Ints:
        """Return the moves to consider, ascending; at least one."""
        return packed(state.moves())

    def playout_move(self, state: State, random: Random) -> i64:
        """Return a legal move for a playout, quickly."""
        return state.random_move(random)

    def evaluate(self, state: State) -> list[float]:
        """Return what each seat can expect, 0 to 1: the result, or an estimate."""
        if state.seat() == NOBODY:
            return state.result()
        scores = state.scores()
        lead = max(scores)
        leaders = scores.count(lead)
        return [1.0 / leaders if score == lead else 0.0 for score in scores]


class Node:
    """A node of the tree: a sequence of moves, of which it holds the last."""

    def __init__(self, move: i64, mover: i64) -> None:
        self.move = move
        self.mover = mover
        self.visits: i64 = 0
        self.availability: i64 = 0
        """How often the move was legal when the parent was visited."""
        self.value_sum = 0.0
        """The sum of the mover's outcomes."""
        self.children: list[Node] = []
        """Ascending by move, like `moves()`."""

    def ucb(self) -> float:
        """Return the upper confidence bound of the mover's value."""
        visits = float(self.visits)
        return self.value_sum / visits + EXPLORATION * sqrt(log(float(self.availability)) / visits)


class SearchResult:
    """The result of a search: the moves it tried, with their visits and their mean values for the mover."""

    def __init__(self, root: Node, iterations: int) -> None:
        self.iterations = iterations
        self.moves: list[int] = [child.move for child in root.children]
        self.visits: list[int] = [child.visits for child in root.children]
        self.values: list[float] = [child.value_sum / float(child.visits) for child in root.children]

    def best(self) -> int:
        """Return the most visited move; among equals the one with the higher value, then the lower number."""
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
    """Search for the best move, knowing only what `seat` sees, until either budget is spent.

    Without `seconds` only the iterations count, and equal seeds give equal results. There is at least one iteration.
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
    """Return the child to descend to: a new one if widening allows it, else the legal one with the highest bound."""
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
    """Return a random move of those that were not tried."""
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
    """Play on at random, to the end of the game or the cut-off, and return what each seat can expect."""
    played: i64 = 0
    while played < policy.max_playout_moves and state.seat() != NOBODY:
        state.play(policy.playout_move(state, random))
        played += 1
    return policy.evaluate(state)

"""Information-set Monte Carlo tree search for any game, also with hidden information, chance and several seats.

Single-observer ISMCTS (Cowling, Powley and Whitehouse 2012). Every iteration determinizes the state for the searching
seat, walks down the tree along moves that are legal there, adds one node, plays out and credits the outcome to the
movers on the way. Where candidates depend on what is hidden, a move is not always legal, so its upper confidence bound
counts how often it was available. The search knows only the contract of a State and the game's SearchPolicy.
"""

from __future__ import annotations

from math import log, sqrt
from time import perf_counter

from ludoteca.core.generator import Random
from ludoteca.core.ints import Ints, append, filled, i64, vec
from ludoteca.core.state import NOBODY, S, determinize
from ludoteca.search.policy import SearchPolicy


class Node:
    """A decision after some moves and their outcomes: the moves to choose from, with their statistics."""

    def __init__(self, mover: i64, moves: Ints) -> None:
        self.mover = mover
        self.moves = moves
        """All candidates in the order to try them; if they vary, those tried so far, ascending."""
        self.visits: i64 = 0
        self.move_visits = filled(len(moves), 0)
        self.value_sums = vec[float]([0.0] * len(moves))
        """Per move, the sum of its values to the mover."""
        self.availability = vec[i64]()
        """Per move, how often it was legal when the node was visited; only kept if candidates vary."""
        self.children: list[Node | None] = []
        """Per move and outcome; allocated on first use, as most nodes are visited only once."""

    def ucb(self, index: i64, log_available: float, win_value: float, exploration: float) -> float:
        """Return the upper confidence bound of a move's value."""
        visits = float(self.move_visits[index])
        return self.value_sums[index] / (win_value * visits) + exploration * sqrt(log_available / visits)

    def add(self, move: i64, outcome_count: i64) -> i64:
        """Add a move that was not tried and return its index."""
        index: i64 = len(self.moves)
        self.moves = append(self.moves, move)
        self.move_visits = append(self.move_visits, 0)
        self.value_sums = append(self.value_sums, 0.0)
        self.availability = append(self.availability, 1)
        while index > 0 and self.moves[index - 1] > move:
            self.moves[index] = self.moves[index - 1]
            self.move_visits[index] = self.move_visits[index - 1]
            self.value_sums[index] = self.value_sums[index - 1]
            self.availability[index] = self.availability[index - 1]
            index -= 1
        self.moves[index] = move
        self.move_visits[index] = 0
        self.value_sums[index] = 0.0
        self.availability[index] = 1
        if self.children:
            for _outcome in range(outcome_count):
                self.children.insert(index * outcome_count, None)
        return index

    def update(self, index: i64, value: float) -> None:
        """Add the value of a simulation to a move."""
        self.visits += 1
        self.move_visits[index] += 1
        self.value_sums[index] += value


class SearchResult:
    """The result of a search: the moves it tried, with their visits and their mean values for the mover, 0 to 1."""

    def __init__(self, root: Node, iterations: int, win_value: float) -> None:
        self.iterations = iterations
        tried = [index for index in range(len(root.moves)) if root.move_visits[index] > 0]
        self.moves: list[int] = [root.moves[index] for index in tried]
        """Ascending, or in the order of fixed candidates."""
        self.visits: list[int] = [root.move_visits[index] for index in tried]
        self.values: list[float] = [
            root.value_sums[index] / (win_value * float(root.move_visits[index])) for index in tried
        ]

    def best(self) -> int:
        """Return the most visited move; among equals the one with the higher value, then the first."""
        best = 0
        for index in range(1, len(self.moves)):
            if (self.visits[index], self.values[index]) > (self.visits[best], self.values[best]):
                best = index
        return self.moves[best]


def tree_search(
    state: S,
    seat: int,
    random: Random,
    iterations: int = 1000,
    seconds: float = 0.0,
    policy: SearchPolicy[S] | None = None,
) -> SearchResult:
    """Search for the best move, knowing only what `seat` sees, until either budget is spent.

    Without `seconds` only the iterations count, and equal seeds give equal results. There is at least one iteration.
    """
    if state.seat() == NOBODY:
        raise ValueError("the game is over")
    policy = SearchPolicy() if policy is None else policy
    until = perf_counter() + seconds
    dealt = determinize(state, seat, random)
    root = _new_node(dealt, random, policy)
    _iterate(root, dealt, random, policy)
    done = 1
    while done < iterations and (seconds <= 0.0 or perf_counter() < until):
        _iterate(root, determinize(state, seat, random), random, policy)
        done += 1
    return SearchResult(root, done, policy.win_value)


def _new_node(state: S, random: Random, policy: SearchPolicy[S]) -> Node:
    return Node(state.seat(), policy.candidates(state, random) if policy.fixed_candidates else vec[i64]())


def _iterate(root: Node, state: S, random: Random, policy: SearchPolicy[S]) -> None:
    path: list[Node] = []
    indexes = vec[i64]()
    node: Node | None = root
    while node is not None:
        if policy.fixed_candidates:
            index = _choose_in_order(node, policy)
        else:
            index = _choose_available(node, policy.candidates(state, random), random, policy)
        path.append(node)
        indexes = append(indexes, index)
        state.play(node.moves[index])
        if node.move_visits[index] == 0 or state.seat() == NOBODY:
            node = None
        else:
            node = _child(node, index, state, random, policy)
    policy.play_out(state, random)
    values = policy.evaluate(state)
    for depth in range(len(path)):
        path[depth].update(indexes[depth], values[path[depth].mover])


def _child(node: Node, index: i64, state: S, random: Random, policy: SearchPolicy[S]) -> Node:
    """Return the node after a move with its outcome, a new one if there is none yet."""
    if not node.children:
        node.children = [None] * (len(node.moves) * policy.outcome_count)
    slot = index * policy.outcome_count + policy.outcome(state)
    child = node.children[slot]
    if child is None:
        child = _new_node(state, random, policy)
        node.children[slot] = child
    return child


def _may_widen(node: Node, tried: i64, policy: SearchPolicy[S]) -> bool:
    return tried * tried <= policy.widening * policy.widening * node.visits


def _choose_in_order(node: Node, policy: SearchPolicy[S]) -> i64:
    """Return the index of the fixed candidate to try: the next one if widening allows it, else by UCB."""
    count: i64 = len(node.moves)
    tried: i64 = 0
    while tried < count and node.move_visits[tried] > 0:
        tried += 1
    if tried < count and _may_widen(node, tried, policy):
        return tried
    win_value = policy.win_value
    exploration = policy.exploration
    log_visits = log(float(node.visits))
    best: i64 = 0
    most = node.ucb(0, log_visits, win_value, exploration)
    for index in range(1, tried):
        ucb = node.ucb(index, log_visits, win_value, exploration)
        if ucb > most:
            best = index
            most = ucb
    return best


def _choose_available(node: Node, candidates: Ints, random: Random, policy: SearchPolicy[S]) -> i64:
    """Return the index of the move to try: a random new one if widening allows it, else a legal one by UCB."""
    legal = vec[i64]()
    index: i64 = 0
    for move in candidates:
        while index < len(node.moves) and node.moves[index] < move:
            index += 1
        if index < len(node.moves) and node.moves[index] == move:
            legal = append(legal, index)
            node.availability[index] += 1
    tried: i64 = len(legal)
    if tried < len(candidates) and _may_widen(node, tried, policy):
        return node.add(_untried(node, candidates, legal, random), policy.outcome_count)
    win_value = policy.win_value
    exploration = policy.exploration
    best = legal[0]
    most = node.ucb(best, log(float(node.availability[best])), win_value, exploration)
    for index in legal:
        ucb = node.ucb(index, log(float(node.availability[index])), win_value, exploration)
        if ucb > most:
            best = index
            most = ucb
    return best


def _untried(node: Node, candidates: Ints, legal: Ints, random: Random) -> i64:
    """Return a random candidate of those that were not tried."""
    number = random.below(len(candidates) - len(legal))
    for index in legal:
        if candidates[number] < node.moves[index]:
            break
        number += 1
    return candidates[number]

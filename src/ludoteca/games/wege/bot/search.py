"""Tree search for Wege: UCT over the next turns, with playouts to the end of the game.

A node is a decision with a known card in hand, so the tree branches on every card that may be drawn. The moves of a
node are tried in order of their value, and more of them the more often it is visited (progressive widening).
"""

from __future__ import annotations

from math import exp, log, sqrt
from typing import Final

from ludoteca.core.generator import Random
from ludoteca.core.ints import Ints, append, filled, i64, vec
from ludoteca.games.wege.bot.board import SearchBoard, make_search_board
from ludoteca.games.wege.bot.evaluation import evaluate_moves, playout_move
from ludoteca.games.wege.cards import CARDS
from ludoteca.games.wege.rules import Wege

WIN_VALUE: Final = 1000
"""The value of a certain win."""
LEAD_SCALE: Final = 5.0
MAX_LEAD: Final = 60
VALUE_OF_LEAD: Final = vec[i64](
    [round(WIN_VALUE / (1.0 + exp(-lead / LEAD_SCALE))) for lead in range(-MAX_LEAD, MAX_LEAD + 1)]
)
"""The value to land of its final lead, from -MAX_LEAD on. A lead says more than just the winner."""
EXPLORATION: Final = 0.3
"""Weight of the exploration term of UCB."""
WIDENING: Final = 2
"""A node visited n times has tried at most 2 * sqrt(n) moves."""


class Node:
    """A card in hand after some moves: the possible moves, best first, with their statistics."""

    def __init__(self, board: SearchBoard) -> None:
        self.mover = board.mover
        self.moves = _sort_moves(evaluate_moves(board))
        self.visits: i64 = 0
        self.move_visits = filled(len(self.moves), 0)
        self.move_values = filled(len(self.moves), 0)
        """Per move, the sum of its values to the mover."""
        self.children: list[Node | None] = []
        """Per move and card then in hand; allocated on first use, as most nodes are visited only once."""

    def select(self) -> i64:
        """Return the index of the move to try: an untried one while the node may widen, otherwise by UCB."""
        count: i64 = len(self.moves)
        tried: i64 = 0
        while tried < count and self.move_visits[tried] > 0:
            tried += 1
        if tried < count and tried * tried <= WIDENING * WIDENING * self.visits:
            return tried
        best: i64 = 0
        best_ucb = -1.0
        log_visits = log(float(self.visits))
        for index in range(tried):
            visits = float(self.move_visits[index])
            ucb = float(self.move_values[index]) / (WIN_VALUE * visits) + EXPLORATION * sqrt(log_visits / visits)
            if ucb > best_ucb:
                best_ucb = ucb
                best = index
        return best

    def child(self, index: i64, board: SearchBoard) -> Node | None:
        """Return the node after this move with the card now in hand, or None on the first visit of the move."""
        if self.move_visits[index] == 0:
            return None
        if len(self.children) == 0:
            self.children = [None] * (len(self.moves) * CARDS)
        child = self.children[index * CARDS + board.hand]
        if child is None:
            child = Node(board)
            self.children[index * CARDS + board.hand] = child
        return child

    def update(self, index: i64, value: i64) -> None:
        """Add the result of a simulation to a move; `value` is the value to land."""
        self.visits += 1
        self.move_visits[index] += 1
        self.move_values[index] += value if self.mover == 0 else WIN_VALUE - value


def search(state: Wege, random: Random, simulations: i64) -> i64:
    """Return the move visited most, the better by evaluation if several are equal."""
    board = make_search_board(state)
    root = Node(board)
    if len(root.moves) > 1:
        while root.visits < simulations:
            _simulate(root, board.copy(), random)
    best: i64 = 0
    for index in range(len(root.moves)):
        if root.move_visits[index] > root.move_visits[best]:
            best = index
    return root.moves[best]


def _simulate(root: Node, board: SearchBoard, random: Random) -> None:
    random.shuffle(board.deck)
    path: list[Node] = []
    indexes = vec[i64]()
    node: Node | None = root
    while node is not None:
        index = node.select()
        path.append(node)
        indexes = append(indexes, index)
        board.play(node.moves[index])
        node = node.child(index, board) if board.free_cells else None
    while board.free_cells:
        board.play(playout_move(board, random))
    value = VALUE_OF_LEAD[max(0, min(2 * MAX_LEAD, board.final_lead() + MAX_LEAD))]
    for depth in range(len(path)):
        path[depth].update(indexes[depth], value)


def _sort_moves(evaluated: Ints) -> Ints:
    """Return the moves of `evaluate_moves`, best first; the sort is stable."""
    moves = vec[i64]()
    values = vec[i64]()
    for pair in range(len(evaluated) // 2):
        value = evaluated[2 * pair]
        index: i64 = len(moves)
        moves = append(moves, 0)
        values = append(values, 0)
        while index > 0 and values[index - 1] < value:
            moves[index] = moves[index - 1]
            values[index] = values[index - 1]
            index -= 1
        moves[index] = evaluated[2 * pair + 1]
        values[index] = value
    return moves

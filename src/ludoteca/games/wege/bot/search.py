"""Tree search for Wege over the next turns, with playouts to the end of the game.

The tree branches on every card that may be drawn, and tries the moves of a node in the order of their value.
"""

from __future__ import annotations

from math import exp
from typing import Final

from ludoteca.core.generator import Random
from ludoteca.core.ints import Ints, append, i64, vec
from ludoteca.games.wege.bot.board import SearchBoard, make_search_board
from ludoteca.games.wege.bot.evaluation import evaluate_moves, playout_move
from ludoteca.games.wege.cards import CARDS
from ludoteca.games.wege.rules import Wege
from ludoteca.search.policy import SearchPolicy
from ludoteca.search.tree import tree_search

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


class WegeSearch(SearchPolicy[SearchBoard]):
    """Tries moves in the order of their value; a node is a decision with a known card in hand."""

    def __init__(self) -> None:
        super().__init__(
            win_value=WIN_VALUE,
            exploration=EXPLORATION,
            widening=WIDENING,
            fixed_candidates=True,
            outcome_count=CARDS,
        )

    def candidates(self, state: SearchBoard, random: Random) -> Ints:
        return _sort_moves(evaluate_moves(state))

    def outcome(self, state: SearchBoard) -> i64:
        return state.hand

    def play_out(self, state: SearchBoard, random: Random) -> None:
        while state.free_cells:
            state.play(playout_move(state, random))

    def evaluate(self, state: SearchBoard) -> list[float]:
        value = float(VALUE_OF_LEAD[max(0, min(2 * MAX_LEAD, state.final_lead() + MAX_LEAD))])
        return [value, WIN_VALUE - value]


def search(state: Wege, random: Random, simulations: i64) -> i64:
    """Return the move visited most, the better by evaluation if several are equal."""
    return rank(state, random, simulations)[0]


def rank(state: Wege, random: Random, simulations: i64) -> list[int]:
    """Return the moves that the search tried, those visited most first, equal ones by evaluation."""
    board = make_search_board(state)
    policy = WegeSearch()
    moves = policy.candidates(board, random)
    if len(moves) == 1:
        return [moves[0]]
    found = tree_search(board, board.mover, random, simulations, policy=policy)
    order = sorted(range(len(found.moves)), key=lambda index: -found.visits[index])
    return [found.moves[index] for index in order]


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

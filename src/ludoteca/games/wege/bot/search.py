"""How a strong player of Wege thinks: a tree of the next turns, and from its leaves quick games to the end.

A choice is what a player has to decide with a known card in hand, so the tree forks at every card that may be drawn.
The moves of a choice are tried from the best at first sight on, the more of them the more often it is met.
"""

from __future__ import annotations

from math import exp, log, sqrt
from typing import Final

from ludoteca.core.generator import Random
from ludoteca.core.ints import Ints, append, filled, i64, vec
from ludoteca.games.wege.bot.board import Ground, survey
from ludoteca.games.wege.bot.evaluation import judged_moves, quick_move
from ludoteca.games.wege.cards import CARDS
from ludoteca.games.wege.rules import Wege

WON: Final = 1000
"""What a game surely won is worth."""
SLOPE: Final = 5.0
FURTHEST: Final = 60
WORTHS: Final = vec[i64]([round(WON / (1.0 + exp(-lead / SLOPE))) for lead in range(-FURTHEST, FURTHEST + 1)])
"""What land's lead at the end is worth to it, from -FURTHEST on. A lead tells more of a line of play than who won."""
CURIOSITY: Final = 0.3
"""How much a move that was tried seldom is favoured."""
BREADTH: Final = 2
"""A choice met n times has tried twice the root of n moves at most."""


class Choice:
    """A card in hand after some moves: the moves there are, the best at first sight first, and what became of them."""

    def __init__(self, ground: Ground) -> None:
        self.mover = ground.mover
        self.moves = _best_first(judged_moves(ground))
        self.met: i64 = 0
        self.visits = filled(len(self.moves), 0)
        self.worths = filled(len(self.moves), 0)
        """The sum of what the mover got."""
        self.next: list[Choice | None] = []
        """Per move and card then in hand; made when first needed, for most choices are met but once."""

    def pick(self) -> i64:
        """The place of the move to go on with: one not tried while there is room for it, else the most promising."""
        count: i64 = len(self.moves)
        tried: i64 = 0
        while tried < count and self.visits[tried] > 0:
            tried += 1
        if tried < count and tried * tried <= BREADTH * BREADTH * self.met:
            return tried
        best: i64 = 0
        most = -1.0
        logarithm = log(float(self.met))
        for index in range(tried):
            visits = float(self.visits[index])
            promise = float(self.worths[index]) / (WON * visits) + CURIOSITY * sqrt(logarithm / visits)
            if promise > most:
                most = promise
                best = index
        return best

    def follow(self, index: i64, ground: Ground) -> Choice | None:
        """The choice after this move with the card now in hand; none when the move is tried for the first time."""
        if self.visits[index] == 0:
            return None
        if len(self.next) == 0:
            self.next = [None] * (len(self.moves) * CARDS)
        following = self.next[index * CARDS + ground.hand]
        if following is None:
            following = Choice(ground)
            self.next[index * CARDS + ground.hand] = following
        return following

    def credit(self, index: i64, worth: i64) -> None:
        """Note how a game went on after a move; `worth` is what it was to land."""
        self.met += 1
        self.visits[index] += 1
        self.worths[index] += worth if self.mover == 0 else WON - worth


def think(state: Wege, random: Random, simulations: i64) -> i64:
    """The move tried most in so many games played out; of several the best at first sight."""
    ground = survey(state)
    root = Choice(ground)
    if len(root.moves) > 1:
        while root.met < simulations:
            _simulate(root, ground.copy(), random)
    best: i64 = 0
    for index in range(len(root.moves)):
        if root.visits[index] > root.visits[best]:
            best = index
    return root.moves[best]


def _simulate(root: Choice, ground: Ground, random: Random) -> None:
    random.shuffle(ground.deck)
    path: list[Choice] = []
    places = vec[i64]()
    choice: Choice | None = root
    while choice is not None:
        index = choice.pick()
        path.append(choice)
        places = append(places, index)
        ground.play(choice.moves[index])
        choice = choice.follow(index, ground) if ground.free else None
    while ground.free:
        ground.play(quick_move(ground, random))
    worth = WORTHS[max(0, min(2 * FURTHEST, ground.difference() + FURTHEST))]
    for turn in range(len(path)):
        path[turn].credit(places[turn], worth)


def _best_first(judged: Ints) -> Ints:
    """The moves out of worth, move, worth, move; equal ones in their order."""
    moves = vec[i64]()
    worths = vec[i64]()
    for pair in range(len(judged) // 2):
        worth = judged[2 * pair]
        index: i64 = len(moves)
        moves = append(moves, 0)
        worths = append(worths, 0)
        while index > 0 and worths[index - 1] < worth:
            moves[index] = moves[index - 1]
            worths[index] = worths[index - 1]
            index -= 1
        moves[index] = judged[2 * pair + 1]
        worths[index] = worth
    return moves

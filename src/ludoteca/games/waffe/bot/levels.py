"""Players of Waffe: the levels, a sparring partner, and the fallback for an empty chair."""

from typing import Final

from ludoteca.core.game import Bot
from ludoteca.core.generator import Random
from ludoteca.games.waffe.bot.heuristics import CARD, JOKER_KEPT, most
from ludoteca.games.waffe.bot.search import think
from ludoteca.games.waffe.cards import BIT, listed, size
from ludoteca.games.waffe.rules import PASS, Waffe

GLANCES: Final = 2
"""So many plays the beginner looks at."""


def fallback(state: Waffe, random: Random) -> int:
    """For a player who is away: any play of his own cards, else a pass."""
    play = _any_play(state, state.other_table(), random)
    if play == 0:
        return PASS if state.may_pass() else state.random_move(random)
    return play


def beginner(state: Waffe, random: Random, simulations: int = 0) -> int:
    """Looks at a few plays by chance and lays what rids of most cards."""
    own = state.hands[state.mover] | state.tables[state.mover]
    seen = [state.random_move(random) for _ in range(GLANCES)]
    return max(seen, key=lambda move: size(move & own))


def easy(state: Waffe, random: Random, simulations: int = 0) -> int:
    """Gets rid of the most cards; a joker is a card like any other."""
    return _most(state, random, -CARD)


def greedy(state: Waffe, random: Random, simulations: int = 0) -> int:
    """Gets rid of the most cards; a joker only to win or where nothing else goes; never wins for the other."""
    return _most(state, random, JOKER_KEPT)


def _most(state: Waffe, random: Random, joker_kept: int) -> int:
    play = most(state, random, joker_kept)
    if play:
        return play
    return PASS if state.may_pass() else _forced(state, random)


def _any_play(state: Waffe, without: int, random: Random) -> int:
    """Any play that leaves these cards of the other's table hand where they are; 0 where there is none."""
    less = state.copy()
    less.tables[1 - less.mover] &= ~without
    play = PASS if less.has_play() else 0
    while play == PASS:
        play = less.random_move(random)
    return play


def _forced(state: Waffe, random: Random) -> int:
    """A play of the other's cards, where one must be made: one of them stays, if that is possible."""
    for card in listed(state.other_table()):
        play = _any_play(state, BIT[card], random)
        if play:
            return play
    return state.random_move(random)


BOTS: Final = (
    Bot(level=1, name="beginner", about="Looks at two plays and lays the longer one.", choose=beginner, rating=650),
    Bot(level=2, name="easy", about="Gets rid of as many cards as it can, jokers too.", choose=easy, rating=852),
    Bot(
        level=3,
        name="fair",
        about="Gets rid of as many cards as it can, but keeps its jokers.",
        choose=greedy,
        rating=1023,
    ),
    Bot(
        level=4,
        name="strong",
        about="Plays each idea on a few times in its head, and holds cards back where that wins more.",
        choose=think,
        simulations=90,
        rating=1126,
    ),
    Bot(
        level=5,
        name="master",
        about="Plays each idea on hundreds of times in its head, and plays perfectly when the pack is empty.",
        choose=think,
        simulations=5000,
        rating=1267,
    ),
)
BASELINES: Final = (
    Bot(level=0, name="greedy", about="Gets rid of the most cards and keeps its jokers.", choose=greedy, rating=1023),
)

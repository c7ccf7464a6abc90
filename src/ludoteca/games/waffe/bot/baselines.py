"""A reference opponent for Waffe, against which the levels are measured."""

from typing import Final

from ludoteca.core.game import Bot
from ludoteca.core.generator import Random
from ludoteca.games.waffe.bot.heuristics import JOKER_COST, best_play
from ludoteca.games.waffe.cards import BIT, sorted_cards
from ludoteca.games.waffe.rules import PASS, Waffe


def greedy(state: Waffe, random: Random, simulations: int = 0) -> int:
    """Shed the most cards; lay a joker only to win or if nothing else fits; never win for the opponent."""
    return shed_most(state, random, JOKER_COST)


def shed_most(state: Waffe, random: Random, joker_cost: int) -> int:
    """Return the play that sheds the most cards, otherwise a pass."""
    play = best_play(state, random, joker_cost)
    if play:
        return play
    return PASS if state.may_pass() else _forced_play(state, random)


def random_play(state: Waffe, excluded: int, random: Random) -> int:
    """Return a random play without these cards of the opponent's table hand, or 0 if there is none."""
    reduced = state.copy()
    reduced.tables[1 - reduced.mover] &= ~excluded
    play = PASS if reduced.has_play() else 0
    while play == PASS:
        play = reduced.random_move(random)
    return play


def _forced_play(state: Waffe, random: Random) -> int:
    """Return a play of the opponent's cards, leaving one of them if possible."""
    for card in sorted_cards(state.other_table()):
        play = random_play(state, BIT[card], random)
        if play:
            return play
    return state.random_move(random)


BASELINES: Final = (
    Bot(level=0, name="greedy", about="Gets rid of the most cards and keeps its jokers.", choose=greedy, rating=1023),
)

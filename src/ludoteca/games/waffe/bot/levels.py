"""The five levels of Waffe, and the fallback for an absent player."""

from typing import Final

from ludoteca.core.game import Bot
from ludoteca.core.generator import Random
from ludoteca.games.waffe.bot.baselines import greedy, random_play, shed_most
from ludoteca.games.waffe.bot.heuristics import CARD_VALUE
from ludoteca.games.waffe.bot.search import rank, search
from ludoteca.games.waffe.cards import size
from ludoteca.games.waffe.rules import PASS, Waffe

MOVES_SEEN: Final = 2
"""Number of random moves that the beginner looks at."""


def fallback(state: Waffe, random: Random) -> int:
    """Play for an absent player: a random play of their own cards, otherwise a pass."""
    play = random_play(state, state.other_table(), random)
    if play == 0:
        return PASS if state.may_pass() else state.random_move(random)
    return play


def beginner(state: Waffe, random: Random, simulations: int = 0) -> int:
    """Sample a few moves and make the one that sheds the most cards."""
    own = state.hands[state.mover] | state.tables[state.mover]
    seen = [state.random_move(random) for _ in range(MOVES_SEEN)]
    return max(seen, key=lambda move: size(move & own))


def easy(state: Waffe, random: Random, simulations: int = 0) -> int:
    """Shed the most cards; a joker counts like any other card."""
    return shed_most(state, random, -CARD_VALUE)


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
        choose=search,
        simulations=90,
        rating=1126,
    ),
    Bot(
        level=5,
        name="master",
        about="Plays each idea on hundreds of times in its head, and plays perfectly when the pack is empty.",
        choose=search,
        simulations=5000,
        rank=rank,
        rating=1267,
    ),
)

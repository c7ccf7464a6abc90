"""The five levels of Latice, and the fallback for an absent player."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ludoteca.core.game import Bot
from ludoteca.core.generator import Random
from ludoteca.core.ints import Numbers
from ludoteca.games.latice.bot.baselines import list_placements
from ludoteca.games.latice.bot.evaluation import Policy, choose_target, first_step
from ludoteca.games.latice.bot.search import SearchSettings, rank, search
from ludoteca.games.latice.rules import END, RACK, Latice

Choose = Callable[[Latice, Random, int], int]

ALWAYS_KEEP: Final = 1000
"""A reserve that no player ever exceeds."""


def fallback(state: Latice, random: Random) -> int:
    """Play for an absent player: a random tile that fits, otherwise end the turn."""
    placements = list_placements(state)
    return random.choice(placements) if placements else END


BEGINNER: Final = Policy(
    tiles_considered=1, noise=150, follow_up_weight=0, opening_weight=0, buy_threshold=0, reserve_per_turn=0
)
EASY: Final = Policy(
    tiles_considered=2, noise=128, follow_up_weight=0, opening_weight=0, buy_threshold=128, reserve_per_turn=ALWAYS_KEEP
)
FAIR: Final = Policy(
    tiles_considered=RACK,
    noise=32,
    follow_up_weight=0,
    opening_weight=0,
    buy_threshold=128,
    reserve_per_turn=ALWAYS_KEEP,
)
STRONG: Final = Policy(
    tiles_considered=RACK, noise=0, follow_up_weight=16, opening_weight=4, buy_threshold=58, reserve_per_turn=2
)
"""Weights tuned over many thousands of games between policies."""


def policy_bot(policy: Policy) -> Choose:
    """Return a bot that follows a policy without searching."""

    def choose(state: Latice, random: Random, simulations: int) -> int:
        return first_step(state, choose_target(state, policy, random))

    return choose


def search_bot(settings: SearchSettings) -> Choose:
    """Return a bot that tries its moves on determinized deals."""

    def choose(state: Latice, random: Random, simulations: int) -> int:
        return search(state, random, simulations, settings)

    return choose


def search_ranking(settings: SearchSettings) -> Callable[[Latice, Random, int], Numbers]:
    """Return the ranking of such a bot."""

    def rank_moves(state: Latice, random: Random, simulations: int) -> Numbers:
        return rank(state, random, simulations, settings)

    return rank_moves


MASTER: Final = SearchSettings(STRONG, width=16, turns=4)

BOTS: Final = (
    Bot(
        level=1,
        name="beginner",
        about="Looks at one tile at a time, lays it where it earns something, and buys whenever it can.",
        choose=policy_bot(BEGINNER),
        rating=631,
    ),
    Bot(
        level=2,
        name="easy",
        about="Looks at two of its tiles, with a fair eye for points, and buys when the next one repays it.",
        choose=policy_bot(EASY),
        rating=938,
    ),
    Bot(
        level=3,
        name="fair",
        about="Looks at all its tiles, takes the most points, and spends what is left in its last turn.",
        choose=policy_bot(FAIR),
        rating=1219,
    ),
    Bot(
        level=4,
        name="strong",
        about="Sees which tile can follow and what it opens to you, and tries its best moves on a few imagined deals.",
        choose=search_bot(SearchSettings(STRONG, width=6, turns=4)),
        simulations=80,
        rating=1506,
    ),
    Bot(
        level=5,
        name="master",
        about="Tries every good move on hundreds of imagined deals, four turns ahead.",
        choose=search_bot(MASTER),
        rank=search_ranking(MASTER),
        simulations=3000,
        rating=1667,
    ),
)

"""The bots. They search with the rules alone; a `search.SearchPolicy` would make them stronger."""

from __future__ import annotations

from ludoteca import Bot, Random, search

from .rules import MyGameState


def choose(state: MyGameState, random: Random, simulations: int) -> int:
    return search.tree_search(state, state.seat(), random, simulations).best()


LEVELS = (
    Bot(1, "beginner", "Thinks briefly.", choose, simulations=100),
    Bot(2, "strong", "Thinks longer.", choose, simulations=2000),
)

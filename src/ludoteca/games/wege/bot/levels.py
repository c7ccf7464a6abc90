"""The five levels of Wege, and the fallback for an absent player."""

from typing import Final

from ludoteca.core.game import Bot
from ludoteca.core.generator import Random
from ludoteca.games.wege.bot.baselines import best_move, lead, lead_and_prospects
from ludoteca.games.wege.bot.search import rank, search
from ludoteca.games.wege.rules import SWAP, Wege

MOVES_SEEN: Final = 8
"""Number of random moves that the first two levels look at."""
STANDARD_CELLS: Final = 36
"""Simulations are counted for a park of this size; in a larger one they take longer, so there are fewer."""
LARGE_CELLS: Final = 100
"""Beyond this size the cost of a simulation grows faster than the park, and the number falls faster, too."""
MIN_SIMULATIONS: Final = 12


def fallback(state: Wege, random: Random) -> int:
    """Play for an absent player: place the card on a random cell where it fits, never swap."""
    return random.choice([move for move in state.moves() if move < SWAP])


def beginner(state: Wege, random: Random, simulations: int = 0) -> int:
    """Return the one of a few random moves with the largest provisional lead."""
    return best_move(state, random, _few_moves(state, random), lead)


def easy(state: Wege, random: Random, simulations: int = 0) -> int:
    """Return the one of a few random moves that the greedy bot likes best."""
    return best_move(state, random, _few_moves(state, random), lead_and_prospects)


def search_bot(state: Wege, random: Random, simulations: int) -> int:
    """Return the result of the tree search."""
    return search(state, random, _simulations_for(state, simulations))


def search_ranking(state: Wege, random: Random, simulations: int) -> list[int]:
    """Return the moves that the tree search tried, the best first."""
    return rank(state, random, _simulations_for(state, simulations))


def _simulations_for(state: Wege, simulations: int) -> int:
    """Return how many simulations to make: fewer in large parks."""
    cells = state.park.cells
    count = simulations * STANDARD_CELLS // cells
    if cells > LARGE_CELLS:
        count = max(MIN_SIMULATIONS, count * LARGE_CELLS // cells)
    return min(simulations, count)


def _few_moves(state: Wege, random: Random) -> list[int]:
    moves = list(state.moves())
    random.shuffle(moves)
    return moves[:MOVES_SEEN]


BOTS: Final = (
    Bot(
        level=1,
        name="beginner",
        about="Looks at a few moves and takes the one that scores best at once.",
        choose=beginner,
        rating=647,
    ),
    Bot(
        level=2,
        name="easy",
        about="Looks at a few moves, for points and for ponds or islands that are nearly closed.",
        choose=easy,
        rating=967,
    ),
    Bot(
        level=3,
        name="fair",
        about="Plays the game to the end in its head, a hundred times.",
        choose=search_bot,
        simulations=100,
        rating=1185,
    ),
    Bot(
        level=4,
        name="strong",
        about="Thinks through what may be drawn and answered, in hundreds of games to the end.",
        choose=search_bot,
        simulations=500,
        rating=1498,
    ),
    Bot(
        level=5,
        name="master",
        about="Thinks as the strong one does, forty times as long.",
        choose=search_bot,
        simulations=20000,
        rank=search_ranking,
        rating=1819,
    ),
)

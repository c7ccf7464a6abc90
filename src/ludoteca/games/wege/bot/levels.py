"""Players of Wege: five levels, the sparring partner they are measured against, and the fallback for an empty chair."""

from collections.abc import Callable
from typing import Any, Final

from ludoteca.core.game import Bot
from ludoteca.core.generator import Random
from ludoteca.core.ints import Numbers
from ludoteca.games.wege.bot.search import think
from ludoteca.games.wege.rules import SWAP, Wege

FEW: Final = 8
"""Moves that the first two levels look at."""
MOST_GAPS: Final = 20
"""Free cells round a group without a border point, beyond which it is not looked at; each one less counts double."""
USUAL_CELLS: Final = 36
"""Simulations are counted for a park of so many cells; in a larger one they take longer, so there are fewer."""


def fallback(state: Wege, random: Random) -> int:
    """For a player who is away: the card in hand on any cell where it fits, never a swap."""
    return random.choice([move for move in state.moves() if move < SWAP])


def beginner(state: Wege, random: Random, simulations: int = 0) -> int:
    """Of a few moves that come to mind the one after which it is furthest ahead by the provisional score."""
    return _best(state, random, _few(state, random), _lead)


def easy(state: Wege, random: Random, simulations: int = 0) -> int:
    """Of a few moves the one that the greedy player likes best."""
    return _best(state, random, _few(state, random), _lead_and_prospects)


def greedy(state: Wege, random: Random, simulations: int = 0) -> int:
    """The move after which it is furthest ahead by the provisional score, and then in what is nearly closed."""
    return _best(state, random, state.moves(), _lead_and_prospects)


def thoughtful(state: Wege, random: Random, simulations: int) -> int:
    """The move that does best in so many games played out in thought; in large parks in fewer."""
    return think(state, random, min(simulations, simulations * USUAL_CELLS // state.park.cells))


def _few(state: Wege, random: Random) -> list[int]:
    moves = list(state.moves())
    random.shuffle(moves)
    return moves[:FEW]


def _best(state: Wege, random: Random, moves: Numbers, judge: Callable[[Wege, int], Any]) -> int:
    best: list[int] = []
    most = None
    for move in moves:
        after = state.copy()
        after.play(move)
        judged = judge(after, state.mover)
        if most is None or judged > most:
            best, most = [], judged
        if judged == most:
            best.append(move)
    return random.choice(best)


def _lead(state: Wege, seat: int) -> int:
    """By how many points the seat is ahead."""
    scores = state.scores()
    return scores[seat] - scores[1 - seat]


def _lead_and_prospects(state: Wege, seat: int) -> tuple[int, int]:
    """By how many points the seat is ahead, and by how much in ponds or islands that may come."""
    score = state.score()
    prospects = [0, 0]
    for point, group in enumerate(score.groups):
        if point == group and score.borders[group] == 0 and score.gaps[group] <= MOST_GAPS:
            owner = (state.park.colours[point] + state.terrain) % 2
            prospects[1 - owner] += 2 ** (MOST_GAPS - score.gaps[group])
    return score.total(seat) - score.total(1 - seat), prospects[seat] - prospects[1 - seat]


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
        choose=thoughtful,
        simulations=100,
        rating=1185,
    ),
    Bot(
        level=4,
        name="strong",
        about="Thinks through what may be drawn and answered, in hundreds of games to the end.",
        choose=thoughtful,
        simulations=500,
        rating=1498,
    ),
    Bot(
        level=5,
        name="master",
        about="Thinks as the strong one does, forty times as long.",
        choose=thoughtful,
        simulations=20000,
        rating=1819,
    ),
)
BASELINES: Final = (
    Bot(
        level=0,
        name="greedy",
        about="Takes the best provisional score after each move, and closes ponds or islands.",
        choose=greedy,
    ),
)

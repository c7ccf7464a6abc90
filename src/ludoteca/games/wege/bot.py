"""Players of Wege: two first levels, and the fallback for an empty chair."""

from typing import Final

from ludoteca.core.game import Bot
from ludoteca.core.generator import Random
from ludoteca.games.wege.rules import SWAP, Wege

MOST_GAPS: Final = 20
"""Free cells round a group without a border point, beyond which it is not looked at; each one less counts double."""


def fallback(state: Wege, random: Random) -> int:
    """For a player who is away: the card in hand on any cell where it fits, never a swap."""
    return random.choice([move for move in state.moves() if move < SWAP])


def random_player(state: Wege, random: Random, simulations: int = 0) -> int:
    """Any legal move whatever."""
    return random.choice(state.moves())


def greedy(state: Wege, random: Random, simulations: int = 0) -> int:
    """The move after which it is furthest ahead by the provisional score, and then in what is nearly closed."""
    best: list[int] = []
    most = (0, 0)
    for move in state.moves():
        after = state.copy()
        after.play(move)
        lead = _lead(after, state.mover)
        if not best or lead > most:
            best, most = [], lead
        if lead == most:
            best.append(move)
    return random.choice(best)


def _lead(state: Wege, seat: int) -> tuple[int, int]:
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
        name="random",
        about="Any legal move.",
        choose=random_player,
    ),
    Bot(
        level=2,
        name="greedy",
        about="Takes the best provisional score after each move, and closes ponds or islands.",
        choose=greedy,
    ),
)

"""The rules of Flooding Islands: the island, the day, the night, the end.

Fields are numbered row by row from the top left. A day's move is the field walked to. A night's move packs the
flooded fields as first * NIGHT_BASE + second, first < second, each one higher than its number, so that 0 means none.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from mypy_extensions import mypyc_attr

from ludoteca.core.generator import Random
from ludoteca.core.ints import Ints, append, extend, filled, i64, vec
from ludoteca.core.options import IntOption
from ludoteca.core.squares import square_name
from ludoteca.core.state import NOBODY, State
from ludoteca.core.translations import Refusal

JOURNEYMAN: Final = 0
WEATHER: Final = 1
LAST_DAY: Final = 365
MAX_FLOODS: Final = 2
SIZE: Final = IntOption("size", default=10, low=3, high=20, help="Fields along each side of the island.")
NIGHT_BASE: Final = 512
NO_FLOOD: Final = 0


class Island:
    """The geometry of an island of one size, shared by all its states."""

    def __init__(self, size: i64) -> None:
        self.size = size
        self.fields = size * size
        self.names = [square_name(field, size) for field in range(self.fields)]
        self.neighbours = vec[Ints]([neighbours(field, size, False) for field in range(self.fields)])
        """The up to eight neighbours of each field, ascending: where the journeyman may walk."""
        self.orthogonal_neighbours = vec[Ints]([neighbours(field, size, True) for field in range(self.fields)])
        """The up to four orthogonal neighbours of each field: what dries when he arrives."""


def neighbours(field: i64, size: i64, orthogonal: bool) -> Ints:
    """Return the neighbours of a field, ascending, with or without the diagonal ones."""
    row = field // size
    column = field % size
    found = vec[i64]()
    for r in range(max(0, row - 1), min(size, row + 2)):
        for c in range(max(0, column - 1), min(size, column + 2)):
            straight = r == row or c == column
            if (r != row or c != column) and (straight or not orthogonal):
                found = append(found, r * size + c)
    return found


@cache
def island(size: int) -> Island:
    """Return the island of this size."""
    return Island(size)


@mypyc_attr(acyclic=True)
class Flooding(State):
    """The island, the journeyman's field, and whether it is day or night."""

    def __init__(self, land: Island, flooded: Ints) -> None:
        self.island = land
        self.flooded = flooded
        self.journeyman: i64 = 0
        self.day: i64 = 0
        """Days the journeyman has completed."""
        self.night = False
        """Whether the weather is to move."""
        self.winner: i64 = NOBODY

    def copy(self) -> Flooding:
        other = Flooding(self.island, self.flooded[:])
        other.journeyman = self.journeyman
        other.day = self.day
        other.night = self.night
        other.winner = self.winner
        return other

    def seat(self) -> i64:
        if self.winner != NOBODY:
            return NOBODY
        return WEATHER if self.night else JOURNEYMAN

    def turn(self) -> int:
        return 2 * self.day if self.night else 2 * self.day + 1

    def moves(self) -> Ints:
        if self.winner != NOBODY:
            return vec[i64]()
        if not self.night:
            return vec[i64]([field for field in self.island.neighbours[self.journeyman] if not self.flooded[field]])
        dry = vec[i64]([field + 1 for field in range(self.island.fields) if not self.flooded[field]])
        nights = extend(vec[i64]([NO_FLOOD]), dry)
        for index in range(len(dry)):
            first = dry[index] * NIGHT_BASE
            nights = extend(nights, vec[i64]([first + second for second in dry[index + 1 :]]))
        return nights

    def random_move(self, random: Random) -> i64:
        """Draw a walk, or two dry fields to flood; listing all nights would take far longer."""
        if not self.night:
            return random.choice(self.moves())
        dry = vec[i64]([field for field in range(self.island.fields) if not self.flooded[field]])
        if len(dry) < MAX_FLOODS:
            return flood_move(dry)
        one = random.below(len(dry))
        other = random.below(len(dry) - 1)
        if other >= one:
            other += 1
        return flood_move(vec[i64]([dry[min(one, other)], dry[max(one, other)]]))

    def why_not(self, move: i64) -> Refusal | None:
        if self.winner != NOBODY:
            return Refusal("game_over")
        return self._why_not_flood(move) if self.night else self._why_not_walk(move)

    def play(self, move: i64) -> None:
        if self.night:
            for field in floods(move):
                self.flooded[field] = 1
            self.night = False
        else:
            self.journeyman = move
            for field in self.island.orthogonal_neighbours[move]:
                self.flooded[field] = 0
            self.day += 1
            self.night = True
        self.update_winner()

    def update_winner(self) -> None:
        """Set the winner if the game is over."""
        if self.day == LAST_DAY:
            self.winner = JOURNEYMAN
        elif not self.night and self.is_trapped():
            self.winner = WEATHER

    def is_trapped(self) -> bool:
        """Return whether no neighbouring field is dry."""
        return all(self.flooded[field] for field in self.island.neighbours[self.journeyman])

    def scores(self) -> list[int]:
        return [self.day, -self.day]

    def result(self) -> list[float]:
        return [1.0, 0.0] if self.winner == JOURNEYMAN else [0.0, 1.0]

    def determinize(self, seat: i64, random: Random) -> None:
        """Do nothing: nothing is hidden and there is no chance."""

    def _why_not_walk(self, move: i64) -> Refusal | None:
        if not 0 <= move < self.island.fields:
            return Refusal("no_field", {"last": self._name(self.island.fields - 1)})
        if move == self.journeyman:
            return Refusal("must_leave", {"field": self._name(move)})
        if move not in self.island.neighbours[self.journeyman]:
            return Refusal("too_far", {"field": self._name(move), "from": self._name(self.journeyman)})
        if self.flooded[move]:
            return Refusal("flooded", {"field": self._name(move)})
        return None

    def _why_not_flood(self, move: i64) -> Refusal | None:
        if move == NO_FLOOD:
            return None
        first = move // NIGHT_BASE
        second = move % NIGHT_BASE
        if not 0 <= first <= self.island.fields or not 1 <= second <= self.island.fields:
            return Refusal("no_field", {"last": self._name(self.island.fields - 1)})
        if first == second:
            return Refusal("flooded_twice", {"field": self._name(first - 1)})
        if first > second:
            return Refusal("flood_order")
        for field in floods(move):
            if self.flooded[field]:
                return Refusal("flooded_already", {"field": self._name(field)})
        return None

    def _name(self, field: i64) -> str:
        return self.island.names[field]


def start_game(size: int) -> Flooding:
    """Return the start: all fields dry, the journeyman on a1, the first day."""
    land = island(size)
    return Flooding(land, filled(land.fields, 0))


def floods(move: i64) -> Ints:
    """Return the fields that a night's move floods, ascending."""
    first = move // NIGHT_BASE
    second = move % NIGHT_BASE
    if first:
        return vec[i64]([first - 1, second - 1])
    return vec[i64]([second - 1]) if second else vec[i64]()


def flood_move(fields: Ints) -> i64:
    """Return the night's move that floods these fields: at most MAX_FLOODS, ascending."""
    move: i64 = NO_FLOOD
    for field in fields:
        move = move * NIGHT_BASE + field + 1
    return move

"""Chance: the generator MRG32k3a (L'Ecuyer 1999), seeded by the SHA-256 of a text.

Every product stays below 2^53, so a game's shuffles are the same on every machine and in every language.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any, Final

from ludoteca.core.ints import Ints, Numbers, i64

M1: Final = 4294967087
M2: Final = 4294944443
A12: Final = 1403580
A13: Final = 810728
A21: Final = 527612
A23: Final = 1370589


def seed_digest(seed: str) -> bytes:
    """The SHA-256 of a seed: the generator starts from it, and it is shown before a game so that all can check."""
    return sha256(seed.encode("utf-8", "surrogatepass")).digest()


def seed_words(seed: str) -> list[int]:
    """The generator's six words for a seed: the first 24 bytes of its SHA-256, within the moduli."""
    digest = seed_digest(seed)
    words = [int.from_bytes(digest[place : place + 4], "big") for place in range(0, 24, 4)]
    x, y = [word % M1 for word in words[:3]], [word % M2 for word in words[3:]]
    # Three zeros are the dead end of either half.
    return [*(x if any(x) else [1, 0, 0]), *(y if any(y) else [1, 0, 0])]


class Random:
    """A stream of chance; `copy` forks it, equal seeds give equal streams."""

    def __init__(self, seed: str | None) -> None:
        """The stream of a seed; None only for `copy`, which fills in the words itself."""
        self.x0: i64 = 0
        self.x1: i64 = 0
        self.x2: i64 = 0
        self.y0: i64 = 0
        self.y1: i64 = 0
        self.y2: i64 = 0
        if seed is not None:
            self.x0, self.x1, self.x2, self.y0, self.y1, self.y2 = seed_words(seed)

    def copy(self) -> Random:
        other = Random(None)
        other.x0 = self.x0
        other.x1 = self.x1
        other.x2 = self.x2
        other.y0 = self.y0
        other.y1 = self.y1
        other.y2 = self.y2
        return other

    def next(self) -> i64:
        """The next output, 1..M1; divided by M1 + 1 it is the published uniform number."""
        x: i64 = (A12 * self.x1 + A13 * (M1 - self.x0)) % M1
        y: i64 = (A21 * self.y2 + A23 * (M2 - self.y0)) % M2
        self.x0 = self.x1
        self.x1 = self.x2
        self.x2 = x
        self.y0 = self.y1
        self.y1 = self.y2
        self.y2 = y
        number = x - y
        if number <= 0:
            number += M1
        return number

    def below(self, bound: i64) -> i64:
        """A whole number 0..bound-1, each exactly as likely as the others."""
        number = self.next() - 1
        # The uneven rest at the top is drawn again; this comparison only saves a division nearly always.
        if number >= M1 - bound:
            number = self._even(number, bound)
        return number % bound

    def _even(self, number: i64, bound: i64) -> i64:
        """The number, or another if it is of the uneven rest."""
        if bound > M1:
            raise ValueError(f"a bound is at most {M1}")
        while number >= M1 - M1 % bound:
            number = self.next() - 1
        return number

    def choice(self, numbers: Numbers) -> i64:
        if isinstance(numbers, list):
            return numbers[self.below(len(numbers))]
        return numbers[self.below(len(numbers))]

    def shuffle(self, items: Ints | list[Any]) -> None:
        if isinstance(items, list):
            for last in range(len(items) - 1, 0, -1):
                other = self.below(last + 1)
                items[last], items[other] = items[other], items[last]
        else:
            _shuffle(items, self)

    def fork(self) -> Random:
        """A new stream decided by this one, for a part that must not share it."""
        return Random(f"{self.next()} {self.next()} {self.next()}")


def _shuffle(ints: Ints, random: Random) -> None:
    """The same for packed numbers, without unpacking any."""
    last: i64 = len(ints) - 1
    while last > 0:
        other = random.below(last + 1)
        moved = ints[last]
        ints[last] = ints[other]
        ints[other] = moved
        last -= 1

"""Chance: the generator MRG32k3a (L'Ecuyer 1999), seeded by the SHA-256 of a text.

Every product stays below 2^53, so a game's shuffles are the same on every machine and in every language.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from ludoteca.core.ints import Ints

M1: Final = 4294967087
M2: Final = 4294944443
A12: Final = 1403580
A13: Final = 810728
A21: Final = 527612
A23: Final = 1370589


class Random:
    """A stream of chance; `copy` forks it, equal seeds give equal streams."""

    def __init__(self, seed: str) -> None:
        digest = sha256(seed.encode("utf-8", "surrogatepass")).digest()
        words = [int.from_bytes(digest[i : i + 4], "big") for i in range(0, 24, 4)]
        self.x0, self.x1, self.x2 = (word % M1 for word in words[:3])
        self.y0, self.y1, self.y2 = (word % M2 for word in words[3:])
        # Six zeros in a row are the generator's only dead ends.
        if self.x0 == self.x1 == self.x2 == 0:
            self.x0 = 1
        if self.y0 == self.y1 == self.y2 == 0:
            self.y0 = 1

    def copy(self) -> Random:
        other = Random.__new__(Random)
        other.x0, other.x1, other.x2 = self.x0, self.x1, self.x2
        other.y0, other.y1, other.y2 = self.y0, self.y1, self.y2
        return other

    def next(self) -> int:
        """The next output, 1..M1; divided by M1 + 1 it is the published uniform number."""
        x = (A12 * self.x1 - A13 * self.x0) % M1
        y = (A21 * self.y2 - A23 * self.y0) % M2
        self.x0, self.x1, self.x2 = self.x1, self.x2, x
        self.y0, self.y1, self.y2 = self.y1, self.y2, y
        return x - y if x > y else x - y + M1

    def below(self, bound: int) -> int:
        """A whole number 0..bound-1, each exactly as likely as the others."""
        limit = M1 - M1 % bound
        number = self.next() - 1
        while number >= limit:
            number = self.next() - 1
        return number % bound

    def choice(self, ints: Ints) -> int:
        return ints[self.below(len(ints))]

    def shuffle(self, ints: Ints) -> None:
        for last in range(len(ints) - 1, 0, -1):
            other = self.below(last + 1)
            ints[last], ints[other] = ints[other], ints[last]

    def fork(self) -> Random:
        """A new stream decided by this one, for a part that must not share it."""
        return Random(f"{self.next()} {self.next()} {self.next()}")

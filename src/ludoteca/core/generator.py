"""Random numbers: `KeyedRandom` for the deals of a game, the fast `Random` for search.

Without its seed, nobody can predict a keyed stream from what it drew before. The fast generator, MRG32k3a (L'Ecuyer
1999), makes no such promise: use it for search alone, and never give both the same seed. Both draw the same numbers on
every machine, compiled or not.
"""

from __future__ import annotations

from hashlib import sha256
from hmac import digest
from typing import Any, Final

from ludoteca.core.ints import Ints, Numbers, i64

M1: Final = 4294967087
M2: Final = 4294944443
A12: Final = 1403580
A13: Final = 810728
A21: Final = 527612
A23: Final = 1370589

WORD_COUNT: Final = 2**32
"""The number of different 32-bit words."""
WORD_BYTES: Final = 4
BLOCK_BYTES: Final = 32
DEAL: Final = b"ludoteca deal"


class RandomSource:
    """A stream of random numbers. `copy` returns an equal, independent stream."""

    def copy(self) -> RandomSource:
        raise NotImplementedError

    def below(self, bound: i64) -> i64:
        """Return a number from 0 to bound-1; all are equally likely."""
        raise NotImplementedError

    def choice(self, numbers: Numbers) -> i64:
        if isinstance(numbers, list):
            return numbers[self.below(len(numbers))]
        return numbers[self.below(len(numbers))]

    def shuffle(self, items: Ints | list[Any]) -> None:
        """Shuffle in place: from the last index down to 1, swap with a random index up to it."""
        if isinstance(items, list):
            for last in range(len(items) - 1, 0, -1):
                other = self.below(last + 1)
                items[last], items[other] = items[other], items[last]
        else:
            self.shuffle_ints(items)

    def shuffle_ints(self, ints: Ints) -> None:
        """Shuffle packed numbers without unpacking them."""
        last: i64 = len(ints) - 1
        while last > 0:
            other = self.below(last + 1)
            moved = ints[last]
            ints[last] = ints[other]
            ints[other] = moved
            last -= 1


class KeyedRandom(RandomSource):
    """A stream of 32-bit words with the seed as its key: block k is HMAC-SHA256 of `DEAL` and k, eight words.

    The rules of the games specify it, so anybody with the seed can compute every deal.
    """

    def __init__(self, seed: str | None) -> None:
        """Start the stream of a seed; only `copy` passes None, and fills in the rest."""
        self._key: bytes = b"" if seed is None else seed.encode("utf-8")
        self._block: bytes = b""
        """The current block; immutable, so copies share it."""
        self._block_count: i64 = 0
        self._drawn: i64 = BLOCK_BYTES
        """How many bytes of the block were drawn."""

    def copy(self) -> KeyedRandom:
        other = KeyedRandom(None)
        other._key = self._key
        other._block = self._block
        other._block_count = self._block_count
        other._drawn = self._drawn
        return other

    def next_word(self) -> i64:
        """Return the next word of the stream, 0..2^32-1."""
        if self._drawn == BLOCK_BYTES:
            self._block = digest(self._key, DEAL + int(self._block_count).to_bytes(8, "big"), "sha256")
            self._block_count += 1
            self._drawn = 0
        start = self._drawn
        self._drawn = start + WORD_BYTES
        return int.from_bytes(self._block[start : start + WORD_BYTES], "big")

    def below(self, bound: i64) -> i64:
        if not 0 < bound <= WORD_COUNT:
            raise ValueError(f"a bound is 1 to {WORD_COUNT}")
        limit = WORD_COUNT - WORD_COUNT % bound
        word = self.next_word()
        while word >= limit:
            word = self.next_word()
        return word % bound


def seed_words(seed: str) -> list[int]:
    """Return the six words that seed the fast generator: the first 24 bytes of SHA-256, reduced by the moduli."""
    hashed = sha256(seed.encode("utf-8", "surrogatepass")).digest()
    words = [int.from_bytes(hashed[index : index + 4], "big") for index in range(0, 24, 4)]
    x, y = [word % M1 for word in words[:3]], [word % M2 for word in words[3:]]
    # Either half gets stuck at three zeros.
    return [*(x if any(x) else [1, 0, 0]), *(y if any(y) else [1, 0, 0])]


class Random(RandomSource):
    """The fast generator. Equal seeds give equal streams; its numbers give the seed away."""

    def __init__(self, seed: str | None) -> None:
        """Start the stream of a seed; only `copy` passes None, and fills in the words."""
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
        """Return the next output, 1..M1; divided by M1 + 1 it is the published number. No product reaches 2^53."""
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
        number = self.next() - 1
        # Numbers of the incomplete last group are drawn again; this comparison avoids a division most of the time.
        if number >= M1 - bound:
            number = self._redraw(number, bound)
        return number % bound

    def _redraw(self, number: i64, bound: i64) -> i64:
        """Return the number, or another draw if it is in the incomplete last group."""
        if bound > M1:
            raise ValueError(f"a bound is at most {M1}")
        while number >= M1 - M1 % bound:
            number = self.next() - 1
        return number

    def shuffle_ints(self, ints: Ints) -> None:
        # A copy of the loop in the base class: here the compiler knows which `below` is called and can inline it.
        # Without that, searches that determinize often are 5 % slower.
        last: i64 = len(ints) - 1
        while last > 0:
            other = self.below(last + 1)
            moved = ints[last]
            ints[last] = ints[other]
            ints[other] = moved
            last -= 1

    def fork(self) -> Random:
        """Return a new stream seeded from this one."""
        return Random(f"{self.next()} {self.next()} {self.next()}")

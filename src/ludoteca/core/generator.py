"""Chance, of two kinds with one face: `KeyedRandom` decides a game's deals, `Random` is what bots determinize with.

Nobody can tell what a keyed stream draws next without its seed, whatever it drew before. The fast generator, MRG32k3a
(L'Ecuyer 1999), promises no such thing: it is for playouts alone, and no seed of the one is ever a seed of the other.
Both draw the same on every machine, compiled or not.
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

WORDS: Final = 2**32
"""So many different words of 32 bits there are."""
WORD_BYTES: Final = 4
BLOCK_BYTES: Final = 32
DEAL: Final = b"ludoteca deal"


class RandomSource:
    """What a state draws its chance from; `copy` gives an equal stream that goes on by itself."""

    def copy(self) -> RandomSource:
        raise NotImplementedError

    def below(self, bound: i64) -> i64:
        """A whole number 0..bound-1, each exactly as likely as the others."""
        raise NotImplementedError

    def choice(self, numbers: Numbers) -> i64:
        if isinstance(numbers, list):
            return numbers[self.below(len(numbers))]
        return numbers[self.below(len(numbers))]

    def shuffle(self, items: Ints | list[Any]) -> None:
        """From the last index down to 1, swap with any index up to it."""
        if isinstance(items, list):
            for last in range(len(items) - 1, 0, -1):
                other = self.below(last + 1)
                items[last], items[other] = items[other], items[last]
        else:
            self.shuffle_ints(items)

    def shuffle_ints(self, ints: Ints) -> None:
        """The same for packed numbers, without unpacking any."""
        last: i64 = len(ints) - 1
        while last > 0:
            other = self.below(last + 1)
            moved = ints[last]
            ints[last] = ints[other]
            ints[other] = moved
            last -= 1


class KeyedRandom(RandomSource):
    """The stream of 32-bit words that a seed is the key of: block k is HMAC-SHA256 of `DEAL` and k, eight words.

    The rules of chance are in the games' rules; whoever knows the seed can compute every deal from them.
    """

    def __init__(self, seed: str | None) -> None:
        """The stream of a seed; None only for `copy`, which fills in the rest itself."""
        self._key: bytes = b"" if seed is None else seed.encode("utf-8")
        self._block: bytes = b""
        """The block that is being drawn from; never changed, so copies share it."""
        self._block_count: i64 = 0
        self._drawn: i64 = BLOCK_BYTES
        """How many bytes of the block are gone."""

    def copy(self) -> KeyedRandom:
        other = KeyedRandom(None)
        other._key = self._key
        other._block = self._block
        other._block_count = self._block_count
        other._drawn = self._drawn
        return other

    def next_word(self) -> i64:
        """The next word of the stream, 0..2^32-1."""
        if self._drawn == BLOCK_BYTES:
            self._block = digest(self._key, DEAL + int(self._block_count).to_bytes(8, "big"), "sha256")
            self._block_count += 1
            self._drawn = 0
        start = self._drawn
        self._drawn = start + WORD_BYTES
        return int.from_bytes(self._block[start : start + WORD_BYTES], "big")

    def below(self, bound: i64) -> i64:
        if not 0 < bound <= WORDS:
            raise ValueError(f"a bound is 1 to {WORDS}")
        uneven = WORDS - WORDS % bound
        word = self.next_word()
        while word >= uneven:
            word = self.next_word()
        return word % bound


def seed_words(seed: str) -> list[int]:
    """The fast generator's six words for a seed: the first 24 bytes of its SHA-256, within the moduli."""
    hashed = sha256(seed.encode("utf-8", "surrogatepass")).digest()
    words = [int.from_bytes(hashed[index : index + 4], "big") for index in range(0, 24, 4)]
    x, y = [word % M1 for word in words[:3]], [word % M2 for word in words[3:]]
    # Three zeros are the dead end of either half.
    return [*(x if any(x) else [1, 0, 0]), *(y if any(y) else [1, 0, 0])]


class Random(RandomSource):
    """The fast generator: equal seeds give equal streams, and its seeds are secret from nobody who sees its numbers."""

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
        """The next output, 1..M1; divided by M1 + 1 it is the published uniform number. No product reaches 2^53."""
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

    def shuffle_ints(self, ints: Ints) -> None:
        # The loop of the base class word for word: here the compiler knows which `below` is meant and puts it in place,
        # without which searches that redeal often are 5 % slower.
        last: i64 = len(ints) - 1
        while last > 0:
            other = self.below(last + 1)
            moved = ints[last]
            ints[last] = ints[other]
            ints[other] = moved
            last -= 1

    def fork(self) -> Random:
        """A new stream decided by this one, for a part that must not share it."""
        return Random(f"{self.next()} {self.next()} {self.next()}")

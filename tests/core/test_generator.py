"""The two generators.

The keyed stream is compared with a second implementation, written from the text of the rules ("Chance and fairness")
with nothing but hmac. The fast generator is compared with the results that its authors published (the package
RngStreams, file test2RngStream.res).
"""

from __future__ import annotations

import hmac
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

import ludoteca
from ludoteca.core.generator import M1, KeyedRandom, Random
from ludoteca.core.ints import packed

SEEDS = ["7", "0", "x" * 512, "ünïcødé 🎲", "secret/nonce0//nonce2", "\x00", " "]
TOP = 2**32


def words_of_the_rules(seed: str) -> Iterator[int]:
    """Yield words: block k is HMAC-SHA256 of "ludoteca deal" and k in 8 bytes, with the seed as key; eight words."""
    k = 0
    while True:
        block = hmac.new(seed.encode("utf-8"), b"ludoteca deal" + k.to_bytes(8, "big"), "sha256").digest()
        yield from (int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4))
        k += 1


def below_of_the_rules(words: Iterator[int], n: int) -> int:
    """Return the next word below the largest multiple of n, modulo n."""
    return next(word for word in words if word < TOP - TOP % n) % n


def shuffled_by_the_rules(words: Iterator[int], items: list[Any]) -> list[Any]:
    """Shuffle: from the last index down to 1, swap with below(index + 1)."""
    items = list(items)
    for index in range(len(items) - 1, 0, -1):
        other = below_of_the_rules(words, index + 1)
        items[index], items[other] = items[other], items[index]
    return items


@pytest.mark.parametrize("seed", SEEDS)
def test_the_keyed_stream_is_the_one_of_the_rules(seed: str) -> None:
    stream = KeyedRandom(seed)
    assert [stream.next_word() for _ in range(100)] == list(islice(words_of_the_rules(seed), 100))


def test_the_first_words_of_a_keyed_stream_are_pinned() -> None:
    # HMAC-SHA256 with key "7" of "ludoteca deal" and eight zero bytes, as `openssl dgst -sha256 -hmac 7` gives it.
    pinned = "f9cc24c06851c3f67049628e7ca994823c60dd4adfa92b7a09e7d137bc60afe5"
    stream = KeyedRandom("7")
    assert "".join(f"{stream.next_word():08x}" for _ in range(8)) == pinned


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("bound", [1, 2, 3, 52, 2**31 - 1, 2**31, 2**31 + 1, 2**32 - 1, 2**32])
def test_a_keyed_number_below_a_bound_is_the_one_of_the_rules(seed: str, bound: int) -> None:
    stream, words = KeyedRandom(seed), words_of_the_rules(seed)
    assert [stream.below(bound) for _ in range(50)] == [below_of_the_rules(words, bound) for _ in range(50)]


def test_words_of_the_incomplete_last_group_are_skipped() -> None:
    # With a bound just above 2^31, half of all words are skipped and the others are the numbers themselves.
    bound = 2**31 + 1
    stream = KeyedRandom("reject")
    drawn = list(islice(words_of_the_rules("reject"), 200))
    kept = [word for word in drawn if word < bound]
    assert len(kept) < 150
    assert [stream.below(bound) for _ in kept] == kept


@pytest.mark.parametrize("bound", [0, -1, 2**32 + 1])
def test_a_bound_must_fit_into_a_word(bound: int) -> None:
    with pytest.raises(ValueError, match="a bound is 1 to 4294967296"):
        KeyedRandom("7").below(bound)


def test_a_keyed_number_is_fair_and_within_bounds() -> None:
    stream = KeyedRandom("fair")
    counts = Counter(stream.below(7) for _ in range(7000))
    assert set(counts) == set(range(7))
    assert max(counts.values()) - min(counts.values()) < 200


@pytest.mark.parametrize("seed", SEEDS)
def test_a_keyed_shuffle_is_the_one_of_the_rules(seed: str) -> None:
    stream, words = KeyedRandom(seed), words_of_the_rules(seed)
    for count in (0, 1, 2, 10, 108):
        expected = shuffled_by_the_rules(words, list(range(count)))
        as_list, as_ints = list(range(count)), packed(list(range(count)))
        twin = stream.copy()
        twin.shuffle(as_ints)
        stream.shuffle(as_list)
        assert as_list == expected == list(as_ints)


def test_copies_of_a_keyed_stream_are_equal_and_independent() -> None:
    for drawn in range(20):
        stream = KeyedRandom("streams")
        for _ in range(drawn):
            stream.next_word()
        copy = stream.copy()
        ahead = [copy.next_word() for _ in range(20)]
        assert [stream.next_word() for _ in range(20)] == ahead


def test_a_deal_can_be_computed_from_the_rules_alone() -> None:
    cards = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"] + ["J1", "J2", "J3"]
    expected = shuffled_by_the_rules(words_of_the_rules("known"), cards)
    game = ludoteca.game("waffe")
    dealt = game.position(game.new(seed="known"))
    assert [set(hand) for hand in dealt["hands"]] == [set(expected[:10]), set(expected[10:20])]
    assert dealt["pack"] == expected[20:]


def from_words(*words: int) -> Random:
    random = Random("")
    random.x0, random.x1, random.x2, random.y0, random.y1, random.y2 = words
    return random


def words_of(random: Random) -> list[int]:
    return [random.x0, random.x1, random.x2, random.y0, random.y1, random.y2]


def uniform(random: Random) -> float:
    return random.next() / (M1 + 1)


def test_the_state_after_35_steps_is_the_published_one() -> None:
    random = from_words(*[12345] * 6)
    for _ in range(35):
        random.next()
    assert words_of(random) == [1040577685, 3747037609, 277208355, 1712706441, 627445683, 2408037141]
    assert uniform(random) == pytest.approx(0.07941673614985, abs=1e-13)


def test_the_first_outputs_are_the_published_ones() -> None:
    random = from_words(*[12345] * 6)
    published = [0.1270111220, 0.3185275653, 0.3091860155, 0.8258468629, 0.2216299157]
    assert [uniform(random) for _ in range(5)] == pytest.approx(published, abs=1e-9)


def test_the_sum_of_35_numbers_from_1_to_10_is_the_published_one() -> None:
    random = from_words(*[12345] * 6)
    assert sum(1 + int(10 * uniform(random)) for _ in range(35)) == 186


def test_the_fast_generator_hashes_a_seed_and_is_pinned() -> None:
    # SHA-256 of "7" begins 7902699b e42c8a8e 46fbbb45 01726517 e86b22c5 6a189f76.
    expected = [0x7902699B, 0xE42C8A8E, 0x46FBBB45, 0x01726517, 0xE86B22C5, 0x6A189F76]
    assert words_of(Random("7")) == expected
    shuffled = list(range(10))
    Random("7").shuffle(shuffled)
    assert shuffled == [4, 0, 1, 8, 3, 9, 2, 5, 7, 6]


def test_below_is_fair_and_within_bounds() -> None:
    random = Random("fair")
    counts = Counter(random.below(7) for _ in range(7000))
    assert set(counts) == set(range(7))
    assert max(counts.values()) - min(counts.values()) < 200
    assert {random.below(1) for _ in range(10)} == {0}


def test_below_skips_the_numbers_that_would_be_unfair() -> None:
    bound = M1 // 2 + 1
    random, raw = Random("reject"), Random("reject")
    numbers = [random.below(bound) for _ in range(20)]
    kept = [number for number in (raw.next() - 1 for _ in range(200)) if number < bound][:20]
    assert numbers == kept


def test_copies_and_forks_of_the_fast_generator_are_separate_streams() -> None:
    random = Random("streams")
    copy = random.copy()
    assert [random.next() for _ in range(5)] == [copy.next() for _ in range(5)]
    fork = random.fork()
    assert words_of(fork) != words_of(random)


def test_lone_surrogates_seed_the_fast_generator_too() -> None:
    assert Random("\ud800").next() != Random("?").next()

"""The generator against the published results of its authors (the package RngStreams, file test2RngStream.res)."""

from collections import Counter

import pytest

from ludoteca.core.generator import M1, Random


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


def test_a_seed_text_is_hashed_and_pinned() -> None:
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


def test_below_refuses_the_part_that_would_be_unfair() -> None:
    bound = M1 // 2 + 1
    random, raw = Random("reject"), Random("reject")
    numbers = [random.below(bound) for _ in range(20)]
    kept = [number for number in (raw.next() - 1 for _ in range(200)) if number < bound][:20]
    assert numbers == kept


def test_copies_and_forks_are_separate_streams() -> None:
    random = Random("streams")
    copy = random.copy()
    assert [random.next() for _ in range(5)] == [copy.next() for _ in range(5)]
    fork = random.fork()
    assert words_of(fork) != words_of(random)


def test_lone_surrogates_are_a_seed_too() -> None:
    assert Random("\ud800").next() != Random("?").next()

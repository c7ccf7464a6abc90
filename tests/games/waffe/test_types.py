"""The types of sets of cards: worked examples, and the reference rules that try every assignment of jokers."""

from __future__ import annotations

from random import Random

import pytest
from games.waffe.reference_rules import DECK, JOKERS, RANKS, SUITS, TYPES, types
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.games.waffe.cards import BECOMES, BIT, CARD_NAMES, card_names, type_names, types_of

MOST = 16


def fast(cards: list[str]) -> list[str]:
    return type_names(types_of(sum(BIT[CARD_NAMES.index(card)] for card in cards)))


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("7S", "suit straight"),
        ("J1", "suit straight"),
        ("7S 8S", "suit straight"),
        ("7S J1", "suit straight pairs"),
        ("J1 J2", "suit straight pairs"),
        ("J1 J2 J3", "suit straight triples"),
        ("3H 2S AC KD QD", "straight"),
        ("KC J1 JD", "straight"),
        ("KC J1 JD QH 9S", "straight"),
        ("KC J1 JD QH 9S KH QD J2", "pairs"),
        ("7C 7D 7H TC TD TH", "triples"),
        ("7C 7D 7H TC TD TH J1", ""),
        ("4C 4D 4H 4S", "fours"),
        ("4C 4D 4H 4S J1", ""),
        ("AC 2D 3C 4D 5C 6D 7C 8D 9C TD JC QD KC", "straight"),
        ("AC 2D 3C 4D 5C 6D 7C 8D 9C TD JC QD KC KD", ""),
        ("AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC J1 J2 J3", "suit"),
        ("5S 9S J1 J2", "suit pairs"),
        ("7S 7H J1 J2", "pairs fours"),
        ("7S 7H 7D J1", "fours"),
        ("7S 7H 8C J1 J2 J3", "pairs triples"),
        ("2D AD TC", ""),
        ("2D AD 9C J1 J2", ""),
        ("2D AD KC", "straight"),
        ("KC 2C", "suit"),
        ("KC 2D J1", "straight"),
    ],
)
def test_the_types_of_some_sets(cards: str, expected: str) -> None:
    assert fast(cards.split()) == types(cards.split()) == expected.split()


def test_pairs_of_every_rank_leave_none_for_two_jokers() -> None:
    pairs = [rank + suit for rank in RANKS for suit in "CD"]
    assert fast(pairs) == ["pairs"]
    assert fast([*pairs, "J1", "J2"]) == []
    assert fast([*pairs[2:], "J1", "J2"]) == ["pairs"]
    assert fast([rank + suit for rank in RANKS for suit in SUITS]) == ["fours"]


def likely_set(random: Random) -> list[str]:
    """Return a set of up to 16 cards that has a type or almost has one."""
    shape = random.choice(["any", "suit", "straight", "groups", "groups"])
    cards: list[str] = []
    if shape == "any":
        cards = random.sample(DECK[:52], random.randint(0, 12))
    elif shape == "suit":
        suit = random.choice(SUITS)
        cards = [rank + suit for rank in random.sample(RANKS, random.randint(1, 13))]
    elif shape == "straight":
        start, length = random.randrange(13), random.randint(2, 13)
        cards = [RANKS[(start + step) % 13] + random.choice(SUITS) for step in range(length)]
        cards = random.sample(cards, max(1, length - random.randint(0, 3)))
    else:
        size = random.randint(2, 4)
        for rank in random.sample(RANKS, random.randint(1, MOST // size)):
            cards += [rank + suit for suit in random.sample(SUITS, max(1, size - random.choice([0, 0, 0, 1])))]
    if random.random() < 0.2:
        cards = list({*cards, random.choice(DECK[:52])})
    jokers = random.choices(range(4), weights=(30, 45, 19, 6))[0]
    cards = (cards + JOKERS[:jokers])[-MOST:] or [JOKERS[0]]
    random.shuffle(cards)
    return cards


def compare(sets: int, seed: str) -> dict[str, int]:
    random = Random(seed)
    met = dict.fromkeys([*TYPES, "several", "none"], 0)
    for _ in range(sets):
        cards = likely_set(random)
        expected = types(cards)
        assert fast(cards) == expected, cards
        for name in expected:
            met[name] += 1
        met["several"] += len(expected) > 1
        met["none"] += not expected
    return met


@pytest.mark.parametrize("part", range(4))
def test_every_assignment_of_the_jokers_agrees_on_20000_sets(part: int) -> None:
    met = compare(5000, f"types {part}")
    assert min(met.values()) > 100, met


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_every_assignment_of_the_jokers_agrees_on_100000_sets(part: int) -> None:
    compare(10_000, f"more types {part}")


sets_of_cards = st.lists(st.sampled_from(DECK), min_size=1, max_size=MOST, unique=True)


@settings(max_examples=300, deadline=None)
@given(sets_of_cards, st.integers(0, 12), st.permutations(SUITS))
def test_turning_the_circle_of_ranks_and_swapping_suits_changes_no_type(
    cards: list[str], steps: int, suits: list[str]
) -> None:
    def turned(card: str) -> str:
        if card in JOKERS:
            return card
        return RANKS[(RANKS.index(card[0]) + steps) % 13] + suits[SUITS.index(card[1])]

    assert fast([turned(card) for card in cards]) == fast(cards)


@settings(max_examples=300, deadline=None)
@given(sets_of_cards, st.data())
def test_a_joker_in_place_of_a_card_takes_no_type_away(cards: list[str], data: st.DataObject) -> None:
    free = [joker for joker in JOKERS if joker not in cards]
    if free:
        replaced = data.draw(st.sampled_from(cards))
        assert set(fast(cards)) <= set(fast([free[0] if card == replaced else card for card in cards]))


def test_which_types_may_follow() -> None:
    becomes = {names: type_names(BECOMES[index]) for index, names in enumerate(map(str, map(type_names, range(32))))}
    assert becomes["['suit']"] == ["suit", "straight"]
    assert becomes["['straight']"] == ["straight", "pairs", "triples", "fours"]
    for groups in ("pairs", "triples", "fours"):
        assert becomes[f"['{groups}']"] == ["pairs", "triples", "fours"]
    assert becomes["['suit', 'straight']"] == becomes["['suit', 'pairs']"] == becomes["[]"] == TYPES


def test_cards_are_written_by_rank_then_suit_jokers_last() -> None:
    assert card_names(sum(BIT)) == DECK

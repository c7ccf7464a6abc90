"""Plays: generated completely, once each and in order; counted, numbered and drawn without listing them."""

from __future__ import annotations

from collections import Counter
from random import Random as Chance
from typing import Any

import pytest
from games.waffe.reference_rules import DECK, GAME, JOKERS, build, moves, subsets, types, types_after, write_play

from ludoteca.core.conformance import check_game
from ludoteca.core.generator import Random
from ludoteca.core.ints import i64, vec
from ludoteca.games.waffe.cards import BIT, CARD_NAMES, EVERY_TYPE, TYPE_NAMES
from ludoteca.games.waffe.move_generation import PlayableCards, generate_plays, sort_plays
from ludoteca.games.waffe.play_index import PlayIndex, random_below
from ludoteca.games.waffe.rules import PASS, Waffe


def cards(names: list[str]) -> int:
    return sum(BIT[CARD_NAMES.index(name)] for name in names)


def names(play: int) -> list[str]:
    return [name for name in DECK if play & BIT[CARD_NAMES.index(name)]]


class Deal:
    """A field, similar cards from three sources, and the types that the field may have."""

    def __init__(self, chance: Chance, most: int) -> None:
        ranks = chance.sample("A23456789TJQK", chance.choice([3, 4, 6, 13]))
        near = [card for card in DECK if card in JOKERS or card[0] in ranks]
        drawn = chance.sample(near, min(len(near), chance.randint(1, most) + chance.randint(0, 6)))
        count = chance.randint(1, min(most, len(drawn)))
        self.field = drawn[count:]
        self.sources: list[list[str]] = [[], [], []]
        for card in sorted(drawn[:count], key=DECK.index):
            self.sources[chance.randrange(3)].append(card)
        self.allowed = chance.choice([EVERY_TYPE, EVERY_TYPE, chance.randint(1, EVERY_TYPE)])
        hand, table, other = map(cards, self.sources)
        self.playable = PlayableCards(cards(self.field), hand, table, other)

    def plays(self) -> set[int]:
        """Return all plays, by trying every set with the reference rules."""
        found = set()
        for play in subsets([card for source in self.sources for card in source]):
            lowest = all(
                [card for card in source if card in JOKERS and card in play]
                == [card for card in source if card in JOKERS][: len({*source} & {*play} & {*JOKERS})]
                for source in self.sources
            )
            if lowest and any(self.allowed & BIT[TYPE_NAMES.index(name)] for name in types([*self.field, *play])):
                found.add(cards(list(play)))
        return found


@pytest.mark.parametrize("part", range(4))
def test_generation_index_and_reference_rules_find_the_same_plays(part: int) -> None:
    chance = Chance(f"plays {part}")
    for _ in range(100):
        deal = Deal(chance, 8)
        listed = list(generate_plays(deal.playable, deal.allowed))
        assert listed == sorted(deal.plays())
        index = PlayIndex(deal.playable, deal.allowed)
        assert index.has_play() == bool(listed)
        assert sorted(play for play in map(index.at, range(index.total)) if play) == listed


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_generation_and_index_find_the_same_plays_in_large_hands(part: int) -> None:
    chance = Chance(f"large {part}")
    for _ in range(200):
        deal = Deal(chance, 17)
        listed = list(generate_plays(deal.playable, deal.allowed))
        assert listed == sorted(set(listed))
        index = PlayIndex(deal.playable, deal.allowed)
        assert index.has_play() == bool(listed)
        assert sorted(play for play in map(index.at, range(index.total)) if play) == listed


def test_all_ranks_in_pairs_leave_no_play_for_two_jokers() -> None:
    field = cards([card for card in DECK if card[1] in "CD"])
    index = PlayIndex(PlayableCards(field, cards(["J1", "J2"]), 0, 0), EVERY_TYPE)
    assert not index.has_play()
    assert list(generate_plays(index.playable, EVERY_TYPE)) == []


def test_jokers_are_interchangeable_within_one_source_only() -> None:
    playable = PlayableCards(cards(["7S"]), cards(["J1", "J3"]), cards(["J2"]), 0)
    plays = [names(play) for play in generate_plays(playable, EVERY_TYPE)]
    assert sorted(plays) == [["J1"], ["J1", "J2"], ["J1", "J2", "J3"], ["J1", "J3"], ["J2"]]


@pytest.mark.parametrize("options", [{}, {"must_play": True}, {"transitions": "free"}, {"shared_table": False}])
@pytest.mark.parametrize("deal", range(3))
def test_the_reference_rules_agree_over_whole_games(options: dict[str, Any], deal: int) -> None:
    state = GAME.new(seed=f"naive {deal}", options={**options, "hand": 5})
    random = Random(f"naive {deal}")
    while GAME.seat(state) is not None:
        position = GAME.position(state)
        expected = moves(position)
        assert set(GAME.moves(state)) == expected
        text = sorted(expected)[random.below(len(expected))]
        state = GAME.play(state, text)
        if text != "pass":
            assert GAME.position(state)["types"] == types_after(position, text.split()[1:])


def test_moves_are_written_as_on_the_rules_page() -> None:
    state = GAME.load(build("KS", hand="QS KH", other="2C"))
    assert set(GAME.moves(state)) == {"play QS", "play KH", "pass"}
    assert write_play(["J1", "KS", "JH"]) == "play JH KS J1"
    joker = GAME.load(build("KS", hand="QS J2 J3", other="2C"))
    assert set(GAME.moves(joker)) == {
        "play QS", "play J2", "play QS J2", "play J2 J3", "play QS J2 J3", "pass"
    }  # fmt: skip


def test_random_moves_are_legal_and_equally_likely() -> None:
    state = GAME.load(build("7S", hand="7H 8S J1", table="J2", other="2C", other_table="6D"))
    assert isinstance(state, Waffe)
    legal = list(state.moves())
    random, draws = Random("sample"), 100 * len(legal)
    met = Counter(state.random_move(random) for _ in range(draws))
    assert sorted(met) == legal
    chi_square = sum((met[move] - 100) ** 2 / 100 for move in legal)
    freedom = len(legal) - 1
    assert abs(chi_square - freedom) < 4 * (2 * freedom) ** 0.5


def test_a_random_move_passes_only_if_allowed() -> None:
    stuck = GAME.load(build("3H 6H", hand="2C", other="2D"))
    assert isinstance(stuck, Waffe)
    assert {stuck.random_move(Random(str(seed))) for seed in range(20)} == {PASS}
    must = GAME.load(build("3H", table="4H", hand="2C", other="2D", options={"must_play": True}))
    assert isinstance(must, Waffe)
    assert {must.random_move(Random(str(seed))) for seed in range(20)} == set(
        map(cards, (["2C"], ["4H"], ["2C", "4H"]))
    )


def test_millions_of_plays_are_counted_and_drawn_quickly() -> None:
    state = GAME.load(build(hand=" ".join(DECK[4:]), other="AC"))
    assert isinstance(state, Waffe)
    index = PlayIndex(state.playable(), EVERY_TYPE)
    assert index.total > 2**32
    random = Random("huge")
    for _ in range(30):
        assert state.why_not(state.random_move(random)) is None
    assert GAME.choices(state, 0)["play"] is True


def test_random_numbers_beyond_the_generators_own_bound() -> None:
    random = Random("wide")
    drawn = [random_below(random, 3 * 2**40) for _ in range(3000)]
    assert all(0 <= number < 3 * 2**40 for number in drawn)
    assert Counter(number >> 40 for number in drawn).keys() == {0, 1, 2}
    assert random_below(random, 1) == 0


def test_packed_plays_are_sorted_too() -> None:
    """Compiled rules use a radix sort; plain Python sorts a list."""
    random = Random("order")
    plays = [random_below(random, 2**55) for _ in range(500)]
    assert list(sort_plays(vec[i64](plays))) == sorted(plays)


@pytest.mark.slow
@pytest.mark.parametrize("hand", [5, 10, 15])
@pytest.mark.parametrize("transitions", ["strict", "free"])
def test_more_games_conform(hand: int, transitions: str) -> None:
    for deal in range(12):
        switches = {"must_play": deal % 2 == 0, "shared_table": deal % 3 > 0}
        options = {"hand": hand, "transitions": transitions, "jokers": 3 - deal % 4, **switches}
        check_game(GAME, 2, GAME.check_options(options), f"slow {deal}", state_count=10)

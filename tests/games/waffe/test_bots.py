"""The bots: what greedy likes, what it never does, and by how much it beats chance."""

from __future__ import annotations

from typing import Any

import pytest
from games.waffe.naive import GAME, build

from ludoteca.core.generator import Random
from ludoteca.games.waffe import GAME as CORE
from ludoteca.games.waffe.bot import fallback, worth
from ludoteca.lab.legs import play_deal


def greedy(position: dict[str, Any]) -> str:
    return GAME.bot("greedy", seed=1).move(GAME.load(position))


@pytest.mark.parametrize(
    ("position", "move"),
    [
        (build(hand="2S 5S 9S KH QD", other="2C"), "play 2S 5S 9S"),
        (build(hand="2S 3H 4D 5C 9S J1", other="2C"), "play 2S 3H 4D 5C"),
        (build(hand="2S 2H 9D 9C KS TD J1", other="2C"), "play 2H 2S 9C 9D"),
        (build("7S 8S", hand="9S TS J1 2C", other="3C"), "play 9S TS"),
        (build("7S 9S", hand="J1 2C KD", other="3C"), "play J1"),
        (build("7S 9S", hand="8S J1", other="3C"), "play 8S J1"),
        (build("7S 9S", hand="2C KD", other="3C"), "pass"),
    ],
)
def test_greedy_lays_most_cards_and_keeps_its_jokers_until_they_win(position: dict[str, Any], move: str) -> None:
    assert greedy(position) == move


def test_greedy_plays_the_others_cards_where_that_rids_it_of_more() -> None:
    assert greedy(build("5H", hand="6S 8D KC", other="3C", other_table="7C 4C")) == "play 6S 7C 8D"


def test_greedy_never_plays_the_others_last_card_for_him() -> None:
    position = build("5H", hand="6S 8D KC", other_table="7C")
    assert greedy(position) == "play 6S"
    assert greedy(build("5H 6H", hand="2C 3C", other_table="8H")) == "pass"


def test_where_it_must_play_it_leaves_the_other_a_card_if_it_can() -> None:
    options = {"must_play": True}
    spared = build("5H 7H", hand="2C 3C", other_table="8H 9H", options=options)
    assert greedy(spared) in ("play 8H", "play 9H")
    lost = build("5H 7H", hand="2C 3C", other_table="9H", options=options)
    assert greedy(lost) == "play 9H"


def test_greedy_finds_the_best_that_all_moves_hold() -> None:
    """No legal move that lays an own card is worth more, unless it plays the other's last card."""
    random, bot = Random("best"), CORE.bot(2)
    for deal in range(12):
        state: Any = GAME.new(seed=f"best {deal}", options={"hand": 7})
        while GAME.seat(state) is not None:
            moves = state.moves()
            own = state.hands[state.mover] | state.tables[state.mover]
            theirs = 0 if state.hands[1 - state.mover] else state.tables[1 - state.mover]
            worths = [worth(state, move) for move in moves[:-1] if move & own and not move & theirs]
            choice = bot.move(state, random)
            if worths:
                assert worth(state, choice) == max(worths)
            else:
                assert choice == moves[-1]
            state = state.copy()
            state.play(state.sample(random))


def test_the_fallback_plays_own_cards_only_and_passes_else() -> None:
    state: Any = GAME.load(build("5H", hand="6H KC", table="7H", other="2C", other_table="8H"))
    texts = {CORE.write(state, fallback(state, Random(str(seed)))) for seed in range(40)}
    assert texts == {"play 6H", "play 7H", "play 6H 7H"}
    stuck: Any = GAME.load(build("5H 7H", hand="2C", other="3C", other_table="8H"))
    assert CORE.write(stuck, fallback(stuck, Random("1"))) == "pass"
    must: Any = GAME.load(build("5H 7H", hand="2C", other="3C", other_table="8H", options={"must_play": True}))
    assert CORE.write(must, fallback(must, Random("1"))) == "play 8H"


def test_greedy_beats_random() -> None:
    greedy, random, options = CORE.bot("greedy"), CORE.bot("random"), CORE.check_options({})
    shares = [play_deal(CORE, greedy, random, options, f"seed {number}").share for number in range(40)]
    assert sum(shares) / len(shares) >= 0.85

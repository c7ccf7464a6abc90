"""The levels of Wege, the sparring partner, and what is said for a move."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from games.wege.parks import GAME, park

from ludoteca.core.generator import Random
from ludoteca.core.ints import i64, remove, vec
from ludoteca.core.state import NOBODY, determinize
from ludoteca.games.wege import GAME as CORE
from ludoteca.games.wege.bot.board import survey
from ludoteca.games.wege.bot.evaluation import judged_moves, quick_move
from ludoteca.games.wege.bot.search import FURTHEST, WON, WORTHS, think
from ludoteca.games.wege.rules import Wege

Player = Callable[[Wege, Random], int]
MIDDLE = ".... .l.. .... ...."
SIZES = [(3, 3, "5"), (4, 6, "1"), (6, 6, "standard"), (10, 3, "3")]


def begin(rows: int, cols: int, specials: str, seed: str) -> Wege:
    state = CORE.start(2, {"rows": rows, "cols": cols, "specials": specials}, Random(seed))
    assert isinstance(state, Wege)
    return state


# The levels


def test_there_are_five_levels_and_a_sparring_partner() -> None:
    assert [bot.name for bot in CORE.bots] == ["beginner", "easy", "fair", "strong", "master"]
    assert [bot.level for bot in CORE.bots] == [1, 2, 3, 4, 5]
    assert [bot.name for bot in CORE.baselines] == ["greedy"]


@pytest.mark.parametrize("size", SIZES)
def test_every_level_plays_every_park_and_repeats_itself(size: tuple[int, int, str]) -> None:
    for bot in CORE.bots:
        state, random, again = begin(*size, "levels"), Random("bot"), Random("bot")
        while state.seat() != NOBODY:
            move = bot.choose(state.copy(), random, min(3, bot.simulations))
            assert state.why_not(move) is None
            assert bot.choose(state.copy(), again, min(3, bot.simulations)) == move
            state.play(move)


def test_the_order_of_the_deck_makes_no_difference() -> None:
    state = begin(6, 6, "standard", "deck")
    for _ in range(8):
        state.play(state.random_move(Random("moves")))
    other = state.copy()
    other.determinize(0, Random("another order"))
    assert list(other.deck) != list(state.deck)
    for bot in CORE.bots:
        dealt = [determinize(one, state.mover, Random("dealt anew")) for one in (state, other)]
        moves = [bot.choose(one, Random("bot"), min(20, bot.simulations)) for one in dealt]
        assert moves[0] == moves[1]


def share(upper: Player, lower: Player, size: tuple[int, int, str], deals: int) -> float:
    """What the first of two players gets of games on the same deals from both sides; a draw counts half."""
    total = 0.0
    for number in range(2 * deals):
        state, random, side = begin(*size, f"deal {number // 2}"), Random(f"bots {number}"), number % 2
        while state.seat() != NOBODY:
            player = upper if state.mover == side else lower
            state.play(player(determinize(state, state.mover, random), random))
        total += state.result()[side]
    return total / (2 * deals)


def test_greedy_beats_random() -> None:
    greedy = CORE.bot("greedy").choose
    size = (6, 6, "standard")
    assert share(lambda state, random: greedy(state, random, 0), Wege.random_move, size, deals=15) >= 0.8


def test_thinking_beats_greedy() -> None:
    greedy = CORE.bot("greedy").choose
    thought = share(
        lambda state, random: think(state, random, 80), lambda state, random: greedy(state, random, 0), (5, 5, "2"), 5
    )
    assert thought >= 0.7


def test_greedy_takes_the_best_provisional_score() -> None:
    pond = GAME.load(park("ll. l.. ...", top_left="water"))
    gnomes = GAME.load(park("P.. ... ...", hand="U", half_turned=["a1"]))
    for seed in range(5):
        assert GAME.bot("greedy", seed=seed).move(pond) in ("b2/1", "b2/3")
        assert GAME.bot("greedy", seed=seed).move(gnomes) in ("b1/2", "a2/0")


def test_the_fallback_never_swaps() -> None:
    state = CORE.read_position(park("lll lll ll.", hand="b"), Random("0"))
    for seed in range(20):
        assert CORE.write_move(state, CORE.fallback(state, Random(str(seed)))) in ("c3/0", "c3/2")


# Thinking


@pytest.mark.parametrize("size", SIZES)
def test_the_ground_counts_as_the_rules_do(size: tuple[int, int, str]) -> None:
    """Through whole games with swaps: the same hand and mover, its moves legal, the same difference at the end."""
    for number in range(15):
        state, random = begin(*size, f"ground {number}"), Random(str(number))
        ground = survey(state)
        while state.seat() != NOBODY:
            assert (ground.hand, ground.mover, ground.free) == (state.hand, state.mover, state.free)
            judged = list(judged_moves(ground))
            assert judged[1::2]
            assert set(judged[1::2]) <= set(state.moves())
            assert sorted(judged) == sorted(judged_moves(survey(state)))
            if not state.is_bare():
                assert state.why_not(quick_move(ground, random)) is None
            move = state.random_move(random)
            state.play(move)
            ground.play(move)
        land, water = state.scores()
        assert ground.difference() == land - water


def expected(state: Wege) -> float:
    """What land can expect of the best play by both, the card in hand known and every order of the deck as likely."""
    if state.seat() == NOBODY:
        land, water = state.scores()
        return float(WORTHS[land - water + FURTHEST])
    worths = [after(state, move) for move in state.moves()]
    return max(worths) if state.mover == 0 else min(worths)


def after(state: Wege, move: int) -> float:
    """The mean over the cards that may be drawn after a move, if one is."""
    played = state.copy()
    played.play(move)
    if played.seat() == NOBODY or played.replaced:
        return expected(played)
    cards = [played.hand, *played.deck]
    total = 0.0
    for card in set(cards):
        drawn = played.copy()
        drawn.hand, drawn.deck = card, vec[i64](cards)
        drawn.deck = remove(drawn.deck, card)
        total += cards.count(card) * expected(drawn)
    return total / len(cards)


def test_the_end_is_played_as_well_as_it_can_be() -> None:
    """With three cells free the search finds what brute force finds, where that makes a difference."""
    told = 0
    for number in range(12):
        state, random = begin(3, 3, "1", f"end {number}"), Random(str(number))
        while state.free > 3:
            state.play(state.random_move(random))
        sign = 1 if state.mover == 0 else -1
        worths = {move: sign * after(state, move) for move in state.moves()}
        best = max(worths.values())
        if min(worths.values()) < best - 0.1 * WON:
            told += 1
            assert worths[think(state, random, 1000)] >= best - 0.02 * WON
    assert told >= 5


# What is said for a move


def said(drawing: str, move: str, **more: object) -> list[str]:
    state = CORE.read_position(park(drawing, **more), Random("0"))  # type: ignore[arg-type]
    read = CORE.read(state, move)
    assert isinstance(read, int)
    return [CORE.translations.format(line) for line in CORE.explain(state, read)]


def test_a_hint_says_what_speaks_for_the_move() -> None:
    assert said("ll. l.. ...", "b2/1", top_left="water") == ["Puts you 4 points further ahead as things stand."]
    assert said("l.. ... ...", "b1/1") == ["Puts you 4 points further ahead as things stand."]
    assert said(MIDDLE, "c2/1") == ["Ties land that could have become an island to more land."]
    assert said(MIDDLE, "c2/1", to_move=1) == ["Changes no points yet, and keeps other cells for cards to come."]
    assert said("ww. w.. ...", "b2/1", hand="w", to_move=0)[-1].startswith("Uses a water card up where it saves no")
    gnomes = said("P.. ... ...", "b1/0", hand="U", half_turned=["a1"], to_move=1)
    assert gnomes[0] == "Ties water that could have become a pond to more water."
    assert gnomes[1] == "Lets Land's gnome face nobody."

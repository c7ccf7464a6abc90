"""The levels of Wege, the baseline, the search and the explanations."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from games.wege.parks import GAME, park

from ludoteca.core.generator import Random
from ludoteca.core.ints import i64, remove, vec
from ludoteca.core.state import NOBODY, determinize
from ludoteca.games.wege.bot.board import make_search_board
from ludoteca.games.wege.bot.evaluation import evaluate_moves, playout_move
from ludoteca.games.wege.bot.search import MAX_LEAD, VALUE_OF_LEAD, WIN_VALUE, search
from ludoteca.games.wege.rules import Wege

Player = Callable[[Wege, Random], int]
MIDDLE = ".... .l.. .... ...."
SIZES = [(3, 3, "5"), (4, 6, "1"), (6, 6, "standard"), (10, 3, "3"), (16, 4, "0")]


def deal(rows: int, cols: int, specials: str, seed: str) -> Wege:
    state = GAME.start(2, {"rows": rows, "cols": cols, "specials": specials}, Random(seed))
    assert isinstance(state, Wege)
    return state


# The levels


def test_there_are_five_levels_and_a_baseline() -> None:
    assert [bot.name for bot in GAME.levels] == ["beginner", "easy", "fair", "strong", "master"]
    assert [bot.level for bot in GAME.levels] == [1, 2, 3, 4, 5]
    assert [bot.name for bot in GAME.baselines] == ["greedy"]


@pytest.mark.parametrize("size", SIZES)
def test_every_level_plays_every_park_and_repeats_itself(size: tuple[int, int, str]) -> None:
    for bot in GAME.levels:
        state, random, again = deal(*size, "levels"), Random("bot"), Random("bot")
        while state.seat() != NOBODY:
            move = bot.choose(state.copy(), random, min(3, bot.simulations))
            assert state.why_not(move) is None
            assert bot.choose(state.copy(), again, min(3, bot.simulations)) == move
            state.play(move)


def test_large_parks_get_fewer_simulations(monkeypatch: pytest.MonkeyPatch) -> None:
    counts: list[int] = []

    def search_nothing(state: Wege, random: Random, simulations: int) -> int:
        counts.append(simulations)
        return 0

    monkeypatch.setattr("ludoteca.games.wege.bot.levels.search", search_nothing)
    for size in (3, 6, 10, 16):
        for level in (3, 5):
            bot = GAME.levels[level - 1]
            bot.choose(deal(size, size, "standard", "large"), Random("bot"), bot.simulations)
    assert counts == [100, 20000, 100, 20000, 36, 7200, 12, 1098]


def test_the_order_of_the_deck_makes_no_difference() -> None:
    state = deal(6, 6, "standard", "deck")
    for _ in range(8):
        state.play(state.random_move(Random("moves")))
    other = state.copy()
    other.determinize(0, Random("another order"))
    assert list(other.deck) != list(state.deck)
    for bot in GAME.levels:
        dealt = [determinize(one, state.mover, Random("dealt again")) for one in (state, other)]
        moves = [bot.choose(one, Random("bot"), min(20, bot.simulations)) for one in dealt]
        assert moves[0] == moves[1]


def share(upper: Player, lower: Player, size: tuple[int, int, str], deals: int) -> float:
    """Return the first player's share of the points from games on the same deals from both sides."""
    total = 0.0
    for number in range(2 * deals):
        state, random, side = deal(*size, f"deal {number // 2}"), Random(f"bots {number}"), number % 2
        while state.seat() != NOBODY:
            player = upper if state.mover == side else lower
            state.play(player(determinize(state, state.mover, random), random))
        total += state.result()[side]
    return total / (2 * deals)


def test_greedy_beats_random() -> None:
    greedy = GAME.find_bot("greedy").choose
    size = (6, 6, "standard")
    assert share(lambda state, random: greedy(state, random, 0), Wege.random_move, size, deals=15) >= 0.8


def test_search_beats_greedy() -> None:
    greedy = GAME.find_bot("greedy").choose
    won = share(
        lambda state, random: search(state, random, 80), lambda state, random: greedy(state, random, 0), (5, 5, "2"), 5
    )
    assert won >= 0.7


def test_greedy_takes_the_best_provisional_score() -> None:
    pond = GAME.load(park("ll. l.. ...", top_left="water"))
    gnomes = GAME.load(park("P.. ... ...", hand="U", half_turned=["a1"]))
    for seed in range(5):
        assert GAME.bot("greedy", seed=seed).move(pond) in ("b2/1", "b2/3")
        assert GAME.bot("greedy", seed=seed).move(gnomes) in ("b1/2", "a2/0")


def test_the_fallback_never_swaps() -> None:
    state = GAME.read_position(park("lll lll ll.", hand="b"), Random("0"))
    for seed in range(20):
        assert GAME.write_move(state, GAME.fallback(state, Random(str(seed)))) in ("c3/0", "c3/2")


# Search


@pytest.mark.parametrize("size", SIZES)
def test_the_search_board_agrees_with_the_rules(size: tuple[int, int, str]) -> None:
    """Over whole games with swaps: the same hand and mover, legal moves, the same lead at the end."""
    for number in range(15):
        state, random = deal(*size, f"ground {number}"), Random(str(number))
        board = make_search_board(state)
        while state.seat() != NOBODY:
            assert (board.hand, board.mover, board.free_cells) == (state.hand, state.mover, state.free_cells)
            evaluated = list(evaluate_moves(board))
            assert evaluated[1::2]
            assert set(evaluated[1::2]) <= set(state.moves())
            assert sorted(evaluated) == sorted(evaluate_moves(make_search_board(state)))
            if not state.is_empty():
                assert state.why_not(playout_move(board, random)) is None
            move = state.random_move(random)
            state.play(move)
            board.play(move)
        land, water = state.scores()
        assert board.final_lead() == land - water


def expected(state: Wege) -> float:
    """Return land's expected value under best play by both, over all orders of the deck."""
    if state.seat() == NOBODY:
        land, water = state.scores()
        return float(VALUE_OF_LEAD[land - water + MAX_LEAD])
    values = [after(state, move) for move in state.moves()]
    return max(values) if state.mover == 0 else min(values)


def after(state: Wege, move: int) -> float:
    """Return the mean over the cards that may be drawn after a move."""
    played = state.copy()
    played.play(move)
    if played.seat() == NOBODY or played.hand_is_replaced:
        return expected(played)
    cards = [played.hand, *played.deck]
    total = 0.0
    for card in set(cards):
        drawn = played.copy()
        drawn.hand, drawn.deck = card, vec[i64](cards)
        drawn.deck = remove(drawn.deck, card)
        total += cards.count(card) * expected(drawn)
    return total / len(cards)


def test_endgames_are_played_perfectly() -> None:
    """With three free cells the search finds what brute force finds, where that makes a difference."""
    decisive = 0
    for number in range(12):
        state, random = deal(3, 3, "1", f"end {number}"), Random(str(number))
        while state.free_cells > 3:
            state.play(state.random_move(random))
        sign = 1 if state.mover == 0 else -1
        values = {move: sign * after(state, move) for move in state.moves()}
        best = max(values.values())
        if min(values.values()) < best - 0.1 * WIN_VALUE:
            decisive += 1
            assert values[search(state, random, 1000)] >= best - 0.02 * WIN_VALUE
    assert decisive >= 5


# Explanations


def explain(drawing: str, move: str, **more: object) -> list[str]:
    state = GAME.read_position(park(drawing, **more), Random("0"))  # type: ignore[arg-type]
    read = GAME.read_move(state, move)
    assert isinstance(read, int)
    return [GAME.translations.format(line) for line in GAME.explain(state, read)]


def test_a_hint_explains_the_move() -> None:
    assert explain("ll. l.. ...", "b2/1", top_left="water") == ["Puts you 4 points further ahead as things stand."]
    assert explain("l.. ... ...", "b1/1") == ["Puts you 4 points further ahead as things stand."]
    assert explain(MIDDLE, "c2/1") == ["Ties land that could have become an island to more land."]
    assert explain(MIDDLE, "c2/1", to_move=1) == ["Changes no points yet, and keeps other cells for cards to come."]
    assert explain("ww. w.. ...", "b2/1", hand="w", to_move=0)[-1].startswith("Uses a water card up where it saves no")
    gnomes = explain("P.. ... ...", "b1/0", hand="U", half_turned=["a1"], to_move=1)
    assert gnomes[0] == "Ties water that could have become a pond to more water."
    assert gnomes[1] == "Lets Land's gnome face nobody."

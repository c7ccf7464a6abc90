"""The bots of Waffe: the baseline, the levels, the search, and endgames against brute force."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from games.waffe.reference_rules import DECK, GAME, build

import ludoteca
from ludoteca.core.generator import Random
from ludoteca.core.state import NOBODY, determinize
from ludoteca.games.waffe.bot.endgame import UNKNOWN, EndgameSolver
from ludoteca.games.waffe.bot.heuristics import JOKER_COST, play_value
from ludoteca.games.waffe.bot.levels import fallback
from ludoteca.games.waffe.bot.search import generate_candidates, playout_move, search
from ludoteca.games.waffe.cards import JOKERS
from ludoteca.games.waffe.rules import PASS, Waffe


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


def test_greedy_plays_the_opponents_cards_to_shed_more() -> None:
    assert greedy(build("5H", hand="6S 8D KC", other="3C", other_table="7C 4C")) == "play 6S 7C 8D"


def test_greedy_never_plays_the_opponents_last_card() -> None:
    position = build("5H", hand="6S 8D KC", other_table="7C")
    assert greedy(position) == "play 6S"
    assert greedy(build("5H 6H", hand="2C 3C", other_table="8H")) == "pass"


def test_a_forced_play_leaves_the_opponent_a_card_if_possible() -> None:
    options = {"must_play": True}
    spared = build("5H 7H", hand="2C 3C", other_table="8H 9H", options=options)
    assert greedy(spared) in ("play 8H", "play 9H")
    lost = build("5H 7H", hand="2C 3C", other_table="9H", options=options)
    assert greedy(lost) == "play 9H"


def test_greedy_finds_the_best_of_all_moves() -> None:
    """No legal move that lays an own card has a higher value, unless it plays the opponent's last card."""
    random, bot = Random("best"), GAME.find_bot("greedy")
    for deal in range(12):
        state: Any = GAME.new(seed=f"best {deal}", options={"hand": 7})
        while GAME.seat(state) is not None:
            moves = state.moves()
            own = state.hands[state.mover] | state.tables[state.mover]
            theirs = 0 if state.hands[1 - state.mover] else state.tables[1 - state.mover]
            plays = [move for move in moves[:-1] if move & own and not move & theirs]
            values = [play_value(own, play, JOKER_COST) for play in plays]
            choice = bot.move(state, random)
            if values:
                assert play_value(own, choice, JOKER_COST) == max(values)
            else:
                assert choice == moves[-1]
            state = state.copy()
            state.play(state.random_move(random))


def test_the_fallback_plays_own_cards_only_and_otherwise_passes() -> None:
    state: Any = GAME.load(build("5H", hand="6H KC", table="7H", other="2C", other_table="8H"))
    texts = {GAME.write_move(state, fallback(state, Random(str(seed)))) for seed in range(40)}
    assert texts == {"play 6H", "play 7H", "play 6H 7H"}
    stuck: Any = GAME.load(build("5H 7H", hand="2C", other="3C", other_table="8H"))
    assert GAME.write_move(stuck, fallback(stuck, Random("1"))) == "pass"
    must: Any = GAME.load(build("5H 7H", hand="2C", other="3C", other_table="8H", options={"must_play": True}))
    assert GAME.write_move(must, fallback(must, Random("1"))) == "play 8H"


OPTIONS: list[dict[str, Any]] = [
    {},
    {"shared_table": False, "jokers": 0},
    {"must_play": True, "hand": 6},
    {"transitions": "free", "must_play": True, "hand": 8, "jokers": 1},
    {"hand": 15},
]


def deal(seed: str, options: dict[str, Any]) -> Waffe:
    return GAME.new(seed=seed, options=options)


def played(seed: str, moves: int, options: dict[str, Any]) -> Waffe:
    """Return a deal after some moves of greedy bots, but never a finished game."""
    state, random = deal(seed, options), Random(seed)
    for _ in range(moves):
        after = state.copy()
        after.play(GAME.find_bot("greedy").choose(after, random, 0))
        if after.seat() == NOBODY:
            break
        state = after
    return state


def test_there_are_five_levels_and_greedy_is_a_baseline() -> None:
    assert [bot.name for bot in GAME.levels] == ["beginner", "easy", "fair", "strong", "master"]
    assert [bot.level for bot in GAME.levels] == [1, 2, 3, 4, 5]
    assert [bot.name for bot in GAME.baselines] == ["greedy"]


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("bot", GAME.levels, ids=lambda bot: bot.name)
def test_every_level_finds_a_legal_move_whatever_the_rules(bot: Any, options: dict[str, Any]) -> None:
    for number in range(4):
        state = played(f"legal {number}", 3 * number, options)
        for simulations in (0, 1, 2):
            assert state.why_not(bot.choose(state, Random("legal"), simulations)) is None


@pytest.mark.parametrize("options", OPTIONS)
def test_candidates_are_legal_each_once_and_few(options: dict[str, Any]) -> None:
    for number in range(10):
        state = played(f"candidates {number}", number, options)
        found = list(generate_candidates(state, Random(f"{number}")))
        assert 0 < len(found) == len(set(found)) <= 120
        assert all(state.why_not(move) is None for move in found)
        assert (PASS in found) == state.may_pass()


def test_forced_plays_of_the_opponents_cards_are_candidates() -> None:
    position = build("5H 7H", hand="2C 3C", other_table="8H 9H", options={"must_play": True})
    state: Any = GAME.load(position)
    texts = {GAME.write_move(state, move) for move in generate_candidates(state, Random("1"))}
    assert "play 8H 9H" in texts
    assert texts & {"play 8H", "play 9H"}


@pytest.mark.parametrize("bot", GAME.levels, ids=lambda bot: bot.name)
def test_equal_seeds_give_equal_moves_and_what_is_hidden_changes_none(bot: Any) -> None:
    for number in range(4):
        state = played(f"hidden {number}", 2 * number, {})
        other = state.copy()
        other.determinize(state.mover, Random("other"))
        assert other.pack != state.pack
        first, again = (bot.choose(one, Random("bot"), 60) for one in (state, other))
        assert first == again


def test_search_lays_all_cards_when_that_wins() -> None:
    state: Any = GAME.load(build("7S 9S", hand="8S J1", other="3C 4D"))
    assert GAME.write_move(state, search(state, Random("1"), 60)) == "play 8S J1"


def brute_force(state: Waffe, seen: dict[Any, float]) -> float:
    """Return the value of a position to the mover, by searching all lines to the end."""
    key = (state.mover, state.field, state.types, *state.hands, *state.tables, state.passes)
    if key not in seen:
        seen[key] = max(brute_force_after(state, move, seen) for move in state.moves())
    return seen[key]


def brute_force_after(state: Waffe, move: int, seen: dict[Any, float]) -> float:
    after = state.copy()
    after.play(move)
    return after.result()[state.mover] if after.seat() == NOBODY else 1 - brute_force(after, seen)


def endgame(number: int) -> Waffe:
    """Return a small endgame with random options."""
    random = Random(f"ending {number}")
    deck = [card for card in DECK if card[0] in "2345J"]
    random.shuffle(deck)
    sizes = [random.below(3), 1 + random.below(2), random.below(2), 1 + random.below(2), random.below(2)]
    parts = []
    for size in sizes:
        parts.append(" ".join(deck[:size]))
        deck = deck[size:]
    options = {
        "must_play": random.below(2) == 0,
        "shared_table": random.below(3) > 0,
        "transitions": ("strict", "free")[random.below(2)],
    }
    try:
        return GAME.load(build(*parts, pack=0, options=options))
    except ludoteca.PositionError:
        return endgame(number + 1000)


def test_the_endgame_solver_agrees_with_brute_force() -> None:
    values = []
    for number in range(30):
        state = endgame(number)
        solver = EndgameSolver(100_000)
        seen: dict[Any, float] = {}
        values.append(solver.solve(state))
        assert values[-1] / 2 == brute_force(state, seen) == brute_force_after(state, solver.best_move, seen)
    assert {0, 2} <= set(values)


def test_an_endgame_beyond_the_limit_is_unknown() -> None:
    state: Any = GAME.load(build("5H", hand="2C 3D 4S 6C 8D 8H TS", other="9C 9D 3S 4C KD QD 2S", pack=0))
    assert EndgameSolver(20).solve(state) == UNKNOWN
    assert state.why_not(search(state, Random("1"), 10)) is None


@pytest.mark.parametrize(
    ("position", "codes"),
    [
        (build("7S 9S", hand="8S J1", other="3C"), {"play 8S J1": ["explain_wins"]}),
        (
            build("7S 8S", hand="9S TS J1 2C", other="3C"),
            {
                "play 9S TS": ["explain_most", "explain_jokers_kept"],
                "play 9S": ["explain_cards_wait", "explain_jokers_kept"],
                "pass": ["explain_drawing"],
            },
        ),
        (
            build("7S 9S", hand="J1 2C KD", other="3C"),
            {"play J1": ["explain_most", "explain_joker_needed"], "pass": ["explain_only_jokers_fit"]},
        ),
        (build("7S 9S", hand="2C KD", other="3C"), {"pass": ["explain_nothing_fits"]}),
    ],
)
def test_moves_are_explained(position: dict[str, Any], codes: dict[str, list[str]]) -> None:
    state: Any = GAME.load(position)
    for text, wanted in codes.items():
        move = GAME.read_move(state, text)
        assert isinstance(move, int)
        told = GAME.explain(state, move)
        assert [news.code for news in told] == wanted
        assert all("..." not in GAME.translations.format(news) for news in told)


def test_easy_spends_its_jokers_and_fair_keeps_them() -> None:
    state: Any = GAME.load(build("7S 9S", hand="8S TS J1 2C", other="3C"))
    assert GAME.find_bot("easy").choose(state, Random("1"), 0) & JOKERS
    assert not GAME.find_bot("fair").choose(state, Random("1"), 0) & JOKERS


Player = Callable[[Waffe, Random], int]


def greedy_player(state: Waffe, random: Random) -> int:
    return GAME.find_bot("greedy").choose(state, random, 0)


def share(upper: Player, lower: Player, deals: int) -> float:
    """Return the first player's share of the points over two games per deal, with the seats swapped."""
    won = 0.0
    for number in range(deals):
        for seat in range(2):
            state, random = deal(f"match {number}", {}), Random(f"{number}/{seat}")
            while state.seat() != NOBODY:
                player = upper if state.mover == seat else lower
                state.play(player(determinize(state, state.mover, random.fork()), random))
            won += state.result()[seat]
    return won / (2 * deals)


def test_greedy_beats_random() -> None:
    assert share(greedy_player, Waffe.random_move, 40) >= 0.85


def test_holding_cards_back_beats_greedy() -> None:
    assert share(playout_move, greedy_player, 60) >= 0.55


@pytest.mark.slow
def test_search_beats_greedy() -> None:
    assert share(lambda state, random: search(state, random, 60), greedy_player, 12) >= 0.6

"""The five levels: a weather that wins by force, and a journeyman that holds out."""

from __future__ import annotations

import itertools

import pytest
from games.flooding.exhaustive_search import BOUNDS, longest_survival

from ludoteca.core.generator import Random
from ludoteca.core.state import NOBODY
from ludoteca.games.flooding import FloodingGame
from ludoteca.games.flooding.bot.search import AlphaBeta
from ludoteca.games.flooding.bot.symmetry import NEVER
from ludoteca.games.flooding.bot.tablebase import tablebase
from ludoteca.games.flooding.rules import WEATHER, Flooding, start_game
from ludoteca.lab.pairings import play_deal, play_game
from ludoteca.search.transposition import NOTHING, TranspositionTable

GAME = FloodingGame()
MASTER = GAME.find_bot(5)


def test_there_are_five_levels() -> None:
    names = [(bot.level, bot.name) for bot in GAME.levels]
    assert names == [(1, "beginner"), (2, "easy"), (3, "fair"), (4, "strong"), (5, "master")]
    assert [bot.name for bot in GAME.baselines] == ["carefree", "drowsy", "watchful"]


@pytest.mark.parametrize("size", [3, 4])
def test_the_weather_wins_by_force_on_small_islands(size: int) -> None:
    assert longest_survival(size) == BOUNDS[size]


@pytest.mark.parametrize(("size", "least"), [(4, 7), (6, 12), (10, 15)])
def test_the_journeyman_holds_out(size: int, least: int) -> None:
    state, random = start_game(size), Random("last")
    while state.seat() != NOBODY:
        state.play(MASTER.choose(state, random, 20))
    assert least <= state.day <= BOUNDS[size]


@pytest.mark.parametrize("level", range(1, 6))
def test_the_same_seed_gives_the_same_move(level: int) -> None:
    for size in (3, 6, 12, 20):
        state = GAME.play(GAME.new(options={"size": size}), "b2")
        assert GAME.bot(level, seed=7).move(state) == GAME.bot(level, seed=7).move(state)


@pytest.mark.parametrize("level", range(1, 6))
def test_every_level_moves_on_an_almost_flooded_island(level: int) -> None:
    sea = ["b1", "c1", "a2", "c2", "a3", "b3", "c3"]
    alone = {"size": 3, "journeyman": "b2", "day": 3, "to_move": "weather"}
    trapped = GAME.load({**alone, "flooded": ["a1", *sea]})
    assert GAME.bot(level, seed=1).move(trapped) in ("b2", "-")
    free = GAME.load({**alone, "flooded": ["b2", *sea]})
    assert GAME.bot(level, seed=1).move(free) in ("a1", "-")


def test_the_master_takes_a_win_that_is_there() -> None:
    trap = {"size": 5, "journeyman": "a1", "flooded": ["b2"], "day": 3, "to_move": "weather"}
    last = {"size": 5, "journeyman": "a1", "flooded": ["b2"], "day": 364, "to_move": "journeyman"}
    assert GAME.bot(5, seed=0).move(GAME.load(trap)) == "b1 a2"
    assert GAME.result(GAME.play(GAME.load(last), GAME.bot(5, seed=0).move(GAME.load(last)))) == [1.0, 0.0]


def test_the_master_does_not_walk_into_a_trap() -> None:
    corner = {"size": 5, "journeyman": "b1", "flooded": ["b2"], "day": 3, "to_move": "journeyman"}
    assert all(GAME.bot(5, seed=seed).move(GAME.load(corner)) != "a1" for seed in range(5))


@pytest.mark.slow
def test_the_strong_level_beats_the_baselines_in_both_roles() -> None:
    carefree, strong = GAME.find_bot("carefree"), GAME.find_bot("strong")
    for seed in range(3):
        caught = play_game(GAME, (carefree, strong), {"size": 6}, f"seed {seed}").scores[0]
        lasted = play_game(GAME, (strong, carefree), {"size": 6}, f"seed {seed}").scores[0]
        assert caught <= 13 < lasted


def walk_to_the_middle(state: Flooding, random: Random) -> int:
    """Walk to the dry field nearest to the middle of the island, as a beginner might."""
    size = int(state.island.size)
    middle = (size - 1) / 2
    distances = {to: (to // size - middle) ** 2 + (to % size - middle) ** 2 for to in map(int, state.moves())}
    nearest = min(distances.values())
    return random.choice([to for to, distance in distances.items() if distance == nearest])


@pytest.mark.slow
@pytest.mark.parametrize("level", [1, 2])
def test_the_easy_levels_catch_a_walker_who_keeps_to_the_middle(level: int) -> None:
    caught = 0
    for game in range(200):
        state, random = start_game(10), Random(f"middle {game}")
        while state.seat() != NOBODY and state.day < 60:
            move = GAME.find_bot(level).choose(state, random, 0) if state.night else walk_to_the_middle(state, random)
            state.play(move)
        caught += state.winner == WEATHER
    assert caught >= 100


@pytest.mark.slow
@pytest.mark.parametrize("size", [6, 10])
def test_a_level_beats_the_one_below_but_not_always(size: int) -> None:
    for below, above in itertools.pairwise(GAME.levels[:3]):
        matches = [play_deal(GAME, above, below, {"size": size}, f"levels {deal}") for deal in range(20)]
        assert 0.6 < sum(match.outcome("scores") for match in matches) / len(matches) < 1.0


def test_a_hint_says_how_many_days_are_left() -> None:
    trap = GAME.read_position(
        {"size": 5, "journeyman": "a1", "flooded": ["b2"], "day": 3, "to_move": "weather"}, Random("0")
    )
    texts = GAME.explain(trap, int(MASTER.choose(trap, Random("0"), 0)))
    assert [GAME.translations.format(text) for text in texts] == ["Traps the journeyman."]
    start = GAME.explain(start_game(6), 7)
    assert [GAME.translations.format(text) for text in start] == ["Even a perfect opponent needs up to 12 more days."]


class Forgetful(TranspositionTable):
    def get(self, key: int) -> int:
        return NOTHING


def test_the_transposition_table_saves_positions_and_changes_no_value() -> None:
    saved, size = 0, 5
    for number in range(3):
        state, random = start_game(size), Random(f"table {number}")
        for _ in range(4 * number + 1):
            state.play(state.random_move(random))
        assert state.seat() == WEATHER
        for depth in range(1, 4):
            with_table, without = (AlphaBeta(tablebase(size), 10**6) for _ in range(2))
            without.table = Forgetful()
            assert with_table.by_night(state, depth, 0, NEVER) == without.by_night(state, depth, 0, NEVER)
            saved += with_table.budget - without.budget
            for low, high in ((3, 6), (5, 6), (6, 12)):
                known, searched = (search.by_night(state, depth, low, high) for search in (with_table, without))
                assert min(max(known, low), high) == min(max(searched, low), high)
    assert saved > 0

"""The bots of all games search with what `search/` holds, and spend their budget there."""

from __future__ import annotations

from typing import Any

import pytest

from ludoteca.core.generator import Random
from ludoteca.core.records import begin
from ludoteca.core.registry import find_game
from ludoteca.core.state import determinize
from ludoteca.search import halving, tree
from ludoteca.search.transposition import TranspositionTable


class Counter:
    """Counts what the shared search does, and lets it do it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.simulations = 0
        self.stored = 0
        monkeypatch.setattr(halving, "_try_all", self.counting_simulations(halving._try_all))
        monkeypatch.setattr(tree, "_iterate", self.counting_simulations(tree._iterate))
        put = TranspositionTable.put

        def counting_put(table: TranspositionTable, key: int, value: int) -> None:
            self.stored += 1
            put(table, key, value)

        monkeypatch.setattr(TranspositionTable, "put", counting_put)

    def counting_simulations(self, function: Any) -> Any:
        def count(*args: Any) -> None:
            # The fourth argument of `_try_all` is how many candidates are left; `_iterate` is one simulation.
            self.simulations += args[3] if function.__name__ == "_try_all" else 1
            function(*args)

        return count


def state_after(name: str, turns: int) -> Any:
    game = find_game(name)
    state, random = begin(game, 2, game.check_options({}), "shared", None), Random("shared")
    while state.turn() < turns:
        state.play(state.random_move(random))
    return determinize(state, state.seat(), random)


@pytest.mark.parametrize(
    ("name", "bot", "simulations"),
    [
        ("latice", "strong", 80),
        ("latice", "master", 160),
        ("rowsandcols", "strong", 4),
        ("rowsandcols", "master", 48),
        ("waffe", "strong", 90),
        ("waffe", "master", 180),
        ("wege", "fair", 100),
        ("wege", "master", 200),
    ],
)
def test_a_bots_simulations_are_those_of_the_shared_search(
    monkeypatch: pytest.MonkeyPatch, name: str, bot: str, simulations: int
) -> None:
    counter = Counter(monkeypatch)
    state = state_after(name, {"rowsandcols": 6, "wege": 1}.get(name, 0))
    find_game(name).find_bot(bot).choose(state, Random("bot"), simulations)
    assert simulations / 2 < counter.simulations <= 1.25 * simulations


def test_a_journeyman_who_searches_stores_every_position_in_the_shared_table(monkeypatch: pytest.MonkeyPatch) -> None:
    counter = Counter(monkeypatch)
    find_game("flooding").find_bot("master").choose(state_after("flooding", 9), Random("bot"), 200)
    assert 100 < counter.stored <= 200

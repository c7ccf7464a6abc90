"""The solver's tables are exact on small islands, and equal to the shipped ones."""

from __future__ import annotations

import json
import sys
from itertools import combinations
from pathlib import Path

import pytest
from click.testing import CliRunner

from ludoteca.cli import cli
from ludoteca.core.errors import LudotecaError
from ludoteca.core.generator import Random
from ludoteca.games.flooding import FloodingGame
from ludoteca.games.flooding.bot.perfect_play import last_day, solved
from ludoteca.games.flooding.bot.solver import Solver
from ludoteca.games.flooding.bot.symmetry import window_size
from ludoteca.games.flooding.bot.tablebase import read_tables
from ludoteca.games.flooding.rules import neighbours, start_game

GAME = FloodingGame()

NIGHT = {"size": 4, "journeyman": "b2", "flooded": [], "day": 1, "to_move": "weather"}


def solve(*arguments: str, typed: str = "") -> str:
    done = CliRunner().invoke(cli, ["solve", *arguments], input=typed, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


def refusal(*arguments: str, typed: str = "") -> str:
    with pytest.raises(LudotecaError) as caught:
        CliRunner().invoke(cli, ["solve", *arguments], input=typed, catch_exceptions=False)
    return caught.value.sentence


def brute_force_nights(size: int) -> dict[tuple[int, frozenset[int]], int]:
    """Compute the days left in every night, field by field and without the solver."""
    fields = range(size * size)
    all_neighbours = [list(neighbours(field, size, False)) for field in fields]
    orthogonal = [set(neighbours(field, size, True)) for field in fields]
    islands = [frozenset(set_) for count in range(size * size + 1) for set_ in combinations(fields, count)]
    nights: dict[tuple[int, frozenset[int]], int] = {}
    days: dict[tuple[int, frozenset[int]], int] = {}
    for _ in range(6):
        for journeyman in fields:
            for wet in islands:
                left = [
                    nights.get((to, wet - orthogonal[to]), 99) for to in all_neighbours[journeyman] if to not in wet
                ]
                days[journeyman, wet] = 1 + max(left) if left else 0
        for journeyman in fields:
            for wet in islands:
                dry = [field for field in fields if field not in wet]
                floods = [frozenset(two) for two in combinations(dry, min(2, len(dry)))]
                nights[journeyman, wet] = min(days[journeyman, wet | flood] for flood in floods)
    return nights


def test_every_night_on_3x3_is_what_brute_force_says() -> None:
    tables, state = solved(3), start_game(3)
    state.night = True
    for (journeyman, wet), left in brute_force_nights(3).items():
        state.journeyman = journeyman
        state.flooded = [int(field in wet) for field in range(9)]  # type: ignore[assignment]
        assert tables.days_left_by_night(state) == left, (journeyman, wet)


@pytest.mark.parametrize("size", [3, 4, pytest.param(5, marks=pytest.mark.slow)])
def test_the_shipped_tables_are_what_the_solver_finds(size: int) -> None:
    assert [table.tobytes() for table in Solver(size, window_size(size)).solve()] == read_tables(size)


@pytest.mark.parametrize(("size", "days"), [(3, 4), (4, 7), pytest.param(5, 11, marks=pytest.mark.slow)])
def test_perfect_play_lasts_the_known_number_of_days(size: int, days: int) -> None:
    assert last_day(solved(size), start_game(size)) == days
    assert f"trapped after {days} days" in solve("flooding", "--size", str(size))


def test_a_bad_night_costs_days(tmp_path: Path) -> None:
    file = tmp_path / "position.json"
    file.write_text(json.dumps(NIGHT))
    best = solve("flooding", "--position", str(file))
    assert best.startswith(
        "With perfect play the journeyman is trapped after 7 days; days from now: 6.\nA best move is "
    )
    move = best.split("A best move is ")[1].rstrip(".\n")
    assert f"{move} is a best move." in solve("flooding", "--position", "-", "--move", move, typed=json.dumps(NIGHT))
    assert "- costs " in solve("flooding", "--position", "-", "--move", "-", typed=json.dumps(NIGHT))


def test_a_journeyman_near_the_last_day_survives() -> None:
    late = {**NIGHT, "day": 362}
    assert "survives all 365 days" in solve("flooding", "--position", "-", typed=json.dumps(late))


def test_a_position_that_cannot_be_solved_is_refused_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    assert refusal("flooding", "--size", "10").endswith("of size 10 perfect play lasts 11 to 25 days.")
    assert refusal("latice") == "Latice cannot be solved; these games can: flooding."
    assert refusal("flooding", "--position", "-", typed="{").startswith("This is not a position: it is not JSON")
    assert refusal("flooding", "--position", "nowhere.json").startswith("nowhere.json cannot be read")
    assert "not next to" in refusal("flooding", "--size", "3", "--move", "c3")
    assert "combined with --size" in refusal("flooding", "--size", "3", "--position", "-", typed=json.dumps(NIGHT))
    solved.cache_clear()
    monkeypatch.setitem(sys.modules, "ludoteca.games.flooding.bot.solver", None)
    assert "needs numpy" in refusal("flooding", "--size", "3")


def test_help_shows_examples() -> None:
    assert "--position position.json" in solve("--help")
    assert "--size VALUE" in solve("flooding", "--help")


def test_a_position_that_is_over_has_nothing_to_solve() -> None:
    over = GAME.read_position({**NIGHT, "day": 365, "to_move": None}, Random("0"))
    assert GAME.solve is not None
    assert getattr(GAME.solve(over, None), "code", "") == "game_over"

"""The scoring of Wege: worked examples, the provisional score, and the reference implementation."""

from __future__ import annotations

from functools import reduce

import pytest
from games.wege import reference_rules
from games.wege.parks import CARDS, GAME, Json, lines, park
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.core.generator import Random
from ludoteca.games.wege.park import get_park
from ludoteca.games.wege.scoring import MOST_SIDES

DIAGONAL = "lwwwww wlwwww wwlwww wwwlww wwwwlw wwwwwl"
CROSS = "lwwwwl wlwwlw wwllww wwllww wlwwlw lwwwwl"


def six(letter: str) -> str:
    return " ".join([letter * 6] * 6)


@pytest.mark.parametrize(
    ("drawing", "corners", "land", "water"),
    [
        (six("l"), "land", [12, 12 * 4, 0, 0, 60], [0, 0, 0, 0, 0]),
        (six("l"), "water", [12, 13 * 4, 0, 0, 64], [0, 0, 0, 0, 0]),
        (six("b"), "land", [12, 0, 0, 0, 12], [12, 0, 0, 0, 12]),
        (six("c"), "land", [0, 48, 0, 36, 84], [0, 52, 0, 0, 52]),
        (DIAGONAL, "land", [4, 0, 0, 0, 4], [4, 8 * 4, 0, 0, 36]),
        (DIAGONAL.replace("wwlwww", "wwbwww"), "land", [4, 0, 0, 0, 4], [12, 32, 0, 0, 44]),
        (CROSS, "land", [12, 0, 0, 0, 12], [0, 4 * 4, 0, 0, 16]),
    ],
)
def test_the_worked_examples(drawing: str, corners: str, land: list[int], water: list[int]) -> None:
    state = GAME.load(park(drawing, top_left=corners))
    assert lines(state) == [land, water]
    assert GAME.scores(state) == [land[-1], water[-1]]
    assert GAME.seat(state) is None
    assert GAME.view(state)["provisional"] is False


def test_the_result_is_the_higher_total() -> None:
    assert GAME.result(GAME.load(park(six("l")))) == [1.0, 0.0]
    assert GAME.result(GAME.load(park(six("w")))) == [0.0, 1.0]
    assert GAME.result(GAME.load(park(six("b")))) == [0.5, 0.5]


@pytest.mark.parametrize(
    ("points", "sides"),
    [
        ([(0, 0), (2, 0)], 2),
        ([(0, 0)], 1),
        ([(0, 0), (6, 0), (6, 6)], 3),
        ([(0, 0), (6, 0), (6, 6), (0, 6)], 4),
        ([(0, 0), (6, 6)], 2),
        ([(0, 0), (2, 0), (0, 2)], 2),
        ([(0, 0), (2, 0), (0, 2), (6, 0)], 3),
        ([(2, 0), (6, 2), (2, 6), (0, 2)], 4),
        ([(3, 3)], 0),
    ],
)
def test_a_corner_of_the_park_counts_for_one_side(points: list[tuple[int, int]], sides: int) -> None:
    borders = get_park(6, 6).borders
    assert MOST_SIDES[reduce(int.__or__, [borders[y * 7 + x] for x, y in points])] == sides
    assert reference_rules.sides(set(points), 6, 6) == sides


def test_a_lone_corner_is_no_island() -> None:
    """With cossacks only, each point is a group by itself; those on the border are neither pond nor island."""
    assert [line[1] for line in lines(GAME.load(park("ccc ccc ccc")))] == [8, 8]


@pytest.mark.parametrize(
    ("drawing", "half_turned", "points"),
    [
        ("P.. ... ...", ["a1"], 0),
        ("PO. ... ...", ["a1"], 0),
        ("PQ. ... ...", ["a1"], 0),
        ("PO. Uw. ...", ["a1", "b1"], 2),
        ("PO. UP. ...", ["a1", "b1"], 5),
        ("PU. UP. ...", ["a1", "b1"], 8),
    ],
)
def test_facing_gnomes(drawing: str, half_turned: list[str], points: int) -> None:
    """At the point between a1, b1, a2 and b2, which is land."""
    state = GAME.load(park(drawing, half_turned=half_turned))
    assert [line[2] for line in lines(state)] == [points, 0]
    other = GAME.load(park(drawing, half_turned=half_turned, top_left="water"))
    assert len(GAME.view(other)["marks"]["facing"]) == len(reference_facing(GAME.position(other)))
    facing = GAME.view(state)["marks"]["facing"]
    gnomes = {0: 0, 2: 2, 5: 3, 8: 4}[points]
    assert facing == ([{"point": [1, 1], "gnomes": gnomes, "points": points}] if points else [])


def reference_facing(position: Json) -> list[list[str]]:
    return [names for names in reference_rules.gnomes(position["cards"]).values() if len(names) > 1]


def test_a_cossack_scores_for_the_player_who_laid_it() -> None:
    position = park("cc. ... ...")
    position["cards"]["b1"]["by"] = 1
    assert [line[3] for line in lines(GAME.load(position))] == [1, 1]


def test_a_provisional_pond_needs_every_cell_around_it() -> None:
    """The water point between a1, b1, a2 and b2, closed by the fourth land card."""
    open_pond = GAME.load(park("ll. l.. ...", top_left="water"))
    assert lines(open_pond)[0] == [4, 0, 0, 0, 4]
    assert GAME.view(open_pond)["provisional"] is True
    closed = GAME.play(open_pond, "b2/1")
    assert lines(closed)[0] == [4, 4, 0, 0, 8]
    assert GAME.view(closed)["marks"]["ponds"] == [[[1, 1]]]


def test_points_without_a_card_do_not_count() -> None:
    assert lines(GAME.new()) == [[0] * 5, [0] * 5]
    assert GAME.view(GAME.new())["marks"] == {"path": None, "stream": None, "ponds": [], "islands": [], "facing": []}


def test_a_bridge_may_open_a_pond_again() -> None:
    state = GAME.load(park("ll. ll. ...", top_left="water", hand="b"))
    assert lines(state)[0][1] == 4
    assert lines(GAME.play(state, "x a1/1"))[0][1] == 0


@pytest.mark.parametrize(
    ("rows", "cols", "specials"), [(6, 6, "standard"), (3, 3, 1), (4, 7, 5), (10, 10, 3), (16, 3, 9), (5, 16, 0)]
)
def test_the_reference_rules_agree_over_whole_games(rows: int, cols: int, specials: int | str) -> None:
    random = Random(f"naive {rows} {cols}")
    state = GAME.new(seed=f"naive {specials}", options={"rows": rows, "cols": cols, "specials": specials})
    while GAME.seat(state) is not None:
        position, moves = GAME.position(state), GAME.moves(state)
        assert len(moves) == len(set(moves))
        assert set(moves) == reference_rules.moves(position)
        assert lines(state) == reference_rules.lines(position)
        state = GAME.play(state, moves[random.below(len(moves))])
    assert lines(state) == reference_rules.lines(GAME.position(state))


@st.composite
def parks(draw: st.DrawFn) -> Json:
    """Return random cards, with gaps or without."""
    rows, cols = draw(st.integers(3, 6)), draw(st.integers(3, 6))
    letters = draw(st.sampled_from(["lwb", "lwcbPOQU", "PQOU", "lwcbPOQU.", "lw...."]))
    drawn = [draw(st.text(letters, min_size=cols, max_size=cols)) for _ in range(rows)]
    names = [reference_rules.name_of(x, y) for x in range(cols) for y in range(rows)]
    turned = draw(st.sets(st.sampled_from(names)))
    return park(" ".join(drawn), top_left=draw(st.sampled_from(["land", "water"])), half_turned=turned)


@settings(max_examples=150, deadline=None)
@given(parks())
def test_the_reference_rules_agree_on_any_park(position: Json) -> None:
    assert lines(GAME.load(position)) == reference_rules.lines(position)


@settings(max_examples=100, deadline=None)
@given(parks())
def test_a_park_turned_by_a_quarter_has_the_same_points(position: Json) -> None:
    cards = {}
    for name, card in position["cards"].items():
        x, y = reference_rules.cell_of(name)
        cards[reference_rules.name_of(position["rows"] - 1 - y, x)] = {**card, "rotation": (card["rotation"] + 1) % 4}
    turned = {**position, "rows": position["cols"], "cols": position["rows"], "cards": cards}
    assert lines(GAME.load(turned)) == lines(GAME.load(position))


@settings(max_examples=100, deadline=None)
@given(parks())
def test_land_and_water_are_treated_alike(position: Json) -> None:
    """Exchanging all land and water cards exchanges the players."""
    other = {"land": "water", "water": "land"}
    cards = {}
    for name, card in position["cards"].items():
        kind = other.get(card["kind"], card["kind"])
        # A bridge or a cossack swaps its terrains when turned by a quarter.
        turned = 0 if card["kind"] in other else 1
        cards[name] = {**card, "kind": kind, "rotation": (card["rotation"] + turned) % 4, "by": 1 - card["by"]}
    assert lines(GAME.load({**position, "cards": cards})) == lines(GAME.load(position))[::-1]


def test_every_card_of_the_drawings_is_a_card() -> None:
    assert len({str(card) for card in CARDS.values()}) == 8

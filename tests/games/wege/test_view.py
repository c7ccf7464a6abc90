"""Views, choices, the log and the text board of Wege."""

from __future__ import annotations

from typing import Any

import pytest
from games.wege.parks import CARDS, GAME, park

from ludoteca.core.generator import Random

PICTURE = """\
Land is to move. In hand: bridge.
    #  a  ~  b  #  c  ~   /0       /1       /2       /3
  1   \\     ~     cos     #     ~  ~     #  #     ~  ~     #
        \\G G  ~    L        \\ ~      ~ /      \\ ~      ~ /
    ~     #     ~     #     ~ \\      / ~      ~ \\      / ~
  2   ~     \\ ~     /     ~     #  #     ~  ~     #  #     ~
        ~   ~ \\   /
    #     ~     #     ~   Score so far   Land  Water
  3     ~     /   c3      sides             7      7
      ~     /  g          ponds/islands     0      0
    ~     #     ~     .   gnomes            2      0
"""


def log_texts(before: Any, text: str, seat: int | None = None) -> list[str]:
    move = GAME.read_move(before, text)
    assert isinstance(move, int)
    after = before.copy()
    after.play(move)
    return [GAME.translations.format(line) for line in GAME.describe_move(before, move, after, seat)]


def test_everybody_sees_everything_except_the_order_of_the_deck() -> None:
    state = GAME.load(park("l.. ... ...", hand="c", deck="wwbQwlll"))
    view = GAME.view(state)
    assert view == GAME.view(state, 0) == GAME.view(state, 1)
    assert view["deck"] == 8
    assert {(card["kind"], card["gnome"]): card["count"] for card in view["left"]} == {
        ("land", None): 3,
        ("water", None): 3,
        ("land", "path"): 0,
        ("land", "off"): 0,
        ("water", "path"): 1,
        ("water", "off"): 0,
        ("cossack", None): 0,
        ("bridge", None): 1,
    }
    other = GAME.load(park("l.. ... ...", hand="c", deck="lllwQbww"))
    assert GAME.view(other) == view
    assert GAME.show(other) == GAME.show(state)


def test_nothing_reveals_the_order_of_the_deck_over_whole_games() -> None:
    """With the deck in another order, everything sent before the next draw is the same."""
    random = Random("order")
    state = GAME.start(2, GAME.check_options({"specials": 5}), Random("secret"))
    while state.seat() >= 0:
        other = state.copy()
        other.determinize(state.seat(), random.fork())
        assert GAME.write_position(other) != GAME.write_position(state) or len(state.deck) < 3
        for seat in (None, 0, 1):
            view = GAME.make_view(state, seat)
            assert GAME.make_view(other, seat) == view
            assert GAME.make_choices(other, seat) == GAME.make_choices(state, seat)
            assert str(GAME.write_position(state)["deck"]) not in str(view)
        state.play(random.choice(state.moves()))


def test_the_view_holds_what_a_board_draws() -> None:
    position = park("lw. l.. ...", hand="Q", replaced=True, to_move=1)
    view = GAME.view(GAME.load(position))
    assert {name: view[name] for name in ("rows", "cols", "cards", "hand", "hand_is_replaced", "to_move")} == {
        name: position[name] for name in ("rows", "cols", "cards", "hand", "hand_is_replaced", "to_move")
    }
    assert view["top_left"] == "land"
    assert view["provisional"] is True
    assert view["result"] is None
    assert view["score"][0] == {"sides": 4, "ponds": 0, "gnomes": 0, "cossacks": 0, "total": 4, "sides_touched": 2}
    assert view["score"][1] == {"sides": 0, "islands": 0, "gnomes": 0, "cossacks": 0, "total": 0, "sides_touched": 1}


def test_the_best_path_and_stream_are_marked() -> None:
    view = GAME.view(GAME.load(park("lww wlw wwl")))
    assert view["marks"]["path"] == {
        "sides": 2,
        "points": [[0, 0], [1, 1], [2, 2], [3, 3]],
        "cells": ["a1", "b2", "c3"],
    }
    assert view["marks"]["stream"]["sides"] == 2
    assert view["marks"]["islands"] == []
    cut_off = GAME.view(GAME.load(park("www wcw www")))
    assert cut_off["marks"]["islands"] == [[[1, 1]], [[2, 2]]]
    assert cut_off["marks"]["stream"]["sides"] == 4


def test_choices_name_the_rotations_of_every_cell() -> None:
    state = GAME.load(park("lw. ... ...", hand="b"))
    assert GAME.choices(state, 0) == {
        "kind": "cells",
        "place": {"c1": [0, 2], "a2": [1, 3], "b2": [0, 2]},
        "swap": {"a1": [0, 2], "b1": [1, 3]},
    }
    assert GAME.choices(state, 1) == GAME.choices(state) == {}


def test_a_placement_is_logged_with_what_changed_and_the_next_card() -> None:
    state = GAME.load(park("P.. ... ...", hand="U", deck="clllllll", half_turned=["a1"]))
    assert log_texts(state, "b1/2") == [
        "Land lays a water card with an off-path gnome on b1.",
        "Land: 2 points for gnomes so far, 0 before.",
        "Water turns up a cossack.",
    ]
    assert log_texts(state, "b1/2", 0) == log_texts(state, "b1/2", 1) == log_texts(state, "b1/2")


def test_a_swap_is_logged_with_the_card_that_must_be_placed() -> None:
    state = GAME.load(park("lO. ... ...", hand="b", to_move=1))
    swapped = "Water swaps a bridge in on b1. "
    assert log_texts(state, "x b1/3")[0] == (
        swapped + "Land must lay what it replaces, a land card with an off-path gnome."
    )
    replaced = GAME.play(state, "x b1/3")
    assert GAME.show(replaced).startswith("Land is to move and must lay the replaced card: land with off-path gnome.")


def test_the_end_is_logged_line_by_line() -> None:
    state = GAME.load(park("lll lll ll.", hand="c", to_move=1))
    assert log_texts(state, "c3/0") == [
        "Water lays a cossack on c3.",
        "Land: sides 12, ponds 8, gnomes 0, cossacks 0, total 20.",
        "Water: sides 0, islands 0, gnomes 0, cossacks 1, total 1.",
        "Land wins, 20 to 1.",
    ]
    bridges = GAME.load(park("bbb bbb bb.", hand="b"))
    assert log_texts(bridges, "c3/0")[-1] == "A draw, 12 each."


def test_the_text_board() -> None:
    position = park("PUc wbl wO.", hand="b", deck="lw", half_turned=["a1", "b1"])
    assert GAME.show(GAME.load(position)).startswith(PICTURE)


def test_score_deck_and_best_groups_are_beside_and_below_the_board() -> None:
    shown = GAME.show(GAME.load(park("lc. l.. ...", hand="w", deck="lwbcPU")), 0).splitlines()
    assert [line[26:] for line in shown[7:]] == [
        "Score so far   Land  Water",
        "sides             4      0",
        "ponds/islands     0      0",
        "gnomes            0      0",
        "cossacks          1      0",
        "total             5      0",
        "",
        "Deck: 6  plain  path g  off g",
        "land         1       1",
        "water        1              1",
        "bridge       1",
        "cossack      1",
        "",
    ]
    assert shown[-1] == "Best path, sides 2: a1 a2."
    over = GAME.show(GAME.load(park("bbb bbb bbb")))
    assert over.startswith("The game is drawn.\n")
    assert "Score          Land  Water" in over
    assert GAME.show(GAME.load(park("lll lll lll"))).startswith("Land has won.\n")


def test_a_text_board_has_room_for_the_largest_park() -> None:
    lines = GAME.show(GAME.new(options={"rows": 16, "cols": 16})).splitlines()
    assert max(map(len, lines)) <= 101
    assert lines[1].replace(".", " ").split() == list("abcdefghijklmnop")
    assert " 16   a16   b16" in lines[47]


@pytest.mark.parametrize("seed", range(6))
def test_a_park_of_the_usual_size_fits_a_small_terminal(seed: int) -> None:
    random = Random(f"small {seed}")
    state = GAME.start(2, GAME.check_options({}), Random(f"deal {seed}"))
    while True:
        lines = GAME.show(state).splitlines()
        assert len(lines) <= 22  # with whose turn it is, and the prompt, 24
        assert max(map(len, lines)) <= 80
        if state.seat() < 0:
            break
        state.play(state.random_move(random))


def test_all_cards_of_the_rules_page_are_drawn_as_on_the_board() -> None:
    """The pictures of the rules page are the text board's cards in hand, in rotation 0."""
    page = GAME.rules()
    for letter, card in CARDS.items():
        if letter == "c":
            continue
        shown = GAME.show(GAME.load(park("... ... ...", hand=letter))).splitlines()
        x = shown[1].index("/0")
        for line in shown[2:6]:
            assert line[x : x + 7].rstrip() in page, card
